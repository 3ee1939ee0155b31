import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { Team } from '../../../src/contract/teams';
import { type InitiationSnapshot, initiationMachine } from '../../../src/machines/cases/initiation.machine';
import {
  selectCanClose,
  selectFailure,
  selectIsConfirming,
  selectIsLoading,
  selectParticipants,
  selectReason,
  selectTeam,
  selectTeamFailure,
} from '../../../src/machines/cases/initiation.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { team } from './samples';

const pair = team('mira', 'ravi');
const props = () => ({
  ports: {
    fetchTeam: promisePort<Team, { incidentId: string }>(),
    initiateCase: promisePort<unknown, { incidentId: string; participatingUserIds: readonly string[] }>(),
  },
});
interface Scene {
  read<T>(select: (snapshot: InitiationSnapshot) => T): T;
}
const failing = (text: string, reason: string | null) => ({
  to: 'choosing',
  sees: ({ read }: Scene) => expect([read(selectFailure), read(selectReason)]).toEqual([text, reason]),
});
const toggled =
  (userId: string) =>
  ({ context: { participants } }: InitiationSnapshot) => ({
    to: 'choosing',
    sees: ({ read }: Scene) => {
      expect(read(selectParticipants).includes(userId)).toBe(!participants.includes(userId));
      expect([read(selectFailure), read(selectReason)]).toEqual([null, null]);
    },
  });

const walk = walkOf({
  machine: initiationMachine,
  props,
  input: () => ({ incidentId: '3' }),
  key: ({ context }) => [context.participants.toSorted(), context.failure],
  samples: {
    'the team': done('fetchTeam', pair),
    'no team': failed('fetchTeam', new CallFailure('refused', 500, 'Out of order.')),
    retried: { type: 'team.retry' },
    'mira pressed': { type: 'member.toggle', userId: 'mira' },
    'ravi pressed': { type: 'member.toggle', userId: 'ravi' },
    confirmed: { type: 'initiation.confirm' },
    closed: { type: 'dialog.close' },
    begun: done('initiateCase'),
    refused: failed('initiateCase', new CallFailure('refused', 409, 'This case is IN PROGRESS now.')),
    'refused without a word': failed('initiateCase', new CallFailure('refused', 503)),
    'no network': failed('initiateCase', new CallFailure('network', 0)),
  },
  states: {
    loadingTeam: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectTeamFailure), read(selectTeam)]).toEqual([true, null, null]);
        expect(ports.fetchTeam.running).toBe(true);
        expect(ports.fetchTeam.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: {
        'the team': {
          to: 'choosing',
          sees: ({ read }) => expect(read(selectParticipants)).toEqual(['mira', 'ravi']),
        },
        'no team': 'failed',
        closed: 'closed',
      },
    },
    failed: {
      sees: ({ read }) => {
        expect(read(selectTeamFailure)).toBe('Failed to fetch assigned team details.');
        expect(read(selectIsLoading)).toBe(false);
      },
      takes: { retried: 'loadingTeam', closed: 'closed' },
    },
    choosing: {
      sees: ({ read, ports }) => {
        expect(read(selectTeam)).toBe(pair);
        expect([read(selectIsConfirming), read(selectCanClose)]).toEqual([false, true]);
        expect(ports.initiateCase.running).toBe(false);
      },
      takes: {
        'mira pressed': toggled('mira'),
        'ravi pressed': toggled('ravi'),
        confirmed: ({ context }) =>
          context.participants.length > 0
            ? 'confirming'
            : failing('Please select at least one participating member.', null),
        closed: 'closed',
      },
    },
    confirming: {
      sees: ({ read, ports }) => {
        expect([read(selectIsConfirming), read(selectCanClose), read(selectFailure)]).toEqual([true, false, null]);
        expect(ports.initiateCase.running).toBe(true);
        expect(ports.initiateCase.calls.at(-1)).toEqual({
          incidentId: '3',
          participatingUserIds: read(selectParticipants),
        });
        expect(read(selectParticipants).length).toBeGreaterThan(0);
      },
      takes: {
        begun: 'closed',
        refused: failing('Failed to confirm initiation (Status: 409)', 'This case is IN PROGRESS now.'),
        'refused without a word': failing('Failed to confirm initiation (Status: 503)', null),
        'no network': failing('Could not connect to the server.', null),
      },
    },
    closed: {
      sees: ({ ports, actor, last }) => {
        expect([ports.fetchTeam.running, ports.initiateCase.running]).toEqual([false, false]);
        expect(actor.getSnapshot().output).toEqual({ hasBegun: last === 'begun' });
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
