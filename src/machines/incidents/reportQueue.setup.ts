import { type ActorRef, assign, enqueueActions, type Snapshot, sendTo, setup } from 'xstate';
import { isRetryable, mayGoOut, nextReport, type OutgoingReport, type ReportOutcome } from '../../rules/reports';
import { reportFailureText } from '../../rules/reportTexts';
import { deliveryLeader, network } from '../chat/ports';
import type { Notice } from '../session/notices.machine';
import type { World } from '../world';
import {
  type ReportQueueCommand,
  type ReportStored,
  type ReportStoreEvent,
  reportNotices,
  reportStore,
} from './ports.report';
import { reportDeliveryMachine } from './reportDelivery.machine';

type Of = { id: string };
type Queued = Extract<ReportQueueCommand, { type: 'report.queue' }>;

export type ReportQueueEvent =
  | ReportQueueCommand
  | ReportStoreEvent
  | { type: 'queue.retry' }
  /** Is it to be deleted? */
  | { type: 'deletion.ask'; id: string }
  | { type: 'deletion.confirm' }
  | { type: 'dialog.close' }
  | { type: 'leader.elected' }
  | { type: 'network.returned' }
  | { type: 'page.shown' };

interface ReportQueueInput {
  readonly me: string;
  readonly world: World;
}

interface ReportQueueContext extends ReportQueueInput {
  /** Everything that waits, the oldest first, as the store last said. */
  reports: readonly OutgoingReport[];
  /** The ids of those that live as long as the page. */
  unkept: readonly string[];
  /** The one that is being sent, or was last. */
  current: string | null;
  /** How often in a row nothing could be sent for now. */
  tries: number;
  /** Why nothing goes out for now, or null. */
  trouble: string | null;
  /** The one that may be deleted, or was last. */
  toDelete: string | null;
  /** Who wants to know where a report is kept, by its id. */
  requesters: Readonly<Record<string, Requester>>;
}
type Requester = ActorRef<Snapshot<unknown>, ReportStored>;

const LONGEST_WAIT = 60_000;

export const currentOf = ({ reports, current }: ReportQueueContext) => reports.find(({ id }) => id === current);

export const errorOf = (outcome: ReportOutcome) => ({ error: outcome.kind === 'failed' ? outcome.error : null });

export const KNOWN =
  'A waiting report may be about an incident that is known already. Please look under Report Incident.';
export const sentText = (report: OutgoingReport | undefined) =>
  `Your waiting report has been sent: ${report?.details.location ?? ''}`;

/** What the chart of the waiting reports knows, guards and does; its states are in `reportQueue.machine.ts`. */
export const reportQueueSetup = setup({
  types: {
    input: {} as ReportQueueInput,
    context: {} as ReportQueueContext,
    events: {} as ReportQueueEvent,
    children: {} as {
      reportStore: 'reportStore';
      reportNotices: 'reportNotices';
      deliveryLeader: 'deliveryLeader';
      network: 'network';
      reportDelivery: 'reportDelivery';
    },
  },
  actors: { deliveryLeader, network, reportDelivery: reportDeliveryMachine, reportNotices, reportStore },
  delays: { retryWait: ({ context }) => Math.min(2_500 * 2 ** context.tries, LONGEST_WAIT) },
  guards: {
    isWaiting: ({ context }, { id }: Of) => context.reports.some((report) => report.id === id),
    hasNext: ({ context }) => context.reports.some(mayGoOut),
    isCutOff: ({ context }) => !context.reports.some((report) => report.id === context.current && mayGoOut(report)),
    isAlreadyGone: ({ context: { reports, toDelete } }) => !reports.some(({ id }) => id === toDelete),
    isSettled: ({ context }, { settled }: ReportStoreEvent) => settled === context.current,
    isDelivered: (_, outcome: ReportOutcome) => outcome.kind === 'delivered',
    isKnown: (_, outcome: ReportOutcome) => outcome.kind === 'similar',
    isRetryable: (_, outcome: ReportOutcome) => outcome.kind === 'failed' && isRetryable(outcome.error),
  },
  actions: {
    keepStore: enqueueActions(({ context, enqueue }, { reports, unkept, settled }: ReportStoreEvent) => {
      enqueue.assign({ reports, unkept });
      const { [settled ?? '']: requester, ...requesters } = context.requesters;
      if (!requester || settled === null) return;
      enqueue.assign({ requesters });
      enqueue.sendTo(requester, { type: 'report.stored', id: settled, isKept: !unkept.includes(settled) });
    }),
    putOnStore: enqueueActions(({ context, enqueue }, { report, replyTo }: Queued) => {
      enqueue.sendTo('reportStore', { type: 'store.put', report, isDrafted: true });
      if (replyTo) enqueue.assign({ requesters: { ...context.requesters, [report.id]: replyTo } });
    }),
    keepToDelete: assign({ toDelete: (_, { id }: Of) => id }),
    /** Nothing of it is shown or sent from here on. */
    withdraw: enqueueActions(({ context, enqueue }, { id }: Of) => {
      enqueue.assign({ reports: context.reports.filter((report) => report.id !== id) });
      enqueue.sendTo('reportStore', { type: 'store.remove', id });
    }),
    change: enqueueActions(({ context, enqueue }, { id, ...changes }: Of & Partial<OutgoingReport>) => {
      const report = context.reports.find((waiting) => waiting.id === id);
      if (report) enqueue.sendTo('reportStore', { type: 'store.put', report: { ...report, ...changes } });
    }),
    takeNext: assign({ current: ({ context }) => nextReport(context.reports, context.current)?.id ?? null }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    forgetTries: assign({ tries: 0 }),
    keepTrouble: assign({ trouble: (_, { error }: { error: unknown }) => reportFailureText(error) }),
    forgetTrouble: assign({ trouble: null }),
    refuse: enqueueActions(({ context, enqueue }, { error }: { error: unknown }) => {
      const refusal = reportFailureText(error);
      const report = currentOf(context);
      if (report) enqueue.sendTo('reportStore', { type: 'store.put', report: { ...report, refusal, wasTried: true } });
      enqueue.sendTo('reportNotices', {
        type: 'notice.show',
        tone: 'danger',
        text: `A waiting report could not be sent. ${refusal}`,
      });
    }),
    tell: sendTo('reportNotices', (_, { tone, text }: Pick<Notice, 'tone' | 'text'>) => ({
      type: 'notice.show',
      tone,
      text,
    })),
    logFailure: ({ event }) => console.error('The waiting reports met an error', event),
  },
});
