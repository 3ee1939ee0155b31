import type { MyCase } from '../../contract/cases';
import type { CompletionSubmission, Submission } from '../../contract/submissions';
import { isCaseGone } from '../../rules/submissions/cases';
import { isOffered, type MyCasesSnapshot } from './myCases.machine';

/** The active cases; null until they are known. */
export const selectCases = (snapshot: MyCasesSnapshot) => snapshot.context.cases;
export const selectIsSignedOut = (snapshot: MyCasesSnapshot) => snapshot.matches('signedOut');
/** The feed, which tells whether the list is loading, failed or stale; undefined if nobody is signed in. */
export const selectFeed = (snapshot: MyCasesSnapshot) => snapshot.children.feed;
/** S2 §2: 'Initiate Case' on ASSIGNED cases. */
export const offersInitiation = (myCase: MyCase) => isOffered(myCase, 'case.initiate');
/** S2 §2: 'Mark as Done' on IN_PROGRESS cases. */
export const offersCompletion = (myCase: MyCase) => isOffered(myCase, 'case.complete');
/** The push messages of this device, which are offered here; undefined if nobody is signed in. */
export const selectPush = (snapshot: MyCasesSnapshot) => snapshot.children.push;
/** The actor of the open dialog, or undefined. */
export const selectInitiation = (snapshot: MyCasesSnapshot) => snapshot.children.initiation;
export const selectCompletion = (snapshot: MyCasesSnapshot) => snapshot.children.completion;

/**
 * The completion of a case that the member can edit: one that waits to be sent, or else one that the server has refused for something
 * that they can change, such as a photo that is too large (DECISIONS 336, 351). Undefined if there is none.
 */
export function editableCompletion(
  incidentId: string,
  submissions: readonly Submission[],
): CompletionSubmission | undefined {
  const mine = submissions.filter(
    (one): one is CompletionSubmission =>
      one.kind === 'completion' && one.content.incidentId === incidentId && !isCaseGone(one),
  );
  return mine.find(({ status }) => status === 'waiting') ?? mine[0];
}
