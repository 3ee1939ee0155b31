import type { Message } from '../contract/chats';

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
