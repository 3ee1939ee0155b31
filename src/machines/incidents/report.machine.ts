import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { isNetworkFailure } from '../../contract/failure';
import type { Incident, ReportAnswer } from '../../contract/incidents';
import { type OutgoingReport, type ReportOutcome, reportOf, type TriedReport, triedOf } from '../../rules/reports';
import { reportFailureText } from '../../rules/reportTexts';
import { workflow } from '../supervision';
import type { World } from '../world';
import { handover } from './handover';
import { type ReportQueueCommand, type ReportStored, type TriedReportEvent, triedReport } from './ports.report';
import { reportDeliveryMachine } from './reportDelivery.machine';
import { type ReportFormFact, reportFormMachine } from './reportForm.machine';

type ReportEvent =
  | ReportFormFact
  /** It is none of the incidents that are offered. */
  | { type: 'report.confirm' }
  /** It is one of them, so it is not sent. */
  | { type: 'report.discard' }
  | { type: 'report.retry' }
  /** It is to be sent later. */
  | { type: 'report.defer' }
  | ReportStored
  | TriedReportEvent
  | { type: 'modal.close' };

interface ReportInput {
  readonly me: string;
  readonly world: World;
  /** The member's waiting reports. */
  readonly queue: ActorRef<Snapshot<unknown>, ReportQueueCommand>;
}

interface ReportContext extends ReportInput {
  /** What was submitted last. Submitted again unchanged, it is the same report with the same id. */
  report: OutgoingReport | null;
  /** The report submitted last before the page was reloaded. The restored form may be the same report. */
  tried: TriedReport | null;
  /** The incidents that it may be. */
  offers: readonly Incident[];
  /** Why it was not sent, or null. */
  failure: string | null;
  answer: ReportAnswer | null;
  /** Whether the report that waits is in the store, so that it outlives this page. */
  isKept: boolean;
}

type Submitted = Pick<OutgoingReport, 'details' | 'files'>;

/** The report that was submitted. @throws where none was: no state that asks for it is reached without one. */
const requireReport = ({ report }: ReportContext): OutgoingReport => {
  if (!report) throw new Error('nothing was submitted');
  return report;
};

/** Report an Incident (S1 §2, §4, §5): the form, its way to the server, and what became of it. */
export const reportMachine = workflow({
  types: {
    input: {} as ReportInput,
    context: {} as ReportContext,
    events: {} as ReportEvent,
    children: {} as {
      handover: 'handover';
      reportForm: 'reportForm';
      reportDelivery: 'reportDelivery';
      triedReport: 'triedReport';
    },
  },
  actors: { handover, reportForm: reportFormMachine, reportDelivery: reportDeliveryMachine, triedReport },
  delays: { storeTimeout: 5_000 },
  guards: {
    isMine: ({ context }, { id }: ReportStored) => id === context.report?.id,
    isDelivered: (_, outcome: ReportOutcome) => outcome.kind === 'delivered',
    isKnown: (_, outcome: ReportOutcome) => outcome.kind === 'similar',
    isUnreachable: (_, outcome: ReportOutcome) => outcome.kind === 'failed' && isNetworkFailure(outcome.error),
  },
  actions: {
    keepReport: assign({
      report: ({ context }, submitted: Submitted) =>
        reportOf(submitted, context.report ?? context.tried, context.world),
    }),
    change: assign({
      report: ({ context }, changes: Partial<OutgoingReport>) => ({ ...requireReport(context), ...changes }),
    }),
    keepOffers: assign({
      offers: (_, outcome: ReportOutcome) => (outcome.kind === 'similar' ? outcome.incidents : []),
    }),
    keepAnswer: assign({
      answer: (_, outcome: ReportOutcome) => (outcome.kind === 'delivered' ? outcome.answer : null),
    }),
    keepFailure: assign({
      failure: (_, outcome: ReportOutcome) => reportFailureText(outcome.kind === 'failed' ? outcome.error : null),
    }),
    forgetFailure: assign({ failure: null }),
    keepTried: sendTo('triedReport', ({ context }) => ({
      type: 'tried.keep',
      report: context.report && triedOf(context.report),
    })),
    queueReport: sendTo(
      ({ context }) => context.queue,
      ({ context, self }) => ({ type: 'report.queue' as const, report: requireReport(context), replyTo: self }),
    ),
    keepStored: assign({ isKept: (_, { isKept }: Pick<ReportStored, 'isKept'>) => isKept }),
    hold: sendTo('handover', ({ context }) => ({ type: 'handover.hold', report: context.report })),
    letGo: sendTo('handover', { type: 'handover.hold', report: null }),
    withdrawQueued: sendTo(
      ({ context }) => context.queue,
      (_, { report }: { report: OutgoingReport }) => ({ type: 'report.withdraw', id: report.id }),
    ),
    /** There is nothing more to do with it here. */
    clear: enqueueActions(({ enqueue }) => {
      enqueue.assign({ report: null, tried: null });
      enqueue.sendTo('reportForm', { type: 'form.clear' });
      enqueue.sendTo('triedReport', { type: 'tried.keep', report: null });
    }),
    logFailure: ({ event }) => console.error('The report met an error', event),
  },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({
    ...input,
    report: null,
    tried: null,
    offers: [],
    failure: null,
    answer: null,
    isKept: false,
  }),
  on: {
    'tried.restored': {
      actions: assign({ tried: ({ event }) => event.report }),
      description: 'What was under way when the page was left, and may have arrived: unchanged, it is the same report.',
    },
  },
  invoke: [
    {
      id: 'triedReport',
      src: 'triedReport',
      input: ({ context }) => ({ userId: context.me }),
    },
    {
      id: 'reportForm',
      src: 'reportForm',
      input: ({ context, self }) => ({ parent: self, me: context.me }),
    },
    {
      id: 'handover',
      src: 'handover',
      input: ({ context: { queue } }) => ({ queue }),
    },
  ],
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.submitted': { target: 'delivering', actions: { type: 'keepReport', params: ({ event }) => event } },
        'form.filled': {
          actions: [
            assign({ report: ({ event }) => ({ ...event.report, refusal: null }) }),
            'keepTried',
            { type: 'withdrawQueued', params: ({ event }) => event },
          ],
          description: 'A waiting report is edited: it does not go out meanwhile.',
        },
      },
    },
    delivering: {
      description: "Upload progress is shown as a percent, and 'Processing...' at 100. S1 §2",
      entry: ['hold', 'keepTried'],
      exit: 'letGo',
      invoke: {
        id: 'reportDelivery',
        src: 'reportDelivery',
        input: ({ context }) => ({ report: requireReport(context), world: context.world }),
        onDone: [
          {
            guard: { type: 'isDelivered', params: ({ event }) => event.output },
            target: 'succeeded',
            actions: { type: 'keepAnswer', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'offering',
            actions: { type: 'keepOffers', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isUnreachable', params: ({ event }) => event.output },
            target: 'storing',
            actions: [
              { type: 'keepFailure', params: ({ event }) => event.output },
              { type: 'change', params: { wasTried: true } },
            ],
            description: 'There is no network: it waits on this device, photos included.',
          },
          {
            target: 'failed',
            actions: [
              { type: 'keepFailure', params: ({ event }) => event.output },
              { type: 'change', params: { wasTried: true } },
            ],
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            'logFailure',
            { type: 'keepFailure', params: ({ event }) => ({ kind: 'failed', error: event.error }) },
          ],
        },
      },
      on: {
        'report.defer': {
          target: 'storing',
          actions: ['forgetFailure', { type: 'change', params: { wasTried: true } }],
          description: 'The member does not want to wait for it.',
        },
      },
    },
    offering: {
      description: 'Is it one of these?',
      initial: 'asking',
      states: {
        asking: { on: { 'report.discard': { target: 'confirming' } } },
        confirming: {
          on: {
            'report.discard': { target: '#report.editing', actions: 'clear' },
            'modal.close': { target: 'asking' },
          },
        },
      },
      on: {
        'report.confirm': {
          target: 'delivering',
          actions: { type: 'change', params: { isNew: true } },
          description: 'No, report it anyway.',
        },
        'modal.close': { target: 'editing' },
      },
    },
    failed: {
      description: 'A failure modal shows the error. S1 §2, §8',
      on: {
        'report.retry': { target: 'delivering' },
        'report.defer': { target: 'storing', actions: 'forgetFailure' },
        'modal.close': { target: 'editing' },
      },
    },
    storing: {
      description:
        'What is written stays in the form, and in its draft, until the report is known to be kept elsewhere.',
      entry: 'queueReport',
      on: {
        'report.stored': {
          guard: { type: 'isMine', params: ({ event }) => event },
          target: 'kept',
          actions: [{ type: 'keepStored', params: ({ event }) => event }, 'clear'],
        },
      },
      after: {
        storeTimeout: {
          target: 'kept',
          actions: { type: 'keepStored', params: { isKept: false } },
          description: 'It waits in memory. The form keeps it, too, under the same id.',
        },
      },
    },
    kept: {
      description:
        'It waits and goes out by itself when the network is back: on this device, also after a reload, where that can be had.',
      on: { 'modal.close': { target: 'editing' } },
    },
    succeeded: {
      description: "A modal titled 'Report Submitted!'; its button closes it and navigates to /. S1 §2",
      entry: 'clear',
      on: { 'modal.close': { target: 'editing' } },
    },
  },
});
export type ReportRef = ActorRefFrom<typeof reportMachine>;
export type ReportSnapshot = SnapshotFrom<typeof reportMachine>;
