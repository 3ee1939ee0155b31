import type { EventObject } from 'xstate';
import { type Item, isNext } from '../../rules/submissions/queue';
import { fromStream } from '../supervision';
import type { QueueFact } from './ports';
import type { QueueRef } from './queue.machine';
import { selectItem } from './queue.select';

/** The news of one submission. */
export type TrackingEvent =
  /**
   * Its item has changed. It is null if the submission is gone without a confirmation in this tab: another tab has sent it, or it
   * was withdrawn here or there (`isWithdrawn`).
   */
  | { type: 'submission.updated'; item: Item | null; isWithdrawn?: true }
  | Pick<QueueFact, 'type' | 'answer' | 'wasEarlier'>;

/**
 * How long a tab may take to begin with a submission whose turn it is, in milliseconds. Only after that the screen is told that it waits:
 * a page that was just opened does not know yet whether it sends itself, and if another tab sends, it usually does so at once.
 */
const BEGIN_WITHIN = 1_000;

/** Reports the progress of one submission in the queue to a screen. */
export const tracking = fromStream<EventObject, { queue: QueueRef; id: string }>(
  ({ input: { queue, id }, sendBack }) => {
    const tell = (event: TrackingEvent) => sendBack(event);
    const select = selectItem(id);
    let known: Item | null | undefined;
    let isOver = false;
    /** Runs while the submission could begin at any moment. */
    let beginning: ReturnType<typeof setTimeout> | undefined;
    let isLate = false;
    const look = () => {
      const snapshot = queue.getSnapshot();
      const item = select(snapshot) ?? null;
      if (isOver || item === known) return;
      if (item && isNext(item, snapshot.context.items) && !isLate) {
        beginning ??= setTimeout(() => {
          isLate = true;
          look();
        }, BEGIN_WITHIN);
        return;
      }
      known = item;
      const isWithdrawn = item === null && snapshot.context.items.some(({ submission }) => submission.id === id);
      tell({ type: 'submission.updated', item, ...(isWithdrawn && { isWithdrawn }) });
    };
    const delivered = queue.on('submission.delivered', ({ type, submission, answer, wasEarlier }) => {
      if (submission.id !== id) return;
      isOver = true;
      tell({ type, answer, wasEarlier });
    });
    const subscription = queue.subscribe(look);
    look();
    return () => {
      clearTimeout(beginning);
      delivered.unsubscribe();
      subscription.unsubscribe();
    };
  },
);
