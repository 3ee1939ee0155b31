import type { MyCase } from '../../contract/cases';
import type { CompletionSubmission, Submission } from '../../contract/submissions';
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
/** The chart of the drafts of completions; undefined if nobody is signed in. */
export const selectDraftsActor = (snapshot: MyCasesSnapshot) => snapshot.children.completionDrafts;
/** The case of the open completion, or null: its draft is in the form. */
export const selectCompleting = (snapshot: MyCasesSnapshot) =>
  snapshot.children.completion ? snapshot.context.handled : null;

/**
 * The completion of a case in the member's list that they can edit: one that waits to be sent, or else one that the server has refused
 * (DECISIONS 336, 351), also if the case was not theirs or not begun then (382). Undefined if there is none.
 */
export function editableCompletion(
  incidentId: string,
  submissions: readonly Submission[],
): CompletionSubmission | undefined {
  const mine = submissions.filter(
    (one): one is CompletionSubmission => one.kind === 'completion' && one.content.incidentId === incidentId,
  );
  return mine.find(({ status }) => status === 'waiting') ?? mine[0];
}
