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
/** Why the last session ended, or null. */
export const selectFarewell = (snapshot: SessionSnapshot) => snapshot.context.farewell;
/** Whether the next login leads back to where the member was. */
export const selectKeepsPlace = (snapshot: SessionSnapshot) => snapshot.context.keepsPlace;
/** The clock that relative times follow; always there. */
export const selectClock = (snapshot: SessionSnapshot) => snapshot.children.clock;
/** The app's bars and toasts; always there. */
export const selectNoticesActor = (snapshot: SessionSnapshot) => snapshot.children.notices;
/** What keeps the signed-in member in touch; undefined when nobody is. */
export const selectMessaging = (snapshot: SessionSnapshot) => snapshot.children.messaging;
/** The realtime connection; there as soon as messaging runs, which every screen of a member may take for granted. */
export const selectRealtime = (snapshot: SessionSnapshot) => contextOf(snapshot)?.realtime ?? undefined;
/** What the member has sent and the server has not confirmed; there as soon as messaging runs. */
export const selectOutbox = (snapshot: SessionSnapshot) => contextOf(snapshot)?.outbox ?? undefined;
/** What keeps the member's waiting reports; there as soon as messaging runs. */
export const selectReporting = (snapshot: SessionSnapshot) => contextOf(snapshot)?.reporting ?? undefined;

const contextOf = (snapshot: SessionSnapshot) => selectMessaging(snapshot)?.getSnapshot().context;
