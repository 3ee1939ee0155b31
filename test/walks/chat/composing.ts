import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import type { ComposerSnapshot } from '../../../src/machines/chat/composer.machine';
import {
  selectActive,
  selectCaret,
  selectEdited,
  selectReplyTo,
  selectText,
} from '../../../src/machines/chat/composer.select';
import type { ComposerFact } from '../../../src/machines/chat/facts';
import { recorder, streamPort } from '../../kit/walk';
import { message } from '../../rules/samples';
import { file, globalChat, mira } from './samples';

type Conversation = ActorRef<Snapshot<unknown>, ComposerFact>;
const knownNames = ['Asha', 'Kabir', 'Kavita', 'Mira'];
export const photo = file('dog.jpg', 'image/jpeg');
export const voice = file('voice-message.webm', 'audio/webm');
export const original = message({ id: '7' });
export const draft = { text: 'Half a', replyTo: original };
export const recording = { file: voice, duration: 3 };
export const EMPTY_FILES = { type: 'files.keep', files: [], recording: null };
export const EMPTY_DRAFT = { type: 'draft.keep', draft: { text: '', replyTo: null } };
export const typed = (text: string, caret = text.length) => ({ type: 'draft.changed', text, caret }) as const;

export const props = () => ({
  ports: { attachments: streamPort(), recording: streamPort(), draftStore: streamPort(), mentionNames: streamPort() },
  conversation: recorder<Conversation>(),
});
export type Props = ReturnType<typeof props>;
export type Setup = Props & {
  actor: { getSnapshot(): ComposerSnapshot };
  readonly emitted: readonly object[];
  read<T>(select: (snapshot: ComposerSnapshot) => T): T;
};
export const inputOf = ({ conversation }: Props) => ({
  conversation: conversation.ref,
  chat: globalChat,
  me: mira,
  knownNames,
  textLimit: 40,
});

/** S1 §4 and §5: text or media, all of it ready, and neither recording nor uploading. */
export const maySubmit = ({ context: { text, attached, editing }, value }: ComposerSnapshot) =>
  (editing ? text.trim() !== '' : (text.trim() !== '' || attached.files.length > 0) && attached.isReady) &&
  value.voice === 'quiet' &&
  value.upload === 'idle';
const isBlank = ({ context }: ComposerSnapshot) => context.text === '' && context.replyTo === null && !context.editing;
/** The text that was being written before an edit, if there is one, and the reply target, which an edit leaves as it is. */
export const draftIn = ({ editing, text, replyTo }: ComposerSnapshot['context']) => ({
  text: editing?.earlier ?? text,
  replyTo,
});

/** What is stored: an edit that is not saved is stored beside them (DECISIONS 255). */
export const keptIn = (context: ComposerSnapshot['context']) => ({
  ...draftIn(context),
  ...(context.editing && { edit: { message: context.editing.message, text: context.text } }),
});

export const told = ({ conversation }: Props) => conversation.received.at(-1);
export const lastKept = ({ ports }: Props) => ports.draftStore.received.at(-1);

/** What is attached is kept from that moment on, unless the kept files are the only copy of a message that was handed over. */
export const keepsFiles = (isReady: boolean) => (before: ComposerSnapshot) => ({
  to: 'voice',
  sees: (setup: Setup) => {
    expect(setup.actor.getSnapshot().context.attached).toEqual({ files: [photo], isReady });
    if (before.value.draft === 'kept') expect(lastKept(setup)).toMatchObject({ type: 'files.keep', files: [photo] });
  },
});

/** The attachments get these files. */
export const attaches = (command: object) => ({
  to: 'voice',
  sees: ({ ports }: Props) => expect(ports.attachments.received.at(-1)).toEqual(command),
});

/** The recorder is told this. */
export const records = (command: object) => ({
  to: 'voice',
  sees: ({ ports }: Props) => expect(ports.recording.received.at(-1)).toEqual(command),
});

/** The photo and the recording were sent elsewhere: they are taken away where they are. */
export const goesElsewhere = ({ context: { attached, recording: recorded } }: ComposerSnapshot) => ({
  to: 'voice',
  sees: ({ ports }: Props) => {
    const [files, voices] = [ports.attachments.received, ports.recording.received];
    expect(files.at(-1)?.type === 'files.gone').toBe(attached.files.includes(photo));
    expect(voices.at(-1)?.type === 'recording.gone').toBe(recorded !== null);
  },
});

export const bar = (reason: string) => ({
  to: 'voice',
  sees: (setup: Props) => expect(told(setup)).toEqual({ type: 'composer.failed', reason }),
});

/** The recorder is told to hand its recording over. */
export const isSent = ({ ports }: Props) => expect(ports.recording.received.at(-1)).toEqual({ type: 'record.send' });
/** A recording is kept like a file. */
export const keepsRecording = (kept: typeof recording | null) => (before: ComposerSnapshot) => ({
  to: 'voice',
  sees: (setup: Setup) => {
    expect(setup.actor.getSnapshot().context.recording).toBe(kept);
    if (before.value.draft === 'kept') expect(lastKept(setup)).toMatchObject({ type: 'files.keep', recording: kept });
  },
});
export const own = message({ id: '9', text: 'Dog at gate' });
/** The text box is told to take the focus. */
export const wantsFocus = ({ emitted }: Setup) => expect(emitted.at(-1)).toEqual({ type: 'focus.wanted' });
/** The draft is kept as it is now, unless the kept one is the only copy of a message that was handed over. */
export const keepsDraft = (here: string, sees: (setup: Setup) => void) => (before: ComposerSnapshot) => ({
  to: here,
  sees: (setup: Setup) => {
    sees(setup);
    if (before.value.draft === 'kept')
      expect(lastKept(setup)).toEqual({ type: 'draft.keep', draft: keptIn(setup.actor.getSnapshot().context) });
  },
});
export const typing = {
  typed: keepsDraft('text.writing', ({ read }) => expect(read(selectText)).toBe(' Dog ')),
  'blank typed': keepsDraft('text.writing', ({ read }) => expect(read(selectText)).toBe('  ')),
  'an @name begun': keepsDraft('text.suggesting', ({ read }) => {
    expect(read(selectActive)).toBe(-1);
    expect([read(selectText), read(selectCaret)]).toEqual(['Ask @ka today', 7]);
  }),
  'an @name of nobody': keepsDraft('text.writing', ({ read }) => expect(read(selectText)).toBe('@zz')),
};
export const chosen = (text: string, caret: number) =>
  keepsDraft('text.writing', ({ read }) => expect([read(selectText), read(selectCaret)]).toEqual([text, caret]));

/** The field has the text of the edited message, and the draft is kept for later. */
export const edited =
  (text: string, mayBegin: (now: ComposerSnapshot) => boolean, sees?: (setup: Setup) => void) =>
  (now: ComposerSnapshot) =>
    now.value.voice === 'quiet' && mayBegin(now)
      ? keepsDraft('text.writing', (setup: Setup) => {
          const { read, actor } = setup;
          expect([read(selectEdited), read(selectText)]).toEqual([own, text]);
          expect(read(selectCaret)).toBe(text.length);
          expect(draftIn(actor.getSnapshot().context)).toEqual(draftIn(now.context));
          sees?.(setup);
        })(now)
      : null;
/** The stored draft is restored. If something is written already, it comes first, and what is written stays (DECISIONS 250). */
export const restored = (now: ComposerSnapshot) => {
  const { editing, text, replyTo } = now.context;
  if (isBlank(now))
    return {
      to: 'text.writing',
      sees: ({ read }: Setup) =>
        expect([read(selectText), read(selectCaret), read(selectReplyTo)]).toEqual(['Half a', 6, original]),
    };
  return keepsDraft('text.writing', ({ read, actor }) => {
    // The text of an edit is another one.
    const own = editing ? actor.getSnapshot().context.editing?.earlier : read(selectText);
    expect(own?.startsWith('Half a')).toBe(true);
    expect(own).toContain((editing?.earlier ?? text).trim());
    if (editing) expect(read(selectText)).toBe(text);
    else expect(read(selectCaret)).toBe(own?.length);
    expect(read(selectReplyTo)).toEqual(replyTo ?? original);
  })(now);
};

/** What another tab has made of it is shown. Not while a message is handed over: what is written then is stored nowhere yet. */
export const replaced = (now: ComposerSnapshot) =>
  now.value.draft === 'kept'
    ? {
        to: 'text.writing',
        sees: ({ read }: Setup) =>
          expect([read(selectText), read(selectCaret), read(selectReplyTo), read(selectEdited)]).toEqual([
            'Half a',
            6,
            original,
            null,
          ]),
      }
    : null;

/** The stored edit is opened again, and what is written waits behind it, unless another message is being edited. */
export const restoredEdit = (now: ComposerSnapshot) => {
  const sees = ({ read, actor }: Setup) => {
    expect([read(selectEdited), read(selectText), read(selectCaret)]).toEqual([own, 'Dog at the gate', 15]);
    const waiting = draftIn(actor.getSnapshot().context);
    expect(waiting.text.startsWith('Half a')).toBe(true);
    expect(waiting.text).toContain(now.context.text.trim());
    expect(waiting.replyTo).toEqual(now.context.replyTo ?? original);
  };
  if (now.context.editing) return restored(now);
  return isBlank(now) ? { to: 'text.writing', sees } : keepsDraft('text.writing', sees)(now);
};
