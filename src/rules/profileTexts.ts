import { messageOr } from '../contract/failure';
import type { Setting, SettingValue } from './settings';

/** S2 §8, "Profile". */
export const PROFILE_FAILURE = 'Failed to fetch profile.';

/** The names of the settings in the texts of S2 §8 (DECISIONS P3). */
const fields = { availability: 'availability', medicineBox: 'first-aid kit', shelter: 'shelter' } as const;

/**
 * S2 §8, "Profile": a setting could not be changed. For a vehicle the switch and the list of types have different texts.
 * @param wanted the value that was refused
 * @param confirmed the value that applies instead
 */
export function settingFailureText(setting: Setting, wanted: SettingValue, confirmed: SettingValue): string {
  if (setting !== 'vehicle') return `Failed to update ${fields[setting]}. Please try again.`;
  const isSwitch = wanted === null || confirmed === null;
  return `Failed to update vehicle ${isSwitch ? 'status' : 'type'}. Please try again.`;
}

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
