import type { EventObject } from 'xstate';
import type { KitUseSubmission, RequisitionSubmission, Submission } from '../../contract/submissions';
import type { QueueRef } from '../submissions/queue.machine';
import { selectSubmissions } from '../submissions/queue.select';
import { followSent, leaveTo } from '../submissions/sentNews';
import { fromStream } from '../supervision';

/** The submissions of supplies. */
export type SupplySubmission = KitUseSubmission | RequisitionSubmission;
const isSupply = (submission: Submission): submission is SupplySubmission =>
  submission.kind === 'kitUse' || submission.kind === 'requisition';

export type SupplyNewsEvent =
  /** All waiting and refused submissions, in the order of submitting. */
  | { type: 'supplies.waiting'; waiting: readonly SupplySubmission[] }
  /** This tab or another one has sent it. */
  | { type: 'supplies.delivered'; submission: SupplySubmission };

/** Listens to the queue for submissions of supplies, from any screen. */
export const supplyNews = fromStream<EventObject, { queue: QueueRef }>(({ input: { queue }, sendBack }) => {
  const tell = (event: SupplyNewsEvent) => sendBack(event);
  let known: readonly SupplySubmission[] = [];
  const stopFollowing = followSent(queue, (submission) => {
    if (isSupply(submission)) tell({ type: 'supplies.delivered', submission });
  });
  const look = () => {
    const waiting = selectSubmissions(queue.getSnapshot()).filter(isSupply);
    if (waiting.length === known.length && waiting.every((one, index) => one === known[index])) return;
    known = waiting;
    tell({ type: 'supplies.waiting', waiting });
  };
  const subscription = queue.subscribe(look);
  look();
  return () => {
    stopFollowing();
    subscription.unsubscribe();
    leaveTo(queue, isSupply);
  };
});
