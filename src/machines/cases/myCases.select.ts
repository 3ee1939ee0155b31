import type { MyCase } from '../../contract/cases';
import { isOffered, type MyCasesSnapshot } from './myCases.machine';

/** The active cases, null until they are there. */
export const selectCases = (snapshot: MyCasesSnapshot) => snapshot.context.cases;
export const selectFailure = (snapshot: MyCasesSnapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
/** Why the list on the screen could not be made newer, or null. */
export const selectRefreshFailure = (snapshot: MyCasesSnapshot) =>
  snapshot.matches({ open: { list: 'stale' } }) ? snapshot.context.failure : null;
export const selectIsLoading = (snapshot: MyCasesSnapshot) =>
  snapshot.context.cases === null && !snapshot.hasTag('failed');
/** Whether trying again makes sense. */
export const selectCanRetry = (snapshot: MyCasesSnapshot) => snapshot.can({ type: 'list.retry' });
/** S2 §2: 'Initiate Case' on ASSIGNED cases. */
export const offersInitiation = (myCase: MyCase) => isOffered(myCase, 'case.initiate');
/** S2 §2: 'Mark as Done' on IN_PROGRESS cases. */
export const offersCompletion = (myCase: MyCase) => isOffered(myCase, 'case.complete');
/** The dialog that is open, as its actor, or undefined. */
export const selectInitiation = (snapshot: MyCasesSnapshot) => snapshot.children.initiation;
export const selectCompletion = (snapshot: MyCasesSnapshot) => snapshot.children.completion;
