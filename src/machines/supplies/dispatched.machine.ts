import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { Requisition } from '../../contract/supplies';
import { type FeedFact, feedOf } from '../feed.machine';
import { workflow } from '../supervision';

/** The supplies that are on their way. */
type DispatchedList = readonly Requisition[];

interface DispatchedContext {
  /** Null until they are fetched. */
  readonly requisitions: DispatchedList | null;
}

type DispatchedEvent = FeedFact<DispatchedList> | { type: 'section.opened' } | { type: 'section.folded' };

/** What was dispatched and not yet received, in a section of the inventory that few managers need. DECISIONS 286 */
export const dispatchedMachine = workflow({
  types: {
    context: {} as DispatchedContext,
    events: {} as DispatchedEvent,
    children: {} as { feed: 'feed' },
  },
  actors: { feed: feedOf<DispatchedList, undefined>() },
}).createMachine({
  id: 'dispatched',
  context: { requisitions: null },
  initial: 'folded',
  states: {
    folded: {
      description: 'Nothing is fetched before somebody opens the section.',
      on: { 'section.opened': { target: 'open' } },
    },
    open: {
      invoke: { id: 'feed', src: 'feed', input: ({ self }) => ({ query: undefined, gather: 0, parent: self }) },
      on: {
        'feed.fetched': { actions: assign({ requisitions: ({ event }) => event.data }) },
        'section.folded': { target: 'folded', actions: assign({ requisitions: null }) },
      },
    },
  },
});
export type DispatchedRef = ActorRefFrom<typeof dispatchedMachine>;
type DispatchedSnapshot = SnapshotFrom<typeof dispatchedMachine>;

export const selectIsOpen = (snapshot: DispatchedSnapshot) => snapshot.matches('open');
/** What is on its way; null until it is known. */
export const selectDispatched = (snapshot: DispatchedSnapshot) => snapshot.context.requisitions;
export const selectFeed = (snapshot: DispatchedSnapshot) => snapshot.children.feed;
