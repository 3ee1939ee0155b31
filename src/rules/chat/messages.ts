import type { Message, QuotedMessage } from '../../contract/chats';
import { charactersOf } from '../characters';
import { shownAs } from '../media/media';
import { sinceLabel } from '../timeTexts';
import { counted } from '../wording';

/** S1 §3: the prefix of an unsent message's id. */
export const TEMP_PREFIX = 'temp-';
/** S1 §2: messages of one sender within this time on one day form a group, in milliseconds. */
const GROUP_WINDOW = 5 * 60_000;
/** S1 §2: how many characters of the last message a chat card shows. */
const PREVIEW_LENGTH = 30;

export const isTemp = (message: Pick<Message, 'id'>) => message.id.startsWith(TEMP_PREFIX);

export const isSeenBy = (message: Pick<Message, 'seenBy'>, userId: string) =>
  message.seenBy.some((user) => user.id === userId);

/** The clock, one tick or read tick of an own message (S1 §4, "Message lifecycle"). */
export type Tick = 'clock' | 'sent' | 'read';

/** The tick that a member sees on an own message; null for other people's messages. */
export function tickOf(message: Message, myId: string): Tick | null {
  if (message.sender.id !== myId) return null;
  if (isTemp(message)) return 'clock';
  return message.seenBy.some((user) => user.id !== myId) ? 'read' : 'sent';
}

/** S1 §4: a message is marked read when it is not own and not already seen by the user. */
export const shouldMarkRead = (message: Message, myId: string) =>
  !isTemp(message) && message.sender.id !== myId && !isSeenBy(message, myId);

/** A number that identifies the calendar day of an ISO time in the viewer's zone. */
function dayOf(iso: string): number {
  const date = new Date(iso);
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** Whether two messages were written on the same calendar day. */
export const isSameDay = (earlier: Message | undefined, later: Message) =>
  earlier !== undefined && dayOf(earlier.timestamp) === dayOf(later.timestamp);

/** S1 §9, "Message grouping": same sender within 5 minutes on the same day. */
export function isSameGroup(earlier: Message | undefined, later: Message | undefined): boolean {
  if (!earlier || !later || earlier.sender.id !== later.sender.id) return false;
  const gap = Math.abs(Date.parse(later.timestamp) - Date.parse(earlier.timestamp));
  return gap <= GROUP_WINDOW && isSameDay(earlier, later);
}

/** [image], [video] or [audio] for media; [file] for anything that can only be downloaded. */
export const mediaLabel = (mediaType: string | null) => `[${shownAs(mediaType).toLowerCase()}]`;

/** What a reply to this message shows of it. */
export const quotedOf = ({ sender, text, mediaUrl, mediaType }: QuotedMessage): QuotedMessage => ({
  sender,
  text,
  mediaUrl,
  mediaType,
});

/** A message in one line: its text, or the kind of its media (S1 §2 reply bar, DECISIONS 39). */
export const snippetOf = (message: Pick<Message, 'text' | 'mediaUrl' | 'mediaType'>) =>
  message.text || (message.mediaUrl !== null ? mediaLabel(message.mediaType) : '');

/** The newest of a chat's messages after others have arrived: a later one, or a changed version of it. */
export const newestOf = (newest: Message | null, arrived: readonly Message[]): Message | null =>
  arrived.reduce<Message | null>(
    (last, message) =>
      !last || message.id === last.id || Date.parse(message.timestamp) > Date.parse(last.timestamp) ? message : last,
    newest,
  );

/** The first 30 characters, followed by '...' only if there are more (S1 §2, DECISIONS 39). */
export function previewOf(text: string): string {
  const characters = charactersOf(text);
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}...` : text;
}

/**
 * One emoji: a flag, a keycap, or a picture with its skin tone, hair, tags and joined parts. It is written out because compiling
 * \p{RGI_Emoji} takes 20 ms at the first message, and this 2 ms.
 */
const EMOJI =
  String.raw`\p{RI}{2}|[#*0-9]\uFE0F\u20E3|` +
  String.raw`(?:(?!\p{RI})\p{EPres}|(?![#*0-9])\p{Emoji}(?=\uFE0F|\p{EMod}))[\uFE0F\p{EMod}\u{E0020}-\u{E007F}]*` +
  String.raw`(?:\u200D\p{Emoji}[\uFE0F\p{EMod}]*)*`;
const emojiOrSpace = new RegExp(`${EMOJI}|\\s+`, 'gu');

/**
 * S1 §5: a message that consists only of emoji is shown large and without a bubble. The emoji are taken out one after the other: one
 * pattern for the whole text would try all the ways to divide it, and a dozen emoji before a word would freeze the chat.
 */
export const isEmojiOnly = (text: string) => text.trim() !== '' && text.replace(emojiOrSpace, '') === '';

/** S1 §9, "Bubble reactions": up to 3 distinct emojis, the most used first, plus a total count. */
export function summariseReactions(reactions: Message['reactions']): { emojis: string[]; total: number } {
  const used = Object.entries(reactions).filter(([, users]) => users.length > 0);
  used.sort(([, a], [, b]) => b.length - a.length);
  return {
    emojis: used.slice(0, 3).map(([emoji]) => emoji),
    total: used.reduce((sum, [, users]) => sum + users.length, 0),
  };
}

/** The emoji a user has put on a message, or null. One reaction per user and message (DECISIONS 11). */
export const reactionOf = (message: Message, userId: string) =>
  Object.entries(message.reactions).find(([, users]) => users.some((user) => user.id === userId))?.[0] ?? null;

/** What a tick says. */
export const tickLabels = { clock: 'Sending', sent: 'Sent', read: 'Read' } as const;

/** What a row of the list knows beside its message. */
interface RowFacts {
  readonly myId: string;
  /** The time now, or any other time of today, in milliseconds since 1970. */
  readonly now: number;
  /** The first name of the sender of the original, if the message is a reply. */
  readonly repliedTo: string | null;
  /** Why an own message is not sent, or what it waits for. */
  readonly undelivered: string | null;
  readonly isFirstUnread: boolean;
}

/** What a screen reader says of a message when its row gets the focus: all that can be seen of it, in one line. DECISIONS 297 */
export function rowLabel(message: Message, { myId, now, repliedTo, undelivered, isFirstUnread }: RowFacts): string {
  const { sender, timestamp, editedAt, deletedAt, reactions } = message;
  const { emojis, total } = summariseReactions(reactions);
  const tick = tickOf(message, myId);
  return [
    isFirstUnread && 'First unread message',
    `${sender.id === myId ? 'You' : sender.firstName}, ${sinceLabel(timestamp, now)}: ${snippetOf(message)}`,
    editedAt && !deletedAt && 'edited',
    repliedTo && `in reply to ${repliedTo}`,
    total > 0 && `${reactionCount(total)} ${emojis.join(' ')}`,
    undelivered ?? (tick && tickLabels[tick]),
  ]
    .filter(Boolean)
    .join('. ');
}

/** '1 reaction', '2 reactions'. */
export const reactionCount = (total: number) => counted(total, 'reaction');
