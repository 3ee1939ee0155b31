import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { Team } from '../../../src/contract/teams';
import { teamMachine } from '../../../src/machines/cases/team.machine';
import { selectFailure, selectIsLoading, selectTeam } from '../../../src/machines/cases/team.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';

const team: Team = {
  teamName: 'Team 3',
  assignedBy: 'Kabir',
  teamMembers: [{ userId: '1', firstName: 'Mira', fullName: 'Mira Nair' }],
};

const walk = walkOf({
  machine: teamMachine,
  props: () => ({ ports: { fetchTeam: promisePort<Team, { incidentId: string }>() } }),
  input: () => ({ incidentId: '3' }),
  samples: {
    'the team': done('fetchTeam', team),
    refused: failed('fetchTeam', new CallFailure('refused', 404, 'There is no team.')),
    'no network': failed('fetchTeam', new CallFailure('network', 0)),
    retried: { type: 'team.retry' },
    closed: { type: 'modal.close' },
  },
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect(read(selectIsLoading)).toBe(true);
        expect(read(selectFailure)).toBe(null);
        expect(ports.fetchTeam.running).toBe(true);
        expect(ports.fetchTeam.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: { 'the team': 'shown', refused: 'failed', 'no network': 'failed', closed: 'closed' },
    },
    shown: {
      sees: ({ read }) => {
        expect(read(selectTeam)).toBe(team);
        expect([read(selectIsLoading), read(selectFailure)]).toEqual([false, null]);
      },
      takes: { closed: 'closed' },
    },
    failed: {
      sees: ({ read }) => {
        expect(read(selectFailure)).toBe('Could not fetch team details.');
        expect([read(selectIsLoading), read(selectTeam)]).toEqual([false, null]);
      },
      takes: { retried: 'loading', closed: 'closed' },
    },
    closed: { sees: ({ ports }) => expect(ports.fetchTeam.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
