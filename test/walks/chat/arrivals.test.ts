import { expect } from 'vitest';
import { arrivalsMachine, selectHeldAfter } from '../../../src/machines/chat/arrivals.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, testWalk, walkOf } from '../../kit/walk';

const walk = walkOf({
  machine: arrivalsMachine,
  props: () => ({}),
  samples: {
    'older messages before 9': { type: 'older.shown', last: '9' },
    // The first ones are not measured yet, so what has come since is still held back.
    'more of them, before 10': { type: 'older.shown', last: '10' },
    'at rest': { type: 'list.rested' },
    'half a second later': elapsed('xstate.after.measuring.arrivals.heldBack', 500),
  },
  states: {
    shown: {
      sees: ({ read }) => expect(read(selectHeldAfter)).toBe(null),
      takes: {
        'older messages before 9': { to: 'heldBack', sees: ({ read }) => expect(read(selectHeldAfter)).toBe('9') },
        'more of them, before 10': { to: 'heldBack', sees: ({ read }) => expect(read(selectHeldAfter)).toBe('10') },
      },
    },
    heldBack: {
      sees: ({ read }) => expect(['9', '10']).toContain(read(selectHeldAfter)),
      takes: { 'at rest': 'shown', 'half a second later': 'shown' },
    },
  },
});
testWalk(walk);
testMutants(walk);
