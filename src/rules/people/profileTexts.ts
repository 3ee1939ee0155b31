import { mayBeMade, messageOr } from '../../contract/failure';
import { accuracyText, LOCATING, LOCATION_UPDATED } from '../incidents/locationTexts';
import { relativeTime } from '../relativeTime';

/** S2 §8, "Profile". */
export const PROFILE_FAILURE = 'Failed to fetch profile.';

/** S2 §4, "Update Location"; DECISIONS P5. */
export const profileLocationProgress = {
  locating: LOCATING,
  updating: 'Location found. Updating profile...',
  updated: LOCATION_UPDATED,
} as const;

/** Asked before a rough position becomes the member's place (DECISIONS 366). */
export const roughPlaceText = (metres: number) =>
  `This device knows your place only to about ${accuracyText(metres)}. Your distance to incidents would be wrong by as much. Set it all the same?`;

/** S2 §8, "Password". */
export const PASSWORD_UPDATED = 'Password updated successfully!';
/** For the login screen, when the answer to a change of the password was lost (DECISIONS 373). */
export const PASSWORD_MAYBE_CHANGED = 'Your password may have been changed. Please try the new one first.';
export const passwordFailureText = (error: unknown) => {
  const text = messageOr(error, 'Failed to update password.');
  return mayBeMade(error)
    ? `${text} It may have been changed all the same: if you have to log in again, try the new password first.`
    : text;
};

/** S2 §8, "Push"; DECISIONS 97, P12. */
export const pushTexts = {
  unsupported: 'Push notifications are not supported by this browser.',
  refused: 'Permission was not granted. Notifications will be disabled.',
  enabled: 'Notifications enabled!',
  noKey: 'Push notifications are not set up for this organisation.',
  failed: 'Failed to enable notifications. Please try again.',
  unanswered:
    'Your browser is waiting for your answer. Look for its question, often beside the address, or press again.',
  notDisabled: 'Failed to turn notifications off. Please try again.',
} as const;

/**
 * Since when the server has a place of the member, if it has one (DECISIONS 372).
 * @param locatedAt null if it has none
 */
export const placeText = (locatedAt: string | null, now: number) =>
  locatedAt === null ? 'Your place is not known yet.' : `Your place was updated ${relativeTime(locatedAt, now)}.`;
