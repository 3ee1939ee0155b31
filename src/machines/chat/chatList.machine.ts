import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { ChatGroupEntry, Message } from '../../contract/chats';
import { messageOr, statusOf } from '../../contract/failure';
import { PASSWORD_REQUIRED } from '../../contract/people';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { type FeedFact, feedOf } from '../feed.machine';
import { workflow } from '../supervision';
import { chatDrafts, type EndedSession, globalNewest, logoutWhenLeft } from './ports';

/**
 * Changes within this time, in milliseconds, lead to one fetch. Each message of an open chat changes the list beside it twice: when it
 * arrives, and when its receipt is stored.
 */
const BURST = 300;

interface ChatListInput {
  session: EndedSession;
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
    children: {} as {
      drafts: 'chatDrafts';
      feed: 'feed';
      globalNewest: 'globalNewest';
      logoutWhenLeft: 'logoutWhenLeft';
    },
  },
  actors: { chatDrafts, globalNewest, feed: feedOf<readonly ChatGroupEntry[], { userId: string }>(), logoutWhenLeft },
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
          guard: ({ event }) => statusOf(event.error) === 403 && messageOr(event.error, '') !== PASSWORD_REQUIRED,
          target: 'forbidden',
          description:
            'A 403 response logs the user out. S1 §4. Not if the member must only choose a new password first. DECISIONS P9',
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
      description:
        "'You are not authorized to view this page. Logging out.' S1 §8. Also if the member leaves the screen before it is read. DECISIONS 1",
      invoke: { id: 'logoutWhenLeft', src: 'logoutWhenLeft', input: ({ context: { session } }) => ({ session }) },
      after: { timeToRead: { target: 'loggedOut' } },
    },
    loggedOut: { type: 'final' },
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
