import { type ActorRef, assign, enqueueActions, type Snapshot, sendTo, setup } from 'xstate';
import { isNetworkFailure } from '../../contract/failure';
import type { Incident, ReportAnswer } from '../../contract/incidents';
import { type OutgoingReport, type ReportOutcome, reportOf, type TriedReport, triedOf } from '../../rules/reports';
import { reportFailureText } from '../../rules/reportTexts';
import type { World } from '../world';
import { handover } from './handover';
import { type ReportStored, type TriedReportEvent, triedReport } from './ports.report';
import { reportDeliveryMachine } from './reportDelivery.machine';
import { type ReportFormFact, reportFormMachine } from './reportForm.machine';
import type { ReportingEvent } from './reporting.machine';

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
  /** What keeps the reports that wait to be sent. */
  readonly reporting: ActorRef<Snapshot<unknown>, ReportingEvent>;
}

interface ReportContext extends ReportInput {
  /** What was submitted last. Submitted again unchanged, it is the same report with the same id. */
  report: OutgoingReport | null;
  /** What was submitted last before the page was loaded anew: what stands in the form may be it. */
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
export const requireReport = ({ report }: ReportContext): OutgoingReport => {
  if (!report) throw new Error('nothing was submitted');
  return report;
};

/** What the chart of a report knows, guards and does; its states are in `report.machine.ts`. */
export const reportSetup = setup({
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
    wantQueue: sendTo(({ context }) => context.reporting, { type: 'queue.want' }),
    keepReport: assign({
      report: ({ context }, submitted: Submitted) =>
        reportOf(submitted, context.report ?? context.tried, context.world),
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
    keepTried: sendTo('triedReport', ({ context }) => ({
      type: 'tried.keep',
      report: context.report && triedOf(context.report),
    })),
    restoreTried: assign({ tried: (_, { report }: TriedReportEvent) => report }),
    queueReport: sendTo(
      ({ context }) => context.reporting,
      ({ context, self }) => ({ type: 'report.queue' as const, report: requireReport(context), replyTo: self }),
    ),
    keepStored: assign({ isKept: (_, { isKept }: Pick<ReportStored, 'isKept'>) => isKept }),
    hold: sendTo('handover', ({ context }) => ({ type: 'handover.hold', report: context.report })),
    letGo: sendTo('handover', { type: 'handover.hold', report: null }),
    withdrawQueued: sendTo(
      ({ context }) => context.reporting,
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
});
