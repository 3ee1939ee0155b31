import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo, setup } from 'xstate';
import { isNetworkFailure } from '../../contract/failure';
import type { Incident, ReportAnswer } from '../../contract/incidents';
import { type OutgoingReport, type ReportOutcome, reportOf } from '../../rules/reports';
import { reportFailureText } from '../../rules/reportTexts';
import type { World } from '../world';
import { handover } from './handover';
import type { ReportShelved } from './ports.report';
import { reportDeliveryMachine } from './reportDelivery.machine';
import { type ReportFormFact, reportFormMachine } from './reportForm.machine';
import type { ReportingEvent } from './reporting.machine';

export type ReportEvent =
  | ReportFormFact
  /** It is none of the incidents that are offered. */
  | { type: 'report.confirm' }
  /** It is one of them, so it is not sent. */
  | { type: 'report.discard' }
  | { type: 'report.retry' }
  /** It is to be sent later. */
  | { type: 'report.defer' }
  | ReportShelved
  | { type: 'modal.close' };

interface ReportInput {
  readonly me: string;
  readonly world: World;
  /** What keeps the reports that wait to be sent. */
  readonly reporting: ActorRef<Snapshot<unknown>, ReportingEvent>;
}

interface ReportContext extends ReportInput {
  /** What was submitted last. Submitted again unchanged, it is the same report with the same id. */
  report: OutgoingReport | null;
  /** The incidents that it may be. */
  offers: readonly Incident[];
  /** Why it was not sent, or null. */
  failure: string | null;
  answer: ReportAnswer | null;
  /** Whether the report that waits is on the shelf, so that it outlives this page. */
  isKept: boolean;
}

type Submitted = Pick<OutgoingReport, 'details' | 'files'>;
const requireReport = ({ report }: ReportContext): OutgoingReport => {
  if (!report) throw new Error('nothing was submitted');
  return report;
};

/** Report an Incident (S1 §2, §4, §5): the form, its way to the server, and what became of it. */
export const reportMachine = setup({
  types: {
    input: {} as ReportInput,
    context: {} as ReportContext,
    events: {} as ReportEvent,
    children: {} as { handover: 'handover'; reportForm: 'reportForm'; reportDelivery: 'reportDelivery' },
  },
  actors: { handover, reportForm: reportFormMachine, reportDelivery: reportDeliveryMachine },
  delays: { shelfPatience: 5_000 },
  guards: {
    isMine: ({ context }, { id }: ReportShelved) => id === context.report?.id,
    isDelivered: (_, outcome: ReportOutcome) => outcome.kind === 'delivered',
    isKnown: (_, outcome: ReportOutcome) => outcome.kind === 'similar',
    isUnreachable: (_, outcome: ReportOutcome) => outcome.kind === 'failed' && isNetworkFailure(outcome.error),
  },
  actions: {
    wantQueue: sendTo(({ context }) => context.reporting, { type: 'queue.want' }),
    keepReport: assign({
      report: ({ context }, submitted: Submitted) => reportOf(submitted, context.report, context.world),
    }),
    adoptReport: assign({ report: (_, { report }: { report: OutgoingReport }) => ({ ...report, refusal: null }) }),
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
    forgetReport: assign({ report: null }),
    queueReport: sendTo(
      ({ context }) => context.reporting,
      ({ context, self }) => ({ type: 'report.queue' as const, report: requireReport(context), replyTo: self }),
    ),
    keepShelved: assign({ isKept: (_, { isKept }: Pick<ReportShelved, 'isKept'>) => isKept }),
    hold: sendTo('handover', ({ context }) => ({ type: 'handover.hold', report: context.report })),
    letGo: sendTo('handover', { type: 'handover.hold', report: null }),
    withdrawQueued: sendTo(
      ({ context }) => context.reporting,
      (_, { report }: { report: OutgoingReport }) => ({ type: 'report.withdraw', id: report.id }),
    ),
    clearForm: sendTo('reportForm', { type: 'form.clear' }),
    logFailure: ({ event }) => console.error('The report met an error', event),
  },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ ...input, report: null, offers: [], failure: null, answer: null, isKept: false }),
  entry: 'wantQueue',
  invoke: [
    {
      id: 'reportForm',
      src: 'reportForm',
      input: ({ context, self }) => ({ parent: self, me: context.me }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'handover',
      src: 'handover',
      input: ({ context: { reporting } }) => ({ reporting }),
      onError: { actions: 'logFailure' },
    },
  ],
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.submitted': { target: 'delivering', actions: { type: 'keepReport', params: ({ event }) => event } },
        'form.filled': {
          actions: [
            { type: 'adoptReport', params: ({ event }) => event },
            { type: 'withdrawQueued', params: ({ event }) => event },
          ],
          description: 'A waiting report is edited: it does not go out meanwhile.',
        },
      },
    },
    delivering: {
      description: "Upload progress is shown as a percent, and 'Processing...' at 100. S1 §2",
      entry: 'hold',
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
            target: 'shelving',
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
          target: 'shelving',
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
            'report.discard': { target: '#report.editing', actions: ['clearForm', 'forgetReport'] },
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
        'report.defer': { target: 'shelving', actions: 'forgetFailure' },
        'modal.close': { target: 'editing' },
      },
    },
    shelving: {
      description:
        'What is written stays in the form, and in its draft, until the report is known to be kept elsewhere.',
      entry: 'queueReport',
      on: {
        'report.shelved': {
          guard: { type: 'isMine', params: ({ event }) => event },
          target: 'kept',
          actions: [{ type: 'keepShelved', params: ({ event }) => event }, 'clearForm', 'forgetReport'],
        },
      },
      after: {
        shelfPatience: {
          target: 'kept',
          actions: { type: 'keepShelved', params: { isKept: false } },
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
      entry: ['clearForm', 'forgetReport'],
      on: { 'modal.close': { target: 'editing' } },
    },
  },
});
export type ReportRef = ActorRefFrom<typeof reportMachine>;
export type ReportSnapshot = SnapshotFrom<typeof reportMachine>;
