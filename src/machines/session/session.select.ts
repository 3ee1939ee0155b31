import type { SessionSnapshot } from './session.machine';

/** A stored token is still being looked at: neither signed in nor out, so no screen is shown yet. */
export const selectIsRestoring = (snapshot: SessionSnapshot) => snapshot.matches('restoring');
export const selectIsSignedIn = (snapshot: SessionSnapshot) => snapshot.matches('signedIn');
/** The bearer token of the signed-in member, null when nobody is. */
export const selectToken = (snapshot: SessionSnapshot) => (selectIsSignedIn(snapshot) ? snapshot.context.token : null);
/** The signed-in member, the same object until something about them changes; null when nobody is signed in. */
export const selectMe = (snapshot: SessionSnapshot) => snapshot.context.me;
/** Role names as they came, with or without the ROLE_ prefix: the profile's once it is loaded, else the token's (DECISIONS 4). */
export const selectRoles = (snapshot: SessionSnapshot) => snapshot.context.roles;
/** Whether the roles will not change any more because the profile is still on its way. */
export const selectIsProfileSettled = (snapshot: SessionSnapshot) => snapshot.hasTag('profileSettled');
/** S1 §2: My Kit appears only if the profile has a medicine box. */
export const selectHasMedicineBox = (snapshot: SessionSnapshot) => snapshot.context.profile?.hasMedicineBox ?? false;
/** Why the last session ended, or null. */
export const selectFarewell = (snapshot: SessionSnapshot) => snapshot.context.farewell;
/** Whether the next login leads back to where the member was. */
export const selectKeepsPlace = (snapshot: SessionSnapshot) => snapshot.context.keepsPlace;
/** The clock that relative times follow; always there. */
export const selectClock = (snapshot: SessionSnapshot) => snapshot.children.clock;
/** The app's bars and toasts; always there. */
export const selectNoticesActor = (snapshot: SessionSnapshot) => snapshot.children.notices;
