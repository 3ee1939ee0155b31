import { isRetryable } from '../../contract/failure';
import type { RequisitionSubmission } from '../../contract/submissions';
import type { Requisition } from '../../contract/supplies';
import { kitFailures } from '../supplies/kitFailures';
import { itemsText } from '../supplies/requisitions';
import type { TimeAndId } from '../world';
import { type Kind, newSubmission } from './kind';

/** A request for supplies (S2 §4). Requests are independent, so one that fails does not hold up the others. */
export const requisitionKind: Kind<'requisition'> = {
  laneOf: () => 'requisitions',
  isOrdered: false,
  needsCheck: () => false,
  needsUpload: () => false,
  judge: (error) => (isRetryable(error) ? 'later' : 'never'),
  remembersTries: true,
  renewed: (submission) => submission,
  answerWait: 60_000,
  whenUnanswered: 'verify',
  whenMissing: 'send',
  failureText: kitFailures.notRequested,
  sentText: ({ content }) => `Your request for supplies has been sent: ${itemsText(content.items)}`,
  askedText: () => null,
  refusedText: ({ reason }) => reason,
};

/** A new request for supplies. */
export const requisitionOf = (items: RequisitionSubmission['content']['items'], world: TimeAndId) =>
  newSubmission('requisition', { items }, world);

/** The greatest difference between the clocks of device and server that is allowed for, in milliseconds. */
const CLOCK_GAP = 5 * 60_000;

/** Whether a request on the server is this one: the same items in the same quantities, not older than the submission. */
export function isSameRequest(
  { content, queuedAt }: RequisitionSubmission,
  { items, requestedAt }: Requisition,
): boolean {
  if (requestedAt === null || !(Date.parse(requestedAt) >= queuedAt - CLOCK_GAP)) return false;
  const mine = content.items.map(({ inventoryItemId, quantity }) => `${inventoryItemId} × ${quantity}`).toSorted();
  const theirs = items.map(({ inventoryItemId, quantity }) => `${inventoryItemId} × ${quantity}`).toSorted();
  return mine.length === theirs.length && mine.every((line, index) => line === theirs[index]);
}
