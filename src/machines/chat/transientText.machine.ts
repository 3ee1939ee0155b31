import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

interface TextShow {
  type: 'text.show';
  text: string;
  /** Something else reads it out already. */
  isSilent?: boolean;
}

/**
 * Shows the latest text for 5 s: the error bar of a conversation (S1 §8, §9), and the new messages that screen readers announce.
 * DECISIONS 296
 */
export const transientTextMachine = workflow({
  types: { context: {} as { text: string; isSilent: boolean; times: number }, events: {} as TextShow },
  delays: { errorBar: 5_000 },
}).createMachine({
  id: 'transientText',
  context: { text: '', isSilent: false, times: 0 },
  initial: 'hidden',
  on: {
    'text.show': {
      description: 'The latest text replaces the one before, also if the words are the same. S1 §8, DECISIONS 318',
      target: '.shown',
      reenter: true,
      actions: assign(({ context: { times }, event: { text, isSilent = false } }) => ({
        text,
        isSilent,
        times: times + 1,
      })),
    },
  },
  states: {
    hidden: {},
    shown: { description: 'These messages disappear after 5 s. S1 §8', after: { errorBar: { target: 'hidden' } } },
  },
});
export type TransientTextRef = ActorRefFrom<typeof transientTextMachine>;
type TransientTextSnapshot = SnapshotFrom<typeof transientTextMachine>;

/** The shown text, or null. */
export const selectShownText = (snapshot: TransientTextSnapshot) =>
  snapshot.matches('shown') ? snapshot.context.text : null;
/** How many texts were shown. The same text is read out again, also while it is still shown (DECISIONS 318). */
export const selectTimes = (snapshot: TransientTextSnapshot) => snapshot.context.times;
/** Whether the shown text is read out by something else. */
export const selectIsSilent = (snapshot: TransientTextSnapshot) => snapshot.context.isSilent;
