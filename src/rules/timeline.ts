import type { Message } from '../contract/chats';
import { isSeenBy, isTemp } from './messages';
import { handOnPlaces, placeOfClientId, placeOfId } from './places';

/**
 * A chat's messages as they are shown, oldest first. Plain data: settled messages are no actors (10,000 of them must
 * open at once). Every function here answers with a new list and leaves the one that it was given as it is.
 */
export type Timeline = readonly Message[];

/**
 * Where a message stands: by its id, and by its sender's clientMessageId, for ids of clients are only unique per sender (S1 §4:
 * the echo matches by clientMessageId, or by id). −1 where it is absent.
 */
const placesOf = (timeline: Timeline, message: Message) =>
  [placeOfId(timeline, message.id), placeOfClientId(timeline, message)] as const;

/** Whether a message is here already, or its temp message is. */
export const isKnown = (timeline: Timeline, message: Message) => Math.max(...placesOf(timeline, message)) >= 0;

const olderThan = (a: Message, b: Message) => {
  const gap = Date.parse(a.timestamp) - Date.parse(b.timestamp);
  return gap < 0 || (gap === 0 && !isTemp(a) && !isTemp(b) && compareIds(a.id, b.id) < 0);
};

/** Whether a message the server knows comes before another in the chat. */
export const comesBefore = (message: Message, other: Message) => message.id !== other.id && olderThan(message, other);

/** Ids that count upwards compare as numbers, others as text. */
function compareIds(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)];
  return Number.isNaN(left) || Number.isNaN(right) ? a.localeCompare(b) : left - right;
}

/**
 * Which copy of a message is kept, of the one shown and a later one. Copies overtake each other on their way, so whoever is
 * known to have seen it stays, and what is sent never turns back into a temp message (DECISIONS 40).
 */
function newerCopy(shown: Message, later: Message): Message {
  if (isTemp(later) && !isTemp(shown)) return shown;
  const forgotten = shown.seenBy.filter((user) => !isSeenBy(later, user.id));
  const clientMessageId = later.clientMessageId ?? shown.clientMessageId;
  return forgotten.length === 0 && clientMessageId === later.clientMessageId
    ? later
    : { ...later, clientMessageId, seenBy: [...later.seenBy, ...forgotten] };
}

/**
 * Puts a message that has just been confirmed where everybody else has it. That is where its temp message stands, unless its
 * echo was lost and comes late: then newer ones may stand before it by now.
 */
function putInOrder(timeline: Timeline, message: Message): Timeline {
  const at = timeline.lastIndexOf(message);
  let place = at;
  for (let before = at - 1; before >= 0; before--) {
    const other = timeline[before] as Message;
    if (isTemp(other)) continue;
    if (!olderThan(message, other)) break;
    place = before;
  }
  return place === at ? timeline : timeline.toSpliced(at, 1).toSpliced(place, 0, message);
}

/**
 * One message that came over the wire, put in its place: swapped in place where it is already known (by id or
 * clientMessageId), else put in by its time, which is the end for all but a late one (S1 §4, DECISIONS 40). What is not sent
 * yet stays behind it: however long it waits, the server will have it later, and everybody will see it there.
 */
export function upsert(timeline: Timeline, message: Message): Timeline {
  const places = placesOf(timeline, message);
  const [other, known] = [Math.min(...places), Math.max(...places)];
  if (known < 0) return insert(timeline, message);
  // A receipt without clientMessageId may overtake the echo: then there is a copy by id beside the temp message, and one goes.
  // So no id stands twice in a list, whatever comes: what knows the places (places.ts) relies on it.
  const hasTwo = other >= 0 && other !== known;
  const shown = timeline[known] as Message;
  const newest = newerCopy(shown, message);
  const copy = hasTwo ? newerCopy(timeline[other] as Message, newest) : newest;
  const swapped = timeline.with(known, copy);
  if (hasTwo) return putInOrder(swapped.toSpliced(other, 1), copy);
  const ordered = isTemp(shown) && !isTemp(copy) ? putInOrder(swapped, copy) : swapped;
  if (ordered === swapped) handOnPlaces(timeline, swapped, copy, known);
  return ordered;
}

function insert(timeline: Timeline, message: Message): Timeline {
  let place = timeline.length;
  const goesBefore = (other: Message) => (isTemp(other) && !isTemp(message)) || olderThan(message, other);
  while (place > 0 && goesBefore(timeline[place - 1] as Message)) place--;
  if (place < timeline.length) return timeline.toSpliced(place, 0, message);
  const longer = [...timeline, message];
  handOnPlaces(timeline, longer, message, place);
  return longer;
}

/** Several messages that arrived together, in their order. */
export const upsertAll = (timeline: Timeline, messages: readonly Message[]): Timeline =>
  messages.reduce(upsert, timeline);

/**
 * A page of history joined with what is already shown. `page` is oldest first. What arrived over the topic while the page was
 * on its way is newer than the page's copy, so on a message known to both the shown one wins unless it is still temp.
 */
export function mergePage(timeline: Timeline, page: readonly Message[], arrivedSince: ReadonlySet<string>): Timeline {
  if (timeline.length === 0) return page;
  const byId = new Map(page.map((message) => [message.id, message]));
  const byClientId = new Map(page.map((message) => [`${message.sender.id}/${message.clientMessageId}`, message]));
  const confirmed: Message[] = [];
  const swapped = timeline.map((shown) => {
    const paged =
      byId.get(shown.id) ??
      (shown.clientMessageId ? byClientId.get(`${shown.sender.id}/${shown.clientMessageId}`) : undefined);
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

/** The message with this id, as it is now. */
export const messageOf = (timeline: Timeline, id: string) => timeline[placeOfId(timeline, id)];

/** The timeline whose temp messages are these and no others: what is neither here nor sent yet stands at the end, in their order. */
export function withTemps(timeline: Timeline, temps: readonly Message[]): Timeline {
  const kept = timeline.filter((shown) => !isTemp(shown) || placeOfClientId(temps, shown) >= 0);
  return [...kept, ...temps.filter((temp) => placeOfClientId(kept, temp) < 0)];
}

/** The oldest message that the server knows, where older history continues. */
export const oldestSettled = (timeline: Timeline) => timeline.find((message) => !isTemp(message));

/** The newest message that the server knows. */
export const newestSettled = (timeline: Timeline) => timeline.findLast((message) => !isTemp(message));

/**
 * Whether a newest page of at most `limit` messages reaches back to the last message before which nothing is missing, so
 * that nothing between the two can be.
 */
export const bridgesGap = (newest: Message | null, page: readonly Message[], limit: number) =>
  page.length < limit ||
  (newest !== null && page.some((message) => message.id === newest.id || olderThan(message, newest)));

/** What stays of a timeline that starts afresh from a newest page: messages not sent yet, and those that have just arrived. */
export const withoutHistory = (timeline: Timeline, arrived: ReadonlySet<string>): Timeline =>
  timeline.filter((message) => isTemp(message) || arrived.has(message.id));
