import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo, setup } from 'xstate';
import { completeMentions, mentionBeingTyped, suggestMentions } from '../../rules/mentions';

/** What the composer hands to its conversation: text ready to be sent. */
export type ComposerFact = { type: 'draft.submitted'; text: string };

export type ComposerEvent =
  | { type: 'draft.changed'; text: string; caret: number }
  | { type: 'draft.submit' }
  | { type: 'mention.next' }
  | { type: 'mention.previous' }
  | { type: 'mention.choose'; name?: string }
  | { type: 'mention.dismiss' };

interface ComposerInput {
  conversation: ActorRef<Snapshot<unknown>, ComposerFact>;
  /** The first names that can be mentioned (DECISIONS 18). */
  knownNames: readonly string[];
}

interface ComposerContext extends ComposerInput {
  text: string;
  /** Where the caret stands, in UTF-16 units, and where the view must put it after the chart changed the text. */
  caret: number;
  suggestions: readonly string[];
  /** Which suggestion Enter takes; −1 while none was picked, for then Enter sends (S1 §5). */
  active: number;
}

const NONE = -1;

/** The text box of a conversation: what is typed, and the people it suggests while an @name is being typed. */
export const composerMachine = setup({
  types: { input: {} as ComposerInput, context: {} as ComposerContext, events: {} as ComposerEvent },
  guards: {
    hasText: ({ context }) => context.text.trim() !== '',
    hasSuggestions: ({ context }, draft: { text: string; caret: number }) =>
      suggestionsFor(draft, context.knownNames).length > 0,
    isListed: ({ context }, { name }: { name?: string | undefined }) =>
      name === undefined || context.suggestions.includes(name),
  },
  actions: {
    keepDraft: assign((_, { text, caret }: { text: string; caret: number }) => ({ text, caret })),
    suggest: assign(({ context }, draft: { text: string; caret: number }) => ({
      suggestions: suggestionsFor(draft, context.knownNames),
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
    submitDraft: sendTo(
      ({ context }) => context.conversation,
      ({ context }): ComposerFact => ({
        type: 'draft.submitted',
        text: completeMentions(context.text.trim(), context.knownNames),
      }),
    ),
    clearDraft: assign({ text: '', caret: 0, suggestions: [], active: NONE }),
  },
}).createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...input, text: '', caret: 0, suggestions: [], active: NONE }),
  initial: 'writing',
  on: {
    'draft.changed': [
      {
        guard: { type: 'hasSuggestions', params: ({ event }) => event },
        target: '.suggesting',
        actions: [
          { type: 'keepDraft', params: ({ event }) => event },
          { type: 'suggest', params: ({ event }) => event },
        ],
      },
      { target: '.writing', actions: { type: 'keepDraft', params: ({ event }) => event } },
    ],
    'draft.submit': {
      guard: 'hasText',
      target: '.writing',
      actions: ['submitDraft', 'clearDraft'],
      description: 'An empty or whitespace-only message cannot be sent; mentions are completed on send. S1 §5',
    },
  },
  states: {
    writing: { entry: 'forgetSuggestions', description: 'Enter sends, Shift+Enter adds a new line. S1 §5' },
    suggesting: {
      description:
        'The caret stands behind an @name: the people that begin with it are offered. Enter still sends until one is picked.',
      on: {
        'mention.next': { target: 'suggesting', actions: 'activateNext' },
        'mention.previous': { target: 'suggesting', actions: 'activatePrevious' },
        'mention.choose': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'writing',
          actions: { type: 'insertMention', params: ({ event }) => event },
        },
        'mention.dismiss': { target: 'writing' },
      },
    },
  },
});

const suggestionsFor = ({ text, caret }: { text: string; caret: number }, knownNames: readonly string[]) => {
  const mention = mentionBeingTyped(text, caret);
  return mention ? suggestMentions(mention.typed, knownNames) : [];
};

export type ComposerRef = ActorRefFrom<typeof composerMachine>;
export type ComposerSnapshot = SnapshotFrom<typeof composerMachine>;
