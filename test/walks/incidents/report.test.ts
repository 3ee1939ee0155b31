import { expect } from 'vitest';
import type { ReportSubmission } from '../../../src/contract/submissions';
import { type ReportSnapshot, reportMachine } from '../../../src/machines/incidents/report.machine';
import {
  selectFailure,
  selectFormActor,
  selectIncidentId,
  selectIsDiscarding,
  selectIsEditing,
  selectIsFailed,
  selectIsKept,
  selectIsOffering,
  selectIsSucceeded,
  selectIsUnclear,
  selectIsUnderWay,
  selectIsWaiting,
  selectOffers,
  selectShownId,
  selectSubmitted,
  selectSuccess,
} from '../../../src/machines/incidents/report.select';
import type { Item } from '../../../src/rules/submissions/queue';
import { type Facts, statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { type RunningChart, said, testWalk, walkOf } from '../../kit/walk';
import {
  failing,
  KEPT,
  left,
  OFFERED,
  type Place,
  type ReportOutcome,
  reportEvents,
  reportFacts,
  SENT_ANYWAY,
  type Shown,
  succeeds,
} from './report.facts';
import {
  incident,
  itemOf,
  lost,
  mergedIntoIncident,
  onFire,
  outgoingReport,
  props,
  submitted,
  written,
} from './reportSamples';

type Setup = RunningChart<typeof reportMachine> & ReturnType<typeof props>;

const waiting = outgoingReport({ id: 'r7', reason: 'Description is required.', wasTried: true });
const updated = (item: Item | null) => said('tracking', { type: 'submission.updated', item });
/** The answer of the report was lost, and the report is only in the memory of this page. */
const unkept = updated(itemOf(outgoingReport({ status: 'asking', wasTried: true }), { keeping: 'memory' }));
/** Its answer was lost while this browser was still storing it. */
const unstored = updated(itemOf(outgoingReport({ status: 'asking', wasTried: true }), { keeping: 'storing' }));
const reportOf = ({ context: { report } }: ReportSnapshot) => report;

/** An outcome that only this walk sees. */
interface OwnOutcome extends ReportOutcome {
  sees?(setup: Setup): void;
}
const DRAFTS = ['report', 'report/photos'];
const idOf = ({ ports }: Setup) => ports.tracking.calls.at(-1)?.id;
const wasCleared = ({ ports }: Setup) => ports.reportForm.received.at(-1)?.type === 'form.clear';
const cleared = (setup: Setup) => {
  expect(wasCleared(setup)).toBe(true);
  expect(setup.read(reportOf)).toBe(null);
};
/** @param drafts where it is from now on */
const withdrawn = (setup: Setup, drafts?: readonly string[]) =>
  expect(setup.queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id: idOf(setup), drafts });
/** It waits: nobody has taken it back. */
const isNotWithdrawn = ({ queue }: Setup) => expect(queue.received.at(-1)?.type).not.toBe('submission.withdraw');
const isChanged = (setup: Setup) =>
  expect(setup.queue.received.at(-1)).toEqual({
    type: 'submission.change',
    submission: {
      ...setup.read(reportOf),
      id: idOf(setup),
      status: 'waiting',
      wasTried: false,
      content: { ...submitted, isNew: true, similar: [] },
    },
  });
const places: Readonly<Record<Place, (setup: Setup, repeats: ReportSubmission | null) => void>> = {
  queued: (setup, repeats) => {
    // Submitted again unchanged, it is the same report: the server takes it once.
    const id = repeats?.id ?? expect.stringMatching(/^id-\d$/);
    expect(setup.queue.received.at(-1)).toEqual({
      type: 'submission.queue',
      submission: {
        id,
        kind: 'report',
        queuedAt: written,
        status: 'waiting',
        wasTried: repeats?.wasTried ?? false,
        reason: null,
        content: { ...submitted, isNew: repeats?.content.isNew ?? false, similar: [] },
      },
      // With it, the device forgets the draft.
      drafts: DRAFTS,
    });
    expect(idOf(setup)).toEqual(id);
  },
  'taken out': ({ queue, read }) => {
    expect(queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id: 'r7', drafts: DRAFTS });
    expect(read(reportOf)).toEqual(waiting);
  },
  'sent anyway': isChanged,
  'taken back': (setup) => {
    withdrawn(setup, DRAFTS);
    expect(setup.read(reportOf)?.wasTried).toBe(setup.read(selectSubmitted)?.submission.wasTried);
    // The report is in the form again, and only there.
    expect(setup.ports.reportForm.received.at(-1)).toEqual({ type: 'form.keep' });
  },
  'tried again': (setup) =>
    expect(setup.queue.received.slice(-2)).toEqual([
      { type: 'submission.retry', id: idOf(setup) },
      { type: 'queue.send' },
    ]),
  'put back': (setup) => expect(setup.queue.received.at(-1)).toEqual({ type: 'submission.retry', id: idOf(setup) }),
  discarded: (setup) => {
    withdrawn(setup);
    cleared(setup);
  },
  left: (setup) => {
    cleared(setup);
    isNotWithdrawn(setup);
  },
  'left in the form': (setup) => {
    expect(setup.read(reportOf)).not.toBe(null);
    isNotWithdrawn(setup);
  },
};
const fraction = (to: string) => ({
  to,
  sees: ({ read, last }: Setup) => expect(read(selectSubmitted)?.fraction).toBe(last === 'half of it is out' ? 0.5 : 0),
});
const UNCLEAR = {
  to: 'submitted.unclear',
  sees: ({ read }: Setup) => expect(read(selectSubmitted)?.submission.status).toBe('asking'),
};
const refused = failing('Description is too long.');

/** What only this walk sees: other tabs, and what the queue tells in between. */
const own: Facts<ReportSnapshot, Shown, OwnOutcome> = {
  submitted: {
    takes: {
      'taken, with words and an id': succeeds('Thank you, Mira.', '12'),
      'another tab has sent it': succeeds('Incident reported successfully!', null),
      'it was deleted in the tray': { to: 'editing', sees: cleared },
    },
  },
  'submitted.underWay': {
    takes: {
      'half of it is out': fraction('submitted.underWay'),
      'a tab may begin now': fraction('submitted.underWay'),
      'it may be known': OFFERED,
      'its answer was lost': UNCLEAR,
      'another tab sends': KEPT,
      'nothing can be kept': { ...KEPT, isStored: false },
      // Not yet: the draft is the only copy, and the storing may fail.
      'it is being stored': 'submitted.underWay',
      refused,
    },
  },
  'submitted.offering.asking': {
    takes: {
      'added to one of them': {
        to: 'editing',
        sees(setup) {
          expect(setup.queue.received.at(-1)).toMatchObject({ ...mergedIntoIncident, replaces: idOf(setup) });
          cleared(setup);
          expect(setup.emitted.at(-1)).toEqual({ type: 'report.merged', incidentId: incident().id });
        },
      },
    },
  },
  'submitted.unclear': {
    shows: { isUnclear: true, isFailed: false },
    takes: {
      'its answer was lost': UNCLEAR,
      'it may be known': 'submitted.unclear',
      confirmed: SENT_ANYWAY,
      closed: left,
    },
  },
  'submitted.failed': { takes: { 'it may be known': OFFERED, 'its answer was lost': UNCLEAR, refused } },
  'submitted.kept': {
    takes: {
      'half of it is out': fraction('submitted.kept'),
      'a tab may begin now': fraction('submitted.kept'),
      'it may be known': OFFERED,
      'its answer was lost': UNCLEAR,
      'there is no connection': KEPT,
      'another tab sends': KEPT,
      'the server does not answer': KEPT,
      'nothing can be kept': { to: 'submitted.kept', isStored: false },
      // A change of it: the copy from before is there, or could not be stored.
      'it is being stored': ({ context: { item } }) => ({ to: 'submitted.kept', isStored: item?.keeping === 'kept' }),
      'the server is in trouble': { ...KEPT, failure: onFire.text },
      refused,
    },
  },
};

const walk = walkOf({
  machine: reportMachine,
  props,
  input: ({ queue, world }) => ({ myId: 'mira', queue: queue.ref as never, world }),
  key: ({ context: { report, item } }) => [report?.wasTried, report?.content.isNew, item?.keeping],
  samples: {
    submitted: { type: 'form.submitted', ...submitted },
    'a waiting report is edited': { type: 'form.filled', report: waiting },
    'half of it is out': updated(itemOf(outgoingReport(), { head: 'sending', fraction: 0.5 })),
    'it may be known': updated(itemOf(outgoingReport({ status: 'asking', similar: [incident()] }))),
    'its answer was lost': updated(itemOf(outgoingReport({ status: 'asking', wasTried: true }))),
    'there is no connection': updated(itemOf(outgoingReport(), { head: 'offline' })),
    'another tab sends': updated(itemOf(outgoingReport(), { head: 'queued' })),
    'a tab may begin now': said('tracking', {
      type: 'submission.updated',
      item: itemOf(outgoingReport(), { head: 'queued' }),
      isBeginning: true,
    }),
    'the server does not answer': updated(itemOf(outgoingReport(), { head: 'backingOff', trouble: lost })),
    'it is being stored': updated(itemOf(outgoingReport(), { head: 'offline', keeping: 'storing' })),
    'nothing can be kept': updated(itemOf(outgoingReport(), { head: 'backingOff', trouble: lost, keeping: 'memory' })),
    'the server is in trouble': updated(
      itemOf(outgoingReport({ wasTried: true }), { head: 'backingOff', trouble: onFire }),
    ),
    refused: updated(itemOf(outgoingReport({ status: 'refused', wasTried: true, reason: 'Description is too long.' }))),
    'another tab has sent it': updated(null),
    'it was deleted in the tray': said('tracking', { type: 'submission.updated', item: null, isWithdrawn: true }),
    'taken, with words and an id': said('tracking', {
      type: 'submission.delivered',
      answer: { message: 'Thank you, Mira.', incidentId: '12' },
      wasEarlier: false,
    }),
    taken: said('tracking', { type: 'submission.delivered', answer: undefined, wasEarlier: true }),
    'added to one of them': { type: 'report.merge', incident: incident() },
    ...reportEvents,
  },
  ways: [
    {
      way: ['submitted', unkept, 'its answer was lost'],
      sees: ({ read }) => expect(read(selectIsKept)).toBe(true),
    },
    {
      way: ['submitted', 'the server is in trouble', 'its answer was lost'],
      sees: ({ read }) => expect(read(({ context }) => context.item?.submission.status)).toBe('asking'),
    },
    // It comes back to the form, so the form must still hold what is taken out of the queue.
    {
      way: ['submitted', 'there is no connection', 'refused', 'closed'],
      sees: ({ ports }) => expect(ports.reportForm.received).toEqual([{ type: 'form.keep' }]),
    },
    {
      way: ['submitted', 'there is no connection', 'it may be known', 'closed'],
      sees: ({ ports }) => expect(ports.reportForm.received).toEqual([{ type: 'form.keep' }]),
    },
    {
      way: ['submitted', 'its answer was lost', 'confirmed', 'refused', 'closed'],
      sees: ({ ports }) => expect(ports.reportForm.received).toEqual([{ type: 'form.keep' }]),
    },
    {
      // The storing may fail, and the draft is its only copy until then.
      way: ['submitted', unstored, 'closed'],
      sees: ({ ports }) => expect(ports.reportForm.received).toEqual([]),
    },
    {
      way: ['submitted', 'half of it is out', 'Send later', 'closed'],
      sees: ({ ports }) => expect(ports.reportForm.received).toEqual([{ type: 'form.clear' }]),
    },
    {
      way: ['submitted', 'it may be known', 'confirmed'],
      sees: ({ read }) => expect(read(reportOf)?.content.isNew).toBe(true),
    },
  ],
  states: statesOf(reportFacts, {
    own,
    shows(setup: Setup, shown) {
      const { read, ports } = setup;
      expect({
        isEditing: read(selectIsEditing),
        isUnderWay: read(selectIsUnderWay),
        isOffering: read(selectIsOffering),
        isDiscarding: read(selectIsDiscarding),
        isUnclear: read(selectIsUnclear),
        isFailed: read(selectIsFailed),
        isWaiting: read(selectIsWaiting),
        isSucceeded: read(selectIsSucceeded),
      }).toMatchObject(shown);
      const isEditing = read(selectIsEditing);
      expect(ports.reportForm.calls).toMatchObject([{ myId: 'mira' }]);
      expect(read(selectFormActor)).toBeDefined();
      expect(ports.tracking.running).toBe(!isEditing);
      if (!isEditing) expect(ports.tracking.calls.at(-1)).toMatchObject({ isItsScreen: true });
      // The screen shows none as under way. One that is kept is listed with all that waits.
      if (shown.isEditing || shown.isWaiting) expect(read(selectShownId)).toBe(null);
      if (shown.isUnderWay) {
        expect(read(selectShownId)).toBe(idOf(setup));
        // What is written is still in the form.
        expect(read(reportOf)?.content).toMatchObject(submitted);
      }
      if (shown.isFailed) expect(read(selectFailure)).not.toBe(null);
      if (shown.isSucceeded) cleared(setup);
    },
    after(setup, { to, place, repeats, isStored, failure, success, isOffered, sees }: OwnOutcome) {
      const { read } = setup;
      if (place) places[place](setup, repeats ?? null);
      if (failure !== undefined) expect(read(selectFailure)).toBe(failure);
      if (isStored !== undefined) expect(read(selectIsKept)).toBe(isStored);
      if (failure !== undefined && to === 'submitted.kept') expect(wasCleared(setup)).toBe(false);
      if (success) expect([read(selectSuccess), read(selectIncidentId)]).toEqual([success.message, success.incidentId]);
      if (isOffered) expect(read(selectOffers)).toEqual([incident()]);
      sees?.(setup);
    },
  }),
});
testWalk(walk);
testMutants(walk);
