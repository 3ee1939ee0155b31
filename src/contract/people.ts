import * as v from 'valibot';
import { Id, OptionalText } from './primitives';

/** S2 §3, role names without the ROLE_ prefix. */
export const roles = ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN', 'SUPER_ADMIN'] as const;
export type Role = (typeof roles)[number];

/** A short line that must not be empty. */
export const requiredLine = (label: string) =>
  v.pipe(
    v.string(`${label} is required.`),
    v.trim(),
    v.minLength(1, `${label} is required.`),
    v.maxLength(100, `${label} may have at most 100 characters.`),
  );
/** S1 §3, "Login request". */
export const LoginRequest = v.strictObject({
  username: requiredLine('Username'),
  password: v.pipe(
    v.string('Password is required.'),
    v.minLength(1, 'Password is required.'),
    v.maxLength(200, 'Password may have at most 200 characters.'),
  ),
});
export type LoginRequest = v.InferOutput<typeof LoginRequest>;

/** S1 §7: token on success. */
export const LoginAnswer = v.object({ token: v.string() });

/** S1 §3, "Token content": what the browser reads from the token without checking its signature. */
export const TokenClaims = v.object({
  id: Id,
  sub: v.string(),
  firstName: OptionalText,
  /** Expiry in seconds since 1970. */
  exp: v.number(),
  roles: v.nullish(v.array(v.string()), []),
});
export type TokenClaims = v.InferOutput<typeof TokenClaims>;

/** S1 §3 "Full profile" and S2 §3 "Profile", as one shape (DECISIONS 5). */
export const Profile = v.object({
  id: Id,
  firstName: OptionalText,
  lastName: OptionalText,
  username: OptionalText,
  roles: v.nullish(v.array(v.string())),
  casesCompleted: v.nullish(v.number(), 0),
  hearts: v.nullish(v.number(), 0),
  distanceTraveled: v.nullish(v.number(), 0),
  availabilityStatus: v.nullish(v.string(), 'Available'),
  hasMedicineBox: v.nullish(v.boolean(), false),
  hasVehicle: v.nullish(v.boolean(), false),
  vehicleType: v.nullish(v.string(), null),
  canProvideShelter: v.nullish(v.boolean(), false),
});
export type Profile = v.InferOutput<typeof Profile>;
