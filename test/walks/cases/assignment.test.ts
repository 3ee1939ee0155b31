import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { Assignment, Candidate } from '../../../src/contract/teams';
import { type AssignmentSnapshot, assignmentMachine } from '../../../src/machines/cases/assignment.machine';
import {
  selectAssignment,
  selectCanAssign,
  selectCandidates,
  selectConflict,
  selectDoubt,
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
  selectNewStatus,
  selectSearch,
  selectSelectedCount,
  selectSort,
} from '../../../src/machines/cases/assignment.select';
import type { AssignmentSheet } from '../../../src/machines/cases/ports';
import { testMutants } from '../../kit/mutants';
import { done, failed, said, testWalk, walkOf } from '../../kit/walk';
import { later, laterSheet, NOON, props, RAVI_IS_GONE, ravi, sheet, volunteers } from './assigning';
import { team } from './samples';

const came = (data: AssignmentSheet, lacks: readonly string[] = []) =>
  said('feed', { type: 'feed.fetched', data, ...(lacks.length > 0 && { lacks }) });
const notCame = (error: CallFailure) => said('feed', { type: 'feed.failed', error });
const assigned: Assignment = {
  ...{ caseId: '8', teamName: 'Team 3' },
  teamMembers: [{ userId: 'mira', firstName: 'Mira', fullName: 'Mira Nair' }],
};
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
const refreshed = (candidates: readonly Candidate[], told: Told) => (before: AssignmentSnapshot) => ({
  to: 'open',
  sees: ({ read, notices }: Setup) => {
    expect(read(selectNewStatus)).toBe(told[before.context.status as keyof Told]);
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
const isNow = (status: string) => `Somebody else has changed this incident meanwhile. It is ${status} now.`;
/** What the member is told, by the status in which they began to choose. */
interface Told {
  readonly REPORTED: string | null;
  readonly ONGOING: string | null;
  readonly ASSIGNED: string | null;
}
const always = (text: string): Told => ({ REPORTED: text, ONGOING: text, ASSIGNED: text });
const again = (status: string, told?: keyof Told) =>
  refreshed(volunteers, { ...always(isNow(status)), ...(told && { [told]: null }) });
const conflict = (words: string) => ({
  to: 'open.conflict',
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
    'mira looked for': { type: 'search.change', search: 'mira' },
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
        'reported incident': again('REPORTED', 'REPORTED'),
        'ongoing incident': again('ONGOING', 'ONGOING'),
        'assigned incident': again('ASSIGNED', 'ASSIGNED'),
        'incident in progress': again('IN PROGRESS'),
        'closed incident': again('CLOSED'),
        // An unknown status counts as REPORTED.
        'incident of a status unknown here': again('ON HOLD', 'REPORTED'),
        'incident from before that, ongoing': again('ONGOING', 'ONGOING'),
        'mira is engaged, ravi is gone': refreshed(later, always(isNow('CLOSED'))),
        // Those who were chosen stay chosen while the search hides them.
        'mira looked for': (before) => ({
          to: 'open',
          sees: ({ read }) => {
            expect(read((now) => [now.value, now.context.selected])).toEqual([before.value, before.context.selected]);
            expect(read(selectSearch)).toBe('mira');
          },
        }),
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
        'present team': ({ context: { begun, candidates, selected } }) => {
          // After Look Again, whom the captain had chosen stays chosen, and whom they had removed stays away.
          const isRemoved = begun?.includes('ravi') && !selected.includes('ravi');
          const isThere = candidates !== later && !isRemoved;
          const stays = (id: string) => (id === 'ravi' ? isThere : begun !== null && selected.includes(id));
          const chosen = choosing(true, ...volunteers.map(({ userId }) => userId).filter(stays));
          if (selected.join() !== 'mira' || candidates === later) return chosen;
          return {
            ...chosen,
            sees: (setup) => {
              chosen.sees(setup);
              const text = expect.stringMatching(/^The team is now: Ravi. Your choice stays: with Mira/);
              expect(setup.notices.received.at(-1)).toMatchObject({ type: 'notice.show', tone: 'info', text });
            },
          };
        },
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
        expect(ports.assignTeam.calls.at(-1)).toMatchObject({
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
    'open.conflict': {
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
