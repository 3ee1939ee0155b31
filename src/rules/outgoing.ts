import type { SendBody } from '../contract/chatRequests';
import type { Message, MessageUser } from '../contract/chats';
import { type WireId, wireIdOf } from '../contract/primitives';
import type { ChatAddress } from '../contract/topics';
import { kindOf } from './media';
import { TEMP_PREFIX } from './messages';

/** A body as it is sent: the id of the original goes back in the type in which it came. */
type OutgoingBody = Omit<SendBody, 'parentMessageId'> & { readonly parentMessageId: WireId | null };

/** An own message that the server has not confirmed yet. */
export interface Outgoing {
  readonly chat: ChatAddress;
  /** The chat's name, shown in the list of waiting messages. */
  readonly chatName: string;
  /** The body that is published until its echo arrives; its clientMessageId makes repeats safe (DECISIONS 11). */
  readonly body: OutgoingBody;
  /** The file that is uploaded first (S1 §4, "Sending"); after that its address is in `body`. Null for text alone. */
  readonly media: { readonly blob: Blob; readonly name: string } | null;
  /** When the member sent it, in milliseconds since 1970. */
  readonly queuedAt: number;
  /** Why the server refused it for good, or null. */
  readonly refusal: string | null;
}

/**
 * The temp message that a conversation shows for an outgoing one at once (S1 §4, "Message lifecycle"). Its mediaUrl is empty
 * until the file has been uploaded.
 */
export const toTempMessage = ({ body, media, queuedAt }: Outgoing, sender: MessageUser): Message => ({
  ...body,
  parentMessageId: body.parentMessageId === null ? null : String(body.parentMessageId),
  mediaUrl: body.mediaUrl ?? (media && ''),
  mediaType: body.mediaType ?? (media && (kindOf(media.blob.type) ?? 'FILE')),
  id: `${TEMP_PREFIX}${body.clientMessageId}`,
  sender,
  timestamp: new Date(queuedAt).toISOString(),
  reactions: {},
  seenBy: [],
});

/** The outgoing message after its file was uploaded to this address. */
export const withUploaded = (outgoing: Outgoing, uploaded: Pick<SendBody, 'mediaUrl' | 'mediaType'>): Outgoing => ({
  ...outgoing,
  body: { ...outgoing.body, ...uploaded },
});

/** The outgoing message with its upload undone, because the server may have deleted the file since. */
export const withoutUploaded = (outgoing: Outgoing): Outgoing =>
  withUploaded(outgoing, { mediaUrl: null, mediaType: null });

/** What is needed to make messages from a draft. */
interface Composing extends Pick<Outgoing, 'chat' | 'chatName'> {
  readonly replyTo: Pick<Message, 'id' | 'wireId'> | null;
  readonly world: { now(): number; createId(): string };
}

/**
 * The messages that one press on Send makes: one per file, because a message carries one (S1 §3). The first carries the text;
 * without files there is one message with the text. All of them reply to the reply target.
 */
export function compose(
  { chat, chatName, replyTo, world }: Composing,
  text: string,
  files: readonly File[],
): Outgoing[] {
  const parts: { text: string | null; media: Outgoing['media'] }[] = files.map((file, index) => ({
    text: index === 0 && text !== '' ? text : null,
    media: { blob: file, name: file.name },
  }));
  if (parts.length === 0) parts.push({ text, media: null });
  return parts.map((part) => ({
    chat,
    chatName,
    media: part.media,
    queuedAt: world.now(),
    refusal: null,
    body: {
      text: part.text,
      clientMessageId: world.createId(),
      parentMessageId: replyTo && wireIdOf(replyTo),
      mediaUrl: null,
      mediaType: null,
    },
  }));
}
