import type { Message } from '../contract/chats';
import { shouldMarkRead } from './messages';
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
  /** Ids that came over the topic while a page was on its way: newer than the page's copies. */
  readonly arrived: ReadonlySet<string>;
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
export const withArrived = (pages: Pages, messages: Page) => ({
  timeline: upsertAll(pages.timeline, messages),
  arrived: new Set([...pages.arrived, ...messages.map(({ id }) => id)]),
});

/** Only what is not sent yet, before the newest page is asked for: anything else is in it, or would hide a gap before it. */
export const withUnsent = ({ timeline }: Pages) => ({
  timeline: withoutHistory(timeline, new Set()),
  arrived: new Set<string>(),
});

/** With the newest page alone, where `limit` messages were asked for. Nothing stays that is older than a full page. */
export function withNewest(pages: Pages, page: Page, limit: number) {
  const hasOlder = page.length === limit;
  const [oldest] = page;
  const kept = withoutHistory(pages.timeline, pages.arrived).filter(
    (message) => !hasOlder || !oldest || !pages.arrived.has(message.id) || !comesBefore(message, oldest),
  );
  return { timeline: mergePage(kept, page, pages.arrived), completeTo: page.at(-1) ?? null, hasOlder };
}

/** With an older page. A server that knows no pages answers with what is here already: then there is nothing older. */
export function withOlder(pages: Pages, page: Page, limit: number) {
  const timeline = mergePage(pages.timeline, page, pages.arrived);
  const isOlder = oldestSettled(timeline)?.id !== oldestSettled(pages.timeline)?.id;
  return { timeline, hasOlder: isOlder && page.length === limit };
}

/** With a newest page that reaches back to what is here. */
export const withMissed = (pages: Pages, page: Page) => ({
  timeline: mergePage(pages.timeline, page, pages.arrived),
  completeTo: page.at(-1) ?? null,
});

/** The connection is lost: up to here nothing is missing. */
export const completeNow = ({ timeline }: Pages) => ({ completeTo: newestSettled(timeline) ?? null });
