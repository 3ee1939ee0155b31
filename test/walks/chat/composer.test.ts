import { expect } from 'vitest';
import { composerMachine } from '../../../src/machines/chat/composer.machine';
import {
  selectActive,
  selectCanAttach,
  selectCanRecord,
  selectCanSendVoice,
  selectCanSubmit,
  selectEdited,
  selectEnterTakesMention,
  selectIsReviewing,
  selectIsSuggesting,
  selectKnownNames,
  selectMediaBlockedBy,
  selectPlaceholder,
  selectReplyTo,
  selectSubmitBlockedBy,
  selectSuggestions,
  selectText,
} from '../../../src/machines/chat/composer.select';
import { UNKEPT_FILE } from '../../../src/rules/media/mediaTexts';
import { testMutants } from '../../kit/mutants';
import { said, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';
import {
  attaches,
  bar,
  chosen,
  draft,
  draftIn,
  EMPTY_DRAFT,
  EMPTY_FILES,
  edited,
  goesElsewhere,
  inputOf,
  isSent,
  keepsDraft,
  keepsFiles,
  keepsRecording,
  keptIn,
  lastKept,
  maySubmit,
  original,
  own,
  photo,
  props,
  recording,
  records,
  replaced,
  restored,
  restoredEdit,
  told,
  typed,
  typing,
  voice,
  wantsFocus,
} from './composing';

const walk = walkOf({
  machine: composerMachine,
  props,
  input: inputOf,
  keeps: ({ context: { text, caret, replyTo, editing } }) => [text, caret, replyTo, editing],
  key: ({ context: { text, attached, editing } }) =>
    `${attached.isReady && (attached.files.length > 0 || text.trim() !== '')} ${editing !== null}`,
  samples: {
    typed: typed(' Dog '),
    'blank typed': typed('  '),
    'an @name begun': typed('Ask @ka today', 7),
    'an @name of nobody': typed('@zz'),
    'the names came': said('mentionNames', { type: 'names.known', names: ['Kabir', 'Kavita', 'Usha'] }),
    next: { type: 'mention.next' },
    previous: { type: 'mention.previous' },
    'the active one chosen': { type: 'mention.choose' },
    'Kavita chosen': { type: 'mention.choose', name: 'Kavita' },
    'somebody else chosen': { type: 'mention.choose', name: 'Mira' },
    dismissed: { type: 'mention.dismiss' },
    'a photo attached': said('attachments', { type: 'attachments.changed', files: [photo], isReady: false }),
    'the photo is small': said('attachments', { type: 'attachments.changed', files: [photo], isReady: true }),
    'reply chosen': { type: 'reply.choose', message: original },
    'reply to a temp message chosen': { type: 'reply.choose', message: message({ id: 'temp-c1' }) },
    'reply cancelled': { type: 'reply.cancel' },
    'edit chosen': { type: 'edit.choose', message: own },
    'edit of a temp message chosen': { type: 'edit.choose', message: message({ id: 'temp-c1' }) },
    'an edit that failed': { type: 'edit.choose', message: own, text: 'Dog at the gate' },
    'edit cancelled': { type: 'edit.cancel' },
    'the draft touched': { type: 'draft.touched' },
    'the files touched': { type: 'files.touched' },
    'photos from the last time': said('draftStore', { type: 'files.restored', files: [photo, photo] }),
    'a recording from the last time': said('draftStore', { type: 'recording.restored', recording }),
    'all is sent elsewhere': said('draftStore', { type: 'files.gone', files: [photo, recording.file] }),
    'something is recorded': said('recording', { type: 'recording.changed', recording }),
    'nothing is recorded': said('recording', { type: 'recording.changed', recording: null }),
    'a photo cannot be kept': said('draftStore', { type: 'draft.unkept', reason: UNKEPT_FILE }),
    'a draft from the last time': said('draftStore', { type: 'draft.restored', draft }),
    'an edit from the last time': said('draftStore', {
      type: 'draft.restored',
      draft: { ...draft, edit: { message: own, text: 'Dog at the gate' } },
    }),
    'the draft changed elsewhere': said('draftStore', { type: 'draft.replaced', drafts: [draft] }),
    submit: { type: 'draft.submit' },
    secured: { type: 'lane.secured' },
    'files chosen': { type: 'files.choose', files: [photo] },
    'files arrived': { type: 'files.arrived', files: [photo] },
    'record pressed': { type: 'record.start' },
    'recording began': said('recording', { type: 'recording.began' }),
    'recording stopped': said('recording', { type: 'recording.stopped' }),
    'recording completed': said('recording', { type: 'recording.completed' }),
    'recording sent': { type: 'record.send' },
    'the chat is closed': { type: 'record.review' },
    'recording ready': said('recording', { type: 'recording.ready', recording }),
    'recording ended': said('recording', { type: 'recording.ended' }),
    'microphone refused': said('recording', { type: 'recording.failed', reason: 'Mic permission denied.' }),
    'file refused': said('attachments', { type: 'attachment.refused', reason: 'Unsupported file type.' }),
    'upload began': { type: 'upload.began' },
    'upload ended': { type: 'upload.ended' },
  },
  ways: [
    // It is not stored again, because another tab may be sending it just now.
    { way: ['a draft from the last time'], sees: ({ ports }) => expect(ports.draftStore.received).toEqual([]) },
    { way: ['reply chosen', 'reply cancelled'] },
    { way: ['reply chosen', 'recording began', 'recording stopped', 'recording ready'] },
    // The names of the organisation are fetched at each new @ that begins a word (DECISIONS P20).
    {
      way: [typed('Ask @', 5), typed('Ask @z', 6), 'typed'],
      sees: ({ ports }) => expect(ports.mentionNames.received).toEqual([{ type: 'names.want' }]),
    },
    { way: ['typed', typed('mira@example.org')], sees: ({ ports }) => expect(ports.mentionNames.received).toEqual([]) },
  ],
  states: {
    text: {
      takes: {
        ...typing,
        'the names came': ({ value }) => ({
          to: value.text === 'suggesting' ? 'text.suggesting' : 'text.writing',
          sees: ({ read }) => {
            expect(read(selectKnownNames)).toEqual(['Asha', 'Kabir', 'Kavita', 'Mira', 'Usha']);
            expect(read(selectActive)).toBe(-1);
          },
        }),
        'edit chosen': edited('Dog at gate', () => true, wantsFocus),
        // It never replaces a text that is being written, because Enter would then send that text as the edit.
        'an edit that failed': edited('Dog at the gate', ({ context }) => context.text === ''),
        'edit cancelled': (now) =>
          now.context.editing &&
          keepsDraft('text.writing', ({ read }) => {
            expect(read(selectEdited)).toBe(null);
            expect([read(selectText), read(selectReplyTo)]).toEqual(Object.values(draftIn(now.context)));
          })(now),
        'a draft from the last time': restored,
        'an edit from the last time': restoredEdit,
        'the draft changed elsewhere': replaced,
      },
    },
    'text.writing': {
      sees: ({ read }) => {
        expect(read(selectIsSuggesting)).toBe(false);
        expect(read(selectSuggestions)).toEqual([]);
        expect(read(selectEnterTakesMention)).toBe(false);
      },
    },
    'text.suggesting': {
      sees: ({ read }) => {
        expect(read(selectSuggestions)).toEqual(['Kabir', 'Kavita']);
        expect(read(selectText)).toBe('Ask @ka today');
        expect(read(selectEnterTakesMention)).toBe(read(selectActive) >= 0);
      },
      takes: {
        next: ({ context: { active } }) => ({
          to: 'text.suggesting',
          sees: ({ read }) => expect(read(selectActive)).toBe({ [-1]: 0, 0: 1, 1: 0 }[active]),
        }),
        previous: ({ context: { active } }) => ({
          to: 'text.suggesting',
          sees: ({ read }) => expect(read(selectActive)).toBe({ [-1]: 1, 0: 1, 1: 0 }[active]),
        }),
        'the active one chosen': (now) =>
          (now.context.active === 1 ? chosen('Ask @Kavita today', 12) : chosen('Ask @Kabir today', 11))(now),
        'Kavita chosen': chosen('Ask @Kavita today', 12),
        dismissed: { to: 'text.writing', sees: ({ read }) => expect(read(selectText)).toBe('Ask @ka today') },
      },
    },
    voice: {
      sees: ({ read, actor }) => {
        const { value } = actor.getSnapshot();
        expect(read(selectCanSubmit)).toBe(maySubmit(actor.getSnapshot()));
        const isFree = value.voice === 'quiet' && read(selectEdited) === null;
        expect([read(selectCanAttach), read(selectCanRecord)]).toEqual([isFree, isFree]);
        // A reason is given exactly when sending is not possible. The same holds for attaching and recording.
        expect([read(selectSubmitBlockedBy) === null, read(selectMediaBlockedBy) === null]).toEqual([
          read(selectCanSubmit),
          isFree,
        ]);
        const uploading = value.upload === 'uploading' ? 'Attaching media...' : 'Message...';
        expect(read(selectPlaceholder)).toBe(value.voice === 'recording' ? 'Recording audio...' : uploading);
      },
      takes: {
        'reply chosen': keepsDraft('voice', (setup) => {
          expect(setup.read(selectReplyTo)).toBe(original);
          wantsFocus(setup);
        }),
        'reply cancelled': keepsDraft('voice', ({ read }) => expect(read(selectReplyTo)).toBe(null)),
        'a photo attached': keepsFiles(false),
        'the photo is small': keepsFiles(true),
        // Also while a recording is there or a message is edited: nobody else has them any more.
        'files arrived': attaches({ type: 'files.choose', files: [photo] }),
        'photos from the last time': attaches({ type: 'files.restore', files: [photo, photo] }),
        'a recording from the last time': records({ type: 'recording.restored', recording }),
        'all is sent elsewhere': goesElsewhere,
        'something is recorded': keepsRecording(recording),
        'nothing is recorded': keepsRecording(null),
        'a photo cannot be kept': bar(
          'This browser cannot keep what is attached: leave this page open until it is sent.',
        ),
        'microphone refused': bar('Mic permission denied.'),
        'file refused': bar('Unsupported file type.'),
      },
    },
    'voice.quiet': {
      sees: ({ actor }) => expect(actor.getSnapshot().value.voice).toBe('quiet'),
      takes: {
        'files chosen': ({ context }) =>
          context.editing
            ? null
            : {
                to: 'voice.quiet',
                sees: ({ ports }) =>
                  expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files: [photo] }),
              },
        'record pressed': ({ context }) =>
          context.editing
            ? null
            : {
                to: 'voice.quiet',
                sees: ({ ports }) => expect(ports.recording.received.at(-1)).toEqual({ type: 'record.start' }),
              },
        'recording began': {
          to: 'voice.recording',
          sees: (setup) => expect(told(setup)).toEqual({ type: 'recording.began' }),
        },
        // A recording of an earlier visit is offered again.
        'recording stopped': 'voice.reviewing',
      },
    },
    'voice.recording': {
      sees: ({ read }) =>
        expect([read(selectCanSubmit), read(selectCanAttach), read(selectIsReviewing)]).toEqual([false, false, false]),
      takes: {
        'recording began': {
          to: 'voice.recording',
          sees: (setup) => expect(told(setup)).toEqual({ type: 'recording.began' }),
        },
        'the chat is closed': {
          to: 'voice.recording',
          sees: ({ ports }) => expect(ports.recording.received.at(-1)).toEqual({ type: 'record.review' }),
        },
        'recording stopped': {
          to: 'voice.reviewing',
          sees: ({ ports }) => expect(ports.recording.received.at(-1)).not.toEqual({ type: 'record.send' }),
        },
        // S1 §4: "Stopping uploads", and "uploading blocks sending".
        'recording completed': ({ value }) =>
          value.upload === 'uploading' ? 'voice.leaving' : { to: 'voice.reviewing', sees: isSent },
        'recording ended': {
          to: 'voice.quiet',
          sees: (setup) => expect(told(setup)).toEqual({ type: 'recording.ended' }),
        },
      },
    },
    'voice.leaving': {
      sees: ({ read, actor }) => {
        expect([read(selectCanSubmit), read(selectCanAttach), read(selectCanSendVoice)]).toEqual([false, false, false]);
        expect(read(selectIsReviewing)).toBe(true);
        expect(actor.getSnapshot().value.upload).toBe('uploading');
      },
      takes: {
        'recording began': {
          to: 'voice.recording',
          sees: (setup) => expect(told(setup)).toEqual({ type: 'recording.began' }),
        },
        'upload ended': { to: 'voice.reviewing', sees: isSent },
        'recording ended': {
          to: 'voice.quiet',
          sees: (setup) => expect(told(setup)).toEqual({ type: 'recording.ended' }),
        },
      },
    },
    'voice.reviewing': {
      sees: ({ read }) => {
        expect([read(selectCanSubmit), read(selectCanAttach)]).toEqual([false, false]);
        expect(read(selectPlaceholder)).not.toBe('Recording audio...');
        expect(read(selectIsReviewing)).toBe(true);
      },
      takes: {
        'recording began': {
          to: 'voice.recording',
          sees: (setup) => expect(told(setup)).toEqual({ type: 'recording.began' }),
        },
        // S1 §4: "Uploading blocks sending."
        'recording sent': ({ value }) =>
          value.upload === 'uploading'
            ? null
            : {
                to: 'voice.reviewing',
                sees: ({ ports }) => expect(ports.recording.received.at(-1)).toEqual({ type: 'record.send' }),
              },
        'recording ended': {
          to: 'voice.quiet',
          sees: (setup) => expect(told(setup)).toEqual({ type: 'recording.ended' }),
        },
      },
    },
    'upload.idle': {
      sees: ({ ports, actor }) => {
        for (const child of ['attachments', 'recording', 'draftStore', 'mentionNames'] as const)
          expect(ports[child].calls).toHaveLength(1);
        expect(actor.getSnapshot().value.upload).toBe('idle');
      },
      takes: { 'upload began': 'upload.uploading' },
    },
    'upload.uploading': {
      sees: ({ read }) => expect(read(selectCanSubmit)).toBe(false),
      takes: {
        'upload ended': {
          to: 'upload.idle',
          sees: ({ ports }) =>
            expect(ports.recording.received.filter(({ type }) => type !== 'record.send').at(-1)).toEqual({
              type: 'upload.ended',
            }),
        },
      },
    },
    draft: {
      takes: {
        submit: (now) =>
          maySubmit(now) && now.context.editing
            ? {
                to: `draft.${now.value.draft}`,
                sees: (setup) => {
                  const { text, editing } = now.context;
                  expect(told(setup)).toMatchObject({ type: 'edit.submitted', message: editing?.message });
                  if (text !== 'Ask @ka today') expect(told(setup)).toMatchObject({ text: text.trim() });
                  expect([setup.read(selectText), setup.read(selectReplyTo)]).toEqual(
                    Object.values(draftIn(now.context)),
                  );
                  if (now.value.draft === 'kept')
                    expect(lastKept(setup)).toEqual({ type: 'draft.keep', draft: draftIn(now.context) });
                  expect(setup.read(selectEdited)).toBe(null);
                },
              }
            : maySubmit(now)
              ? {
                  to: 'draft.handedOver',
                  sees: (setup) => {
                    const { text, attached, replyTo } = now.context;
                    expect(told(setup)).toMatchObject({ type: 'draft.submitted', files: attached.files, replyTo });
                    if (text !== 'Ask @ka today') expect(told(setup)).toMatchObject({ text: text.trim() });
                    if (attached.files.length > 0)
                      expect(setup.ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
                    expect([setup.read(selectText), setup.read(selectReplyTo)]).toEqual(['', null]);
                  },
                }
              : null,
        'recording ready': (now) => ({
          to: 'draft.handedOver',
          sees: (setup) => {
            const { text, replyTo } = now.context;
            expect(told(setup)).toEqual({ type: 'draft.submitted', text: '', files: [voice], replyTo });
            expect([setup.read(selectText), setup.read(selectReplyTo)]).toEqual([text, null]);
          },
        }),
      },
    },
    'draft.kept': {
      sees: ({ actor }) => expect(actor.getSnapshot().value.draft).toBe('kept'),
      takes: { 'the draft touched': 'draft.kept', 'the files touched': 'draft.kept' },
    },
    'draft.handedOver': {
      // What is kept may be the only copy of what was handed over.
      sees: (setup) => {
        if (setup.last === 'submit' && told(setup)?.type === 'draft.submitted')
          expect(lastKept(setup)).not.toEqual(EMPTY_DRAFT);
      },
      takes: {
        secured: {
          to: 'draft.kept',
          sees: (setup) => {
            const { context } = setup.actor.getSnapshot();
            expect(setup.ports.draftStore.received.slice(-2)).toEqual([
              { type: 'draft.keep', draft: keptIn(context) },
              { ...EMPTY_FILES, files: context.attached.files, recording: context.recording },
            ]);
          },
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
