import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  not,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { isRetryable, mayGoOut, nextReport, type OutgoingReport, type ReportOutcome } from '../../rules/reports';
import { reportFailureText } from '../../rules/reportTexts';
import { deliveryLeader, network } from '../ports';
import type { Notice } from '../session/notices.machine';
import { workflow } from '../supervision';
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

const currentOf = ({ reports, current }: ReportQueueContext) => reports.find(({ id }) => id === current);

const errorOf = (outcome: ReportOutcome) => ({ error: outcome.kind === 'failed' ? outcome.error : null });

const KNOWN = 'A waiting report may be about an incident that is known already. Please look under Report Incident.';
const sentText = (report: OutgoingReport | undefined) =>
  `Your waiting report has been sent: ${report?.details.location ?? ''}`;

/**
 * The reports that wait to be sent. They are in the store, outlive reloads and logouts, and go out one after the other when
 * the network is back; of several tabs, one sends for all. Nothing of one member is ever sent as another.
 */
export const reportQueueMachine = workflow({
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
}).createMachine({
  id: 'reportQueue',
  context: ({ input }) => ({
    ...input,
    reports: [],
    unkept: [],
    current: null,
    tries: 0,
    trouble: null,
    toDelete: null,
    requesters: {},
  }),
  invoke: [
    {
      id: 'reportStore',
      src: 'reportStore',
      input: ({ context }) => ({ userId: context.me }),
    },
    {
      id: 'deliveryLeader',
      src: 'deliveryLeader',
      input: ({ context }) => ({ userId: context.me }),
    },
    { id: 'network', src: 'network' },
    { id: 'reportNotices', src: 'reportNotices' },
  ],
  type: 'parallel',
  on: {
    'report.queue': {
      actions: { type: 'putOnStore', params: ({ event }) => event },
      description: 'Kept on this device, photos included.',
    },
    'report.retry': {
      guard: { type: 'isWaiting', params: ({ event }) => event },
      actions: { type: 'change', params: ({ event: { id } }) => ({ id, refusal: null }) },
      description: 'A refused report is tried again by hand.',
    },
    'report.confirm': {
      guard: { type: 'isWaiting', params: ({ event }) => event },
      actions: {
        type: 'change',
        params: ({ event: { id } }) => ({ id, isNew: true, similar: [] }),
      },
      description: 'No, report it anyway: it goes out without being looked up again.',
    },
    'report.withdraw': {
      guard: { type: 'isWaiting', params: ({ event }) => event },
      actions: { type: 'withdraw', params: ({ event }) => event },
      description: 'Deleted, or taken back into the form.',
    },
    'store.read': { actions: { type: 'keepStore', params: ({ event }) => event } },
  },
  states: {
    delivery: {
      initial: 'following',
      states: {
        following: {
          description: 'Another tab of this browser may be sending: two tabs do not send a report twice.',
          on: { 'leader.elected': { target: 'resting' } },
        },
        resting: {
          always: { guard: 'hasNext', target: 'sending', actions: 'takeNext' },
        },
        sending: {
          description: 'One at a time. Near open incidents are looked for again before it goes out.',
          always: { guard: 'isCutOff', target: 'resting', description: 'It is cut off when it is withdrawn.' },
          invoke: {
            id: 'reportDelivery',
            src: 'reportDelivery',
            input: ({ context }) => {
              const report = currentOf(context);
              if (!report) throw new Error('there is nothing to send');
              return { report, world: context.world };
            },
            onDone: [
              {
                guard: { type: 'isDelivered', params: ({ event }) => event.output },
                target: 'settling',
                actions: [
                  { type: 'tell', params: ({ context }) => ({ tone: 'success', text: sentText(currentOf(context)) }) },
                  { type: 'withdraw', params: ({ context }) => ({ id: context.current ?? '' }) },
                ],
              },
              {
                guard: { type: 'isKnown', params: ({ event }) => event.output },
                target: 'settling',
                actions: [
                  { type: 'tell', params: { tone: 'info', text: KNOWN } },
                  {
                    type: 'change',
                    params: ({ context, event: { output } }) => ({
                      id: context.current ?? '',
                      ...(output.kind === 'similar' && { similar: output.incidents }),
                    }),
                  },
                ],
                description: 'It waits until the member has said whether it is one of these.',
              },
              {
                guard: { type: 'isRetryable', params: ({ event }) => event.output },
                target: 'parked',
                actions: [
                  'countTry',
                  {
                    type: 'keepTrouble',
                    params: ({ event }) => errorOf(event.output),
                  },
                  { type: 'change', params: ({ context }) => ({ id: context.current ?? '', wasTried: true }) },
                ],
                description: 'No network, or a server in trouble: it stays where it is and is tried again.',
              },
              {
                target: 'settling',
                actions: { type: 'refuse', params: ({ event: { output } }) => errorOf(output) },
                description:
                  "The server will never take it as it is: shown as failed, with the server's message. S1 §8",
              },
            ],
            onError: {
              target: 'settling',
              actions: ['logFailure', { type: 'refuse', params: ({ event }) => ({ error: event.error }) }],
            },
          },
        },
        settling: {
          description: 'Nothing else goes out before the store knows what has become of the last one.',
          entry: ['forgetTries', 'forgetTrouble'],
          on: {
            'store.read': {
              guard: { type: 'isSettled', params: ({ event }) => event },
              target: 'resting',
              actions: { type: 'keepStore', params: ({ event }) => event },
            },
          },
        },
        parked: {
          description: 'There is no connection, or the server is in trouble. The next try comes by itself.',
          always: { guard: not('hasNext'), target: 'resting', actions: ['forgetTries', 'forgetTrouble'] },
          after: { retryWait: { target: 'resting' } },
          on: {
            'network.returned': { target: 'resting', actions: 'forgetTries' },
            'page.shown': { target: 'resting' },
            'queue.retry': { target: 'resting', description: 'Send now.' },
          },
        },
      },
    },
    deletion: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'deletion.ask': {
              guard: { type: 'isWaiting', params: ({ event }) => event },
              target: 'confirming',
              actions: assign({ toDelete: ({ event }) => event.id }),
              description: 'Delete this report?',
            },
          },
        },
        confirming: {
          always: {
            guard: 'isAlreadyGone',
            target: 'closed',
            description: 'It was sent meanwhile, or deleted elsewhere.',
          },
          on: {
            'deletion.confirm': {
              actions: { type: 'withdraw', params: ({ context }) => ({ id: context.toDelete ?? '' }) },
            },
            'dialog.close': { target: 'closed' },
          },
        },
      },
    },
  },
});
export type ReportQueueRef = ActorRefFrom<typeof reportQueueMachine>;
export type ReportQueueSnapshot = SnapshotFrom<typeof reportQueueMachine>;
