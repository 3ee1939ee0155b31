import type { EventObject } from 'xstate';
import { type Item, idOf, isNext, isWaiting } from '../../rules/submissions/queue';
import { fromStream } from '../supervision';
import type { QueueFact } from './ports';
import type { QueueRef } from './queue.machine';
import { selectItem } from './queue.select';

/** A submission's item has changed. */
interface SubmissionUpdate {
  readonly type: 'submission.updated';
  /** Null if the submission is gone without a confirmation in this tab: another tab has sent it, or it was withdrawn. */
  readonly item: Item | null;
  /** It was withdrawn, here or in another tab. */
  readonly isWithdrawn?: true;
  /**
   * It is the next of its lane and has not waited. It does not count as waiting yet: the leading tab usually begins at once, and a page
   * that was just opened does not know whether it leads.
   */
  readonly isBeginning?: true;
}

/** The news of one submission. */
export type TrackingEvent = SubmissionUpdate | Pick<QueueFact, 'type' | 'answer' | 'wasEarlier'>;

/** Whether the submission is to be shown as waiting. */
export const isHeldUp = ({ item, isBeginning }: SubmissionUpdate): boolean =>
  item !== null && !isBeginning && isWaiting(item);

/**
 * Reports the progress of one submission in the queue to a screen. `isItsScreen`: the member sees there what becomes of it, so it is
 * announced only if that screen is left before.
 */
export const tracking = fromStream<EventObject, { queue: QueueRef; id: string; isItsScreen?: true }>(
  ({ input: { queue, id, isItsScreen = false }, sendBack }) => {
    const tell = (event: TrackingEvent) => sendBack(event);
    const select = selectItem(id);
    let known: Item | null | undefined;
    let isOver = false;
    const look = () => {
      const snapshot = queue.getSnapshot();
      const { items } = snapshot.context;
      const item = select(snapshot) ?? null;
      if (isOver || item === known) return;
      known = item;
      const isWithdrawn = item === null && items.some((other) => idOf(other) === id);
      const isBeginning = item !== null && isNext(item, items) && !item.hasWaited;
      tell({
        type: 'submission.updated',
        item,
        ...(isWithdrawn && { isWithdrawn }),
        ...(isBeginning && { isBeginning }),
      });
    };
    const delivered = queue.on('submission.delivered', ({ type, submission, answer, wasEarlier }) => {
      if (submission.id !== id) return;
      isOver = true;
      tell({ type, answer, wasEarlier });
    });
    const subscription = queue.subscribe(look);
    look();
    if (isItsScreen) queue.send({ type: 'submission.shown', id, screen: 'open' });
    return () => {
      delivered.unsubscribe();
      subscription.unsubscribe();
      if (isItsScreen) queue.send({ type: 'submission.shown', id, screen: 'left' });
    };
  },
);
