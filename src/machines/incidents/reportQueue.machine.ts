import { type ActorRefFrom, not, type SnapshotFrom } from 'xstate';
import { currentOf, errorOf, KNOWN, reportQueueSetup, sentText } from './reportQueue.setup';

/**
 * The reports that wait to be sent. They are in the store, outlive reloads and logouts, and go out one after the other when
 * the network is back; of several tabs, one sends for all. Nothing of one member is ever sent as another.
 */
export const reportQueueMachine = reportQueueSetup.createMachine({
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
      onError: { actions: 'logFailure' },
    },
    {
      id: 'deliveryLeader',
      src: 'deliveryLeader',
      input: ({ context }) => ({ userId: context.me }),
      onError: { actions: 'logFailure' },
    },
    { id: 'network', src: 'network', onError: { actions: 'logFailure' } },
    { id: 'reportNotices', src: 'reportNotices', onError: { actions: 'logFailure' } },
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
              actions: { type: 'keepToDelete', params: ({ event }) => event },
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
