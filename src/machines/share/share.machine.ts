import { type ActorRefFrom, assign, emit, type SnapshotFrom } from 'xstate';
import type { ChatGroupEntry } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { isUsable, type Shared, sharedTexts } from '../../rules/share';
import { type FeedFact, feedOf } from '../feed.machine';
import { call } from '../ports';
import { workflow } from '../supervision';

/** What a member wants to do with what was shared. */
export type ShareTarget = { readonly kind: 'report' } | { readonly kind: 'chat'; readonly chat: ChatAddress };

/** What another app has shared for this member, or null. Rejects if the browser fails. */
const readShared = call<Shared | null, { readonly userId: string }>('readShared');

/**
 * Adds what was shared to the draft of a report or a message, and then deletes the shared copy. Files for a chat stay in the copy until
 * the chat's composer takes them. The answer is `full`, and nothing has changed, if the report has no room for the files. Rejects if the
 * browser cannot store the draft; the shared copy is still there then.
 */
const handOver = call<
  'full' | 'handed',
  { readonly userId: string; readonly shared: Shared; readonly target: ShareTarget }
>('handOver');

/** Deletes what was shared. Rejects if the browser fails. */
const dropShared = call<void>('dropShared');

type ShareEvent =
  | FeedFact<readonly ChatGroupEntry[]>
  | { type: 'report.choose' }
  | { type: 'chat.choose'; chat: ChatAddress }
  | { type: 'share.discard' }
  | { type: 'share.retry' };

interface ShareInput {
  readonly userId: string;
}

interface ShareContext extends ShareInput {
  shared: Shared | null;
  /** The chats to choose from; null until they are known. */
  entries: readonly ChatGroupEntry[] | null;
  target: ShareTarget | null;
  /** Why it could not be read or handed over, or null. */
  failure: string | null;
}

/**
 * Hands over what another app has shared: a photo or a text, to a report or a chat. Any web page can post to the share address of this
 * app, so this screen sends nothing. The member chooses the report or the chat, and sends it there (DECISIONS 183).
 */
export const shareMachine = workflow({
  types: {
    input: {} as ShareInput,
    context: {} as ShareContext,
    events: {} as ShareEvent,
    /** It was added to the draft of the report or the chat, or was deleted, if there is no target. */
    emitted: {} as { type: 'share.left'; target: ShareTarget | null },
    children: {} as { feed: 'feed' },
  },
  actors: { feed: feedOf<readonly ChatGroupEntry[], { userId: string }>(), readShared, handOver, dropShared },
  actions: {
    logFailure: ({ event }) => console.error('A shared text or file could not be handled', event),
    keepFailure: assign({ failure: (_, { text }: { text: string }) => text }),
    forgetFailure: assign({ failure: null }),
    tellLeft: emit(({ context }) => ({ type: 'share.left' as const, target: context.target })),
  },
}).createMachine({
  id: 'share',
  context: ({ input }) => ({ ...input, shared: null, entries: null, target: null, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'It is stored on the device, so it survives a login. DECISIONS 183',
      entry: 'forgetFailure',
      invoke: {
        id: 'readShared',
        src: 'readShared',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'empty' },
          {
            guard: ({ event }) => event.output !== null && isUsable(event.output),
            target: 'asking',
            actions: assign({ shared: ({ event }) => event.output }),
          },
          { target: 'unusable', actions: assign({ shared: ({ event }) => event.output }) },
        ],
        onError: {
          target: 'failed',
          actions: ['logFailure', { type: 'keepFailure', params: { text: sharedTexts.notGivenBack } }],
        },
      },
    },
    empty: { description: 'Nothing was shared: the address was opened by hand, or a second time.' },
    unusable: {
      description: 'Nothing of it can be used; the reasons are shown.',
      on: { 'share.discard': { target: 'discarding' } },
    },
    failed: { on: { 'share.retry': { target: 'reading' } } },
    asking: {
      description: 'Nothing happens with it until the member has chosen.',
      invoke: {
        id: 'feed',
        src: 'feed',
        input: ({ context: { userId }, self }) => ({ query: { userId }, gather: 0, parent: self }),
      },
      on: {
        'feed.fetched': { actions: assign({ entries: ({ event }) => event.data }) },
        'report.choose': { target: 'handing', actions: assign({ target: { kind: 'report' } }) },
        'chat.choose': {
          target: 'handing',
          actions: assign({ target: ({ event: { chat } }) => ({ kind: 'chat', chat }) }),
        },
        'share.discard': { target: 'discarding', actions: assign({ target: null }) },
      },
    },
    handing: {
      description: 'It is added to the draft there. Nothing is sent.',
      entry: 'forgetFailure',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: ({ context: { userId, shared, target } }) => {
          if (!shared || !target) throw new Error('nothing was chosen');
          return { userId, shared, target };
        },
        onDone: [
          {
            guard: ({ event }) => event.output === 'full',
            target: 'asking',
            actions: { type: 'keepFailure', params: { text: sharedTexts.fullReport } },
          },
          { target: 'left' },
        ],
        onError: {
          target: 'asking',
          actions: ['logFailure', { type: 'keepFailure', params: { text: sharedTexts.notHanded } }],
        },
      },
    },
    discarding: {
      description: 'It is still in the app from which it was shared, so the member is not asked first.',
      invoke: {
        id: 'dropShared',
        src: 'dropShared',
        onDone: { target: 'left' },
        onError: { target: 'left', actions: 'logFailure' },
      },
    },
    left: { entry: 'tellLeft' },
  },
});
export type ShareRef = ActorRefFrom<typeof shareMachine>;
type ShareSnapshot = SnapshotFrom<typeof shareMachine>;

export const selectShared = (snapshot: ShareSnapshot) => snapshot.context.shared;
export const selectEntries = (snapshot: ShareSnapshot) => snapshot.context.entries;
export const selectFailure = (snapshot: ShareSnapshot) => snapshot.context.failure;
/** Whether the member can choose what to do with it; false while it is being handed over. */
export const selectIsAsking = (snapshot: ShareSnapshot) => snapshot.matches('asking');
export const selectIsHanding = (snapshot: ShareSnapshot) => snapshot.matches('handing');
export const selectIsReading = (snapshot: ShareSnapshot) => snapshot.matches('reading');
export const selectIsEmpty = (snapshot: ShareSnapshot) => snapshot.matches('empty');
export const selectIsUnusable = (snapshot: ShareSnapshot) => snapshot.matches('unusable');
/** The feed of the chats while the member chooses. */
export const selectFeed = (snapshot: ShareSnapshot) => snapshot.children.feed;
