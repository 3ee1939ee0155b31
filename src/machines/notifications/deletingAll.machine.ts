import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { workflow } from '../supervision';
import { countAll } from './ports';

/** The member has confirmed that all notifications are deleted. */
export type DeletingAllFact = { type: 'all.confirmed' };

interface DeletingAllInput {
  readonly notifications: ActorRef<Snapshot<unknown>, DeletingAllFact>;
}

interface DeletingAllContext extends DeletingAllInput {
  /** How many there are in all; null where that is not known. */
  readonly count: number | null;
}

export type DeletingAllEvent =
  /** `count` is null where the list on the screen does not hold all. */
  { type: 'question.ask'; count: number | null } | { type: 'dialog.confirm' } | { type: 'dialog.close' };

/** The question before all notifications are deleted: it says how many, and that all go. */
export const deletingAllMachine = workflow({
  types: {
    input: {} as DeletingAllInput,
    context: {} as DeletingAllContext,
    events: {} as DeletingAllEvent,
  },
  actors: { countAll },
}).createMachine({
  id: 'deletingAll',
  context: ({ input }) => ({ ...input, count: null }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'question.ask': [
          { guard: ({ event }) => event.count === null, target: 'counting' },
          { target: 'asking', actions: assign({ count: ({ event }) => event.count }) },
        ],
      },
    },
    counting: {
      description: 'The screen shows the unread ones, or not all pages: the server is asked.',
      invoke: {
        id: 'countAll',
        src: 'countAll',
        onDone: { target: 'asking', actions: assign({ count: ({ event }) => event.output }) },
        onError: { target: 'asking', actions: assign({ count: null }) },
      },
      on: { 'dialog.close': { target: 'closed' } },
    },
    asking: {
      description: 'Delete All deletes all, whatever the filter shows; the confirmation says how many. DECISIONS N4',
      on: {
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
/** It is being found out how many there are. */
export const selectIsCounting = (snapshot: DeletingAllSnapshot) => snapshot.matches('counting');
/** How many will be deleted, or null where that is not known. */
export const selectCount = (snapshot: DeletingAllSnapshot) => snapshot.context.count;
