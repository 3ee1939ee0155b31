import type { Message } from '../contract/chats';

/** The sender can edit and delete a message for this time after sending it, in milliseconds (DECISIONS 164). */
const CHANGE_WINDOW = 15 * 60_000;

/** Whether a message that was sent at a time (ISO 8601) can still be edited and deleted. `now`: milliseconds since 1970. */
export const mayStillChange = (sentAt: string, now: number) => now - Date.parse(sentAt) < CHANGE_WINDOW;

/**
 * The text that replaces a deleted message, in lists and in quotes. Our server sends it as the message's text, so that every client
 * shows it.
 */
export const DELETED_TEXT = 'This message was deleted.';

/** A change of an own message, shown before the server has confirmed it. */
export interface Revision {
  readonly messageId: string;
  /** Null where the message is deleted. */
  readonly text: string | null;
  /** When the server made it, ISO 8601; null while it is on its way. */
  readonly changedAt: string | null;
}

/** A message as its last revision leaves it, unless the server's copy is of that time or later already. */
export function revised(message: Message, revisions: readonly Revision[]): Message {
  const since = message.deletedAt ?? message.editedAt ?? '';
  const last = revisions.findLast(
    ({ messageId, changedAt }) => messageId === message.id && (changedAt === null || changedAt > since),
  );
  if (!last) return message;
  if (last.text !== null) return { ...message, text: last.text || null, editedAt: message.timestamp };
  return {
    ...message,
    text: DELETED_TEXT,
    mediaUrl: null,
    mediaType: null,
    reactions: {},
    deletedAt: message.timestamp,
  };
}
