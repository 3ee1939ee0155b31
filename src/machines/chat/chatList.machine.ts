import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  or,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import type { ChatGroupEntry } from '../../contract/chats';
import { isNetworkFailure, statusOf } from '../../contract/failure';
import { chatListTexts } from '../../rules/chatTexts';
import { fetchGroups, groupsTopic } from './ports';

interface ChatListInput {
  session: ActorRef<Snapshot<unknown>, { type: 'session.end' }>;
  userId: string;
}

export type ChatListEvent = { type: 'groups.changed' } | { type: 'list.retry' };

/** The incident chat list (S1 §2, /chat): loading, error, empty, populated. */
export const chatListMachine = setup({
  types: {
    input: {} as ChatListInput,
    context: {} as ChatListInput & { entries: readonly ChatGroupEntry[]; failure: string },
    events: {} as ChatListEvent,
    tags: {} as 'loading' | 'failed' | 'empty' | 'populated',
  },
  actors: { fetchGroups, groupsTopic },
  delays: {
    /** Long enough to read why one is logged out. */
    farewell: 2_500,
  },
  guards: {
    hasMoreNews: or([stateIn({ loading: 'outdated' }), stateIn({ refreshing: { news: 'outdated' } })]),
    isForbidden: (_, { error }: { error: unknown }) => statusOf(error) === 403,
    hasNone: ({ context }) => context.entries.length === 0,
    isEmpty: (_, entries: readonly ChatGroupEntry[]) => entries.length === 0,
  },
  actions: {
    keepEntries: assign({ entries: (_, entries: readonly ChatGroupEntry[]) => entries }),
    keepFailure: assign({
      failure: (_, { error }: { error: unknown }) =>
        isNetworkFailure(error) ? chatListTexts.unreachable : chatListTexts.refused,
    }),
    endSession: sendTo(({ context }) => context.session, { type: 'session.end' }),
    logFailure: ({ event }) => console.error('The chat list met an error', event),
  },
}).createMachine({
  id: 'chatList',
  context: ({ input }) => ({ ...input, entries: [], failure: '' }),
  initial: 'loading',
  invoke: {
    id: 'groupsTopic',
    src: 'groupsTopic',
    input: ({ context: { userId } }) => ({ userId }),
    onError: { actions: 'logFailure', description: 'Without the topic the list is as fresh as its last visit.' },
  },
  states: {
    loading: {
      tags: 'loading',
      description: "'Loading Your Chats...' S1 §2",
      invoke: {
        id: 'fetchGroups',
        src: 'fetchGroups',
        onDone: [
          {
            guard: 'hasMoreNews',
            target: 'refreshing',
            actions: { type: 'keepEntries', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'empty',
            actions: { type: 'keepEntries', params: ({ event }) => event.output },
          },
          { target: 'populated', actions: { type: 'keepEntries', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isForbidden', params: ({ event }) => ({ error: event.error }) },
            target: 'forbidden',
            description: 'A 403 response logs the user out. S1 §4',
          },
          { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
      initial: 'current',
      states: {
        current: { on: { 'groups.changed': { target: 'outdated' } } },
        outdated: {
          description: 'News came while the list was on its way: it is fetched once more, for it may not have it yet.',
        },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'list.retry': { target: 'loading' }, 'groups.changed': { target: 'loading' } },
    },
    forbidden: {
      tags: 'failed',
      description: "'You are not authorized to view this page. Logging out.' S1 §8",
      entry: assign({ failure: chatListTexts.forbidden }),
      after: { farewell: { target: 'loggedOut' } },
    },
    loggedOut: { tags: 'failed', type: 'final', entry: 'endSession' },
    empty: {
      tags: 'empty',
      description: "'No Active Conversations' with a link 'View Live Incidents'. S1 §2",
      on: { 'groups.changed': { target: 'refreshing' } },
    },
    populated: {
      tags: 'populated',
      on: { 'groups.changed': { target: 'refreshing' } },
    },
    refreshing: {
      description: 'News from the server: the list is fetched again while the old one stays on the screen.',
      type: 'parallel',
      states: {
        shown: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'hasNone', target: 'empty' }, { target: 'populated' }] },
            empty: { tags: 'empty' },
            populated: { tags: 'populated' },
          },
        },
        news: {
          initial: 'current',
          states: {
            current: { on: { 'groups.changed': { target: 'outdated' } } },
            outdated: { description: 'However fast the news come, each list that was asked for is shown.' },
          },
        },
      },
      invoke: {
        id: 'refetchGroups',
        src: 'fetchGroups',
        onDone: [
          {
            guard: 'hasMoreNews',
            target: 'refreshing',
            reenter: true,
            actions: { type: 'keepEntries', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'empty',
            actions: { type: 'keepEntries', params: ({ event }) => event.output },
          },
          { target: 'populated', actions: { type: 'keepEntries', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isForbidden', params: ({ event }) => ({ error: event.error }) },
            target: 'forbidden',
            description: 'A 403 response logs the user out. S1 §4',
          },
          { guard: 'hasNone', target: 'empty', actions: 'logFailure' },
          { target: 'populated', actions: 'logFailure', description: 'The old list stays; the next news tries again.' },
        ],
      },
    },
  },
});
export type ChatListRef = ActorRefFrom<typeof chatListMachine>;
export type ChatListSnapshot = SnapshotFrom<typeof chatListMachine>;
