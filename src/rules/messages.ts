import type { Message } from '../contract/chats';
import { shownAs } from './media';

/** S1 §3: the id of a message that is still unsent begins with this. */
export const TEMP_PREFIX = 'temp-';
/** S1 §2: messages of one sender within this time on one day form a group, in milliseconds. */
const GROUP_WINDOW = 5 * 60_000;
/** S1 §2: a chat card shows so many characters of the last message. */
const PREVIEW_LENGTH = 30;

export const isTemp = (message: Pick<Message, 'id'>) => message.id.startsWith(TEMP_PREFIX);

/**
 * What tells messages apart in a list, the same before and after the echo of an own one, so that it is swapped in place. Ids
 * that clients have made are only unique per sender.
 */
export const rowKey = ({ id, clientMessageId, sender }: Message) =>
  clientMessageId === null ? id : `${sender.id}/${clientMessageId}`;

export const isSeenBy = (message: Pick<Message, 'seenBy'>, userId: string) =>
  message.seenBy.some((user) => user.id === userId);

/** The clock, one tick or read tick of an own message (S1 §4, "Message lifecycle"). */
export type Tick = 'clock' | 'sent' | 'read';

/** What a member with this id sees beside an own message; null beside other people's. */
export function tickOf(message: Message, me: string): Tick | null {
  if (message.sender.id !== me) return null;
  if (isTemp(message)) return 'clock';
  return message.seenBy.some((user) => user.id !== me) ? 'read' : 'sent';
}

/** S1 §4: a message is marked read when it is not own and not already seen by the user. */
export const shouldMarkRead = (message: Message, me: string) =>
  !isTemp(message) && message.sender.id !== me && !isSeenBy(message, me);

/** The local calendar day of an ISO time, as a number that differs between days, in the viewer's zone. */
export function dayOf(iso: string): number {
  const date = new Date(iso);
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** 'Today', 'Yesterday', or month and day, with the year when it is not the present one (S1 §2, DECISIONS 42); '' for no date. */
export function dayLabel(iso: string, now: number, locale?: string): string {
  const date = new Date(iso);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return written(date.getFullYear() === today.getFullYear() ? 'day' : 'dayAndYear', locale, day);
}

/** Hour and minute in the viewer's zone and locale; '' for no date. */
export function timeLabel(iso: string, locale?: string): string {
  const date = new Date(iso);
  return written('time', locale, Date.UTC(1970, 0, 1, date.getHours(), date.getMinutes()));
}

/**
 * Makes the format of times before one is shown. The first that a page makes costs it some 12 ms, for the browser then looks
 * through all its languages; later ones cost hardly anything.
 */
export const prepareFormats = () => void formatOf('time', undefined);

const patterns = {
  day: { month: 'long', day: 'numeric' },
  dayAndYear: { month: 'long', day: 'numeric', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a thousand times as long as using it, so each is kept. It writes UTC, for the viewer's zone may change. */
function formatOf(pattern: keyof typeof patterns, locale: string | undefined): Intl.DateTimeFormat {
  const key = `${pattern}/${locale}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...patterns[pattern], timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

/** Another server may send any text as a time: a format throws at one that is none, and would take the whole screen with it. */
const written = (pattern: keyof typeof patterns, locale: string | undefined, time: number) =>
  Number.isNaN(time) ? '' : formatOf(pattern, locale).format(time);

/** S1 §9, "Message grouping": same sender within 5 minutes on the same day. */
export function isSameGroup(earlier: Message | undefined, later: Message | undefined): boolean {
  if (!earlier || !later || earlier.sender.id !== later.sender.id) return false;
  const gap = Math.abs(Date.parse(later.timestamp) - Date.parse(earlier.timestamp));
  return gap <= GROUP_WINDOW && dayOf(earlier.timestamp) === dayOf(later.timestamp);
}

/** [image], [video] or [audio] for media, [file] for anything else that can only be downloaded. */
export const mediaLabel = (mediaType: string | null) => `[${shownAs(mediaType).toLowerCase()}]`;

/** What a message says in one line: its text, or the kind of its media (S1 §2 reply bar, DECISIONS 39). */
export const snippetOf = (message: Pick<Message, 'text' | 'mediaUrl' | 'mediaType'>) =>
  message.text || (message.mediaUrl !== null ? mediaLabel(message.mediaType) : '');

/** S1 §2 and DECISIONS 39: 30 characters, followed by '...' only when longer. Counts what people call characters. */
export function previewOf(text: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), (part) => part.segment);
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}...` : text;
}

/**
 * One emoji, of those that people can send: a flag, a keycap, or a picture with its skin tone, hair, tags and joined parts.
 * Written out because \p{RGI_Emoji} takes 20 ms of a first message to compile, this a tenth of one.
 */
const EMOJI =
  String.raw`\p{RI}{2}|[#*0-9]\uFE0F\u20E3|` +
  String.raw`(?:(?!\p{RI})\p{EPres}|(?![#*0-9])\p{Emoji}(?=\uFE0F|\p{EMod}))(?:\uFE0F|\p{EMod}|[\u{E0020}-\u{E007F}]+)?` +
  String.raw`(?:\u200D\p{Emoji}(?:\uFE0F|\p{EMod})?)*`;
const emojiOnly = new RegExp(`^\\s*(?:(?:${EMOJI})\\s*)+$`, 'u');

/** S1 §5: a message made only of emoji is shown large, without a bubble. */
export const isEmojiOnly = (text: string) => emojiOnly.test(text);

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
