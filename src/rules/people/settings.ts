import { availabilities, type Profile, vehicleTypes } from '../../contract/people';

/** The settings of a member's profile (S2 §2, /profile). */
const settings = ['availability', 'medicineBox', 'vehicle', 'shelter'] as const;
export type Setting = (typeof settings)[number];

/** True or false; for the vehicle its type, or null without one. */
export type SettingValue = boolean | string | null;

const [AVAILABLE, UNAVAILABLE] = availabilities;
/** S2 §3, §9: a vehicle is a bike until another type is chosen. */
export const [DEFAULT_VEHICLE] = vehicleTypes;

/** The value of a setting in a profile. */
export function settingOf(profile: Profile, setting: Setting): SettingValue {
  switch (setting) {
    case 'availability':
      return profile.availabilityStatus === AVAILABLE;
    case 'medicineBox':
      return profile.hasMedicineBox;
    case 'vehicle':
      return profile.hasVehicle ? profile.vehicleType || DEFAULT_VEHICLE : null;
    case 'shelter':
      return profile.canProvideShelter;
  }
}

/** The fields of the profile for a value. They are also the body of the call that changes the setting (S2 §7). */
export const fieldsOf = {
  availability: (value: SettingValue) => ({ availabilityStatus: value ? AVAILABLE : UNAVAILABLE }),
  medicineBox: (value: SettingValue) => ({ hasMedicineBox: Boolean(value) }),
  vehicle: (value: SettingValue) => ({
    hasVehicle: Boolean(value),
    // Only types of this list can be chosen.
    vehicleType: value ? (value as (typeof vehicleTypes)[number]) : null,
  }),
  shelter: (value: SettingValue) => ({ canProvideShelter: Boolean(value) }),
} as const satisfies Record<Setting, (value: SettingValue) => Partial<Profile>>;

/** The names of the settings in the texts of S2 §8 (DECISIONS P3). */
const names = { availability: 'availability', medicineBox: 'first-aid kit', shelter: 'shelter' } as const;

/**
 * S2 §8, "Profile": a setting could not be changed. For a vehicle the switch and the list of types have different texts.
 * @param wanted the value that was refused
 * @param confirmed the value that applies instead
 */
export function settingFailureText(setting: Setting, wanted: SettingValue, confirmed: SettingValue): string {
  if (setting !== 'vehicle') return `Failed to update ${names[setting]}. Please try again.`;
  const isSwitch = wanted === null || confirmed === null;
  return `Failed to update vehicle ${isSwitch ? 'status' : 'type'}. Please try again.`;
}
