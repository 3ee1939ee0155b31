import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { copyText } from './ports';
import { workflow } from './supervision';

/** Puts a text on the clipboard and shows that for a moment (S2 §9). */
export const textCopyingMachine = workflow({
  types: {
    context: {} as { readonly text: string },
    events: {} as { type: 'text.copy'; text: string },
  },
  actors: { copyText },
  delays: {
    /** S2 §9: copy-confirmation flash. */
    flash: 2_000,
  },
}).createMachine({
  id: 'textCopying',
  context: { text: '' },
  initial: 'idle',
  on: { 'text.copy': { target: '.writing', actions: assign({ text: ({ event }) => event.text }) } },
  states: {
    idle: {},
    writing: {
      invoke: {
        id: 'copyText',
        src: 'copyText',
        input: ({ context }) => context,
        onDone: { target: 'copied' },
        onError: { target: 'failed' },
      },
    },
    copied: { after: { flash: { target: 'idle' } } },
    failed: { description: 'The browser refused.', after: { flash: { target: 'idle' } } },
  },
});
export type TextCopyingRef = ActorRefFrom<typeof textCopyingMachine>;
export type TextCopyingSnapshot = SnapshotFrom<typeof textCopyingMachine>;

/** These selectors also accept undefined, if the chart does not run. */
export const selectIsCopied = (snapshot?: TextCopyingSnapshot) => snapshot?.matches('copied') ?? false;
export const selectHasFailed = (snapshot?: TextCopyingSnapshot) => snapshot?.matches('failed') ?? false;
