import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import type { ChatGroupEntry, Message } from '../../contract/chats';
import { statusOf } from '../../contract/failure';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { type FeedFact, feedOf } from '../feed.machine';
import { workflow } from '../supervision';
import { chatDrafts, globalNewest } from './ports';

/**
 * Changes within this time, in milliseconds, lead to one fetch. Each message of an open chat changes the list beside it twice: when it
 * arrives, and when its receipt is stored.
 */
const BURST = 300;

interface ChatListInput {
  session: ActorRef<Snapshot<unknown>, { type: 'session.end' }>;
  userId: string;
}

interface ChatListContext extends ChatListInput {
  entries: readonly ChatGroupEntry[];
  /** The drafts that this device has stored, by the key of their chat: the text, or in words what is attached. Empty for a reply. */
  drafts: Readonly<Record<string, string>>;
  /** The newest message of the global chat; null if it is not known. */
  newest: Message | null;
}

/** The incident chat list (S1 §2, /chat). Its feed fetches the entries and knows whether they are up to date. */
export const chatListMachine = workflow({
  types: {
    input: {} as ChatListInput,
    context: {} as ChatListContext,
    events: {} as
      | FeedFact<readonly ChatGroupEntry[]>
      | { type: 'drafts.changed'; drafts: ChatListContext['drafts'] }
      | { type: 'newest.changed'; message: Message | null },
    children: {} as { drafts: 'chatDrafts'; feed: 'feed'; globalNewest: 'globalNewest' },
  },
  actors: { chatDrafts, globalNewest, feed: feedOf<readonly ChatGroupEntry[], { userId: string }>() },
  delays: {
    /** The time to read why the app logs out, in milliseconds. */
    timeToRead: 2_500,
  },
}).createMachine({
  id: 'chatList',
  context: ({ input }) => ({ ...input, entries: [], drafts: {}, newest: null }),
  initial: 'following',
  states: {
    following: {
      invoke: [
        {
          id: 'feed',
          src: 'feed',
          input: ({ context: { userId }, self }) => ({ query: { userId }, gather: BURST, parent: self }),
        },
        { id: 'drafts', src: 'chatDrafts', input: ({ context: { userId } }) => ({ userId }) },
        { id: 'globalNewest', src: 'globalNewest' },
      ],
      on: {
        'drafts.changed': {
          actions: assign({ drafts: ({ event }) => event.drafts }),
          description: 'Each chat shows its unsent draft on this device. DECISIONS 176',
        },
        'newest.changed': {
          actions: assign({ newest: ({ event }) => event.message }),
          description: 'The card of the global chat shows its last message, too. DECISIONS 220',
        },
        'feed.fetched': [
          {
            guard: ({ event }) => event.data.length === 0,
            target: '.empty',
            actions: assign({ entries: [] }),
          },
          { target: '.populated', actions: assign({ entries: ({ event }) => event.data }) },
        ],
        'feed.failed': {
          guard: ({ event }) => statusOf(event.error) === 403,
          target: 'forbidden',
          description: 'A 403 response logs the user out. S1 §4',
        },
      },
      initial: 'waiting',
      states: {
        waiting: { description: "'Loading Your Chats...', or why there are none to show. S1 §2" },
        empty: { description: "'No Active Conversations' with a link 'View Live Incidents'. S1 §2" },
        populated: {},
      },
    },
    forbidden: {
      description: "'You are not authorized to view this page. Logging out.' S1 §8",
      after: { timeToRead: { target: 'loggedOut' } },
    },
    loggedOut: { type: 'final', entry: sendTo(({ context }) => context.session, { type: 'session.end' }) },
  },
});
export type ChatListRef = ActorRefFrom<typeof chatListMachine>;
export type ChatListSnapshot = SnapshotFrom<typeof chatListMachine>;

export const selectEntries = (snapshot: ChatListSnapshot) => snapshot.context.entries;
/** A chat's stored draft: its text, or in words what is attached. Empty if it is only a reply; undefined if there is none. */
export const selectDraft =
  (chat: ChatAddress) =>
  ({ context: { drafts } }: ChatListSnapshot) =>
    drafts[chatKey(chat)];
/** The newest message of the global chat; null if it is not known. */
export const selectNewest = (snapshot: ChatListSnapshot) => snapshot.context.newest;
export const selectIsEmpty = (snapshot: ChatListSnapshot) => snapshot.matches({ following: 'empty' });
export const selectIsPopulated = (snapshot: ChatListSnapshot) => snapshot.matches({ following: 'populated' });
/** Whether the member may not see the chats and is being logged out. */
export const selectIsForbidden = (snapshot: ChatListSnapshot) =>
  snapshot.matches('forbidden') || snapshot.matches('loggedOut');
/** The feed, which tells whether the list is loading or failed; undefined while the member is being logged out. */
export const selectFeed = (snapshot: ChatListSnapshot) => snapshot.children.feed;
