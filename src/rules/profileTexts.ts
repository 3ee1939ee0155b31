import { messageOr } from '../contract/failure';

/** S2 §8, "Profile". */
export const PROFILE_FAILURE = 'Failed to fetch profile.';

/** S2 §4, "Update Location"; DECISIONS P5. */
export const profileLocationProgress = {
  locating: 'Getting your location...',
  updating: 'Location found. Updating profile...',
  updated: 'Location updated successfully!',
} as const;

/** S2 §8, "Password". */
export const PASSWORD_UPDATED = 'Password updated successfully!';
export const passwordFailureText = (error: unknown) => messageOr(error, 'Failed to update password.');

/** S2 §8, "Push"; DECISIONS P12. */
export const pushTexts = {
  unsupported: 'Push notifications are not supported by this browser.',
  refused: 'Permission was not granted. Notifications will be disabled.',
  enabled: 'Notifications enabled!',
  noKey: 'Push notifications are not set up for this organisation.',
  failed: 'Failed to enable notifications. Please try again.',
  notDisabled: 'Failed to turn notifications off. Please try again.',
} as const;
