import { statusOf } from '../../contract/failure';
import type { Submission, SubmissionKind } from '../../contract/submissions';
import { completionKind, initiationKind } from './cases';
import type { Kind } from './kind';
import { kitUseKind } from './kitUse';
import { messageKind } from './message';
import { movementKind } from './movement';
import { noteKind } from './note';
import { reportKind } from './report';
import { requisitionKind } from './requisition';

/** Every kind of submission by its name. */
const kinds: { readonly [Name in SubmissionKind]: Kind<Name> } = {
  message: messageKind,
  report: reportKind,
  initiation: initiationKind,
  completion: completionKind,
  movement: movementKind,
  note: noteKind,
  requisition: requisitionKind,
  kitUse: kitUseKind,
};

/** The names of all kinds that this version of the app knows. */
export const allKinds: readonly string[] = Object.keys(kinds);

/** The rules of a submission's kind. The cast is safe because each kind only gets submissions of its own kind. */
export const kindOf = ({ kind }: Pick<Submission, 'kind'>) => kinds[kind] as Kind<SubmissionKind>;
export const laneOf = (submission: Submission) => kindOf(submission).laneOf(submission);
/** The lanes whose earlier submissions go out before this one: its own, and another one if its kind says so. */
export const lanesBefore = (submission: Submission) =>
  [laneOf(submission), kindOf(submission).laneBefore?.(submission)].filter((lane) => typeof lane === 'string');

/** The announcement that it was sent after it had to wait; without a text nothing is announced. */
export function sentNotice(submission: Submission, answer: unknown, at: number) {
  const kind = kindOf(submission);
  return kind.sentNotice?.(submission, answer, at) ?? { text: kind.sentText(submission) };
}

/** The submission with the reason why it was refused. */
export const refusedFor = (error: unknown, submission: Submission): Submission => ({
  ...submission,
  reason: kindOf(submission).failureText(error, submission),
  refusedBy: statusOf(error),
});

/** A refused submission that the member tries again. If an earlier try may have arrived, the server is asked first. DECISIONS W2 */
export function retriedOf(submission: Submission): Submission {
  const { renewed, whenMissing } = kindOf(submission);
  const asksFirst = whenMissing === 'refuse' ? { isByHand: true } : { wasTried: false, replacesTried: false };
  return { ...renewed(submission), status: 'waiting', reason: null, ...asksFirst };
}
