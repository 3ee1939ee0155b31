import type { ActorRef, Snapshot } from 'xstate';
import type { ComposerSnapshot } from '../../../src/machines/chat/composer.machine';
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
  read<T>(select: (snapshot: ComposerSnapshot) => T): T;
};
export const inputOf = ({ conversation }: Props) => ({
  conversation: conversation.ref,
  chat: globalChat,
  me: mira,
  knownNames,
});

/** S1 §4 and §5: text or media, all of it ready, and neither recording nor uploading. */
export const maySubmit = ({ context: { text, attached, editing }, value }: ComposerSnapshot) =>
  (editing ? text.trim() !== '' : (text.trim() !== '' || attached.files.length > 0) && attached.isReady) &&
  value.voice === 'quiet' &&
  value.upload === 'idle';
export const isBlank = ({ context }: ComposerSnapshot) =>
  context.text === '' && context.replyTo === null && !context.editing;
/** The text and reply target that are restored after an edit. */
export const draftIn = ({ editing, text, replyTo }: ComposerSnapshot['context']) => ({
  text: editing?.earlier ?? text,
  replyTo,
});
