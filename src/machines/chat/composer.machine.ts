import {
  type ActorRef,
  type ActorRefFrom,
  and,
  assign,
  enqueueActions,
  forwardTo,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import type { Message } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { completeMentions, mentionBeingTyped, suggestMentions } from '../../rules/mentions';
import type { Me } from '../world';
import { type AttachmentsFact, attachmentsMachine } from './attachments.machine';
import type { OutboxRef } from './outbox.machine';
import { type OutboxNewsEvent, outboxNews } from './outboxNews';
import { type Draft, draftShelf } from './ports';
import { type RecordingFact, recordingMachine } from './recording.machine';

/** What the composer hands to its conversation. */
export type ComposerFact =
  /** Ready to be sent: text with its mentions completed, and files as they are uploaded. Either may be empty, not both. */
  | { type: 'draft.submitted'; text: string; files: readonly File[] }
  | { type: 'draft.restored'; draft: Draft }
  /** Something went wrong that the error bar shows. */
  | { type: 'composer.failed'; reason: string };

export type ComposerEvent =
  | { type: 'draft.changed'; text: string; caret: number }
  | { type: 'draft.submit' }
  | { type: 'draft.restored'; draft: Draft }
  /** The conversation's reply target has changed: it is part of the draft. */
  | { type: 'reply.changed'; replyTo: Message | null }
  | { type: 'files.choose'; files: readonly File[] }
  | { type: 'record.start' }
  | { type: 'mention.next' }
  | { type: 'mention.previous' }
  | { type: 'mention.choose'; name?: string }
  | { type: 'mention.dismiss' }
  | AttachmentsFact
  | RecordingFact
  | OutboxNewsEvent;

interface ComposerInput {
  conversation: ActorRef<Snapshot<unknown>, ComposerFact>;
  chat: ChatAddress;
  me: Me;
  outbox: OutboxRef;
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
  replyTo: Message | null;
  /** The attached files as they will be sent, and whether all of them are. */
  attached: { readonly files: readonly File[]; readonly isReady: boolean };
}

type Typed = { text: string; caret: number };
const NONE = -1;
const NOTHING = { files: [], isReady: true };

/** The bar under a conversation: what is typed, the people it suggests, attached files and the voice recorder (S1 §2, §5). */
export const composerMachine = setup({
  types: {
    input: {} as ComposerInput,
    context: {} as ComposerContext,
    events: {} as ComposerEvent,
    tags: {} as 'blocked' | 'suggesting',
    children: {} as {
      attachments: 'attachments';
      draftShelf: 'draftShelf';
      outboxNews: 'outboxNews';
      recording: 'recording';
    },
  },
  actors: { attachments: attachmentsMachine, draftShelf, outboxNews, recording: recordingMachine },
  guards: {
    canSubmit: and([
      stateIn({ voice: 'quiet' }),
      stateIn({ upload: 'idle' }),
      ({ context: { text, attached } }) => attached.isReady && (attached.files.length > 0 || text.trim() !== ''),
    ]),
    hasSuggestions: ({ context }, typed: Typed) => suggestionsFor(typed, context.knownNames).length > 0,
    isListed: ({ context }, { name }: { name?: string | undefined }) =>
      name === undefined || context.suggestions.includes(name),
    isUntouched: ({ context }) => context.text === '' && context.replyTo === null,
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
    submitDraft: enqueueActions(({ context: { attached, conversation, knownNames, text }, enqueue }) => {
      enqueue.sendTo(conversation, {
        type: 'draft.submitted',
        text: completeMentions(text.trim(), knownNames),
        files: attached.files,
      });
      enqueue.sendTo('attachments', { type: 'files.taken' });
      enqueue.assign({ text: '', caret: 0, replyTo: null });
    }),
    submitRecording: sendTo(
      ({ context }) => context.conversation,
      (_, { recording }: Extract<RecordingFact, { type: 'recording.ready' }>): ComposerFact => ({
        type: 'draft.submitted',
        text: '',
        files: [recording.file],
      }),
    ),
    keepAttached: assign({
      attached: (_, { files, isReady }: ComposerContext['attached']) => ({ files, isReady }),
    }),
    keepReply: assign({ replyTo: (_, { replyTo }: { replyTo: Message | null }) => replyTo }),
    keepDraft: sendTo('draftShelf', ({ context: { text, replyTo } }) => ({
      type: 'draft.keep' as const,
      draft: { text, replyTo },
    })),
    restoreDraft: assign((_, { draft }: { draft: Draft }) => ({
      text: draft.text,
      caret: draft.text.length,
      replyTo: draft.replyTo,
    })),
    reportRestored: sendTo(
      ({ context }) => context.conversation,
      (_, { draft }: { draft: Draft }): ComposerFact => ({ type: 'draft.restored', draft }),
    ),
    reportFailed: sendTo(
      ({ context }) => context.conversation,
      (_, { reason }: { reason: string }): ComposerFact => ({ type: 'composer.failed', reason }),
    ),
    forwardToAttachments: forwardTo('attachments'),
    forwardToRecording: forwardTo('recording'),
    logFailure: ({ event }) => console.error('The composer met an error', event),
  },
}).createMachine({
  id: 'composer',
  context: ({ input }) => ({
    ...input,
    text: '',
    caret: 0,
    suggestions: [],
    active: NONE,
    replyTo: null,
    attached: NOTHING,
  }),
  type: 'parallel',
  invoke: [
    {
      id: 'attachments',
      src: 'attachments',
      input: ({ self }) => ({ composer: self }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'recording',
      src: 'recording',
      input: ({ context: { chat }, self }) => ({ composer: self, chat }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'draftShelf',
      src: 'draftShelf',
      input: ({ context: { chat, me } }) => ({ chat, userId: me.id }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'outboxNews',
      src: 'outboxNews',
      input: ({ context: { chat, outbox } }) => ({ chat, outbox }),
      onError: { actions: 'logFailure' },
    },
  ],
  on: {
    'reply.changed': { actions: [{ type: 'keepReply', params: ({ event }) => event }, 'keepDraft'] },
    'draft.restored': {
      guard: 'isUntouched',
      actions: [
        { type: 'restoreDraft', params: ({ event }) => event },
        { type: 'reportRestored', params: ({ event }) => event },
      ],
      description: 'What was being written is there again; never over what has been written since.',
    },
    'attachments.changed': { actions: { type: 'keepAttached', params: ({ event }) => event } },
    'attachment.refused': { actions: { type: 'reportFailed', params: ({ event }) => event } },
    'recording.failed': { actions: { type: 'reportFailed', params: ({ event }) => event } },
    'upload.refused': {
      actions: { type: 'reportFailed', params: ({ event }) => event },
      description: 'An upload error is shown in a bar for 5 s. S1 §8',
    },
  },
  states: {
    text: {
      initial: 'writing',
      on: {
        'draft.changed': [
          {
            guard: { type: 'hasSuggestions', params: ({ event }) => event },
            target: '.suggesting',
            actions: [
              { type: 'keepText', params: ({ event }) => event },
              { type: 'suggest', params: ({ event }) => event },
              'keepDraft',
            ],
          },
          { target: '.writing', actions: [{ type: 'keepText', params: ({ event }) => event }, 'keepDraft'] },
        ],
        'draft.submit': {
          guard: 'canSubmit',
          target: '.writing',
          actions: ['submitDraft', 'keepDraft'],
          description:
            'An empty or whitespace-only message cannot be sent, unless media is being attached; mentions are completed on send. S1 §5',
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
              actions: [{ type: 'insertMention', params: ({ event }) => event }, 'keepDraft'],
            },
            'mention.dismiss': { target: 'writing' },
          },
        },
      },
    },
    voice: {
      initial: 'quiet',
      states: {
        quiet: {
          on: {
            'files.choose': { target: 'quiet', actions: 'forwardToAttachments' },
            'record.start': { target: 'quiet', actions: 'forwardToRecording' },
            'recording.began': { target: 'recording' },
          },
        },
        recording: {
          tags: 'blocked',
          description: 'Recording blocks sending and attaching. S1 §4',
          on: {
            'recording.ready': {
              target: 'recording',
              actions: { type: 'submitRecording', params: ({ event }) => event },
            },
            'recording.ended': { target: 'quiet' },
          },
        },
      },
    },
    upload: {
      initial: 'idle',
      states: {
        idle: { on: { 'upload.began': { target: 'uploading' } } },
        uploading: {
          tags: 'blocked',
          description: 'Uploading blocks sending. S1 §4',
          on: { 'upload.settled': { target: 'idle', actions: 'forwardToRecording' } },
        },
      },
    },
  },
});

const suggestionsFor = ({ text, caret }: Typed, knownNames: readonly string[]) => {
  const mention = mentionBeingTyped(text, caret);
  return mention ? suggestMentions(mention.typed, knownNames) : [];
};

export type ComposerRef = ActorRefFrom<typeof composerMachine>;
export type ComposerSnapshot = SnapshotFrom<typeof composerMachine>;
