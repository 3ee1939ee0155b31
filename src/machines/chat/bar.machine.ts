import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

/** The error bar of a conversation: shows the latest message for 5 s (S1 §8, §9). */
export const barMachine = workflow({
  types: { context: {} as { text: string }, events: {} as { type: 'bar.show'; text: string } },
  delays: { errorBar: 5_000 },
}).createMachine({
  id: 'bar',
  context: { text: '' },
  initial: 'hidden',
  on: {
    'bar.show': { target: '.shown', reenter: true, actions: assign({ text: ({ event }) => event.text }) },
  },
  states: {
    hidden: {},
    shown: { description: 'These messages disappear after 5 s. S1 §8', after: { errorBar: { target: 'hidden' } } },
  },
});
export type BarRef = ActorRefFrom<typeof barMachine>;
export type BarSnapshot = SnapshotFrom<typeof barMachine>;

/** The text of the error bar, or null while it is hidden. */
export const selectBarText = (snapshot: BarSnapshot) => (snapshot.matches('shown') ? snapshot.context.text : null);
