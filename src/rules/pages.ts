import type { Message } from '../contract/chats';
import { unreadableIn } from '../contract/lists';
import { isTemp, shouldMarkRead } from './messages';
import {
  comesBefore,
  isKnown,
  mergePage,
  newestSettled,
  oldestSettled,
  placeOfId,
  type Timeline,
  upsertAll,
  withoutHistory,
} from './timeline';

/** Messages as the server sent them, oldest first. */
export type Page = readonly Message[];

/** How much of a chat's history is loaded. The functions below return only the fields that change. */
export interface Pages {
  readonly timeline: Timeline;
  /** The timeline when the last page was requested. Whatever differs from it arrived later and is newer than the page's copy. */
  readonly asked: Timeline;
  /** The last message with nothing missing before it: catching up must reach back to it. Null in an empty chat. */
  readonly completeTo: Message | null;
  /** Whether the server has messages older than the oldest loaded one. */
  readonly hasOlder: boolean;
}

/** The arrived messages that belong in the loaded part: all but changes of older messages, which come with their page. */
export function relevantOf({ timeline, hasOlder }: Pages, messages: Page): Page {
  const oldest = hasOlder ? oldestSettled(timeline) : undefined;
  return oldest ? messages.filter((message) => isKnown(timeline, message) || !comesBefore(message, oldest)) : messages;
}

/** The messages that are new, from somebody else, and not yet seen by this user. */
export const newForeignIn = ({ timeline }: Pages, messages: Page, me: string): Page =>
  messages.filter((message) => shouldMarkRead(message, me) && !isKnown(timeline, message));

/** Adds messages that arrived over the topic. */
export const withArrived = ({ timeline }: Pages, messages: Page) => ({ timeline: upsertAll(timeline, messages) });

/** Whether as many messages came as were asked for, so that there may be more. */
const isFull = (page: Page, limit: number) => page.length + unreadableIn(page).length === limit;

/** A page with each message once: some servers repeat some. The last copy counts. */
const withoutRepeats = (page: Page): Page => [...new Map(page.map((message) => [message.id, message])).values()];

/** The ids of what arrived while a page was on its way. */
function arrivedSince({ timeline, asked }: Pages): ReadonlySet<string> {
  const before = new Set(asked);
  return new Set(timeline.filter((message) => !before.has(message)).map(({ id }) => id));
}

/**
 * Starts from the newest page, for which `limit` messages were requested. Unsent messages stay, and so do new ones that have
 * arrived since the request. Anything else is in the page, or would hide a gap before it.
 */
export function withNewest(pages: Pages, given: Page, limit: number) {
  const hasOlder = isFull(given, limit);
  const page = withoutRepeats(given);
  const [oldest] = page;
  const arrived = arrivedSince(pages);
  const kept = withoutHistory(pages.timeline, arrived).filter(
    (message) => isTemp(message) || !hasOlder || !oldest || !arrived.has(message.id) || !comesBefore(message, oldest),
  );
  return { timeline: mergePage(kept, page, arrived), completeTo: page.at(-1) ?? null, hasOlder };
}

/** Adds an older page. A server without paging repeats what is loaded already: then there is nothing older. */
export function withOlder(pages: Pages, page: Page, limit: number) {
  const timeline = mergePage(pages.timeline, withoutRepeats(page), arrivedSince(pages));
  const isOlder = oldestSettled(timeline)?.id !== oldestSettled(pages.timeline)?.id;
  return { timeline, hasOlder: isOlder && isFull(page, limit) };
}

/**
 * Adds a newest page that reaches back to the loaded messages, for which `limit` were requested. A page that is not full is all that
 * the server has: what is shown and not in it was deleted meanwhile (the chat was cleared, S2 §7). One that cannot be read may be any
 * of those shown, so that beside it nothing is taken for deleted.
 */
export function withMissed(pages: Pages, given: Page, limit: number) {
  const page = withoutRepeats(given);
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
  };
}

/**
 * Drops what is older than the oldest message that the server has: it was deleted.
 * @param oldest its id; where the list does not have it, or nobody has told it, nothing is dropped
 */
export function withoutDeleted({ timeline, hasOlder }: Pages, oldest: string | null | undefined) {
  const place = typeof oldest === 'string' ? placeOfId(timeline, oldest) : -1;
  if (place < 0) return { timeline, hasOlder };
  const kept = timeline.filter((shown, at) => at >= place || isTemp(shown));
  return { timeline: kept.length === timeline.length ? timeline : kept, hasOlder: false };
}

/** Nothing of the history counts any more: what the server has is to be asked anew, and only unsent messages stay. */
export const withoutPages = ({ timeline }: Pages): Pages => ({
  timeline: timeline.filter(isTemp),
  asked: [],
  completeTo: null,
  hasOlder: false,
});

/** Notes that the connection was lost: up to now nothing is missing. */
export const completeNow = ({ timeline }: Pages) => ({ completeTo: newestSettled(timeline) ?? null });
