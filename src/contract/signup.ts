import * as v from 'valibot';
import { Latitude, Longitude } from './coordinates';
import { LoginRequest, requiredLine, vehicleTypes } from './people';
import { PHONE_MESSAGE, phonePattern } from './primitives';

/** S1 §3, experienceLevel; the first is the default. */
export const experienceLevels = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const;
/** S1 §3, the three yes/no questions; the first is the default. */
export const yesNo = ['No', 'Yes'] as const;

const long = v.pipe(v.string(), v.trim(), v.maxLength(2000, 'This text may have at most 2000 characters.'));

/** S1 §3, "Signup payload (volunteer)"; vehicleType is empty when hasVehicle is No (S1 §5). */
export const SignupRequest = v.strictObject({
  firstName: requiredLine('First name'),
  lastName: requiredLine('Last name'),
  phoneNumber: v.pipe(v.string(PHONE_MESSAGE), v.regex(phonePattern, PHONE_MESSAGE)),
  // Spaces are allowed, because the suggested username of a member called Mary Ann has one (S1 §4).
  username: requiredLine('Username'),
  password: LoginRequest.entries.password,
  address: v.optional(long, ''),
  motivation: v.optional(long, ''),
  hasVehicle: v.boolean(),
  vehicleType: v.picklist([...vehicleTypes, ''], 'Choose one of the types of vehicles.'),
  canProvideShelter: v.boolean(),
  hasMedicineBox: v.boolean(),
  experienceLevel: v.picklist(experienceLevels, 'Choose one of the levels of experience.'),
  latitude: v.nullable(Latitude),
  longitude: v.nullable(Longitude),
});
export type SignupRequest = v.InferOutput<typeof SignupRequest>;
