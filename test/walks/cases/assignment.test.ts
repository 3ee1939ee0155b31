import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { MovingMember } from '../../../src/contract/movement';
import type { Assignment, Candidate, Team } from '../../../src/contract/teams';
import { type AssignmentSnapshot, assignmentMachine } from '../../../src/machines/cases/assignment.machine';
import {
  selectAssignment,
  selectCanAssign,
  selectCandidates,
  selectChosen,
  selectConflict,
  selectDoubt,
  selectExplains,
  selectFailure,
  selectFeed,
  selectHasTurnedBack,
  selectIsAssigning,
  selectIsChoosing,
  selectIsImpossible,
  selectIsLoading,
  selectIsMissing,
  selectIsReassignment,
  selectIsSelected,
  selectIsUnauthorized,
  selectLabel,
  selectMover,
  selectSelectedCount,
  selectSort,
} from '../../../src/machines/cases/assignment.select';
import type { AssignmentSheet, TeamChoice } from '../../../src/machines/cases/ports';
import type { NoticesEvent } from '../../../src/machines/session/notices.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { settle } from '../chat/samples';
import { candidate, team } from './samples';

const volunteers = [
  candidate('mira', { experienceLevel: 'Intermediate', distanceFromIncident: 4 }),
  candidate('ravi', { distanceFromIncident: 1 }),
  candidate('kabir', { experienceLevel: 'Expert' }),
];
const RAVI_IS_GONE = 'Ravi is no longer a member, and was removed from your choice.';
const NOON = '2026-03-10T12:00:00.000Z';
const LATER = '2026-03-10T12:05:00.000Z';
const ravi: MovingMember = { userId: 'ravi', firstName: 'Ravi', movement: 'ON_MY_WAY', movedAt: NOON };
const sheet = (status: string): AssignmentSheet => ({
  label: 'Dog, Behind the mill',
  status,
  lastUpdated: NOON,
  team: [ravi, { userId: 'mira', firstName: 'Mira', movement: null, movedAt: null }],
  candidates: volunteers,
});
const came = (data: AssignmentSheet, lacks: readonly string[] = []) =>
  said('feed', { type: 'feed.fetched', data, ...(lacks.length > 0 && { lacks }) });
const notCame = (error: CallFailure) => said('feed', { type: 'feed.failed', error });
/** Mira has been assigned to another incident, and Ravi's account was deleted. */
const later = [
  candidate('mira', { experienceLevel: 'Intermediate', distanceFromIncident: 4, isEngagedInActiveCase: true }),
  candidate('kabir', { experienceLevel: 'Expert' }),
];
const laterSheet = (status: string): AssignmentSheet => ({
  label: 'Cat, Behind the mill',
  status,
  lastUpdated: LATER,
  team: [],
  candidates: later,
});
const assigned: Assignment = { caseId: '8', teamName: 'Team 3', teamMembers: [{ userId: 'mira', firstName: 'Mira' }] };
const props = () => ({
  ports: {
    assignTeam: promisePort<Assignment, TeamChoice>(),
    feed: streamPort(),
    fetchTeam: promisePort<Team, { incidentId: string }>(),
  },
  notices: recorder<ActorRef<Snapshot<unknown>, NoticesEvent>>(),
});
interface Setup extends ReturnType<typeof props> {
  read<T>(select: (snapshot: AssignmentSnapshot) => T): T;
}
const failing = (text: string) => ({
  to: 'opening.failed',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});
/** A bar, and the choice is as it was. */
const alerted =
  (reason: string) =>
  ({ context: { selected } }: AssignmentSnapshot) => ({
    to: 'open.choosing',
    sees: ({ read, notices, ports }: Setup) => {
      const text = `An error occurred while assigning the team. Please try again.${reason}`;
      expect(notices.received.at(-1)).toEqual({ type: 'notice.show', tone: 'danger', text });
      expect(read(({ context }) => context.selected)).toBe(selected);
      expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
    },
  });
const choosing = (isReassignment: boolean, ...selected: string[]) => ({
  to: 'open.choosing',
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
/** Only the list is new. What is known of the incident stays, so that the server refuses a choice that others have overtaken. */
const refreshed = (candidates: readonly Candidate[]) => (before: AssignmentSnapshot) => ({
  to: 'open',
  sees: ({ read, notices }: Setup) => {
    const { selected, sort, status, seen } = before.context;
    expect(before.matches({ open: read((now) => now.value as { open: 'choosing' }).open })).toBe(true);
    expect(read(({ context }) => [context.candidates, context.sort, context.status, context.seen])).toEqual([
      candidates,
      sort,
      status,
      seen,
    ]);
    const listed = candidates.map(({ userId }) => userId);
    expect(
      read(selectCandidates)
        .map(({ userId }) => userId)
        .toSorted(),
    ).toEqual(listed.toSorted());
    expect(read(({ context }) => context.selected)).toEqual(selected.filter((id) => listed.includes(id)));
    if (!listed.includes('ravi') && selected.includes('ravi'))
      expect(notices.received.at(-1)).toEqual({ type: 'notice.show', tone: 'danger', text: RAVI_IS_GONE });
  },
});
const again = refreshed(volunteers);
const conflict = (words: string) => ({
  to: 'open.overtaken',
  sees: ({ read }: Setup) => expect(read(selectConflict)).toBe(words),
});

const walk = walkOf({
  machine: assignmentMachine,
  props,
  input: ({ notices }) => ({ incidentId: '3', userId: 'kabir', notices: notices.ref, chosen: [] }),
  key: ({ context }) => [context.selected.toSorted(), context.status, context.candidates === later],
  samples: {
    'reported incident': came(sheet('REPORTED')),
    'ongoing incident': came(sheet('ONGOING')),
    'assigned incident': came(sheet('ASSIGNED')),
    'incident in progress': came(sheet('IN_PROGRESS')),
    'closed incident': came(sheet('CLOSED')),
    'incident of a status unknown here': came(sheet('ON_HOLD')),
    'incident from before that, ongoing': came(sheet('ONGOING'), ['look-again']),
    'mira is engaged, ravi is gone': came(laterSheet('CLOSED')),
    'no list': notCame(new CallFailure('refused', 500, 'Out of order.')),
    'list forbidden': notCame(new CallFailure('refused', 403, 'No.')),
    'no incident': notCame(new CallFailure('refused', 404, 'There is no such incident.')),
    'no network': notCame(new CallFailure('network', 0)),
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
    opening: {
      sees: ({ read, ports }) => {
        expect([read(selectIsChoosing), read(selectCandidates)]).toEqual([false, []]);
        expect(ports.feed.calls).toMatchObject([{ query: { incidentId: '3', userId: 'kabir' }, gather: 500 }]);
      },
      takes: {
        'reported incident': ({ context }) => choosing(false, ...context.selected.toSorted()),
        'ongoing incident': ({ context }) => choosing(false, ...context.selected.toSorted()),
        'incident of a status unknown here': ({ context }) => choosing(false, ...context.selected.toSorted()),
        'assigned incident': 'open.loadingTeam',
        'incident in progress': 'opening.impossible',
        'closed incident': 'opening.impossible',
        'mira is engaged, ravi is gone': 'opening.impossible',
        'no incident': 'missing',
      },
    },
    'opening.loading': {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectFailure)]).toEqual([true, null]),
      takes: {
        'no list': failing('Failed to fetch volunteer list.'),
        'list forbidden': 'turnedAway',
        'no network': failing('Could not connect to the server.'),
      },
    },
    'opening.failed': {
      sees: ({ read }) => expect(read(selectIsLoading)).toBe(false),
      takes: {
        retried: {
          to: 'opening.loading',
          sees: ({ ports }) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' }),
        },
        'no list': failing('Failed to fetch volunteer list.'),
        'list forbidden': 'turnedAway',
        'no network': failing('Could not connect to the server.'),
      },
    },
    'opening.impossible': {
      sees: ({ read }) => {
        expect([read(selectIsImpossible), read(selectIsLoading)]).toEqual([true, false]);
        expect(read(selectLabel)).toMatch(/^(Dog|Cat), Behind the mill$/);
      },
    },
    open: {
      sees: ({ read, ports, actor }) => {
        expect(read(selectFeed)).toBeDefined();
        expect(ports.feed.calls).toHaveLength(1);
        const { candidates, selected } = actor.getSnapshot().context;
        const isEarlier = candidates !== later;
        expect(read(selectLabel)).toBe(isEarlier ? 'Dog, Behind the mill' : 'Cat, Behind the mill');
        expect([read(selectMover('ravi')), read(selectMover('mira'))]).toEqual([
          isEarlier ? ravi : undefined,
          undefined,
        ]);
        const engaged = selected.includes('mira') ? 'Engaged in another case: Mira' : null;
        const leftOut = selected.includes('ravi') ? null : 'On the way, but not chosen: Ravi';
        expect(read(selectDoubt)).toBe(isEarlier ? leftOut : engaged);
      },
      takes: {
        'reported incident': again,
        'ongoing incident': again,
        'assigned incident': again,
        'incident in progress': again,
        'closed incident': again,
        'incident of a status unknown here': again,
        'incident from before that, ongoing': again,
        'mira is engaged, ravi is gone': refreshed(later),
        // While a team is being assigned, the answer to that comes first.
        'no incident': (before) => (before.matches({ open: 'assigning' }) ? null : 'missing'),
      },
    },
    'open.loadingTeam': {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectIsChoosing)]).toEqual([true, false]);
        expect(ports.fetchTeam.calls.at(-1)).toEqual({ incidentId: '3' });
        expect(ports.fetchTeam.running).toBe(true);
      },
      takes: {
        'present team': ({ context }) => choosing(true, ...(context.candidates === later ? [] : ['ravi'])),
        'no team': failing('Could not fetch team details.'),
      },
    },
    'open.choosing': {
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
          to: 'open.choosing',
          sees: ({ read }) => {
            expect(read(selectSort)).toBe('Experience');
            expect(read(selectCandidates).map(({ userId }) => userId)).toEqual(
              snapshot.context.candidates === later ? ['kabir', 'mira'] : ['kabir', 'mira', 'ravi'],
            );
            expect(read(selectSelectedCount)).toBe(snapshot.context.selected.length);
          },
        }),
        'mira pressed': toggled('mira'),
        'ravi pressed': (snapshot) => (snapshot.context.candidates === later ? null : toggled('ravi')(snapshot)),
        'assign, as captain': (snapshot) => (hasChosen(snapshot) ? 'open.assigning' : null),
        'assign, as member': (snapshot) => (hasChosen(snapshot) ? 'open.unauthorized' : null),
      },
    },
    'open.assigning': {
      sees: (setup) => {
        const { read, ports, actor } = setup;
        dialogs()(setup);
        expect([read(selectIsAssigning), read(selectCanAssign)]).toEqual([true, false]);
        expect(ports.assignTeam.running).toBe(true);
        expect(ports.assignTeam.calls.at(-1)).toEqual({
          incidentId: '3',
          // A volunteer who was deleted after the press is no longer chosen, but was part of what was sent.
          userIds: expect.arrayContaining([...actor.getSnapshot().context.selected]),
          seen: NOON,
        });
      },
      takes: {
        assigned: 'assigned',
        'role lost': 'open.unauthorized',
        'somebody was faster': conflict('Asha has assigned a team.'),
        'somebody was faster, no word': conflict('An error occurred while assigning the team. Please try again.'),
        refused: alerted('\nOut of order.'),
        'connection lost': alerted(''),
      },
    },
    missing: {
      sees: ({ read }) =>
        expect([read(selectIsMissing), read(selectIsChoosing), read(selectFailure)]).toEqual([true, false, null]),
    },
    turnedAway: {
      sees: ({ read }) =>
        expect([read(selectIsUnauthorized), read(selectIsChoosing), read(selectFailure)]).toEqual([true, false, null]),
      takes: { closed: 'back' },
    },
    'open.unauthorized': { sees: dialogs('unauthorized'), takes: { closed: 'open.choosing' } },
    'open.overtaken': {
      sees: dialogs('conflict'),
      takes: {
        closed: {
          to: 'opening.loading',
          sees: ({ ports }) =>
            expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh', change: 'look-again' }),
        },
      },
    },
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
    const input = { incidentId: '3', userId: 'kabir', notices: notices.ref, chosen: [] };
    const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
    const actor = createActor(assignmentMachine.provide({ actors: actors as never }), { input });
    actor.start();
    ports.feed.emit({ type: 'feed.fetched', data: sheet('REPORTED') });
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

  it.each([
    ['REPORTED', ['kabir', 'mira']],
    ['ASSIGNED', null],
  ])(
    'after a reload begins with who was chosen and is there, and a reassignment with the present team: %s',
    (status, chosen) => {
      const { ports, notices } = props();
      const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
      const actor = createActor(assignmentMachine.provide({ actors: actors as never }), {
        input: { incidentId: '3', userId: 'kabir', notices: notices.ref, chosen: ['kabir', 'gone', 'mira'] },
      });
      actor.start();
      expect(selectChosen(actor.getSnapshot())).toBe(null);
      ports.feed.emit({ type: 'feed.fetched', data: sheet(status) });
      expect(selectChosen(actor.getSnapshot())).toEqual(chosen);
      expect(notices.received).toEqual([]);
      expect(actor.getSnapshot().matches({ open: chosen ? 'choosing' : 'loadingTeam' })).toBe(true);
    },
  );

  it('loses only those who are gone when the list comes again, and says only then who', () => {
    const { ports, notices } = props();
    const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
    const actor = createActor(assignmentMachine.provide({ actors: actors as never }), {
      input: { incidentId: '3', userId: 'kabir', notices: notices.ref, chosen: [] },
    });
    actor.start();
    ports.feed.emit({ type: 'feed.fetched', data: sheet('REPORTED') });
    for (const userId of ['ravi', 'kabir', 'mira']) actor.send({ type: 'candidate.toggle', userId });
    ports.feed.emit({ type: 'feed.fetched', data: laterSheet('ASSIGNED') });
    expect(actor.getSnapshot().context.selected).toEqual(['kabir', 'mira']);
    expect(selectDoubt(actor.getSnapshot())).toBe('Engaged in another case: Mira');
    // 'Suggested' would put Kabir first now, but no card moves under a finger.
    expect(selectCandidates(actor.getSnapshot()).map(({ userId }) => userId)).toEqual(['mira', 'kabir']);
    expect(notices.received).toEqual([{ type: 'notice.show', tone: 'danger', text: RAVI_IS_GONE }]);
    ports.feed.emit({ type: 'feed.fetched', data: sheet('REPORTED') });
    expect(selectCandidates(actor.getSnapshot()).map(({ userId }) => userId)).toEqual(['mira', 'kabir', 'ravi']);
    ports.feed.emit({ type: 'feed.fetched', data: laterSheet('ASSIGNED') });
    expect(notices.received).toHaveLength(1);
    actor.send({ type: 'team.assign', roles: ['ADMIN'] });
    // As it was when the captain began to choose: the server refuses to replace the team that was assigned meanwhile.
    expect(ports.assignTeam.calls.at(-1)).toEqual({ incidentId: '3', userIds: ['kabir', 'mira'], seen: NOON });
  });
});
