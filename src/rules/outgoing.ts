import type { SendBody } from '../contract/chatRequests';
import type { Message, MessageUser } from '../contract/chats';
import type { ChatAddress } from '../contract/topics';
import { kindOf } from './media';
import { TEMP_PREFIX } from './messages';

/** A message of the member's own that the server has not confirmed yet. */
export interface Outgoing {
  readonly chat: ChatAddress;
  /** The chat's name, for where all that waits is listed. */
  readonly chatName: string;
  /** What is published, again and again until the echo: its clientMessageId makes resending safe (DECISIONS 11). */
  readonly body: SendBody;
  /** The file that is uploaded first (S1 §4, "Sending"); its address is in `body` once it has been. Null for text alone. */
  readonly media: { readonly blob: Blob; readonly name: string } | null;
  /** When the member sent it, in milliseconds since 1970. */
  readonly queuedAt: number;
  /** Why the server refuses it for good, or null while it is on its way. */
  readonly refusal: string | null;
}

/**
 * An outgoing message as the conversation shows it at once: with a temp id (S1 §4, "Message lifecycle"). The mediaUrl of a
 * file that is not uploaded yet is empty: there is media, and nowhere to get it from.
 */
export const toTempMessage = ({ body, media, queuedAt }: Outgoing, sender: MessageUser): Message => ({
  ...body,
  mediaUrl: body.mediaUrl ?? (media && ''),
  mediaType: body.mediaType ?? (media && (kindOf(media.blob.type) ?? 'FILE')),
  id: `${TEMP_PREFIX}${body.clientMessageId}`,
  sender,
  timestamp: new Date(queuedAt).toISOString(),
  reactions: {},
  seenBy: [],
});

/** The outgoing message with the address that its file got. */
export const withUploaded = (outgoing: Outgoing, uploaded: Pick<SendBody, 'mediaUrl' | 'mediaType'>): Outgoing => ({
  ...outgoing,
  body: { ...outgoing.body, ...uploaded },
});

/** The outgoing message as it was before its file was uploaded: the server may not have that file any more. */
export const withoutUploaded = (outgoing: Outgoing): Outgoing =>
  withUploaded(outgoing, { mediaUrl: null, mediaType: null });

/** What a composer needs to know to make messages. */
interface Composing extends Pick<Outgoing, 'chat' | 'chatName'> {
  readonly replyTo: Pick<Message, 'id'> | null;
  readonly world: { now(): number; createId(): string };
}

/**
 * The messages that one press on Send makes: one for each file, for a message carries one (S1 §3), the first of them with the
 * text; without files the text alone. All of them answer the reply target.
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
      parentMessageId: replyTo?.id ?? null,
      mediaUrl: null,
      mediaType: null,
    },
  }));
}
