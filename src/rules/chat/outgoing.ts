import type { SendBody } from '../../contract/chatRequests';
import type { Message, MessageUser, UploadAnswer } from '../../contract/chats';
import { wireIdOf } from '../../contract/primitives';
import type { MessageSubmission, Submission } from '../../contract/submissions';
import { kindOf } from '../media/media';
import { isFileRefused } from '../submissions/files';
import { newSubmission } from '../submissions/kind';
import type { TimeAndId } from '../world';
import { TEMP_PREFIX } from './messages';

const typeOf = ({ type }: Blob) => kindOf(type) ?? 'FILE';

/**
 * The temp message that a conversation shows for an outgoing one at once (S1 §4, "Message lifecycle"). Its mediaUrl is empty
 * until the file has been uploaded.
 */
export const toTempMessage = (
  { content: { body, media }, queuedAt }: MessageSubmission,
  sender: MessageUser,
): Message => ({
  ...body,
  parentMessageId: body.parentMessageId === null ? null : String(body.parentMessageId),
  mediaUrl: body.mediaUrl ?? (media && ''),
  mediaType: body.mediaType ?? (media && typeOf(media.blob)),
  id: `${TEMP_PREFIX}${body.clientMessageId}`,
  sender,
  timestamp: new Date(queuedAt).toISOString(),
  reactions: {},
  seenBy: [],
});

/** The message after its file was uploaded. A server may leave out the type. */
export const withUploaded = (message: MessageSubmission, { mediaUrl, mediaType }: UploadAnswer): MessageSubmission => {
  const { media } = message.content;
  return withFile(message, { mediaUrl, mediaType: mediaType ?? (media ? typeOf(media.blob) : 'FILE') });
};

/** The message with its upload undone, because the server may have deleted the file since. */
export const withoutUploaded = (message: MessageSubmission): MessageSubmission =>
  withFile(message, { mediaUrl: null, mediaType: null });

/** A message whose file is refused for good or gone, as it is without that file; null for any other, and if nothing would be left. */
export function withoutRefusedFile(submission: Submission): MessageSubmission | null {
  if (submission.kind !== 'message' || !submission.content.body.text || !isFileRefused(submission)) return null;
  return withoutUploaded({ ...submission, content: { ...submission.content, media: null } });
}

const withFile = (message: MessageSubmission, file: Pick<SendBody, 'mediaUrl' | 'mediaType'>): MessageSubmission => ({
  ...message,
  content: { ...message.content, body: { ...message.content.body, ...file } },
});

/** The facts besides text and files that new messages need. */
interface Composing extends Pick<MessageSubmission['content'], 'chat' | 'chatName'> {
  /** The incident of the chat; null in the global chat, and if it is not known. */
  readonly incidentId?: string | null;
  readonly replyTo: Pick<Message, 'id' | 'wireId'> | null;
  readonly world: TimeAndId;
}

/**
 * The messages that one press on Send creates: one per file, because a message carries only one (S1 §3). The first carries the
 * text. Without files there is one message with the text. All of them reply to the reply target.
 */
export function compose(
  { chat, chatName, incidentId = null, replyTo, world }: Composing,
  text: string,
  files: readonly File[],
): MessageSubmission[] {
  const parts: { text: string | null; media: MessageSubmission['content']['media'] }[] = files.map((file, index) => ({
    text: index === 0 && text !== '' ? text : null,
    media: { blob: file, name: file.name },
  }));
  if (parts.length === 0) parts.push({ text, media: null });
  return parts.map((part) => {
    const id = world.createId();
    const body = {
      text: part.text,
      clientMessageId: id,
      parentMessageId: replyTo && wireIdOf(replyTo),
      mediaUrl: null,
      mediaType: null,
    };
    const incident = incidentId !== null && { incidentId };
    return newSubmission('message', { chat, chatName, ...incident, media: part.media, body }, world, id);
  });
}
