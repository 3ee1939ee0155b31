import type { Message, Participant, QuotedMessage } from '../../contract/chats';
import { isFullPage } from '../../contract/lists';
import { FORMER_MEMBER } from '../../contract/people';
import { shownAs } from '../media/media';
import { isSeenBy, isTemp, quotedOf, shouldMarkRead, tickOf } from './messages';

/**
 * A chat's messages as shown, oldest first. Settled messages are plain data, not actors, because 10,000 of them must open at
 * once. Every function here returns a new list and leaves its argument unchanged.
 */
export type Timeline = readonly Message[];

/** The loaded part of a chat, and whether the server has older messages. */
interface Loaded {
  readonly timeline: Timeline;
  readonly hasOlder: boolean;
}

/**
 * Two indices of a message: by id, and by its sender's clientMessageId (S1 §4: the echo matches by clientMessageId, or by id). −1
 * if there is none. A clientMessageId is unique per sender only.
 */
const indicesOf = (timeline: Timeline, message: Message) =>
  [indexOfId(timeline, message.id), indexOfTwin(timeline, message)] as const;

/**
 * The index of the same message before or after its echo, by clientMessageId, or −1. Two sent messages with the same
 * clientMessageId are two messages: a server has stored it twice, and both are shown.
 */
function indexOfTwin(timeline: Timeline, message: Message): number {
  const index = indexOfClientId(timeline, message);
  const found = timeline[index];
  return found && (isTemp(found) || isTemp(message)) ? index : -1;
}

/**
 * The id of the temp message that a sent message has replaced. It is kept outside the messages because they hold only data of the
 * server.
 */
const tempIds = new WeakMap<Message, string>();

/**
 * A message's unique key in a list. It stays the same after the echo, so that the row of an own message is updated and not
 * replaced.
 */
export const rowKey = (message: Message) => tempIds.get(message) ?? message.id;

/**
 * Whether two lists look the same to a member. They do if they differ only in who has seen a message and no tick changes: in a busy
 * chat most changes are such receipts, and none of them changes what the list shows.
 */
export const looksSame = (shown: Timeline, next: Timeline, myId: string): boolean =>
  shown === next ||
  (shown.length === next.length && shown.every((message, index) => isAlike(message, next[index] as Message, myId)));

const isAlike = (message: Message, next: Message, myId: string) =>
  message === next ||
  (message.id === next.id &&
    rowKey(message) === rowKey(next) &&
    tickOf(message, myId) === tickOf(next, myId) &&
    lookOf(message) === lookOf(next));

/** What `lookOf` has made. The list that is shown stays the old one while only receipts come, so its messages are compared with each. */
const looks = new WeakMap<Message, string>();

/** A message without those who have seen it, as text. */
function lookOf(message: Message): string {
  const look = looks.get(message) ?? JSON.stringify({ ...message, seenBy: [] });
  looks.set(message, look);
  return look;
}

/** The message as the list has it now, also before or after its echo, when it has another id; undefined if it is not there. */
export const currentOf = (timeline: Timeline, message: Message) => timeline[Math.max(...indicesOf(timeline, message))];

/** Whether the list has a message or its temp message. */
export const isKnown = (timeline: Timeline, message: Message) => currentOf(timeline, message) !== undefined;

const olderThan = (a: Message, b: Message) => {
  const gap = Date.parse(a.timestamp) - Date.parse(b.timestamp);
  return gap < 0 || (gap === 0 && !isTemp(a) && !isTemp(b) && compareIds(a.id, b.id) < 0);
};

/** Whether one sent message comes before another in the chat. */
export const comesBefore = (message: Message, other: Message) => message.id !== other.id && olderThan(message, other);

/** Compares two ids: as numbers if both are numbers, otherwise as text. */
function compareIds(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)];
  return Number.isNaN(left) || Number.isNaN(right) ? a.localeCompare(b) : left - right;
}

/**
 * Merges the shown copy of a message with a later one. Copies may overtake each other, so everyone once known to have seen the
 * message stays in it, and a sent message never turns back into a temp one (DECISIONS 40). The row keeps its key.
 */
function newerCopy(shown: Message, later: Message): Message {
  if (isTemp(later) && !isTemp(shown)) return shown;
  const forgotten = shown.seenBy.filter(({ id }) => id !== null && !isSeenBy(later, id));
  const clientMessageId = later.clientMessageId ?? shown.clientMessageId;
  const copy =
    forgotten.length === 0 && clientMessageId === later.clientMessageId
      ? later
      : { ...later, clientMessageId, seenBy: [...later.seenBy, ...forgotten] };
  const key = rowKey(shown);
  if (key !== copy.id) tempIds.set(copy, key);
  return copy;
}

/**
 * Moves a just confirmed message to its place in the order of time. That is its temp message's place, unless the echo was lost and
 * comes late: then newer messages may already be above it.
 */
function putInOrder(timeline: Timeline, message: Message): Timeline {
  const at = timeline.lastIndexOf(message);
  let index = at;
  for (let before = at - 1; before >= 0; before--) {
    const other = timeline[before] as Message;
    if (isTemp(other)) continue;
    if (!olderThan(message, other)) break;
    index = before;
  }
  return index === at ? timeline : timeline.toSpliced(at, 1).toSpliced(index, 0, message);
}

/**
 * Adds one message from the server: swapped in place if it is known by id or clientMessageId, else inserted by time, which is
 * the end except for a late one (S1 §4, DECISIONS 40). Unsent messages stay below it, because the server will get them later.
 */
export function upsert(timeline: Timeline, message: Message): Timeline {
  const indices = indicesOf(timeline, message);
  const [other, known] = [Math.min(...indices), Math.max(...indices)];
  if (known < 0) return insert(timeline, message);
  // A receipt without clientMessageId may overtake the echo: then the list has a copy by id beside the temp message, and one
  // is removed. No id may be in a list twice, because the index at the end of this file relies on that.
  const hasTwo = other >= 0 && other !== known;
  const shown = timeline[known] as Message;
  const newest = newerCopy(shown, message);
  const copy = hasTwo ? newerCopy(timeline[other] as Message, newest) : newest;
  const swapped = timeline.with(known, copy);
  if (hasTwo) return putInOrder(swapped.toSpliced(other, 1), copy);
  const ordered = isTemp(shown) && !isTemp(copy) ? putInOrder(swapped, copy) : swapped;
  if (ordered === swapped) handOnIndex(timeline, swapped, copy, known);
  return ordered;
}

function insert(timeline: Timeline, message: Message): Timeline {
  let index = timeline.length;
  const goesBefore = (other: Message) => (isTemp(other) && !isTemp(message)) || olderThan(message, other);
  while (index > 0 && goesBefore(timeline[index - 1] as Message)) index--;
  if (index < timeline.length) return timeline.toSpliced(index, 0, message);
  const longer = [...timeline, message];
  handOnIndex(timeline, longer, message, index);
  return longer;
}

/** Several messages that arrived together, in their order. */
export const upsertAll = (timeline: Timeline, messages: readonly Message[]): Timeline =>
  messages.reduce(upsert, timeline);

/**
 * Joins a page of history, oldest first, with the shown messages. A message that arrived over the topic during the request is
 * newer than the page's copy, so the shown copy wins unless it is still temp.
 */
export function mergePage(timeline: Timeline, page: readonly Message[], arrivedSince: ReadonlySet<string>): Timeline {
  if (timeline.length === 0) return page;
  const byId = new Map(page.map((message) => [message.id, message]));
  const byClientId = new Map(page.map((message) => [`${message.sender.id}/${message.clientMessageId}`, message]));
  const confirmed: Message[] = [];
  const swapped = timeline.map((shown) => {
    const paged =
      byId.get(shown.id) ??
      (isTemp(shown) && shown.clientMessageId
        ? byClientId.get(`${shown.sender.id}/${shown.clientMessageId}`)
        : undefined);
    if (!paged) return shown;
    byId.delete(paged.id);
    if (!isTemp(shown) && arrivedSince.has(shown.id)) return newerCopy(paged, shown);
    const copy = newerCopy(shown, paged);
    if (isTemp(shown)) confirmed.push(copy);
    return copy;
  });
  const joined = confirmed.reduce(putInOrder, swapped as Timeline);
  const missing = page.filter((message) => byId.has(message.id));
  const first = joined[0] as Message;
  const older = missing.filter((message) => olderThan(message, first));
  return upsertAll([...older, ...joined], missing.slice(older.length));
}

/** The most unread messages of a chat that are counted; the app shows more as '99+'. */
export const MOST_UNREAD = 100;

/**
 * The messages at the end of the list that the member has neither written nor seen, newest first, at most 100. Unsent and deleted
 * messages do not count.
 */
export function unreadAtEnd(timeline: Timeline, myId: string): Message[] {
  const unread: Message[] = [];
  for (let index = timeline.length - 1; index >= 0 && unread.length < MOST_UNREAD; index--) {
    const message = timeline[index] as Message;
    if (isTemp(message) || message.deletedAt) continue;
    if (!shouldMarkRead(message, myId)) break;
    unread.push(message);
  }
  return unread;
}

/**
 * The id of the first unread message after the last read one. Null if everything is read. If no loaded message is read, that is the
 * oldest loaded one of a longer chat, and null in a chat that is loaded as a whole: nothing of it was ever read (DECISIONS 163).
 */
export function firstUnread({ timeline, hasOlder }: Loaded, myId: string): string | null {
  const read = timeline.findLastIndex((message) => !isTemp(message) && !shouldMarkRead(message, myId));
  if (read < 0 && !hasOlder) return null;
  return timeline.slice(read + 1).find((message) => !isTemp(message) && !message.deletedAt)?.id ?? null;
}

/** The list up to the row of this key; the whole list if the key is null or there is no such row. */
export function upTo(timeline: Timeline, key: string | null): Timeline {
  const index = key === null ? -1 : timeline.findLastIndex((message) => rowKey(message) === key);
  return index < 0 || index === timeline.length - 1 ? timeline : timeline.slice(0, index + 1);
}

/** The message with this id, or undefined. */
export const messageOf = (timeline: Timeline, id: string) => timeline[indexOfId(timeline, id)];

/** Whether a message with this id is missing in the list. False if the id is null (the chat is empty) or undefined (not known). */
export const lacks = (timeline: Timeline, id: string | null | undefined) =>
  typeof id === 'string' && messageOf(timeline, id) === undefined;

/** Replaces the temp messages with these. Those that are not in the list yet are appended in order. */
export function withTemps(timeline: Timeline, temps: readonly Message[]): Timeline {
  const kept = timeline.filter((shown) => !isTemp(shown) || indexOfClientId(temps, shown) >= 0);
  return [...kept, ...temps.filter((temp) => indexOfClientId(kept, temp) < 0)];
}

/** Shows these messages as they are now in the replies that quote them, for example after a deletion. */
export function withQuoted(timeline: Timeline, messages: readonly Message[]): Timeline {
  if (messages.length === 0) return timeline;
  const originals = new Map(messages.map((message) => [message.id, message]));
  return timeline.map((shown) => {
    const original = originals.get(shown.parentMessageId ?? '');
    // A receipt changes nothing of what is quoted. A new copy would count as arrived, and its row would be drawn again.
    if (!original || !shown.quoted || isQuotedSo(shown.quoted, original)) return shown;
    return newerCopy(shown, { ...shown, quoted: quotedOf(original) });
  });
}

const isQuotedSo = (quoted: QuotedMessage, original: Message) =>
  (['text', 'mediaUrl', 'mediaType'] as const).every((field) => quoted[field] === original[field]);

/** Shows a member as a former member: what they wrote, reacted to and read stays (DECISIONS P7). */
export function withFormer(timeline: Timeline, memberId: string): Timeline {
  const isFormer = ({ id }: Pick<Participant, 'id'>) => id === memberId;
  const renamed = <User extends Participant>(user: User): User =>
    isFormer(user) ? { ...user, firstName: FORMER_MEMBER, lastName: '' } : user;
  return timeline.map((shown) => {
    const reactions = Object.entries(shown.reactions);
    const { sender, seenBy, quoted } = shown;
    const quotedSender = quoted ? [quoted.sender] : [];
    if (![sender, ...quotedSender, ...seenBy, ...reactions.flatMap(([, users]) => users)].some(isFormer)) return shown;
    return newerCopy(shown, {
      ...shown,
      sender: renamed(sender),
      ...(quoted && { quoted: { ...quoted, sender: renamed(quoted.sender) } }),
      seenBy: shown.seenBy.map(renamed),
      reactions: Object.fromEntries(reactions.map(([reaction, users]) => [reaction, users.map(renamed)])),
    });
  });
}

/** The oldest sent message, before which older history continues. */
export const oldestSettled = (timeline: Timeline) => timeline.find((message) => !isTemp(message));

/** The newest sent message. */
export const newestSettled = (timeline: Timeline) => timeline.findLast((message) => !isTemp(message));

/**
 * Whether a newest page of at most `limit` messages reaches back to the last message with nothing missing before it, so that
 * there is no gap between the two.
 */
export const bridgesGap = (newest: Message | null, page: readonly Message[], limit: number) =>
  !isFullPage(page, limit) ||
  (newest !== null && page.some((message) => message.id === newest.id || olderThan(message, newest)));

/** The messages that stay when a timeline starts again from a newest page: unsent ones, and those that have just arrived. */
export const withoutHistory = (timeline: Timeline, arrived: ReadonlySet<string>): Timeline =>
  timeline.filter((message) => isTemp(message) || arrived.has(message.id));

/** The picture `step` places after another in the chat (before it if negative), or undefined. */
export function pictureBeside(timeline: Timeline, messageId: string, step: number): Message | undefined {
  const pictures = timeline.filter((message) => message.mediaUrl !== null && shownAs(message.mediaType) === 'IMAGE');
  const at = pictures.findIndex(({ id }) => id === messageId);
  return at < 0 ? undefined : pictures[at + step];
}

/** Where each message of a list is in it, by its id and by its sender's clientMessageId. */
type Index = Map<string, number>;

/**
 * The index of each list. It is built once, and passed on to the next list if only one message changed or the end grew, because searching
 * 10,000 messages for each arrival would be slow.
 */
const builtIndices = new WeakMap<readonly Message[], Index>();

const byId = (id: string) => `#${id}`;
const byClientId = ({ sender, clientMessageId }: Message) => `${sender.id}/${clientMessageId}`;

function enter(index: Index, message: Message, at: number): void {
  index.set(byId(message.id), at);
  if (message.clientMessageId !== null) index.set(byClientId(message), at);
}

function indexOf(list: readonly Message[]): Index {
  const built = builtIndices.get(list);
  if (built) return built;
  const index: Index = new Map();
  list.forEach((message, at) => {
    enter(index, message, at);
  });
  builtIndices.set(list, index);
  return index;
}

/** The last index of the message with this id, or −1. */
export function indexOfId(list: readonly Message[], id: string): number {
  const at = indexOf(list).get(byId(id)) ?? -1;
  return list[at]?.id === id ? at : -1;
}

/** The last index of a message with the same sender and clientMessageId, or −1. */
export function indexOfClientId(list: readonly Message[], message: Message): number {
  if (message.clientMessageId === null) return -1;
  const at = indexOf(list).get(byClientId(message)) ?? -1;
  const found = list[at];
  return found?.clientMessageId === message.clientMessageId && found.sender.id === message.sender.id ? at : -1;
}

/** Passes the index on to `next`: the same list with this message put there or appended. */
function handOnIndex(list: readonly Message[], next: readonly Message[], message: Message, at: number): void {
  const index = builtIndices.get(list);
  if (!index) return;
  // The index is moved and not copied, because the old list is hardly ever searched again.
  builtIndices.delete(list);
  enter(index, message, at);
  builtIndices.set(next, index);
}
