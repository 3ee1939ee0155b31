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
const recalled = (isAllowed: boolean, isChosen: boolean) =>
  said('choice', { type: 'nearby.recalled', isAllowed, isChosen });
const keeps = (to: string, isChosen: boolean) => ({
  to,
  sees: ({ ports }: Setup) => expect(ports.choice.received.at(-1)).toEqual({ type: 'nearby.keep', isChosen }),
});

const walk = walkOf({
  machine: nearbyMachine,
  props,
  samples: {
    'allowed and chosen': recalled(true, true),
    'allowed, not chosen': recalled(true, false),
    'chosen, not allowed': recalled(false, true),
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
      takes: { 'allowed and chosen': 'locating', 'Near me pressed': 'locating' },
    },
    locating: {
      sees: shows(null, true, null),
      takes: { found: keeps('on', true), 'not found': 'failed', 'Near me left': keeps('off', false) },
    },
    on: { sees: shows(pune, false, null), takes: { 'Near me left': keeps('off', false) } },
    failed: {
      // S2 §8, word for word.
      sees: shows(null, false, 'Unable to retrieve location. Please check your browser permissions.'),
      takes: { 'Near me pressed': 'locating' },
    },
  },
});
testWalk(walk);
testMutants(walk);
