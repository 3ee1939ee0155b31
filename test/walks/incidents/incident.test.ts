import { expect } from 'vitest';
import type { Incident, IncidentStatus } from '../../../src/contract/incidents';
import { type IncidentSnapshot, incidentMachine } from '../../../src/machines/incidents/incident.machine';
import {
  selectAction,
  selectClosing,
  selectDeleting,
  selectDeletionMessage,
  selectEdit,
  selectFailure,
  selectHasLeft,
  selectHistory,
  selectIncident,
  selectIsCopy,
  selectIsDeleted,
  selectIsInterested,
  selectIsLoading,
  selectIsMissing,
  selectIsTimeline,
  selectNote,
  selectTeam,
  selectTeamKit,
  selectUnauthorized,
} from '../../../src/machines/incidents/incident.select';
import { testMutants } from '../../kit/mutants';
import { elapsed, said, scriptedWorld, testWalk, walkOf } from '../../kit/walk';
import { movement, note } from '../submissions/samples';
import { buttonsAt, refusedLate, UNAUTHORIZED, UNREACHABLE, unfetchedText } from './incident.facts';
import {
  added,
  assigned,
  type Dialog,
  dialogSamples,
  located,
  me,
  moving,
  ongoing,
  props,
  reported,
  resolved,
  saved,
  team,
} from './incident.samples';
import { failures } from './samples';

const world = scriptedWorld();
const way = { id: '3', animalType: 'DOG', location: 'MG Road' };
type Props = ReturnType<typeof props>;
type Setup = Props & { read<T>(select: (snapshot: IncidentSnapshot) => T): T };

const captain = { roles: ['ROLE_RESCUE_CAPTAIN'] };
const member = { roles: ['ROLE_MEMBER'] };
const statusOf = ({ context }: IncidentSnapshot) => context.incident?.status;
const isIn = (snapshot: IncidentSnapshot, ...statuses: string[]) => statuses.includes(statusOf(snapshot) ?? '');

/** What was sent is shown before the incident is fetched again. */
const sends = (to: string) => ({
  'said to be on the way': hands('incidentFeed', { ...refreshes, change: 'm1' }, to),
  'a note was sent': {
    to,
    sees: ({ read, ports }: Setup) => {
      const incident = read(selectIncident);
      if (incident) expect(incident.notes).toContainEqual(added);
      expect(ports.incidentFeed.received.at(-1)).toEqual({ ...refreshes, change: 'n1' });
    },
  },
});
/** The state stays, and one of the child charts gets an event. */
const hands = (port: keyof Props['ports'], event: object, to = 'shown.reading') => ({
  to,
  sees: ({ ports }: Props) => expect(ports[port].received.at(-1)).toEqual(event),
});
const refreshes = { type: 'feed.refresh', change: 'answered' };
const becomes = (changes: Partial<Incident>) => ({
  to: 'shown',
  sees: ({ read, ports }: Setup) => {
    expect(read(selectIncident)).toMatchObject(changes);
    expect(ports.incidentFeed.received.at(-1)).toEqual(refreshes);
  },
});
const unauthorized = (text: string) => ({
  to: 'shown.unauthorized',
  sees: ({ read }: Setup) => expect(read(selectUnauthorized)).toBe(text),
});
const assigning = {
  to: 'shown.reading',
  sees: ({ emitted }: { emitted: readonly object[] }) => expect(emitted.at(-1)).toEqual({ type: 'assignment.opened' }),
};
const ASSIGN = UNAUTHORIZED['team.assign'];
const offers = ({ context: { incident } }: IncidentSnapshot, button: string) =>
  incident !== null && buttonsAt(incident.status as IncidentStatus, true).includes(button);
const where =
  <Then>(button: string, then: Then) =>
  (snapshot: IncidentSnapshot) =>
    offers(snapshot, button) ? then : null;
/** Where each of the server's answers leads to. */
const whenFetched = <Then>(then: (incident: Incident) => Then) => ({
  'fetched, reported': then(reported),
  'fetched, assigned': then(assigned),
  'fetched, ongoing': then(ongoing),
  'fetched, resolved': then(resolved),
});
const shows = (incident: Incident) => ({
  to: 'shown',
  sees: ({ read }: Setup) => expect(read(selectIncident)).toEqual(incident),
});
/** Anything is better than nothing: a copy, and an answer that may be outdated. */
const showsAnything = {
  ...whenFetched(shows),
  'a copy of the device, reported': shows(reported),
  'fetched before that': 'shown.reading',
  'fetched before the last answer': shows(ongoing),
};

/** The open dialog is told what was fetched, or saved by this member. */
const hears = (to: string, dialog: 'incidentEdit' | 'incidentClosing') => {
  const is = (type: string, incident: Incident) => ({
    to,
    sees: ({ read, ports }: Setup) => {
      expect(read(selectIncident)).toEqual(incident);
      expect(ports[dialog].received.at(-1)).toEqual({ type, incident });
      if (type === 'incident.located') expect(ports.incidentFeed.received.at(-1)).toEqual(refreshes);
    },
  });
  return {
    ...whenFetched((incident) => is('incident.refreshed', incident)),
    'located it': is('incident.located', located),
  };
};

/** What a dialog leads to when it is done. */
const ends = (dialog: Dialog) => ({ [`${dialog} done`]: 'shown.reading' });
/** A captain's dialog opens with the version that the captain sees. */
const opens = (to: string, port: 'incidentClosing' | 'incidentDeleting', version: object) => ({
  to,
  sees: ({ ports }: Setup) => expect(ports[port].calls.at(-1)).toMatchObject({ incidentId: '3', ...version }),
});
const opened = (select: (snapshot: IncidentSnapshot) => unknown) => ({
  sees: ({ read }: Setup) => {
    expect(read(select)).toBeDefined();
    expect(read(selectUnauthorized)).toBe(null);
  },
});

const walk = walkOf({
  machine: incidentMachine,
  props,
  input: ({ notices, out }) => ({ incidentId: '3', me, notices: notices.ref, queue: out.ref, world }),
  // With a modal open the status makes no difference: nothing on the page can be pressed.
  key: (snapshot) =>
    snapshot.matches({ shown: 'reading' }) ? `${statusOf(snapshot)} ${selectIsCopy(snapshot)}` : null,
  samples: {
    'fetched, reported': said('incidentFeed', { type: 'feed.fetched', data: reported }),
    'a copy of the device, reported': said('incidentFeed', { type: 'feed.fetched', data: reported, asOf: 0 }),
    'fetched, assigned': said('incidentFeed', { type: 'feed.fetched', data: assigned }),
    'fetched, ongoing': said('incidentFeed', { type: 'feed.fetched', data: ongoing }),
    'fetched, resolved': said('incidentFeed', { type: 'feed.fetched', data: resolved }),
    'said to be on the way': said('sentNews', { type: 'submission.sent', submission: movement('m1') }),
    'a note was sent': said('sentNews', { type: 'submission.sent', submission: note('n1') }),
    'fetched before that': said('incidentFeed', { type: 'feed.fetched', data: assigned, lacks: ['m1', 'n1'] }),
    'fetched before the last answer': said('incidentFeed', {
      type: 'feed.fetched',
      data: ongoing,
      lacks: ['answered'],
    }),
    'no network': said('incidentFeed', { type: 'feed.failed', error: failures.network }),
    'broken server': said('incidentFeed', { type: 'feed.failed', error: failures.broken }),
    gone: said('incidentFeed', { type: 'feed.failed', error: failures.gone }),
    retry: { type: 'incident.retry' },
    interest: { type: 'interest.toggle', ...member },
    resolve: { type: 'incident.resolve', ...captain },
    'resolve as a member': { type: 'incident.resolve', ...member },
    reactivate: { type: 'incident.reactivate', ...captain },
    'reactivate as a member': { type: 'incident.reactivate', ...member },
    edit: { type: 'incident.edit', ...captain },
    'edit as a member': { type: 'incident.edit', ...member },
    close: { type: 'incident.close', ...captain },
    'close as a member': { type: 'incident.close', ...member },
    delete: { type: 'incident.delete', ...captain },
    'delete as a member': { type: 'incident.delete', ...member },
    assign: { type: 'team.assign', ...captain },
    'assign as a member': { type: 'team.assign', ...member },
    reassign: { type: 'team.reassign', ...captain },
    'reassign as a member': { type: 'team.reassign', ...member },
    'view team': { type: 'team.view', ...member },
    'view kit': { type: 'teamKit.view', ...member },
    'view history': { type: 'history.view' },
    'view the timeline': { type: 'timeline.view' },
    'copy details': { type: 'details.copy', ...member },
    'copy contact': { type: 'contact.copy' },
    locate: { type: 'incident.locate', ...member },
    'on my way': { type: 'movement.say', incident: way, said: null, movement: 'ON_MY_WAY' },
    'on my way, after I arrived': { type: 'movement.say', incident: way, said: 'ARRIVED', movement: 'ON_MY_WAY' },
    'close the modal': { type: 'modal.close' },
    ...dialogSamples,
    'interest settled': said('incidentAction', { type: 'interest.settled', isInterested: true }),
    'interest removed': said('incidentAction', { type: 'interest.settled', isInterested: false }),
    'resolved it': said('incidentAction', { type: 'incident.acted', action: 'incident.resolve' }),
    'saved it': said('incidentEdit', { type: 'incident.saved', incident: saved }),
    'located it': said('incidentLocation', { type: 'incident.located', incident: located }),
    conflict: said('incidentAction', { type: 'incident.conflict' }),
    'forbidden by the server': said('incidentAction', { type: 'action.forbidden', action: 'incident.close' }),
    'deleted it': said('incidentDeleting', { type: 'incident.deleted', message: 'Incident deleted.' }),
    '2 s': elapsed('xstate.after.redirect.incident.deleted', 2_000),
  },
  ways: [
    // Neither an answer that may be older than what was sent nor a failure brings the old state back.
    {
      way: ['fetched, assigned', 'said to be on the way', 'fetched before that', 'no network'],
      sees: ({ read }) => expect(read(selectIncident)?.team).toEqual([{ ...team[0], ...moving }, team[1]]),
    },
    {
      way: ['fetched, assigned', 'a note was sent', 'fetched before that', 'no network'],
      sees: ({ read }) => expect(read(selectIncident)?.notes).toEqual([added]),
    },
    {
      way: ['fetched, ongoing', 'resolved it', 'fetched before the last answer', 'no network'],
      sees: ({ read }) => expect(read(selectIncident)?.status).toBe('RESOLVED'),
    },
    {
      way: ['said to be on the way', 'fetched before that', 'fetched, assigned'],
      sees: ({ read }) => expect(read(selectIncident)).toEqual(assigned),
    },
    {
      way: ['fetched, reported', 'close as a member', 'close the modal', 'edit as a member'],
      sees: ({ read }) => expect(read(({ context }) => context.forbidden)).toBe('incident.edit'),
    },
  ],
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectIncident), read(selectFailure)]).toEqual([true, null, null]);
        expect(ports.incidentFeed.calls).toMatchObject([{ query: { incidentId: '3' }, gather: 0 }]);
      },
      takes: {
        ...showsAnything,
        ...sends('loading'),
        'no network': 'failed',
        'broken server': 'failed',
        gone: 'missing',
      },
    },
    failed: {
      sees: ({ read, last }) => {
        expect([read(selectIsLoading), read(selectIncident)]).toEqual([false, null]);
        if (last === 'no network') expect(read(selectFailure)).toBe(UNREACHABLE);
        if (last === 'broken server') expect(read(selectFailure)).toBe(unfetchedText(500));
        expect(read(selectFailure)).not.toBe(null);
      },
      takes: {
        retry: { to: 'loading', sees: ({ ports }) => expect(ports.incidentFeed.received.at(-1)).toEqual(refreshes) },
        ...showsAnything,
        ...sends('failed'),
        'no network': 'failed',
        'broken server': 'failed',
        gone: 'missing',
      },
    },
    missing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsMissing), read(selectIncident)]).toEqual([true, null]);
        // The same chart as before: a text that this device could not store is in it.
        expect([read(selectNote) !== undefined, ports.incidentNote.running]).toEqual([true, true]);
        expect(ports.incidentNote.calls).toHaveLength(1);
        expect(ports.incidentNote.received.at(-1)).toEqual({ type: 'incident.deleted' });
      },
      takes: { ...sends('missing') },
    },
    shown: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectFailure), read(selectIsMissing)]).toEqual([false, null, false]);
        expect(read(selectAction)).toBeDefined();
        expect(ports.incidentAction.calls).toMatchObject([{ incidentId: '3' }]);
        expect(ports.incidentLocation.calls).toMatchObject([{ incidentId: '3' }]);
        expect(ports.copying.calls).toMatchObject([{ incidentId: '3' }]);
        expect(read(selectNote)).toBeDefined();
        expect(ports.incidentNote.calls).toMatchObject([{ me }]);
        const { status, lastUpdated } = read(selectIncident) as Incident;
        expect(ports.incidentNote.received.at(-1)).toMatchObject({ incident: { status, lastUpdated } });
        expect(read(selectIsInterested)).toBe(read(selectIncident)?.interestedUsers.length === 1);
      },
      takes: {
        ...whenFetched(shows),
        'fetched before that': 'shown',
        ...sends('shown'),
        gone: 'missing',
        'on my way': {
          to: 'shown',
          sees: ({ out }) =>
            expect(out.received.at(-1)).toMatchObject({
              type: 'submission.queue',
              submission: {
                kind: 'movement',
                content: { incidentId: '3', label: 'Dog, MG Road', movement: 'ON_MY_WAY' },
              },
            }),
        },
        'interest settled': becomes({ interestedUsers: [me] }),
        'interest removed': becomes({ interestedUsers: [] }),
        'resolved it': (snapshot) =>
          becomes({ status: isIn(snapshot, 'ONGOING') ? 'RESOLVED' : (statusOf(snapshot) ?? ''), lastUpdated: null }),
        'located it': becomes(located),
        conflict: hands('incidentFeed', refreshes, 'shown'),
        'forbidden by the server': unauthorized(UNAUTHORIZED['incident.close']),
      },
    },
    'shown.reading': {
      sees: ({ read }) => {
        for (const select of [selectEdit, selectClosing, selectDeleting, selectHistory, selectTeam, selectTeamKit])
          expect(read(select as typeof selectEdit)).toBeUndefined();
        expect(read(selectUnauthorized)).toBe(null);
      },
      takes: {
        interest: (snapshot) =>
          offers(snapshot, "I'm Interested")
            ? hands('incidentAction', {
                type: 'interest.set',
                isInterested: snapshot.context.incident?.interestedUsers.length === 0,
              })
            : null,
        resolve: where(
          'Mark as Resolved',
          hands('incidentAction', { type: 'status.change', change: 'incident.resolve', seen: '2026-03-10T08:30:00Z' }),
        ),
        'resolve as a member': where('Mark as Resolved', unauthorized(UNAUTHORIZED['incident.resolve'])),
        reactivate: where(
          'Reactivate',
          hands('incidentAction', {
            type: 'status.change',
            change: 'incident.reactivate',
            seen: '2026-03-10T08:30:00Z',
          }),
        ),
        'reactivate as a member': where('Reactivate', unauthorized(UNAUTHORIZED['incident.reactivate'])),
        // Saving a copy of this device could undo what others have changed since.
        edit: (snapshot) => (selectIsCopy(snapshot) ? null : 'shown.editing'),
        'edit as a member': unauthorized(UNAUTHORIZED['incident.edit']),
        close: where('Close Incident', opens('shown.closing', 'incidentClosing', { incident: reported })),
        'close as a member': where('Close Incident', unauthorized(UNAUTHORIZED['incident.close'])),
        delete: where('Delete Incident', opens('shown.deleting', 'incidentDeleting', { seen: '2026-03-10T08:30:00Z' })),
        'delete as a member': where('Delete Incident', unauthorized(UNAUTHORIZED['incident.delete'])),
        assign: where('Assign Team', assigning),
        'assign as a member': where('Assign Team', unauthorized(ASSIGN)),
        reassign: where('Reassign Team', assigning),
        'reassign as a member': where('Reassign Team', unauthorized(ASSIGN)),
        'view team': where('View Team', 'shown.viewingTeam'),
        'view kit': where('View Team Kit', 'shown.viewingKit'),
        'view history': (snapshot) => (isIn(snapshot, 'ASSIGNED') ? 'shown.viewingHistory.cases' : null),
        'view the timeline': 'shown.viewingHistory.timeline',
        'copy details': where('Copy Details', hands('copying', { type: 'details.copy', incident: assigned })),
        'copy contact': hands('copying', { type: 'contact.copy', contactNumber: '9812345670' }),
        locate: ({ context }) =>
          context.incident?.latitude === null && context.incident.status !== 'RESOLVED'
            ? hands('incidentLocation', { type: 'location.update' })
            : null,
      },
    },
    'shown.editing': {
      ...opened(selectEdit),
      takes: {
        ...ends('editing'),
        ...hears('shown.editing', 'incidentEdit'),
        'saved it': { ...becomes(saved), to: 'shown.editing' },
        'forbidden by the server': refusedLate('shown.editing'),
      },
    },
    'shown.closing': {
      ...opened(selectClosing),
      takes: { ...ends('closing'), ...hears('shown.closing', 'incidentClosing') },
    },
    'shown.deleting': {
      ...opened(selectDeleting),
      takes: { ...ends('deleting'), 'deleted it': 'deleted', gone: 'shown.deleting.gone' },
    },
    'shown.deleting.there': { sees: ({ read }) => expect(read(selectIsMissing)).toBe(false) },
    'shown.deleting.gone': {
      sees: ({ read }) => expect(read(selectIsMissing)).toBe(false),
      takes: { 'deleting done': 'missing' },
    },
    'shown.viewingHistory': { ...opened(selectHistory), takes: ends('viewingHistory') },
    'shown.viewingHistory.cases': { sees: ({ read }) => expect(read(selectIsTimeline)).toBe(false) },
    'shown.viewingHistory.timeline': { sees: ({ read }) => expect(read(selectIsTimeline)).toBe(true) },
    'shown.viewingTeam': { ...opened(selectTeam), takes: ends('viewingTeam') },
    'shown.viewingKit': { ...opened(selectTeamKit), takes: ends('viewingKit') },
    'shown.unauthorized': {
      sees: ({ read }) => expect(read(selectUnauthorized)).toMatch(/Rescue Captain/),
      takes: { 'close the modal': 'shown.reading' },
    },
    deleted: {
      sees: ({ read }) => {
        expect([read(selectIsDeleted), read(selectDeletionMessage)]).toEqual([true, 'Incident deleted.']);
        expect([read(selectIncident), read(selectHasLeft)]).toEqual([null, false]);
      },
      takes: { '2 s': 'left', ...sends('deleted') },
    },
    left: { sees: ({ read }) => expect([read(selectHasLeft), read(selectIsDeleted)]).toEqual([true, true]) },
  },
});
testWalk(walk);
testMutants(walk);
