import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

/**
 * Holds back what arrives at the end of a message list while the list measures older messages. Until it is at rest again the list keeps its
 * distance from its end, so a message that was added there would move the reader by the difference between its real height and the
 * expected one.
 */
export const arrivalsMachine = workflow({
  types: {
    context: {} as { last: string },
    events: {} as
      | { type: 'older.shown'; last: string }
      /** The list has not been scrolled for a moment, by its reader or by the view. */
      | { type: 'list.rested' },
  },
  delays: {
    /** A message is never held back for longer, even if the list does not come to rest. */
    measuring: 500,
  },
}).createMachine({
  id: 'arrivals',
  context: { last: '' },
  initial: 'shown',
  states: {
    shown: {
      on: {
        'older.shown': {
          target: 'heldBack',
          actions: assign({ last: ({ event }) => event.last }),
          description: 'Older messages were put before the list, which ends with the row of this key.',
        },
      },
    },
    heldBack: {
      on: { 'list.rested': { target: 'shown' } },
      after: { measuring: { target: 'shown' } },
    },
  },
});
export type ArrivalsRef = ActorRefFrom<typeof arrivalsMachine>;

/** The key of the row behind which nothing is shown yet; null if everything is shown. */
export const selectHeldAfter = (snapshot: SnapshotFrom<typeof arrivalsMachine>) =>
  snapshot.matches('heldBack') ? snapshot.context.last : null;
