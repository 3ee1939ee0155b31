import * as v from 'valibot';
import { Id, OptionalText } from './primitives';

/** S1 §3, experienceLevel; the first is the default. */
export const experienceLevels = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const;
/** S1 §3, vehicleType; the first is the default. */
export const vehicleTypes = ['Bike', 'Scooty', 'Car', 'Other'] as const;
/** S1 §3, the three yes/no questions; the first is the default. */
export const yesNo = ['No', 'Yes'] as const;
/** S2 §3, role names without the ROLE_ prefix. */
export const roles = ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN', 'SUPER_ADMIN'] as const;
export type Role = (typeof roles)[number];

/** S1 §5: exactly 10 digits. */
export const phonePattern = /^\d{10}$/;
export const PHONE_MESSAGE = 'Phone number must be 10 digits.';

const short = (label: string) =>
  v.pipe(
    v.string(`${label} is required.`),
    v.trim(),
    v.minLength(1, `${label} is required.`),
    v.maxLength(100, `${label} may have at most 100 characters.`),
  );
const long = v.pipe(v.string(), v.trim(), v.maxLength(2000, 'This text may have at most 2000 characters.'));

/** S1 §3, "Login request". */
export const LoginRequest = v.strictObject({
  username: short('Username'),
  password: v.pipe(
    v.string('Password is required.'),
    v.minLength(1, 'Password is required.'),
    v.maxLength(200, 'Password may have at most 200 characters.'),
  ),
});
export type LoginRequest = v.InferOutput<typeof LoginRequest>;

/** S1 §7: token on success. */
export const LoginAnswer = v.object({ token: v.string() });

/** S1 §3, "Signup payload (volunteer)"; vehicleType is empty when hasVehicle is No (S1 §5). */
export const SignupRequest = v.strictObject({
  firstName: short('First name'),
  lastName: short('Last name'),
  phoneNumber: v.pipe(v.string(PHONE_MESSAGE), v.regex(phonePattern, PHONE_MESSAGE)),
  username: v.pipe(short('Username'), v.regex(/^\S+$/, 'Username may not contain spaces.')),
  password: LoginRequest.entries.password,
  address: v.optional(long, ''),
  motivation: v.optional(long, ''),
  hasVehicle: v.boolean(),
  vehicleType: v.picklist([...vehicleTypes, '']),
  canProvideShelter: v.boolean(),
  hasMedicineBox: v.boolean(),
  experienceLevel: v.picklist(experienceLevels),
  latitude: v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  longitude: v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
});
export type SignupRequest = v.InferOutput<typeof SignupRequest>;

/** S1 §3, "Token content": what the browser reads from the token without checking its signature. */
export const TokenClaims = v.object({
  id: Id,
  sub: v.string(),
  firstName: OptionalText,
  /** Expiry in seconds since 1970. */
  exp: v.number(),
  roles: v.optional(v.array(v.string()), []),
});
export type TokenClaims = v.InferOutput<typeof TokenClaims>;

/** S1 §3 "Full profile" and S2 §3 "Profile", as one shape (DECISIONS 5). */
export const Profile = v.object({
  id: Id,
  firstName: OptionalText,
  lastName: OptionalText,
  username: OptionalText,
  roles: v.optional(v.array(v.string())),
  casesCompleted: v.optional(v.number(), 0),
  hearts: v.optional(v.number(), 0),
  distanceTraveled: v.optional(v.number(), 0),
  availabilityStatus: v.optional(v.string(), 'Available'),
  hasMedicineBox: v.optional(v.boolean(), false),
  hasVehicle: v.optional(v.boolean(), false),
  vehicleType: v.nullish(v.string(), null),
  canProvideShelter: v.optional(v.boolean(), false),
});
export type Profile = v.InferOutput<typeof Profile>;
