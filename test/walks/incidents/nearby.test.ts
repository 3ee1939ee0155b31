import { expect } from 'vitest';
import {
  type NearbySnapshot,
  nearbyMachine,
  selectIsLocating,
  selectMyPlace,
  selectNearbyFailure,
} from '../../../src/machines/incidents/nearby.machine';
import type { Place } from '../../../src/rules/incidents';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const pune = { latitude: 18.52, longitude: 73.85 };
const before = { latitude: 18.6, longitude: 73.9 };
const props = () => ({ ports: { locate: promisePort<Place>(), choice: streamPort() } });
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
const recalled = (isAllowed: boolean, isChosen: boolean, place: Place | null = null) =>
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
  samples: {
    'allowed and chosen': recalled(true, true),
    'allowed, not chosen': recalled(true, false),
    'chosen, not allowed': recalled(false, true),
    'allowed, chosen and located before': recalled(true, true, before),
    'Near me pressed': { type: 'near.choose' },
    'Near me left': { type: 'near.leave' },
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
      takes: { 'Near me left': keeps('off', false) },
    },
    failed: {
      // S2 §8, word for word.
      sees: shows(null, false, 'Unable to retrieve location. Please check your browser permissions.'),
      takes: { 'Near me pressed': 'locating' },
    },
  },
});
testWalk(walk);
testMutants(walk);
