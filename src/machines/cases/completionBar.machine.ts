import { assign, type SnapshotFrom } from 'xstate';
import { completionFormTexts } from '../../rules/cases/myCasesTexts';
import { copyText } from '../ports';
import { workflow } from '../supervision';

/** A message that disappears by itself. */
export interface Flash {
  readonly tone: 'info' | 'success' | 'danger';
  readonly text: string;
}

type CompletionBarEvent = { type: 'report.copy'; text: string } | { type: 'flash.show'; flash: Flash };

/** The short messages below the completion form, and 'Copy for Report' (S2 §5, §9). */
export const completionBarMachine = workflow({
  types: { context: {} as { flash: Flash | null; text: string }, events: {} as CompletionBarEvent },
  actors: { copyText },
  delays: {
    /** S2 §9: copy-confirmation flash 2 s; status messages clear after 2 s (file removal). */
    flash: 2_000,
  },
  actions: {
    keepFlash: assign({ flash: (_, flash: Flash) => flash }),
    dropFlash: assign({ flash: null }),
  },
}).createMachine({
  id: 'completionBar',
  context: { flash: null, text: '' },
  initial: 'quiet',
  on: {
    'report.copy': { target: '.copying', actions: assign({ text: ({ event }) => event.text }) },
    'flash.show': {
      target: '.flashing',
      actions: { type: 'keepFlash', params: ({ event }) => event.flash },
      description: 'A new message replaces the shown one and stays for its full 2 s.',
    },
  },
  states: {
    quiet: { entry: 'dropFlash' },
    copying: {
      invoke: {
        id: 'copyText',
        src: 'copyText',
        input: ({ context: { text } }) => ({ text }),
        onDone: {
          target: 'flashing',
          actions: { type: 'keepFlash', params: { tone: 'success', text: completionFormTexts.copied } },
          description: "'Report copied to clipboard!' S2 §8",
        },
        onError: {
          target: 'flashing',
          actions: { type: 'keepFlash', params: { tone: 'danger', text: completionFormTexts.notCopied } },
          description: "'Failed to copy details.' S2 §8",
        },
      },
    },
    flashing: { after: { flash: { target: 'quiet' } } },
  },
});
export type CompletionBarSnapshot = SnapshotFrom<typeof completionBarMachine>;

/** The message that is shown now, or null. */
export const selectFlash = (snapshot: CompletionBarSnapshot) => snapshot.context.flash;
