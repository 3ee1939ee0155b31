import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Assignment, Team } from '../../../src/contract/teams';
import { type AssignmentSnapshot, assignmentMachine } from '../../../src/machines/cases/assignment.machine';
import {
  selectAssignment,
  selectCanAssign,
  selectCandidates,
  selectConflict,
  selectExplains,
  selectFailure,
  selectHasTurnedBack,
  selectIsAssigning,
  selectIsChoosing,
  selectIsImpossible,
  selectIsLoading,
  selectIsReassignment,
  selectIsSelected,
  selectIsUnauthorized,
  selectSelectedCount,
  selectSort,
} from '../../../src/machines/cases/assignment.select';
import type { AssignmentSheet, TeamChoice } from '../../../src/machines/cases/ports';
import type { NoticesEvent } from '../../../src/machines/session/notices.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, testWalk, walkOf } from '../../kit/walk';
import { settle } from '../chat/samples';
import { candidate, team } from './samples';

const volunteers = [
  candidate('mira', { experienceLevel: 'Intermediate', distanceFromIncident: 4 }),
  candidate('ravi', { distanceFromIncident: 1 }),
  candidate('kabir', { experienceLevel: 'Expert' }),
];
const NOON = '2026-03-10T12:00:00.000Z';
const sheet = (status: string): AssignmentSheet => ({ status, lastUpdated: NOON, candidates: volunteers });
const assigned: Assignment = { caseId: '8', teamName: 'Team 3', teamMembers: [{ userId: 'mira', firstName: 'Mira' }] };
const props = () => ({
  ports: {
    assignTeam: promisePort<Assignment, TeamChoice>(),
    fetchSheet: promisePort<AssignmentSheet, { incidentId: string }>(),
    fetchTeam: promisePort<Team, { incidentId: string }>(),
  },
  notices: recorder<ActorRef<Snapshot<unknown>, NoticesEvent>>(),
});
interface Setup {
  notices: ReturnType<typeof props>['notices'];
  read<T>(select: (snapshot: AssignmentSnapshot) => T): T;
}
const failing = (text: string) => ({
  to: 'failed',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});
/** A bar, and the choice is as it was. */
const alerted =
  (reason: string) =>
  ({ context: { selected } }: AssignmentSnapshot) => ({
    to: 'choosing',
    sees: ({ read, notices }: Setup) => {
      const text = `An error occurred while assigning the team. Please try again.${reason}`;
      expect(notices.received.at(-1)).toEqual({ type: 'notice.show', tone: 'danger', text });
      expect(read(({ context }) => context.selected)).toBe(selected);
    },
  });
const choosing = (isReassignment: boolean, ...selected: string[]) => ({
  to: 'choosing',
  sees: ({ read }: Setup) => {
    expect(read(selectIsReassignment)).toBe(isReassignment);
    expect(volunteers.map(({ userId }) => userId).filter((id) => read(selectIsSelected(id)))).toEqual(selected);
  },
});
/** Which dialog is open, if any: unauthorized, conflict, success. */
const dialogs =
  (...open: ('unauthorized' | 'conflict' | 'success')[]) =>
  ({ read }: Setup) => {
    expect(read(selectIsChoosing)).toBe(true);
    expect(read(selectIsUnauthorized)).toBe(open.includes('unauthorized'));
    expect(read(selectConflict) !== null).toBe(open.includes('conflict'));
    expect(read(selectAssignment)).toBe(open.includes('success') ? assigned : null);
  };
const hasChosen = ({ context }: AssignmentSnapshot) => context.selected.length > 0;
const toggled = (userId: string) => (snapshot: AssignmentSnapshot) =>
  choosing(
    selectIsReassignment(snapshot),
    ...volunteers.map((who) => who.userId).filter((id) => snapshot.context.selected.includes(id) !== (id === userId)),
  );
const conflict = (words: string) => ({
  to: 'overtaken',
  sees: ({ read }: Setup) => expect(read(selectConflict)).toBe(words),
});

const walk = walkOf({
  machine: assignmentMachine,
  props,
  input: ({ notices }) => ({ incidentId: '3', notices: notices.ref }),
  key: ({ context }) => [context.selected.toSorted(), context.status],
  samples: {
    'reported incident': done('fetchSheet', sheet('REPORTED')),
    'ongoing incident': done('fetchSheet', sheet('ONGOING')),
    'assigned incident': done('fetchSheet', sheet('ASSIGNED')),
    'incident in progress': done('fetchSheet', sheet('IN_PROGRESS')),
    'closed incident': done('fetchSheet', sheet('CLOSED')),
    'incident of a status unknown here': done('fetchSheet', sheet('ON_HOLD')),
    'no list': failed('fetchSheet', new CallFailure('refused', 500, 'Out of order.')),
    'list forbidden': failed('fetchSheet', new CallFailure('refused', 403, 'No.')),
    'no network': failed('fetchSheet', new CallFailure('network', 0)),
    'present team': done('fetchTeam', team('ravi', 'gone')),
    'no team': failed('fetchTeam', new CallFailure('refused', 500)),
    retried: { type: 'list.retry' },
    'by experience': { type: 'sort.choose', sort: 'Experience' },
    'mira pressed': { type: 'candidate.toggle', userId: 'mira' },
    'ravi pressed': { type: 'candidate.toggle', userId: 'ravi' },
    'assign, as captain': { type: 'team.assign', roles: ['ROLE_RESCUE_CAPTAIN'] },
    'assign, as member': { type: 'team.assign', roles: ['ROLE_MEMBER'] },
    assigned: done('assignTeam', assigned),
    'role lost': failed('assignTeam', new CallFailure('refused', 403, 'No.')),
    'somebody was faster': failed('assignTeam', new CallFailure('refused', 409, 'Asha has assigned a team.')),
    'somebody was faster, no word': failed('assignTeam', new CallFailure('refused', 409)),
    refused: failed('assignTeam', new CallFailure('refused', 500, 'Out of order.')),
    'connection lost': failed('assignTeam', new CallFailure('network', 0)),
    closed: { type: 'dialog.close' },
  },
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectIsChoosing), read(selectFailure)]).toEqual([true, false, null]);
        expect(ports.fetchSheet.running).toBe(true);
        expect(ports.fetchSheet.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: {
        'reported incident': ({ context }) => choosing(false, ...context.selected.toSorted()),
        'ongoing incident': ({ context }) => choosing(false, ...context.selected.toSorted()),
        'incident of a status unknown here': ({ context }) => choosing(false, ...context.selected.toSorted()),
        'assigned incident': 'loadingTeam',
        'incident in progress': 'impossible',
        'closed incident': 'impossible',
        'no list': failing('Failed to fetch volunteer list.'),
        'list forbidden': 'turnedAway',
        'no network': failing('Could not connect to the server.'),
      },
    },
    loadingTeam: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectIsChoosing)]).toEqual([true, false]);
        expect(ports.fetchTeam.calls.at(-1)).toEqual({ incidentId: '3' });
        expect(ports.fetchTeam.running).toBe(true);
      },
      takes: { 'present team': choosing(true, 'ravi'), 'no team': failing('Could not fetch team details.') },
    },
    failed: {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectIsChoosing)]).toEqual([false, false]),
      takes: { retried: 'loading' },
    },
    impossible: {
      sees: ({ read }) => {
        expect([read(selectIsImpossible), read(selectIsLoading), read(selectIsChoosing)]).toEqual([true, false, false]);
      },
    },
    choosing: {
      sees: (setup) => {
        const { read, ports } = setup;
        dialogs()(setup);
        expect(read(selectIsLoading)).toBe(false);
        expect(read(selectIsAssigning)).toBe(false);
        expect(ports.assignTeam.running).toBe(false);
        expect(read(selectCanAssign)).toBe(read(selectSelectedCount) > 0);
      },
      takes: {
        'by experience': (snapshot) => ({
          to: 'choosing',
          sees: ({ read }) => {
            expect(read(selectSort)).toBe('Experience');
            expect(read(selectCandidates).map(({ userId }) => userId)).toEqual(['kabir', 'mira', 'ravi']);
            expect(read(selectSelectedCount)).toBe(snapshot.context.selected.length);
          },
        }),
        'mira pressed': toggled('mira'),
        'ravi pressed': toggled('ravi'),
        'assign, as captain': (snapshot) => (hasChosen(snapshot) ? 'assigning' : null),
        'assign, as member': (snapshot) => (hasChosen(snapshot) ? 'unauthorized' : null),
      },
    },
    assigning: {
      sees: (setup) => {
        const { read, ports, actor } = setup;
        dialogs()(setup);
        expect([read(selectIsAssigning), read(selectCanAssign)]).toEqual([true, false]);
        expect(ports.assignTeam.running).toBe(true);
        expect(ports.assignTeam.calls.at(-1)).toEqual({
          incidentId: '3',
          userIds: actor.getSnapshot().context.selected,
          seen: NOON,
        });
      },
      takes: {
        assigned: 'assigned',
        'role lost': 'unauthorized',
        'somebody was faster': conflict('Asha has assigned a team.'),
        'somebody was faster, no word': conflict('An error occurred while assigning the team. Please try again.'),
        refused: alerted('\nOut of order.'),
        'connection lost': alerted(''),
      },
    },
    turnedAway: {
      sees: ({ read }) =>
        expect([read(selectIsUnauthorized), read(selectIsChoosing), read(selectFailure)]).toEqual([true, false, null]),
      takes: { closed: 'back' },
    },
    unauthorized: { sees: dialogs('unauthorized'), takes: { closed: 'choosing' } },
    overtaken: { sees: dialogs('conflict'), takes: { closed: 'loading' } },
    assigned: { sees: dialogs('success'), takes: { closed: 'left' } },
    left: {
      sees: ({ read }) => {
        expect(read(selectAssignment)).toBe(null);
        expect(read(selectHasTurnedBack)).toBe(false);
      },
    },
    back: { sees: ({ read }) => expect(read(selectHasTurnedBack)).toBe(true) },
  },
});
testWalk(walk);
testMutants(walk);

describe('the choice of a team', () => {
  it('survives a failed assignment and another sort, and is sent in the order of the presses', async () => {
    const { ports, notices } = props();
    const input = { incidentId: '3', notices: notices.ref };
    const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
    const actor = createActor(assignmentMachine.provide({ actors: actors as never }), { input });
    actor.start();
    ports.fetchSheet.resolve(sheet('REPORTED'));
    await settle();
    for (const userId of ['kabir', 'mira', 'ravi', 'mira', 'mira']) actor.send({ type: 'candidate.toggle', userId });
    actor.send({ type: 'sort.choose', sort: 'Proximity' });
    for (let round = 1; round <= 2; round++) {
      actor.send({ type: 'team.assign', roles: ['ADMIN'] });
      expect(ports.assignTeam.calls).toHaveLength(round);
      expect(ports.assignTeam.calls.at(-1)?.userIds).toEqual(['kabir', 'ravi', 'mira']);
      ports.assignTeam.reject(new CallFailure('network', 0));
      await settle();
    }
    expect(selectExplains(actor.getSnapshot())).toBe(false);
    const before = selectCandidates(actor.getSnapshot());
    expect(before.map(({ userId }) => userId)).toEqual(['ravi', 'mira', 'kabir']);
    actor.send({ type: 'candidate.toggle', userId: 'ravi' });
    expect(selectCandidates(actor.getSnapshot())).toBe(before);
    expect(selectSelectedCount(actor.getSnapshot())).toBe(2);
    actor.send({ type: 'sort.choose', sort: 'Suggested' });
    expect(selectExplains(actor.getSnapshot())).toBe(true);
  });
});
