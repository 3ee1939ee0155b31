import type { EventObject } from 'xstate';
import type { Item } from '../../rules/submissions/queue';
import { fromStream } from '../supervision';
import type { QueueFact, QueueRef } from './queue.machine';
import { selectItem } from './queue.select';

/** What becomes of one submission. */
export type TrackingEvent =
  /** It has moved, changed, or is gone (null) without having been confirmed here: sent by another tab, or withdrawn in this one. */
  | { type: 'submission.updated'; item: Item | null; isWithdrawn?: true }
  | Pick<QueueFact, 'type' | 'answer' | 'wasEarlier'>;

/** Tells a screen what becomes of one submission in the queue. */
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
