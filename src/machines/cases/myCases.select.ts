import type { MyCase } from '../../contract/cases';
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
