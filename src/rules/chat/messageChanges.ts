import type { Message } from '../../contract/chats';

/** For how many minutes after sending a message its sender can edit and delete it (DECISIONS 164). */
export const CHANGE_MINUTES = 15;

/**
 * Whether a message that was sent at a time (ISO 8601) can still be edited and deleted. Both times are by the server's clock; `now` is in
 * milliseconds since 1970.
 */
export const mayStillChange = (sentAt: string, now: number) => now - Date.parse(sentAt) < CHANGE_MINUTES * 60_000;

/**
 * The text that replaces a deleted message, in lists and in quotes. Our server sends it as the message's text, so that every client
 * shows it.
 */
export const DELETED_TEXT = 'This message was deleted.';

/** A change of an own message, shown before the server has confirmed it. */
export interface Revision {
  readonly messageId: string;
  /** The new text; null if the message is deleted. */
  readonly text: string | null;
  /** When the server made the change, ISO 8601; null until it is confirmed. */
  readonly changedAt: string | null;
}

/** A message after its last revision, unless the server's copy already has that change or a later one. */
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

/** A captain's change: a message is pinned or unpinned. */
export interface Repin {
  readonly message: Message;
  readonly isPinned: boolean;
}

/** The pinned message of a chat after a change. Unpinning a message that is not the pinned one changes nothing (DECISIONS 165). */
export function repinned(pinned: Message | null, { message, isPinned }: Repin): Message | null {
  if (isPinned) return message;
  return pinned?.id === message.id ? null : pinned;
}

/** The pinned message after these messages have come over the chat's topic. Each message says whether it is pinned. */
export const pinnedAfter = (pinned: Message | null, arrived: readonly Message[]): Message | null =>
  arrived.reduce((before, message) => repinned(before, { message, isPinned: Boolean(message.pinnedAt) }), pinned);
