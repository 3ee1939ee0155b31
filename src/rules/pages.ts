import type { Message } from '../contract/chats';
import { isTemp, shouldMarkRead } from './messages';
import {
  comesBefore,
  isKnown,
  mergePage,
  newestSettled,
  oldestSettled,
  type Timeline,
  upsertAll,
  withoutHistory,
} from './timeline';

/** Messages as the server sent them, oldest first. */
export type Page = readonly Message[];

/** How much of a chat's history is here. Its functions answer with the parts that become different. */
export interface Pages {
  readonly timeline: Timeline;
  /** The timeline as it was when the last page was asked for: what differs from it has come since, newer than the page's copies. */
  readonly asked: Timeline;
  /** The last message before which nothing is missing: what catching up must reach back to. Null in an empty chat. */
  readonly completeTo: Message | null;
  /** Whether the server has messages before the oldest one here. */
  readonly hasOlder: boolean;
}

/** What of the messages that arrived belongs here: all but changes of older ones, which come with their page. */
export function relevantOf({ timeline, hasOlder }: Pages, messages: Page): Page {
  const oldest = hasOlder ? oldestSettled(timeline) : undefined;
  return oldest ? messages.filter((message) => isKnown(timeline, message) || !comesBefore(message, oldest)) : messages;
}

/** Those of the messages that are new here, of somebody else, and not seen by this user. */
export const newForeignIn = ({ timeline }: Pages, messages: Page, me: string): Page =>
  messages.filter((message) => shouldMarkRead(message, me) && !isKnown(timeline, message));

/** With messages that arrived over the topic. */
export const withArrived = ({ timeline }: Pages, messages: Page) => ({ timeline: upsertAll(timeline, messages) });

/** The ids of what arrived while a page was on its way. */
function arrivedSince({ timeline, asked }: Pages): ReadonlySet<string> {
  const before = new Set(asked);
  return new Set(timeline.filter((message) => !before.has(message)).map(({ id }) => id));
}

/**
 * With the newest page, where `limit` messages were asked for. Beside it stays only what is unsent, and what has arrived since
 * it was asked for and is no change of something older: anything else is in it, or would hide a gap before it.
 */
export function withNewest(pages: Pages, page: Page, limit: number) {
  const hasOlder = page.length === limit;
  const [oldest] = page;
  const arrived = arrivedSince(pages);
  const kept = withoutHistory(pages.timeline, arrived).filter(
    (message) => isTemp(message) || !hasOlder || !oldest || !arrived.has(message.id) || !comesBefore(message, oldest),
  );
  return { timeline: mergePage(kept, page, arrived), completeTo: page.at(-1) ?? null, hasOlder };
}

/** With an older page. A server that knows no pages answers with what is here already: then there is nothing older. */
export function withOlder(pages: Pages, page: Page, limit: number) {
  const timeline = mergePage(pages.timeline, page, arrivedSince(pages));
  const isOlder = oldestSettled(timeline)?.id !== oldestSettled(pages.timeline)?.id;
  return { timeline, hasOlder: isOlder && page.length === limit };
}

/** With a newest page that reaches back to what is here. */
export const withMissed = (pages: Pages, page: Page) => ({
  timeline: mergePage(pages.timeline, page, arrivedSince(pages)),
  completeTo: page.at(-1) ?? null,
});

/** The connection is lost: up to here nothing is missing. */
export const completeNow = ({ timeline }: Pages) => ({ completeTo: newestSettled(timeline) ?? null });
