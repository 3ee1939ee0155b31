import type { Submission } from '../../contract/submissions';
import type { SentNotice } from './kind';
import { kindOf, sentNotice } from './kinds';
import { goesOut, type Item, isPresent } from './queue';

/** The member is told of a sent message if it has waited this long, in milliseconds. */
const LONG = 10_000;
const isLong = ({ submission }: Item, now: number) => now - submission.queuedAt >= LONG;

/** An announcement about a submission, shown on every screen. */
export interface Outcome extends Omit<SentNotice, 'text'> {
  readonly tone: 'info' | 'success' | 'danger';
  readonly text: string | null;
}

/**
 * Whether the member is told that it was sent: if it had to wait, or if its own screen, which would have shown it, was left. A chat shows
 * that itself, so a message is announced only if it took long.
 */
export function isAnnounced(item: Item, now: number): boolean {
  return item.submission.kind === 'message' ? isLong(item, now) : isNews(item, item.hasWaited);
}

/** Whether what becomes of it is news for the member. */
const isNews = ({ screen }: Item, hasWaited: boolean) => screen === 'left' || (screen === null && hasWaited);

/**
 * The announcement that a submission was sent. Its text is null for a movement, which is not announced, and for a message, because
 * messages are announced together.
 * @param answer the server's; undefined if another tab has sent it
 */
export const sentOutcome = (submission: Submission, answer: unknown, now: number): Outcome => ({
  tone: 'success',
  ...sentNotice(submission, answer, now),
});

/** The announcement that the server has refused a submission, or that it asks the member. */
export function returnedOutcome(submission: Submission): Outcome {
  const { askedText, refusedText } = kindOf(submission);
  return submission.status === 'asking'
    ? { tone: 'info', text: askedText(submission) }
    : { tone: 'danger', text: refusedText(submission) };
}

/** The announcement for all waiting messages together, when the last of them was sent. */
export const messagesOutcome = (count: number): Outcome => ({
  tone: 'success',
  text: count === 1 ? 'Your waiting message has been sent.' : `Your ${count} waiting messages have been sent.`,
});

/** Whether there is a waiting message that will be announced when it is sent. */
export const hasWaitingMessage = (items: readonly Item[], now: number) =>
  items.some((item) => item.submission.kind === 'message' && goesOut(item) && isLong(item, now));

/**
 * What the member is told of the changes between two states of the queue: `sent` by another tab, and `returned` (refused or asking) in any
 * tab. What this tab has sent or withdrawn is in neither.
 */
export function outcomesBetween(before: readonly Item[], after: readonly Item[], now: number) {
  const places = new Map(after.map((item) => [item.submission.id, item]));
  // What another tab sends at once has not waited.
  const isOver = (item: Item) => isNews(item, item.head === 'queued' ? isLong(item, now) : item.hasWaited);
  const waiting = before.filter((item) => goesOut(item) && isOver(item));
  return {
    sent: waiting.filter(
      ({ submission, keeping }) => (keeping === 'kept' || keeping === 'lost') && !places.has(submission.id),
    ),
    returned: waiting.flatMap(({ submission: { id } }) => {
      const item = places.get(id);
      return item && isPresent(item) && item.submission.status !== 'waiting' ? [item] : [];
    }),
  };
}
