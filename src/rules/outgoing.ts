import type { SendBody } from '../contract/chatRequests';
import type { Message, MessageUser } from '../contract/chats';
import type { ChatAddress } from '../contract/topics';
import { TEMP_PREFIX } from './messages';

/** A message of the member's own that the server has not confirmed yet. */
export interface Outgoing {
  readonly chat: ChatAddress;
  /** What is published, again and again until the echo: its clientMessageId makes resending safe (DECISIONS 11). */
  readonly body: SendBody;
  /** When the member sent it, in milliseconds since 1970. */
  readonly queuedAt: number;
  /** Why the server refuses it for good, or null while it is on its way. */
  readonly refusal: string | null;
}

/** A message as its sender has just sent it. `world` gives the time, in milliseconds since 1970, and an id that is new. */
export const compose = (
  chat: ChatAddress,
  said: Partial<SendBody>,
  world: { now(): number; createId(): string },
): Outgoing => ({
  chat,
  body: {
    text: null,
    parentMessageId: null,
    mediaUrl: null,
    mediaType: null,
    ...said,
    clientMessageId: world.createId(),
  },
  queuedAt: world.now(),
  refusal: null,
});

/** An outgoing message as the conversation shows it at once: with a temp id (S1 §4, "Message lifecycle"). */
export const toTempMessage = ({ body, queuedAt }: Outgoing, sender: MessageUser): Message => ({
  ...body,
  id: `${TEMP_PREFIX}${body.clientMessageId}`,
  sender,
  timestamp: new Date(queuedAt).toISOString(),
  reactions: {},
  seenBy: [],
});

/** Whether a message that arrived is the echo of what this sender published (S1 §4). */
export const isEchoOf = (body: Pick<SendBody, 'clientMessageId'>, senderId: string) => (message: Message) =>
  message.clientMessageId === body.clientMessageId && message.sender.id === senderId;
