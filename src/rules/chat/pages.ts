import type { Message } from '../../contract/chats';
import { HISTORY_PAGE } from '../../contract/endpoints/screens';
import { unreadableIn } from '../../contract/lists';
import { isTemp, shouldMarkRead } from './messages';
import {
  comesBefore,
  currentOf,
  indexOfId,
  isKnown,
  lacks,
  mergePage,
  newestSettled,
  oldestSettled,
  type Timeline,
  upsertAll,
  withFormer,
  withoutHistory,
  withQuoted,
} from './timeline';

/** Messages as the server sent them, oldest first. */
export type Page = readonly Message[];

/** S1 does not say in which order a history comes. Reverses a page whose newest message is first, and is the same list then. */
export function oldestFirst(page: Message[]): Message[] {
  const times = page.map(({ timestamp }) => Date.parse(timestamp));
  const isNewestFirst =
    (times.at(0) ?? 0) > (times.at(-1) ?? 0) && times.every((at, i) => !(at > (times[i - 1] ?? at)));
  return isNewestFirst ? page.reverse() : page;
}

/** The loaded part of a chat's history. The functions below return only the fields that they change. */
export interface Pages {
  readonly timeline: Timeline;
  /**
   * The timeline at the time of the last request of a page. A message that differs from it arrived later and is newer than the
   * page's copy.
   */
  readonly asked: Timeline;
  /** The last message with nothing missing before it: catching up must reach back to it. Null in an empty chat. */
  readonly completeTo: Message | null;
  /** Whether the server has messages older than the oldest loaded one. */
  readonly hasOlder: boolean;
  /** The messages of the history that could not be read, as text. */
  readonly unreadable: ReadonlySet<string>;
  /** The ids of members who were deleted since the chat was opened: a page that was on its way has their names still. */
  readonly former: ReadonlySet<string>;
}

/** Before anything is loaded. */
export const noPages: Pages = {
  timeline: [],
  asked: [],
  completeTo: null,
  hasOlder: false,
  unreadable: new Set(),
  former: new Set(),
};

const withUnreadable = ({ unreadable }: Pages, page: Page) => new Set([...unreadable, ...unreadableIn(page)]);

/**
 * The arrived messages that belong in the loaded part. Changes of messages older than that are left out, because they come with
 * their page.
 */
export function relevantOf({ timeline, hasOlder }: Pages, messages: Page): Page {
  const oldest = hasOlder ? oldestSettled(timeline) : undefined;
  return oldest ? messages.filter((message) => isKnown(timeline, message) || !comesBefore(message, oldest)) : messages;
}

/** The messages that are new, from somebody else, and not yet seen by this user. */
export const newForeignIn = ({ timeline }: Pages, messages: Page, myId: string): Page =>
  messages.filter((message) => shouldMarkRead(message, myId) && !isKnown(timeline, message));

/** The messages whose sender has edited them since the list got its copy. A receipt or a reaction is no edit. */
export const newlyEditedIn = ({ timeline }: Pages, messages: Page): Page =>
  messages.filter((message) => (message.editedAt ?? '') > (currentOf(timeline, message)?.editedAt ?? ''));

/** Adds messages that arrived over the topic. Of those that do not belong in the loaded part only the quotes of them are changed. */
export function withArrived(pages: Pages, messages: Page) {
  const arrived = relevantOf(pages, messages);
  const older = arrived.length < messages.length ? messages.filter((message) => !arrived.includes(message)) : [];
  return { timeline: upsertAll(withQuoted(pages.timeline, older), arrived) };
}

/** Whether a page has as many messages as were requested, so that there may be more. */
const isFull = (page: Page, limit: number) => page.length + unreadableIn(page).length === limit;

/** A page as it is shown: without repeated messages, because some servers repeat some, and without names of deleted members. */
const shownOf = ({ former }: Pages, page: Page): Page => {
  // The last copy of a message is kept.
  const messages = [...new Map(page.map((message) => [message.id, message])).values()];
  return [...former].reduce<Page>(withFormer, messages);
};

/** Shows a member as a former one in what is loaded, and in the pages that are still to come (DECISIONS P7). */
export const withoutMember = ({ timeline, former }: Pages, memberId: string) => ({
  timeline: withFormer(timeline, memberId),
  former: new Set([...former, memberId]),
});

/** The ids of messages that arrived while a page was being fetched. */
function arrivedSince({ timeline, asked }: Pages): ReadonlySet<string> {
  const before = new Set(asked);
  return new Set(timeline.filter((message) => !before.has(message)).map(({ id }) => id));
}

/**
 * Starts again from the newest page, for which `limit` messages were requested. Unsent messages are kept, and so are new ones that
 * arrived since the request. All others are in the page, or are older than it and would hide a gap.
 */
export function withNewest(pages: Pages, given: Page, limit: number) {
  const hasOlder = isFull(given, limit);
  const page = shownOf(pages, given);
  const [oldest] = page;
  const arrived = arrivedSince(pages);
  const kept = withoutHistory(pages.timeline, arrived).filter(
    (message) => isTemp(message) || !hasOlder || !oldest || !arrived.has(message.id) || !comesBefore(message, oldest),
  );
  return {
    timeline: mergePage(kept, page, arrived),
    completeTo: page.at(-1) ?? null,
    hasOlder,
    unreadable: withUnreadable(pages, given),
  };
}

/**
 * Adds an older page. If the page contains nothing older than the loaded messages, there is no older history: a server without
 * paging sends the same messages again.
 */
export function withOlder(pages: Pages, page: Page, limit: number) {
  const timeline = mergePage(pages.timeline, shownOf(pages, page), arrivedSince(pages));
  const isOlder = oldestSettled(timeline)?.id !== oldestSettled(pages.timeline)?.id;
  return { timeline, hasOlder: isOlder && isFull(page, limit), unreadable: withUnreadable(pages, page) };
}

/**
 * Adds a newest page that reaches back to the loaded messages, for which `limit` messages were requested. A page that is not full
 * is the server's whole list, so shown messages that it lacks were deleted meanwhile (the chat was cleared, S2 §7). If the page
 * contains an unreadable message, nothing counts as deleted, because that message may be any of the shown ones.
 */
export function withMissed(pages: Pages, given: Page, limit: number) {
  const page = shownOf(pages, given);
  const arrived = arrivedSince(pages);
  const isAll = !isFull(given, limit) && unreadableIn(given).length === 0;
  const ids = new Set(page.map(({ id }) => id));
  const { timeline } = pages;
  const kept = isAll
    ? timeline.filter((shown) => isTemp(shown) || ids.has(shown.id) || arrived.has(shown.id))
    : timeline;
  return {
    timeline: mergePage(kept, page, arrived),
    completeTo: page.at(-1) ?? null,
    hasOlder: isAll ? false : pages.hasOlder,
    unreadable: withUnreadable(pages, given),
  };
}

/** What was fetched after a lost connection: the newest page, the requested size, and whether it reaches the loaded messages. */
export interface Missed {
  readonly page: Page;
  readonly limit: number;
  readonly reachesBack: boolean;
}

/** Adds what was missed. If the page does not reach back to the loaded messages, the list starts again from it. */
export const withCaughtUp = (pages: Pages, { page, limit, reachesBack }: Missed) =>
  reachesBack ? withMissed(pages, page, limit) : { ...withNewest(pages, page, limit), hasOlder: true };

/**
 * Adds the page that this device has cached. It counts as older than the request, so that the server's page replaces it.
 */
export function withCached(pages: Pages, page: Page) {
  return { ...withNewest(pages, page, HISTORY_PAGE), asked: [...pages.asked, ...page] };
}

/** The newest page as this device keeps it. Messages that wait to be sent are left out, because the device stores them elsewhere. */
export function toKeep(timeline: Timeline): Page {
  // From the end, because this is done for each message that arrives, and a timeline may have 10,000.
  const end = timeline.findLastIndex((message) => !isTemp(message)) + 1;
  return timeline.slice(Math.max(0, end - HISTORY_PAGE), end).filter((message) => !isTemp(message));
}

/**
 * Drops messages that are older than the server's oldest message, because they were deleted.
 * @param oldest the id of the server's oldest message. Nothing is dropped if the list lacks it or it is not known.
 */
export function withoutDeleted({ timeline, hasOlder }: Pages, oldest: string | null | undefined) {
  const index = typeof oldest === 'string' ? indexOfId(timeline, oldest) : -1;
  if (index < 0) return { timeline, hasOlder };
  const kept = timeline.filter((shown, at) => at >= index || isTemp(shown));
  return { timeline: kept.length === timeline.length ? timeline : kept, hasOlder: false };
}

/** Drops the whole history, because it must be fetched again. Only unsent messages stay. */
export const withoutPages = ({ timeline, unreadable, former }: Pages): Pages => ({
  ...noPages,
  timeline: timeline.filter(isTemp),
  unreadable,
  former,
});

/** When the connection is lost: up to the newest message nothing is missing. */
export const completeNow = ({ timeline }: Pages) => ({ completeTo: newestSettled(timeline) ?? null });

/**
 * What may be missing when the topic opens: 'anything' after a lost connection; 'messages' some time after the page was fetched, if
 * the server does not tell its newest message.
 */
export type Lack = 'nothing' | 'messages' | 'anything';

/** What the server tells when the topic opens; see the event `topic.opened`. */
export interface Opening {
  /** The id of the server's newest message; null if the chat has none, undefined if the server does not tell. */
  readonly latest?: string | null | undefined;
  readonly isRevised?: boolean;
}

/**
 * What an opening during the fetch of the newest page changes. The server may have read the page before a revision that is not heard any
 * more.
 */
export const withOpening = (mayLack: Lack, { latest, isRevised }: Opening) => ({
  latest,
  isOpen: true,
  mayLack: isRevised ? 'anything' : mayLack,
});

export function mayHaveMissed(lack: Lack, timeline: Timeline, { latest, isRevised }: Opening): boolean {
  if (isRevised || lack === 'anything') return true;
  if (latest === null) return newestSettled(timeline) !== undefined;
  return latest === undefined ? lack === 'messages' : lacks(timeline, latest);
}
