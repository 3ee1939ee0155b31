import {
  type ActorRefFrom,
  and,
  assign,
  enqueueActions,
  forwardTo,
  type SnapshotFrom,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import type { Message } from '../../contract/chats';
import { completeMentions } from '../../rules/mentions';
import { attachmentsMachine } from './attachments.machine';
import type { ComposerContext, ComposerEvent, ComposerFact, ComposerInput } from './composer.types';
import { outboxNews } from './outboxNews';
import { type Draft, draftStore } from './ports';
import { type RecordingFact, recordingMachine } from './recording.machine';
import { textBoxMachine } from './textBox.machine';

const NOTHING = { files: [], isReady: true };

/** The bar under a conversation: a text box, attached files and the voice recorder, and when what of them may go out (S1 §2, §4, §5). */
export const composerMachine = setup({
  types: {
    input: {} as ComposerInput,
    context: {} as ComposerContext,
    events: {} as ComposerEvent,
    children: {} as {
      attachments: 'attachments';
      draftStore: 'draftStore';
      outboxNews: 'outboxNews';
      recording: 'recording';
      textBox: 'textBox';
    },
  },
  actors: {
    attachments: attachmentsMachine,
    draftStore,
    outboxNews,
    recording: recordingMachine,
    textBox: textBoxMachine,
  },
  guards: {
    isIdle: stateIn({ upload: 'idle' }),
    canSubmit: and([
      stateIn({ voice: 'quiet' }),
      'isIdle',
      ({ context: { text, attached } }) => attached.isReady && (attached.files.length > 0 || text.trim() !== ''),
    ]),
    isUntouched: ({ context }) => context.text === '' && context.replyTo === null,
  },
  actions: {
    keepText: assign({ text: (_, { text }: { text: string }) => text }),
    keepAttached: assign({ attached: (_, { files, isReady }: ComposerContext['attached']) => ({ files, isReady }) }),
    keepReply: assign({ replyTo: (_, { replyTo }: { replyTo: Message | null }) => replyTo }),
    submitDraft: enqueueActions(({ context: { attached, conversation, knownNames, text }, enqueue }) => {
      enqueue.sendTo(conversation, {
        type: 'draft.submitted',
        text: completeMentions(text.trim(), knownNames),
        files: attached.files,
      });
      if (attached.files.length > 0) enqueue.sendTo('attachments', { type: 'files.taken' });
      enqueue.sendTo('textBox', { type: 'text.replace', text: '' });
      enqueue.assign({ text: '', replyTo: null });
    }),
    submitRecording: enqueueActions(
      ({ context, enqueue }, { recording }: Extract<RecordingFact, { type: 'recording.ready' }>) => {
        enqueue.sendTo(context.conversation, { type: 'draft.submitted', text: '', files: [recording.file] });
        enqueue.assign({ replyTo: null });
      },
    ),
    keepDraft: sendTo('draftStore', ({ context: { text, replyTo } }) => ({
      type: 'draft.keep' as const,
      draft: { text, replyTo },
    })),
    restoreDraft: enqueueActions(({ context, enqueue }, { draft }: { draft: Draft }) => {
      enqueue.assign(draft);
      enqueue.sendTo('textBox', { type: 'text.replace', text: draft.text });
      enqueue.sendTo(context.conversation, { type: 'draft.restored', draft });
    }),
    reportFailed: sendTo(
      ({ context }) => context.conversation,
      (_, { reason }: { reason: string }): ComposerFact => ({ type: 'composer.failed', reason }),
    ),
    reportBegan: sendTo(({ context }) => context.conversation, { type: 'recording.began' }),
    reportEnded: sendTo(({ context }) => context.conversation, { type: 'recording.ended' }),
    forwardToAttachments: forwardTo('attachments'),
    forwardToRecording: forwardTo('recording'),
    logFailure: ({ event }) => console.error('The composer met an error', event),
  },
}).createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...input, text: '', replyTo: null, attached: NOTHING }),
  type: 'parallel',
  invoke: [
    {
      id: 'textBox',
      src: 'textBox',
      input: ({ context: { knownNames }, self }) => ({ composer: self, knownNames }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'draftStore',
      src: 'draftStore',
      input: ({ context: { chat, me } }) => ({ chat, userId: me.id }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'outboxNews',
      src: 'outboxNews',
      input: ({ context: { chat, outbox } }) => ({ chat, outbox }),
      onError: { actions: 'logFailure' },
    },
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
  ],
  on: {
    'text.changed': { actions: [{ type: 'keepText', params: ({ event }) => event }, 'keepDraft'] },
    'reply.changed': { actions: [{ type: 'keepReply', params: ({ event }) => event }, 'keepDraft'] },
    'draft.restored': {
      guard: 'isUntouched',
      actions: { type: 'restoreDraft', params: ({ event }) => event },
      description: 'What was being written is there again; never over what has been written since.',
    },
    'draft.submit': {
      guard: 'canSubmit',
      actions: ['submitDraft', 'keepDraft'],
      description:
        'An empty or whitespace-only message cannot be sent, unless media is being attached; mentions are completed on send. S1 §5',
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
    voice: {
      initial: 'quiet',
      states: {
        quiet: {
          on: {
            'files.choose': { actions: 'forwardToAttachments' },
            'record.start': { actions: 'forwardToRecording' },
            'recording.began': { target: 'recording', actions: 'reportBegan' },
          },
        },
        recording: {
          description: 'Recording blocks sending and attaching. S1 §4',
          on: {
            'recording.began': { target: 'recording', actions: 'reportBegan', description: 'Once more.' },
            'recording.stopped': { target: 'reviewing' },
            'recording.ended': { target: 'quiet', actions: 'reportEnded' },
          },
        },
        reviewing: {
          description: 'What was recorded waits to be heard and sent: it still blocks sending and attaching.',
          on: {
            'record.send': {
              guard: 'isIdle',
              actions: 'forwardToRecording',
              description: 'Uploading blocks sending, of a voice message too. S1 §4, DECISIONS 63',
            },
            'recording.ready': {
              target: 'reviewing',
              actions: [{ type: 'submitRecording', params: ({ event }) => event }, 'keepDraft'],
              description: 'A voice message is sent by itself: what is written and attached stays.',
            },
            'recording.began': { target: 'recording', actions: 'reportBegan', description: 'Once more.' },
            'recording.ended': { target: 'quiet', actions: 'reportEnded' },
          },
        },
      },
    },
    upload: {
      initial: 'idle',
      states: {
        idle: { on: { 'upload.began': { target: 'uploading' } } },
        uploading: {
          description: 'Uploading blocks sending. S1 §4',
          on: { 'upload.settled': { target: 'idle', actions: 'forwardToRecording' } },
        },
      },
    },
  },
});

export type ComposerRef = ActorRefFrom<typeof composerMachine>;
export type ComposerSnapshot = SnapshotFrom<typeof composerMachine>;
