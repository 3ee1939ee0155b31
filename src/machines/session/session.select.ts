import { type Setting, type SettingValue, settingOf } from '../../rules/settings';
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
/** The profile as the server has confirmed it last; null until it is loaded. */
export const selectProfile = (snapshot: SessionSnapshot) => snapshot.context.profile;
/** What the server has confirmed of a setting; null until the profile is loaded. */
export const selectSetting = ({ context: { profile } }: SessionSnapshot, setting: Setting): SettingValue =>
  profile && settingOf(profile, setting);
/** Whether the profile could not be fetched: there is none, or it may be out of date. */
export const selectHasProfileFailed = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signedIn: 'withoutProfile' }) || snapshot.hasTag('stale');
/** Whether nothing but a new password is taken from the member (DECISIONS P9). */
export const selectMustChangePassword = (snapshot: SessionSnapshot) => snapshot.hasTag('mustChangePassword');
/** A number for the stay of one member, from the login to the end of the session; null when nobody is signed in. */
export const selectVisit = (snapshot: SessionSnapshot) => (selectIsSignedIn(snapshot) ? snapshot.context.visit : null);
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
