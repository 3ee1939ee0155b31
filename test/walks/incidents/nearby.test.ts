import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  type NearbySnapshot,
  nearbyMachine,
  selectIsLocating,
  selectMyPlace,
  selectNearbyFailure,
} from '../../../src/machines/incidents/nearby.machine';
import type { Place } from '../../../src/rules/incidents/incidents';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';

const pune = { latitude: 18.52, longitude: 73.85 };
const world = scriptedWorld();
const MINUTE = 60_000;
/** Five minutes ago. */
const before = { latitude: 18.6, longitude: 73.9, at: world.time - 5 * MINUTE };
const props = () => ({ ports: { locate: promisePort<Place>(), choice: streamPort(), pageReturns: streamPort() } });
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: NearbySnapshot) => T): T };
const shows =
  (place: Place | null, isLocating: boolean, failure: string | null) =>
  ({ read, ports }: Setup) => {
    expect([read(selectMyPlace), read(selectIsLocating), read(selectNearbyFailure)]).toEqual([
      place,
      isLocating,
      failure,
    ]);
    // The device is located only while 'Getting your location' is shown.
    expect(ports.locate.running).toBe(isLocating);
  };
const recalled = (isAllowed: boolean, isChosen: boolean, place: typeof before | null = null) =>
  said('choice', { type: 'nearby.recalled', isAllowed, isChosen, place });
const keeps = (to: string, isChosen: boolean) => ({
  to,
  sees: ({ ports }: Setup) => expect(ports.choice.received.at(-1)).toEqual({ type: 'nearby.keep', isChosen }),
});

const isTurnedOn = {
  to: 'on',
  sees: (setup: Setup) => {
    shows(pune, false, null)(setup);
    keeps('on', true).sees(setup);
  },
};

const walk = walkOf({
  machine: nearbyMachine,
  props,
  input: () => ({ world }),
  key: ({ context }) => context.at,
  samples: {
    'allowed and chosen': recalled(true, true),
    'allowed, not chosen': recalled(true, false),
    'chosen, not allowed': recalled(false, true),
    'allowed, chosen and located before': recalled(true, true, before),
    'Near me pressed': { type: 'near.choose' },
    'Near me left': { type: 'near.leave' },
    'it is 15 min old': {
      event: { type: 'xstate.after.untilOld.nearby.on' },
      act: ({ clock, fingerprint }) => {
        const here = fingerprint('');
        const passUnseen = (ms: number) => {
          clock.increment(ms - 1);
          expect(fingerprint('')).toBe(here);
          clock.increment(1);
        };
        // Of the place of five minutes ago ten are left.
        passUnseen(10 * MINUTE);
        if (fingerprint('') === here) passUnseen(5 * MINUTE);
      },
    },
    'back just in time': said('pageReturns', { type: 'page.shown', at: world.time + 10 * MINUTE - 1 }),
    'back after 10 min': said('pageReturns', { type: 'page.shown', at: world.time + 10 * MINUTE }),
    'back after 15 min': said('pageReturns', { type: 'page.shown', at: world.time + 15 * MINUTE }),
    found: done('locate', pune),
    'not found': failed('locate'),
  },
  states: {
    off: {
      sees: (setup) => {
        shows(null, false, null)(setup);
        expect(setup.ports.choice.open).toBe(1);
      },
      takes: {
        'allowed and chosen': 'locating',
        'allowed, chosen and located before': 'renewing',
        'Near me pressed': 'locating',
      },
    },
    locating: {
      sees: shows(null, true, null),
      takes: { found: isTurnedOn, 'not found': 'failed', 'Near me left': keeps('off', false) },
    },
    renewing: {
      sees: shows(before, true, null),
      takes: {
        found: { to: 'on', sees: shows(pune, false, null) },
        'not found': { to: 'on', sees: shows(before, false, null) },
        'Near me left': keeps('off', false),
      },
    },
    on: {
      sees: ({ read }) => expect([read(selectMyPlace), read(selectIsLocating)]).toEqual([expect.anything(), false]),
      takes: {
        'Near me left': keeps('off', false),
        'it is 15 min old': 'outdated',
        'back after 10 min': ({ context }) => (context.at === before.at ? 'outdated' : null),
        'back after 15 min': 'outdated',
      },
    },
    outdated: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLocating), ports.locate.running]).toEqual([true, true]);
      },
      takes: {
        found: { to: 'on', sees: shows(pune, false, null) },
        'not found': 'failed',
        'Near me left': keeps('off', false),
      },
    },
    failed: {
      // S2 §8, word for word.
      sees: shows(null, false, 'Unable to retrieve location. Please check your browser permissions.'),
      takes: { 'Near me pressed': 'locating' },
    },
  },
});
testWalk(walk);

it('a place that was known before counts from then, if the device cannot be located again', async () => {
  const clock = new SimulatedClock();
  const { locate, choice, pageReturns } = props().ports;
  const actors = { locate: locate.logic, choice: choice.logic, pageReturns: pageReturns.logic };
  const actor = createActor(nearbyMachine.provide({ actors }), { clock, input: { world } }).start();
  choice.emit({ type: 'nearby.recalled', isAllowed: true, isChosen: true, place: before });
  locate.reject(new Error('timeout'));
  await expect.poll(() => actor.getSnapshot().value).toBe('on');
  clock.increment(10 * MINUTE);
  expect(actor.getSnapshot().value).toBe('outdated');
});
testMutants(walk);
