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
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { deviceRefuses, PLACE } from '../device.facts';
import { MINUTE, NOW, nearbyEvents, nearbyFacts, recalled } from './nearby.facts';
import { told } from './samples';

const world = scriptedWorld();
/** Five minutes ago. */
const before = { latitude: 18.6, longitude: 73.9, at: NOW - 5 * MINUTE };
const props = () => ({ ports: { locate: promisePort<Place>(), choice: streamPort(), pageReturns: streamPort() } });
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: NearbySnapshot) => T): T };
const backAfter = (ms: number) => said('pageReturns', { type: 'page.shown', at: NOW + ms });

const walk = walkOf({
  machine: nearbyMachine,
  props,
  input: () => ({ world }),
  key: ({ context }) => context.at,
  samples: {
    'allowed and chosen': said('choice', recalled(true, true)),
    'allowed, not chosen': said('choice', recalled(true, false)),
    'chosen, not allowed': said('choice', recalled(false, true)),
    'allowed, chosen and located before': said('choice', recalled(true, true, before)),
    ...nearbyEvents,
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
    'back just in time': backAfter(10 * MINUTE - 1),
    'back after 10 min': backAfter(10 * MINUTE),
    'back after 15 min': backAfter(15 * MINUTE),
    'the device answers': done('locate', PLACE),
    ...deviceRefuses,
  },
  states: statesOf(nearbyFacts, {
    own: {
      on: {
        takes: {
          'it is 15 min old': 'outdated',
          'back after 10 min': ({ context }) => (context.at === before.at ? 'outdated' : null),
        },
      },
    },
    shows({ read, ports }: Setup, shown) {
      const isLocating = read(selectIsLocating);
      const isSorted = read(selectMyPlace) !== null;
      expect({ isSorted, isLocating, failure: read(selectNearbyFailure) }).toMatchObject(shown);
      // The device is located only while 'Locating…' is shown.
      expect(ports.locate.running).toBe(isLocating);
      expect(ports.choice.open).toBe(1);
    },
    after({ read, ports }, { place, failure = null, isKept }) {
      expect(read(selectNearbyFailure)).toBe(failure);
      if (place) expect(read(selectMyPlace)).toEqual({ here: PLACE, before }[place]);
      told(ports.choice, isKept === undefined ? null : { type: 'nearby.keep', isChosen: isKept });
    },
  }),
});
testWalk(walk);

it('a place that was known before counts from then, if the device cannot be located again', async () => {
  const clock = new SimulatedClock();
  const { locate, choice, pageReturns } = props().ports;
  const actors = { locate: locate.logic, choice: choice.logic, pageReturns: pageReturns.logic };
  const actor = createActor(nearbyMachine.provide({ actors }), { clock, input: { world } }).start();
  choice.emit(recalled(true, true, before));
  locate.reject(new Error('timeout'));
  await expect.poll(() => actor.getSnapshot().value).toBe('on');
  clock.increment(10 * MINUTE);
  expect(actor.getSnapshot().value).toBe('outdated');
});
testMutants(walk);
