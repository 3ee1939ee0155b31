import {
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  emit,
  enqueueActions,
  forwardTo,
  not,
  raise,
  type SnapshotFrom,
  sendTo,
  stateIn,
} from 'xstate';
import type { Message } from '../../contract/chats';
import { namesAtFirst, suggestionsFor, wantsNames, withMention, withNames } from '../../rules/chat/mentions';
import { charactersLeft, textToSend } from '../../rules/chat/messageLength';
import { isTemp } from '../../rules/chat/messages';
import { draftOf, joinedMessage, shownOf, withoutEdit } from '../../rules/joinedDrafts';
import { attachmentsMachine } from '../attachments.machine';
import { keepOnRestart, workflow } from '../supervision';
import type { ComposerEvent, ComposerFact, ComposerInput } from './facts';
import { mentionNamesMachine } from './mentionNames.machine';
import { draftStore } from './ports';
import type { Recording } from './ports.media';
import { recordingMachine } from './recording.machine';

interface ComposerContext extends ComposerInput {
  /** The names that the list under the field offers: those of the members, once they are fetched. */
  offeredNames: readonly string[];
  text: string;
  /** Position of the caret in UTF-16 units; the view moves the caret there after the chart has changed the text. */
  caret: number;
  suggestions: readonly string[];
  /** Index of the suggestion that Enter takes; −1 while none is picked, because then Enter sends (S1 §5). */
  active: number;
  replyTo: Message | null;
  /** The own message that is being edited, and the text that was being written before. The reply target stays in `replyTo`. */
  editing: { readonly message: Message; readonly earlier: string } | null;
  /** The attached files as they will be sent, and whether all of them are prepared. */
  attached: { readonly files: readonly File[]; readonly isReady: boolean };
  /** The recording that is not sent yet: its copy on the device is kept up to date. Null if there is none. */
  recording: Recording | null;
}

const NONE = -1;
const SEND_RECORDING = { type: 'record.send' } as const;

/** The bar under a conversation: the text, its mentions, the reply target, the files and the recorder (S1 §2, §4, §5). */
export const composerMachine = workflow({
  types: {
    input: {} as ComposerInput,
    context: {} as ComposerContext,
    events: {} as ComposerEvent,
    children: {} as {
      attachments: 'attachments';
      draftStore: 'draftStore';
      mentionNames: 'mentionNames';
      recording: 'recording';
    },
    emitted: {} as { type: 'focus.wanted' },
    tags: {} as 'suggesting',
  },
  actors: {
    attachments: attachmentsMachine,
    draftStore,
    mentionNames: mentionNamesMachine,
    recording: recordingMachine,
  },
  guards: {
    isNotUploading: stateIn({ upload: 'idle' }),
    canSubmit: and([
      stateIn({ voice: 'quiet' }),
      'isNotUploading',
      ({ context }) => (charactersLeft(context) ?? 0) >= 0,
      ({ context: { editing, text, attached } }) => {
        if (editing) return text.trim() !== '' || editing.message.mediaUrl !== null;
        return attached.isReady && (attached.files.length > 0 || text.trim() !== '');
      },
    ]),
    isEditing: ({ context }) => context.editing !== null,
  },
  actions: {
    touchDraft: raise({ type: 'draft.touched' }),
    /** Before the text is changed. */
    wantNames: enqueueActions(({ context: { text: before }, enqueue, event }) => {
      assertEvent(event, ['draft.changed', 'draft.restored']);
      const { text } = 'draft' in event ? (event.draft.edit ?? event.draft) : event;
      if (wantsNames(text, before)) enqueue.sendTo('mentionNames', { type: 'names.want' });
    }),
    storeDraft: sendTo('draftStore', ({ context }) => ({ type: 'draft.keep' as const, draft: draftOf(context) })),
    storeFiles: sendTo('draftStore', ({ context: { attached, recording } }) => ({
      type: 'files.keep' as const,
      files: attached.files,
      recording,
    })),
    endEdit: assign(({ context }) => withoutEdit(context)),
    reportFailed: sendTo(
      ({ context }) => context.conversation,
      ({ event }): ComposerFact => {
        assertEvent(event, ['attachment.refused', 'draft.unkept', 'recording.failed']);
        return { type: 'composer.failed', reason: event.reason };
      },
    ),
    reportBegan: sendTo(({ context }) => context.conversation, { type: 'recording.began' }),
    reportEnded: sendTo(({ context }) => context.conversation, { type: 'recording.ended' }),
    forwardToRecording: forwardTo('recording'),
  },
}).createMachine({
  id: 'composer',
  context: ({ input }) => ({
    ...input,
    ...namesAtFirst(input),
    text: '',
    caret: 0,
    suggestions: [],
    active: NONE,
    replyTo: null,
    editing: null,
    attached: { files: [], isReady: true },
    recording: null,
  }),
  type: 'parallel',
  invoke: [
    { id: 'draftStore', src: 'draftStore', input: ({ context: { chat, me } }) => ({ chat, userId: me.id }) },
    { id: 'attachments', src: 'attachments', input: ({ self }) => ({ owner: self }) },
    { id: 'mentionNames', src: 'mentionNames', input: ({ self }) => ({ composer: self }) },
    { id: 'recording', src: 'recording', input: ({ context: { chat }, self }) => ({ composer: self, chat }) },
  ],
  on: {
    'reply.choose': {
      guard: ({ event }) => !isTemp(event.message) && !event.message.deletedAt,
      actions: [assign({ replyTo: ({ event }) => event.message }), 'touchDraft', emit({ type: 'focus.wanted' })],
      description: 'A swipe to the right or the reply option sets the reply target; no temp or deleted message. S1 §4',
    },
    'reply.cancel': { actions: [assign({ replyTo: null }), 'touchDraft'] },
    'attachments.changed': {
      actions: [
        assign({ attached: ({ event: { files, isReady } }) => ({ files, isReady }) }),
        raise({ type: 'files.touched' }),
      ],
    },
    'files.restored': {
      actions: sendTo('attachments', ({ event: { files } }) => ({ type: 'files.restore' as const, files })),
      description: 'What was attached and not sent before is attached again. DECISIONS 190',
    },
    'files.arrived': {
      actions: sendTo('attachments', ({ event: { files } }) => ({ type: 'files.choose' as const, files })),
      description:
        'Attached even if a recording or an edit was restored meanwhile, because these files are kept nowhere else.',
    },
    'recording.restored': { actions: 'forwardToRecording' },
    'files.gone': {
      actions: enqueueActions(({ context: { attached, recording }, enqueue, event }) => {
        const isGone = (file: File) => event.files.includes(file);
        if (attached.files.some(isGone)) enqueue.sendTo('attachments', event);
        if (recording && isGone(recording.file)) enqueue.sendTo('recording', { type: 'recording.gone' });
      }),
      description: 'Another tab that shows them, too, has sent or removed them: they would arrive twice. DECISIONS 265',
    },
    'recording.changed': {
      actions: [assign({ recording: ({ event }) => event.recording }), raise({ type: 'files.touched' })],
      description: 'A recording is kept like an attached file. DECISIONS 197',
    },
    'draft.unkept': { actions: 'reportFailed', description: 'The member is told that it is lost if the page is left.' },
    'attachment.refused': { actions: 'reportFailed', description: 'A file of another kind: a bar for 5 s. S1 §8' },
    'recording.failed': { actions: 'reportFailed', description: 'A recording error is shown in a bar for 5 s. S1 §8' },
  },
  states: {
    text: {
      initial: 'writing',
      on: {
        'draft.changed': [
          {
            guard: ({ context, event }) => suggestionsFor(event, context.offeredNames).length > 0,
            target: '.suggesting',
            actions: [
              'wantNames',
              assign(({ context, event: { text, caret } }) => {
                const suggestions = suggestionsFor({ text, caret }, context.offeredNames);
                return { text, caret, suggestions, active: NONE };
              }),
              'touchDraft',
            ],
          },
          {
            target: '.writing',
            actions: ['wantNames', assign(({ event: { text, caret } }) => ({ text, caret })), 'touchDraft'],
          },
        ],
        'names.known': [
          {
            guard: ({ context, event }) => suggestionsFor(context, event.names).length > 0,
            target: '.suggesting',
            actions: assign(({ context, event }) => ({
              ...withNames(context, event.names),
              suggestions: suggestionsFor(context, event.names),
              active: suggestionsFor(context, event.names).indexOf(context.suggestions[context.active] ?? ''),
            })),
            description:
              "The members' names are offered instead of the configured ones, which may belong to nobody. DECISIONS 173, P20",
          },
          {
            target: '.writing',
            actions: assign(({ context, event }) => withNames(context, event.names)),
            description:
              'The names of the members are known, but no name that fits one of them is being typed, so none is offered.',
          },
        ],
        'draft.restored': [
          {
            guard: ({ context }) => context.text === '' && context.replyTo === null && context.editing === null,
            target: '.writing',
            actions: ['wantNames', assign(({ context, event }) => joinedMessage(event.draft, context))],
            description: 'Restores the text that was not sent before, and an edit that was not saved. DECISIONS 255',
          },
          {
            target: '.writing',
            actions: ['wantNames', assign(({ context, event }) => joinedMessage(event.draft, context)), 'touchDraft'],
            description: 'It was read late, so what was written meanwhile is added to it. DECISIONS 250',
          },
        ],
        'draft.replaced': {
          guard: stateIn({ draft: 'kept' }),
          target: '.writing',
          actions: assign(({ event }) => shownOf(event.drafts)),
          description:
            'Another tab that shows the same has sent or changed it, so that it is not sent twice. DECISIONS 265',
        },
        'draft.submit': { guard: 'canSubmit', target: '.writing' },
        'edit.choose': {
          guard: and([
            stateIn({ voice: 'quiet' }),
            ({ context, event }) => !isTemp(event.message) && (event.text === undefined || context.text === ''),
          ]),
          target: '.writing',
          actions: enqueueActions(({ context: { editing, ...context }, enqueue, event }) => {
            const { message, text = message.text ?? '' } = event;
            const earlier = editing?.earlier ?? context.text;
            enqueue.assign({ editing: { message, earlier }, text, caret: text.length });
            enqueue('touchDraft');
            if (event.text === undefined) enqueue.emit({ type: 'focus.wanted' });
          }),
          description:
            'The draft is put aside meanwhile. The text of a failed edit returns only into an empty field, and opens no keyboard. DECISIONS 164',
        },
        'edit.cancel': { guard: 'isEditing', target: '.writing', actions: ['endEdit', 'touchDraft'] },
      },
      states: {
        writing: {
          description: 'Enter sends, Shift+Enter adds a new line. S1 §5',
          entry: assign({ suggestions: [], active: NONE }),
        },
        suggesting: {
          tags: 'suggesting',
          description:
            'The caret is after an @name: the people whose names begin with it are offered. Enter still sends until one is picked.',
          on: {
            'mention.next': {
              actions: assign({ active: ({ context }) => (context.active + 1) % context.suggestions.length }),
            },
            'mention.previous': {
              actions: assign({
                active: ({ context }) => (context.active > 0 ? context.active : context.suggestions.length) - 1,
              }),
            },
            'mention.choose': {
              guard: ({ context, event: { name } }) => name === undefined || context.suggestions.includes(name),
              target: 'writing',
              actions: [
                assign(({ context, event: { name = context.suggestions[Math.max(context.active, 0)] ?? '' } }) =>
                  withMention(context, name),
                ),
                'touchDraft',
              ],
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
            'files.choose': { guard: not('isEditing'), actions: forwardTo('attachments') },
            'record.start': { guard: not('isEditing'), actions: 'forwardToRecording' },
            'recording.began': { target: 'recording', actions: 'reportBegan' },
            'recording.stopped': {
              target: 'reviewing',
              description: 'A recording that was not sent before is offered again.',
            },
          },
        },
        recording: {
          description: 'Recording blocks sending and attaching. S1 §4',
          on: {
            'record.review': {
              actions: 'forwardToRecording',
              description: 'The chat can no longer be written in: the microphone is released, and the recording kept.',
            },
            'recording.began': { actions: 'reportBegan', description: 'The member records again.' },
            'recording.stopped': { target: 'reviewing' },
            'recording.completed': { target: 'leaving' },
            'recording.ended': { target: 'quiet', actions: 'reportEnded' },
          },
        },
        leaving: {
          description: 'It is sent at once, or when an upload that is under way has ended. S1 §4, DECISIONS C1',
          always: { guard: 'isNotUploading', target: 'reviewing', actions: sendTo('recording', SEND_RECORDING) },
          on: {
            'recording.began': { target: 'recording', actions: 'reportBegan' },
            'recording.ended': { target: 'quiet', actions: 'reportEnded' },
          },
        },
        reviewing: {
          description: 'The recording can be heard and sent; it still blocks sending and attaching.',
          on: {
            'record.send': {
              guard: 'isNotUploading',
              actions: 'forwardToRecording',
              description: 'Uploading blocks sending, also of a voice message. S1 §4, DECISIONS 63',
            },
            'recording.began': {
              target: 'recording',
              actions: 'reportBegan',
              description: 'The member records again.',
            },
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
          on: { 'upload.ended': { target: 'idle', actions: 'forwardToRecording' } },
        },
      },
    },
    draft: {
      initial: 'kept',
      on: {
        'draft.submit': [
          {
            guard: and(['isEditing', 'canSubmit']),
            actions: enqueueActions(({ context: { conversation, editing, knownNames, text }, enqueue }) => {
              const changed = textToSend(text, knownNames);
              if (editing)
                enqueue.sendTo(conversation, { type: 'edit.submitted', message: editing.message, text: changed });
              enqueue('endEdit');
              enqueue('touchDraft');
            }),
            description: 'An edit is sent separately; attached files stay for the next message. DECISIONS 164',
          },
          {
            guard: 'canSubmit',
            target: '.handedOver',
            actions: enqueueActions(({ context: { attached, conversation, knownNames, text, replyTo }, enqueue }) => {
              const { files } = attached;
              const submitted = { text: textToSend(text, knownNames), files, replyTo };
              enqueue.sendTo(conversation, { type: 'draft.submitted', ...submitted });
              if (files.length > 0) enqueue.sendTo('attachments', { type: 'files.taken' });
              enqueue.assign({ text: '', caret: 0, replyTo: null });
            }),
            description:
              'An empty or whitespace-only message cannot be sent, unless media is being attached; mentions are completed on send. S1 §5',
          },
        ],
        'recording.ready': {
          target: '.handedOver',
          actions: enqueueActions(({ context: { conversation, replyTo }, event: { recording }, enqueue }) => {
            enqueue.sendTo(conversation, { type: 'draft.submitted', text: '', files: [recording.file], replyTo });
            enqueue.assign({ replyTo: null });
          }),
          description: 'A voice message is sent alone: the text and the attachments stay.',
        },
      },
      states: {
        kept: { on: { 'draft.touched': { actions: 'storeDraft' }, 'files.touched': { actions: 'storeFiles' } } },
        handedOver: {
          description:
            'A message was handed to the queue, but neither the device nor the server has stored it. Until one has, the stored draft is its only copy and is not overwritten.',
          on: { 'lane.secured': { target: 'kept', actions: ['storeDraft', 'storeFiles'] } },
        },
      },
    },
  },
});
keepOnRestart(composerMachine, 'text', 'caret', 'replyTo', 'editing');

export type ComposerRef = ActorRefFrom<typeof composerMachine>;
export type ComposerSnapshot = SnapshotFrom<typeof composerMachine>;
