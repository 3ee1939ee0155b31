import type { IncidentHistory } from '../../../src/contract/incidents';
import {
  incidentHistoryMachine,
  selectFailure,
  selectHistory,
  selectIsLoading,
} from '../../../src/machines/incidents/incidentHistory.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk } from '../../kit/walk';
import { fetchingWalk } from '../fetching';

const history: IncidentHistory = {
  cases: [
    { caseId: '8', closedAt: null, assignedBy: 'Kabir', resolutionNotes: 'Treated.', teamName: 'T', teamMembers: [] },
  ],
  changes: [],
};

const walk = fetchingWalk({
  machine: incidentHistoryMachine,
  port: 'fetchHistory',
  retry: { type: 'history.retry' },
  things: { arrived: history },
  texts: {
    'no network': 'Could not connect to the server.',
    'broken server': 'Failed to fetch case history.',
    'worded refusal': 'The disk is full.',
  },
  selectThing: selectHistory,
  selectFailure,
  selectIsLoading,
});
testWalk(walk);
testMutants(walk);
