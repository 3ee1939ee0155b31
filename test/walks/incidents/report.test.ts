import { expect } from 'vitest';
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
import { testMutants } from '../../kit/mutants';
import { said, testWalk, walkOf } from '../../kit/walk';
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

type Props = ReturnType<typeof props>;
type Setup = Props & { readonly emitted: readonly object[]; read<T>(select: (snapshot: ReportSnapshot) => T): T };

const waiting = outgoingReport({ id: 'r7', reason: 'Description is required.', wasTried: true });
const updated = (item: Item | null) => said('tracking', { type: 'submission.updated', item });
/** The answer of the report was lost, and the report is only in the memory of this page. */
const unkept = updated(itemOf(outgoingReport({ status: 'asking', wasTried: true }), { keeping: 'memory' }));
/** Its answer was lost while this browser was still storing it. */
const unstored = updated(itemOf(outgoingReport({ status: 'asking', wasTried: true }), { keeping: 'storing' }));
const reportOf = ({ context: { report } }: ReportSnapshot) => report;

const wasCleared = ({ ports }: Setup) => ports.reportForm.received.at(-1)?.type === 'form.clear';
const cleared = (setup: Setup) => {
  expect(wasCleared(setup)).toBe(true);
  expect(setup.read(reportOf)).toBe(null);
};
/** @param drafts where it is from now on */
const withdrawn = ({ queue, read, ports }: Setup, drafts?: readonly string[]) => {
  const { id } = ports.tracking.calls.at(-1) ?? {};
  expect(queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id, drafts });
  return read(reportOf);
};
const succeeds = (message: string, incidentId: string | null) => ({
  to: 'submitted.succeeded',
  sees: ({ read }: Setup) => expect([read(selectSuccess), read(selectIncidentId)]).toEqual([message, incidentId]),
});
const fails = (text: string) => ({
  to: 'submitted.failed',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});
/** The modal says why it waits. The form keeps the report, which may come back to it. */
const isKept = (failure: string | null, keeping: Item['keeping'] = 'kept') => ({
  to: 'submitted.kept',
  sees: (setup: Setup) => {
    expect(setup.read(selectFailure)).toBe(failure);
    expect(setup.read(selectIsKept)).toBe(keeping === 'kept');
    expect(wasCleared(setup)).toBe(false);
  },
});
const shows = (to: string) => (_: ReportSnapshot) => ({
  to,
  sees: ({ read, last }: Setup & { last: string | null }) =>
    expect(read(selectSubmitted)?.fraction).toBe(last === 'half of it is out' ? 0.5 : 0),
});
/** The answer of the server, whatever is on the screen meanwhile. */
const delivered = {
  'taken, with words and an id': succeeds('Thank you, Mira.', '12'),
  taken: succeeds('Incident reported successfully!', null),
  'another tab has sent it': succeeds('Incident reported successfully!', null),
  'it was deleted in the tray': { to: 'editing', sees: cleared },
};
const offers = {
  to: 'submitted.offering.asking',
  sees: ({ read }: Setup) => expect(read(selectOffers)).toEqual([incident()]),
};
const unclear = {
  to: 'submitted.unclear',
  sees: ({ read }: Setup) => {
    expect(read(selectIsUnclear)).toBe(true);
    expect(read(selectSubmitted)?.submission.status).toBe('asking');
  },
};
const takenBack = {
  to: 'editing',
  sees: (setup: Setup) => {
    expect(withdrawn(setup, ['report', 'report/photos'])?.wasTried).toBe(
      setup.read(selectSubmitted)?.submission.wasTried,
    );
    // The report is in the form again, and only there.
    expect(setup.ports.reportForm.received.at(-1)).toEqual({ type: 'form.keep' });
  },
};
const goesOutAnyway = {
  to: 'submitted.underWay',
  sees: ({ queue, read, ports }: Setup) =>
    expect(queue.received.at(-1)).toEqual({
      type: 'submission.change',
      submission: {
        ...read(reportOf),
        id: ports.tracking.calls.at(-1)?.id,
        status: 'waiting',
        wasTried: false,
        content: { ...submitted, isNew: true, similar: [] },
      },
    }),
};
const left = ({ context: { item } }: ReportSnapshot) => ({
  to: 'editing',
  sees: (setup: Setup) => {
    expect(setup.read(reportOf) === null).toBe(item?.keeping === 'kept');
    if (item?.keeping === 'kept') expect(wasCleared(setup)).toBe(true);
    // It waits: nobody has taken it back.
    expect(setup.queue.received.at(-1)?.type).not.toBe('submission.withdraw');
  },
});

const walk = walkOf({
  machine: reportMachine,
  props,
  input: ({ queue, world }) => ({ me: 'mira', queue: queue.ref as never, world }),
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
    confirmed: { type: 'report.confirm' },
    'one of them': { type: 'report.discard' },
    'added to one of them': { type: 'report.merge', incident: incident() },
    retried: { type: 'report.retry' },
    deferred: { type: 'report.defer' },
    closed: { type: 'modal.close' },
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
      way: ['submitted', 'half of it is out', 'deferred', 'closed'],
      sees: ({ ports }) => expect(ports.reportForm.received).toEqual([{ type: 'form.clear' }]),
    },
    {
      way: ['submitted', 'it may be known', 'confirmed'],
      sees: ({ read }) => expect(read(reportOf)?.content.isNew).toBe(true),
    },
  ],
  states: {
    editing: {
      sees: ({ read, ports }) => {
        expect(ports.reportForm.calls).toMatchObject([{ me: 'mira' }]);
        expect(ports.tracking.running).toBe(false);
        expect(read(selectFormActor)).toBeDefined();
        expect([read(selectIsEditing), read(selectIsUnderWay), read(selectShownId)]).toEqual([true, false, null]);
      },
      takes: {
        submitted: ({ context: { report } }) => ({
          to: 'submitted.underWay',
          sees: ({ queue, ports }) => {
            // Submitted again unchanged, it is the same report: the server takes it once.
            const id = report?.id ?? expect.stringMatching(/^id-\d$/);
            expect(queue.received.at(-1)).toEqual({
              type: 'submission.queue',
              submission: {
                id,
                kind: 'report',
                queuedAt: written,
                status: 'waiting',
                wasTried: report?.wasTried ?? false,
                reason: null,
                content: { ...submitted, isNew: report?.content.isNew ?? false, similar: [] },
              },
              // With it, the device forgets the draft.
              drafts: ['report', 'report/photos'],
            });
            expect(ports.tracking.calls.at(-1)?.id).toEqual(id);
          },
        }),
        'a waiting report is edited': {
          to: 'editing',
          sees: ({ queue, read }) => {
            expect(queue.received.at(-1)).toEqual({
              type: 'submission.withdraw',
              id: 'r7',
              drafts: ['report', 'report/photos'],
            });
            expect(read(reportOf)).toEqual(waiting);
          },
        },
      },
    },
    submitted: {
      sees: ({ ports, read }) => {
        expect(ports.tracking.running).toBe(true);
        expect(ports.tracking.calls.at(-1)).toMatchObject({ isItsScreen: true });
        expect(read(selectIsEditing)).toBe(false);
      },
      takes: delivered,
    },
    'submitted.underWay': {
      sees: ({ read, ports }) => {
        expect(read(selectIsUnderWay)).toBe(true);
        expect(read(selectShownId)).toBe(ports.tracking.calls.at(-1)?.id);
        // What is written is still in the form.
        expect(read(reportOf)?.content).toMatchObject(submitted);
      },
      takes: {
        'half of it is out': shows('submitted.underWay'),
        'a tab may begin now': shows('submitted.underWay'),
        'it may be known': offers,
        'its answer was lost': unclear,
        'there is no connection': isKept(null),
        'another tab sends': isKept(null),
        'the server does not answer': isKept(null),
        'nothing can be kept': isKept(null, 'memory'),
        // Not yet: the draft is the only copy, and the storing may fail.
        'it is being stored': 'submitted.underWay',
        'the server is in trouble': fails('The stables are on fire.'),
        refused: fails('Description is too long.'),
        deferred: ({ context: { item } }) => (item === null || item.keeping === 'storing' ? null : 'submitted.kept'),
      },
    },
    'submitted.offering': {
      sees: ({ read }) => expect(read(selectIsOffering)).toBe(true),
      takes: { confirmed: goesOutAnyway, closed: takenBack },
    },
    'submitted.offering.asking': {
      sees: ({ read }) => expect(read(selectIsDiscarding)).toBe(false),
      takes: {
        'one of them': 'submitted.offering.confirming',
        'added to one of them': {
          to: 'editing',
          sees: (setup) => {
            const replaces = setup.ports.tracking.calls.at(-1)?.id;
            expect(setup.queue.received.at(-1)).toMatchObject({ ...mergedIntoIncident, replaces });
            cleared(setup);
            expect(setup.emitted.at(-1)).toEqual({ type: 'report.merged', incidentId: incident().id });
          },
        },
      },
    },
    'submitted.offering.confirming': {
      sees: ({ read }) => expect(read(selectIsDiscarding)).toBe(true),
      takes: {
        'one of them': {
          to: 'editing',
          sees: (setup) => {
            withdrawn(setup);
            cleared(setup);
          },
        },
        closed: 'submitted.offering.asking',
      },
    },
    'submitted.unclear': {
      sees: ({ read }) => expect([read(selectIsUnclear), read(selectIsFailed)]).toEqual([true, false]),
      takes: {
        'its answer was lost': unclear,
        'it may be known': 'submitted.unclear',
        confirmed: goesOutAnyway,
        closed: left,
      },
    },
    'submitted.failed': {
      sees: ({ read }) => {
        expect([read(selectIsFailed), read(selectIsWaiting)]).toEqual([true, false]);
        expect(read(selectFailure)).not.toBe(null);
      },
      takes: {
        'it may be known': offers,
        'its answer was lost': unclear,
        refused: fails('Description is too long.'),
        retried: {
          to: 'submitted.underWay',
          sees: ({ queue, ports }) =>
            expect(queue.received.slice(-2)).toEqual([
              { type: 'submission.retry', id: ports.tracking.calls.at(-1)?.id },
              { type: 'queue.send' },
            ]),
        },
        deferred: {
          to: 'submitted.kept',
          sees: ({ queue, ports }) =>
            expect(queue.received.at(-1)).toEqual({
              type: 'submission.retry',
              id: ports.tracking.calls.at(-1)?.id,
            }),
        },
        closed: takenBack,
      },
    },
    'submitted.kept': {
      sees: ({ read }) => {
        expect([read(selectIsWaiting), read(selectIsFailed)]).toEqual([true, false]);
        // It is listed with all that waits.
        expect(read(selectShownId)).toBe(null);
      },
      takes: {
        'half of it is out': shows('submitted.kept'),
        'a tab may begin now': shows('submitted.kept'),
        'it may be known': offers,
        'its answer was lost': unclear,
        'there is no connection': isKept(null),
        'another tab sends': isKept(null),
        'the server does not answer': isKept(null),
        'nothing can be kept': {
          to: 'submitted.kept',
          sees: ({ read }) => expect(read(selectIsKept)).toBe(false),
        },
        // A change of it: the copy from before is there, or could not be stored.
        'it is being stored': ({ context: { item } }) => ({
          to: 'submitted.kept',
          sees: ({ read }: Setup) => expect(read(selectIsKept)).toBe(item?.keeping === 'kept'),
        }),
        'the server is in trouble': isKept('The stables are on fire.'),
        refused: fails('Description is too long.'),
        closed: left,
      },
    },
    'submitted.succeeded': {
      sees: (setup) => {
        expect(setup.read(selectIsSucceeded)).toBe(true);
        cleared(setup);
      },
      takes: { closed: 'editing' },
    },
  },
});
testWalk(walk);
testMutants(walk);
