import type { IncidentActionSnapshot } from './incidentAction.machine';

/** What the member has just asked for and the server has not confirmed; null when nothing is under way. */
export const selectWantedInterest = (snapshot: IncidentActionSnapshot) =>
  snapshot.matches('toggling') ? snapshot.context.isInterested : null;
/** Which status change is under way, or null. */
export const selectChange = (snapshot: IncidentActionSnapshot) =>
  snapshot.matches('changing') ? snapshot.context.change : null;
/** Whether anything is under way: until then no other action is taken. */
export const selectIsBusy = (snapshot: IncidentActionSnapshot) => !snapshot.matches('idle');
