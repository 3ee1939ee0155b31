import {
  selectFailure,
  selectIsLoading,
  selectItems,
  teamKitMachine,
} from '../../../src/machines/incidents/teamKit.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk } from '../../kit/walk';
import { fetchingWalk } from '../fetching';

const walk = fetchingWalk({
  machine: teamKitMachine,
  port: 'fetchKit',
  retry: { type: 'items.retry' },
  things: { arrived: ['Gauze × 4', 'Saline × 1'], empty: [] },
  texts: {
    'no network': 'Could not connect to the server.',
    'broken server': 'Failed to fetch team kit.',
    'worded refusal': 'The disk is full.',
  },
  selectThing: selectItems,
  selectFailure,
  selectIsLoading,
});
testWalk(walk);
testMutants(walk);
