import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { HISTORY_PAGE } from '../../contract/chats';
import { ready } from './history.ready';
import { historySetup } from './history.setup';

/** The messages of one open chat: pages of history, what arrives over the topic, and own messages on their way (S1 §4). */
export const historyMachine = historySetup.createMachine({
  id: 'history',
  context: ({ input }) => ({
    ...input,
    timeline: [],
    asked: [],
    completeTo: null,
    hasOlder: false,
    newcomers: [],
    sought: null,
    failure: '',
  }),
  invoke: {
    id: 'outboxNews',
    src: 'outboxNews',
    input: ({ context: { chat, outbox } }) => ({ chat, outbox }),
    onError: { actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) } },
  },
  initial: 'loading',
  on: {
    'messages.arrived': [
      {
        guard: { type: 'bringsNewForeign', params: ({ event }) => event },
        actions: [
          'reportForeign',
          { type: 'keepNewcomers', params: ({ event }) => event },
          { type: 'keepArrived', params: ({ event }) => event },
        ],
        description: 'Reading an unseen foreign message while scrolled up sets the New Messages indicator. S1 §4',
      },
      {
        actions: { type: 'keepArrived', params: ({ event }) => event },
        description: 'Swapped in place by clientMessageId or id, whatever is still loading. S1 §4, DECISIONS 40',
      },
    ],
    'outbox.changed': {
      actions: { type: 'adoptTemps', params: ({ event }) => event },
      description:
        'Optimistic: temp id, clock icon; also what waits since before a reload, or was sent or given up in another tab. S1 §4, DECISIONS 41',
    },
  },
  states: {
    loading: {
      tags: 'loading',
      description: 'The newest page first; a server that knows no pages answers with everything.',
      entry: 'noteAsked',
      invoke: {
        id: 'fetchNewest',
        src: 'fetchHistory',
        input: ({ context }) => ({ chat: context.chat, limit: HISTORY_PAGE }),
        onDone: [
          {
            guard: 'isJoined',
            target: 'ready.catchingUp',
            actions: { type: 'keepNewest', params: ({ event }) => event.output },
            description: 'The topic opened while the page was on its way: what was sent between the two is fetched.',
          },
          { target: 'ready', actions: { type: 'keepNewest', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      initial: 'apart',
      states: {
        apart: { on: { 'topic.opened': { target: 'joined' } } },
        joined: { on: { 'topic.lost': { target: 'apart' } } },
      },
    },
    failed: {
      tags: 'failed',
      description: "An 'Error' header with the message. S1 §2, §8",
      on: { 'history.retry': { target: 'loading' }, 'topic.opened': { target: 'loading' } },
    },
    ready,
  },
});
export type HistoryRef = ActorRefFrom<typeof historyMachine>;
export type HistorySnapshot = SnapshotFrom<typeof historyMachine>;
