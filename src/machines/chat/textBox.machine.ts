import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo, setup } from 'xstate';
import { mentionBeingTyped, suggestMentions } from '../../rules/mentions';

/** What the text box tells the composer it belongs to. */
export type TextBoxFact = { type: 'text.changed'; text: string };

export type TextBoxEvent =
  | { type: 'draft.changed'; text: string; caret: number }
  | { type: 'text.replace'; text: string }
  | { type: 'mention.next' }
  | { type: 'mention.previous' }
  | { type: 'mention.choose'; name?: string }
  | { type: 'mention.dismiss' };

interface TextBoxInput {
  composer: ActorRef<Snapshot<unknown>, TextBoxFact>;
  /** The first names that can be mentioned (DECISIONS 18). */
  knownNames: readonly string[];
}

interface TextBoxContext extends TextBoxInput {
  text: string;
  /** Where the caret stands, in UTF-16 units, and where the view must put it after the chart changed the text. */
  caret: number;
  suggestions: readonly string[];
  /** Which suggestion Enter takes; −1 while none was picked, for then Enter sends (S1 §5). */
  active: number;
}

type Typed = { text: string; caret: number };
const NONE = -1;

/** The multi-line text box of a conversation: what is typed, and the people it suggests after an @ (S1 §2, §5). */
export const textBoxMachine = setup({
  types: {
    input: {} as TextBoxInput,
    context: {} as TextBoxContext,
    events: {} as TextBoxEvent,
    tags: {} as 'suggesting',
  },
  guards: {
    hasSuggestions: ({ context }, typed: Typed) => suggestionsFor(typed, context.knownNames).length > 0,
    isListed: ({ context }, { name }: { name?: string | undefined }) =>
      name === undefined || context.suggestions.includes(name),
  },
  actions: {
    keepText: assign((_, { text, caret }: Typed) => ({ text, caret })),
    suggest: assign(({ context }, typed: Typed) => ({
      suggestions: suggestionsFor(typed, context.knownNames),
      active: NONE,
    })),
    forgetSuggestions: assign({ suggestions: [], active: NONE }),
    activateNext: assign({ active: ({ context }) => (context.active + 1) % context.suggestions.length }),
    activatePrevious: assign({
      active: ({ context }) => (context.active > 0 ? context.active : context.suggestions.length) - 1,
    }),
    insertMention: assign(({ context }, { name }: { name?: string | undefined }) => {
      const mention = mentionBeingTyped(context.text, context.caret);
      if (!mention) return {};
      const before = `${context.text.slice(0, mention.start)}@${name ?? context.suggestions[Math.max(context.active, 0)]} `;
      return { text: before + context.text.slice(context.caret).trimStart(), caret: before.length };
    }),
    reportText: sendTo(
      ({ context }) => context.composer,
      ({ context: { text } }): TextBoxFact => ({ type: 'text.changed', text }),
    ),
  },
}).createMachine({
  id: 'textBox',
  context: ({ input }) => ({ ...input, text: '', caret: 0, suggestions: [], active: NONE }),
  initial: 'writing',
  on: {
    'draft.changed': [
      {
        guard: { type: 'hasSuggestions', params: ({ event }) => event },
        target: '.suggesting',
        actions: [
          { type: 'keepText', params: ({ event }) => event },
          { type: 'suggest', params: ({ event }) => event },
          'reportText',
        ],
      },
      { target: '.writing', actions: [{ type: 'keepText', params: ({ event }) => event }, 'reportText'] },
    ],
    'text.replace': {
      target: '.writing',
      actions: { type: 'keepText', params: ({ event: { text } }) => ({ text, caret: text.length }) },
      description: 'It was sent, or is there again from the last time.',
    },
  },
  states: {
    writing: { entry: 'forgetSuggestions', description: 'Enter sends, Shift+Enter adds a new line. S1 §5' },
    suggesting: {
      tags: 'suggesting',
      description:
        'The caret stands behind an @name: the people that begin with it are offered. Enter still sends until one is picked.',
      on: {
        'mention.next': { target: 'suggesting', actions: 'activateNext' },
        'mention.previous': { target: 'suggesting', actions: 'activatePrevious' },
        'mention.choose': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'writing',
          actions: [{ type: 'insertMention', params: ({ event }) => event }, 'reportText'],
        },
        'mention.dismiss': { target: 'writing' },
      },
    },
  },
});

const suggestionsFor = ({ text, caret }: Typed, knownNames: readonly string[]) => {
  const mention = mentionBeingTyped(text, caret);
  return mention ? suggestMentions(mention.typed, knownNames) : [];
};

export type TextBoxRef = ActorRefFrom<typeof textBoxMachine>;
export type TextBoxSnapshot = SnapshotFrom<typeof textBoxMachine>;
