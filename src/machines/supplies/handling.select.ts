import { type HandlingSnapshot, reasonProblem } from './handling.machine';

/** The requisition whose denial is being confirmed, or is under way, or null. */
export const selectDenied = (snapshot: HandlingSnapshot) =>
  snapshot.matches('denying') || (snapshot.matches('submitting') && snapshot.context.decision === 'deny')
    ? snapshot.context.requisition
    : null;
/** The requisition whose approval beyond the stock is being confirmed, or null. */
export const selectApproved = (snapshot: HandlingSnapshot) =>
  snapshot.matches('approving') ? snapshot.context.requisition : null;
/** The status of the requisition that is handled; undefined if none is. */
export const selectHandledStatus = (snapshot: HandlingSnapshot) => snapshot.context.requisition?.status;
/** Why the denial has failed that is being confirmed again; ''. */
export const selectDenialFailure = (snapshot: HandlingSnapshot) => snapshot.context.failure;
export const selectReason = (snapshot: HandlingSnapshot) => snapshot.context.reason;
/** What is wrong with the reason, or null. */
export const selectReasonProblem = (snapshot: HandlingSnapshot) => reasonProblem(snapshot.context.reason);
/** The decision that is under way, such as 'approve 7', or null. Until it is done, no other decision is possible. */
export const selectUnderWayText = (snapshot: HandlingSnapshot) =>
  snapshot.matches('submitting') ? `${snapshot.context.decision} ${snapshot.context.requisition?.id}` : null;
