import type { SessionSnapshot } from './session.machine';

/** Whether a stored token is still being checked. Nobody is signed in or out yet, so no screen is shown. */
export const selectIsRestoring = (snapshot: SessionSnapshot) => snapshot.matches('restoring');
export const selectIsSignedIn = (snapshot: SessionSnapshot) => snapshot.matches('signedIn');
/** The bearer token of the signed-in member; null if nobody is signed in. */
export const selectToken = (snapshot: SessionSnapshot) => (selectIsSignedIn(snapshot) ? snapshot.context.token : null);
/** The signed-in member, the same object until something about them changes; null when nobody is signed in. */
export const selectMe = (snapshot: SessionSnapshot) => snapshot.context.me;
/** The role names, with or without the ROLE_ prefix: the profile's once it is fetched, before that the token's (DECISIONS 4). */
export const selectRoles = (snapshot: SessionSnapshot) => snapshot.context.roles;
/** Whether the first fetch of the profile has ended, so that it will not change the roles any more. */
export const selectIsProfileSettled = (snapshot: SessionSnapshot) => snapshot.hasTag('profileSettled');
/** The last confirmed profile; null until it is fetched. */
export const selectProfile = (snapshot: SessionSnapshot) => snapshot.context.profile;
/** The time of the shown profile, in milliseconds since 1970, if it is a cached copy that could not be refreshed; otherwise null. */
export const selectProfileAsOf = (snapshot: SessionSnapshot) =>
  snapshot.hasTag('stale') ? snapshot.context.asOf : null;
/** Whether the last fetch of the profile has failed, so that there is none or it may be out of date. */
export const selectHasProfileFailed = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signedIn: 'withoutProfile' }) || snapshot.hasTag('stale');
/** Whether the member must choose a new password before anything else (DECISIONS P9). */
export const selectMustChangePassword = (snapshot: SessionSnapshot) => snapshot.hasTag('mustChangePassword');
/** The number of this login, the same until the session ends; null if nobody is signed in. */
export const selectVisit = (snapshot: SessionSnapshot) => (selectIsSignedIn(snapshot) ? snapshot.context.visit : null);
/** The number of the last login, also after its session has ended; 0 before the first. */
export const selectLastVisit = (snapshot: SessionSnapshot) => snapshot.context.visit;
/** S1 §2: My Kit appears only if the profile has a medicine box. */
export const selectHasMedicineBox = (snapshot: SessionSnapshot) => snapshot.context.profile?.hasMedicineBox ?? false;
/** Why the last session ended, or null. */
export const selectFarewell = (snapshot: SessionSnapshot) => snapshot.context.farewell;
/** Whether the member has ended the last session with Log Out in this tab. It has not ended by itself then, or in another tab. */
export const selectHasLoggedOut = (snapshot: SessionSnapshot) => snapshot.context.hasLoggedOut;
/** The clock for relative times. It always runs. */
export const selectClock = (snapshot: SessionSnapshot) => snapshot.children.clock;
/** The chart of the app's bars and toasts. It always runs. */
export const selectNoticesActor = (snapshot: SessionSnapshot) => snapshot.children.notices;
