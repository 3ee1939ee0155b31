import type { MyCase } from '../../contract/cases';
import { isOffered, type MyCasesSnapshot } from './myCases.machine';

/** The active cases, null until they are there. */
export const selectCases = (snapshot: MyCasesSnapshot) => snapshot.context.cases;
export const selectIsSignedOut = (snapshot: MyCasesSnapshot) => snapshot.matches('signedOut');
/** Says whether the list is loading, failed or stale; undefined where nobody is signed in. */
export const selectFeed = (snapshot: MyCasesSnapshot) => snapshot.children.feed;
/** S2 §2: 'Initiate Case' on ASSIGNED cases. */
export const offersInitiation = (myCase: MyCase) => isOffered(myCase, 'case.initiate');
/** S2 §2: 'Mark as Done' on IN_PROGRESS cases. */
export const offersCompletion = (myCase: MyCase) => isOffered(myCase, 'case.complete');
/** The dialog that is open, as its actor, or undefined. */
export const selectInitiation = (snapshot: MyCasesSnapshot) => snapshot.children.initiation;
export const selectCompletion = (snapshot: MyCasesSnapshot) => snapshot.children.completion;
