import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { workflow } from '../supervision';
import { countAll } from './ports';

/** The member has confirmed the deletion of all notifications. */
export type DeletingAllFact = { type: 'all.confirmed' };

interface DeletingAllInput {
  readonly notifications: ActorRef<Snapshot<unknown>, DeletingAllFact>;
}

interface DeletingAllContext extends DeletingAllInput {
  /** The number of all notifications; null if it is not known. */
  readonly count: number | null;
}

type DeletingAllEvent =
  /** `count` is null if the list on the screen is not complete. */
  | { type: 'question.ask'; count: number | null }
  /** The list was fetched again: there may be more now, or fewer. */
  | { type: 'list.fetched'; count: number | null }
  | { type: 'dialog.confirm' }
  | { type: 'dialog.close' };

/** The confirmation before all notifications are deleted. It tells their number and that the filter does not matter. */
export const deletingAllMachine = workflow({
  types: {
    input: {} as DeletingAllInput,
    context: {} as DeletingAllContext,
    events: {} as DeletingAllEvent,
  },
  actors: { countAll },
  guards: { isUncounted: (_, { count }: { count: number | null }) => count === null },
  actions: { keepCount: assign({ count: (_, { count }: { count: number | null }) => count }) },
}).createMachine({
  id: 'deletingAll',
  context: ({ input }) => ({ ...input, count: null }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'question.ask': [
          { guard: { type: 'isUncounted', params: ({ event }) => event }, target: 'counting' },
          { target: 'asking', actions: { type: 'keepCount', params: ({ event }) => event } },
        ],
      },
    },
    counting: {
      description: 'The screen shows the unread ones, or not all pages: the server is asked.',
      invoke: {
        id: 'countAll',
        src: 'countAll',
        onDone: { target: 'asking', actions: { type: 'keepCount', params: ({ event }) => ({ count: event.output }) } },
        onError: { target: 'asking', actions: { type: 'keepCount', params: { count: null } } },
      },
      on: {
        'list.fetched': {
          target: 'counting',
          reenter: true,
          description: 'The answer that is on its way may be older.',
        },
        'dialog.close': { target: 'closed' },
      },
    },
    asking: {
      description: 'Delete All deletes all, whatever the filter shows; the confirmation says how many. DECISIONS N4',
      on: {
        'list.fetched': [
          { guard: { type: 'isUncounted', params: ({ event }) => event }, target: 'counting' },
          {
            actions: { type: 'keepCount', params: ({ event }) => event },
            description:
              'The call deletes what is there when it arrives, so the question counts what has come meanwhile.',
          },
        ],
        'dialog.close': { target: 'closed' },
        'dialog.confirm': {
          target: 'closed',
          actions: sendTo(({ context }) => context.notifications, { type: 'all.confirmed' }),
        },
      },
    },
  },
});
export type DeletingAllRef = ActorRefFrom<typeof deletingAllMachine>;
type DeletingAllSnapshot = SnapshotFrom<typeof deletingAllMachine>;

export const selectIsOpen = (snapshot: DeletingAllSnapshot) => !snapshot.matches('closed');
/** Whether the notifications are being counted. */
export const selectIsCounting = (snapshot: DeletingAllSnapshot) => snapshot.matches('counting');
/** The number of notifications that will be deleted, or null if it is not known. */
export const selectCount = (snapshot: DeletingAllSnapshot) => snapshot.context.count;
