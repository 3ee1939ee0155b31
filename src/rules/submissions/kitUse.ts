import { isRetryable, statusOf } from '../../contract/failure';
import type { KitUseSubmission } from '../../contract/submissions';
import { kitFailures } from '../supplies/kitFailures';
import type { TimeAndId } from '../world';
import { type Kind, newSubmission } from './kind';

/** The use of an item of the member's own kit. Uses of one item are sent in order. */
export const kitUseKind: Kind<'kitUse'> = {
  laneOf: ({ content }) => `kit/${content.itemId}`,
  isOrdered: true,
  needsCheck: () => false,
  needsUpload: () => false,
  judge(error, { wasTried }) {
    if (isRetryable(error)) return 'later';
    // 404 may mean that an earlier try has used up the item.
    return wasTried && statusOf(error) === 404 ? 'verify' : 'never';
  },
  remembersTries: true,
  renewed: (submission) => submission,
  answerWait: 60_000,
  whenUnanswered: 'verify',
  whenMissing: 'send',
  failureText: (error, { content: { left } }) =>
    left === 0 ? kitFailures.notRemoved(error) : kitFailures.notUpdated(error),
  sentText: ({ content: { name, used } }) => `Your first-aid kit is up to date: ${name}, ${used} used.`,
  askedText: () => null,
  refusedText: ({ content: { name }, reason }) => `${name}: ${reason ?? ''}`,
};

/** A new use of an item. `content.left` is the quantity that the member sees after it. */
export const kitUseOf = (content: KitUseSubmission['content'], world: TimeAndId) =>
  newSubmission('kitUse', content, world);
