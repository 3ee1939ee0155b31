import type { EventObject } from 'xstate';
import type { Item } from '../../rules/submissions/queue';
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

/** Reports the progress of one submission in the queue to a screen. */
export const tracking = fromStream<EventObject, { queue: QueueRef; id: string }>(
  ({ input: { queue, id }, sendBack }) => {
    const tell = (event: TrackingEvent) => sendBack(event);
    const select = selectItem(id);
    let known: Item | null | undefined;
    let isOver = false;
    const look = () => {
      const snapshot = queue.getSnapshot();
      const item = select(snapshot) ?? null;
      if (isOver || item === known) return;
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
      delivered.unsubscribe();
      subscription.unsubscribe();
    };
  },
);
