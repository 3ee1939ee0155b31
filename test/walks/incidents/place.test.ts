import { expect } from 'vitest';
import { placeMachine, selectOpened } from '../../../src/machines/incidents/place.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';

const walk = walkOf({
  machine: placeMachine,
  props: () => ({}),
  samples: {
    'two pressed': { type: 'place.open', incidentIds: ['1', '2'] },
    'another pressed': { type: 'place.open', incidentIds: ['3'] },
    closed: { type: 'place.close' },
  },
  states: {
    closed: {
      sees: ({ read }) => expect(read(selectOpened)).toBe(null),
      takes: { 'two pressed': 'opened', 'another pressed': 'opened' },
    },
    opened: {
      sees: ({ read, last }) => expect(read(selectOpened)).toEqual(last === 'two pressed' ? ['1', '2'] : ['3']),
      takes: { 'two pressed': 'opened', 'another pressed': 'opened', closed: 'closed' },
    },
  },
});
testWalk(walk);
testMutants(walk);
