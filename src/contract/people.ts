import * as v from 'valibot';
import { AnyNumber, extra, extraOr, Id, OptionalText } from './primitives';

/** S2 §3, role names without the ROLE_ prefix. */
export const roles = ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN', 'SUPER_ADMIN'] as const;
export type Role = (typeof roles)[number];
/** S1 §3, vehicleType; the first is the default. */
export const vehicleTypes = ['Bike', 'Scooty', 'Car', 'Other'] as const;
/** S2 §3, "Availability"; the first is the default. */
export const availabilities = ['Available', 'Unavailable'] as const;
/** Replaces the first name of a deleted member wherever a member's name is shown; the last name is empty (DECISIONS P7). */
export const FORMER_MEMBER = 'Former member';
/** The message with which our server refuses all other calls (403) while the member must choose a new password (DECISIONS P9). */
export const PASSWORD_REQUIRED = 'Please choose a new password first.';

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
export const LoginAnswer = v.union([v.object({ token: v.string() }), v.object({ message: v.string() })]);

/**
 * Role names as servers may send them: a list of names, one text, or a list of objects as Spring sends them ('authorities').
 * Elements without a name are left out.
 */
export const RoleNames = v.pipe(
  v.union([v.string(), v.array(v.unknown())]),
  v.transform((given) =>
    (typeof given === 'string' ? given.split(/[\s,]/) : given.map(roleNameIn)).filter((name) => name !== ''),
  ),
);
function roleNameIn(role: unknown): string {
  const named: Readonly<Record<string, unknown>> = { name: role, ...(typeof role === 'object' && role) };
  const name = named.authority ?? named.name;
  return typeof name === 'string' ? name : '';
}

/** S1 §3, "Token content". The browser reads it without checking the signature. */
export const TokenClaims = v.object({
  id: Id,
  sub: v.string(),
  firstName: OptionalText,
  /** Expiry in seconds since 1970. */
  exp: AnyNumber,
  roles: v.nullish(RoleNames, []),
});
export type TokenClaims = v.InferOutput<typeof TokenClaims>;

/** S1 §3 "Full profile" and S2 §3 "Profile", as one shape (DECISIONS 5). */
export const Profile = v.object({
  id: Id,
  firstName: OptionalText,
  lastName: OptionalText,
  username: OptionalText,
  /**
   * The member's own number, beyond the specification, so that one press fills it into a report as the informer's number. Empty if
   * the server does not send it.
   */
  phoneNumber: extraOr(v.string(), ''),
  roles: v.nullish(RoleNames),
  casesCompleted: v.nullish(AnyNumber, 0),
  hearts: v.nullish(AnyNumber, 0),
  distanceTraveled: v.nullish(AnyNumber, 0),
  availabilityStatus: v.nullish(v.string(), 'Available'),
  hasMedicineBox: v.nullish(v.boolean(), false),
  hasVehicle: v.nullish(v.boolean(), false),
  vehicleType: v.nullish(v.string(), null),
  canProvideShelter: v.nullish(v.boolean(), false),
  /** When the member's place was stored (ISO 8601); null if none is. Only our server sends it (DECISIONS 372). */
  locatedAt: extra(v.string()),
  /** After a reset of the password the server refuses all other calls until the member has chosen a new one (DECISIONS P9). */
  mustChangePassword: extraOr(v.boolean(), false),
});
export type Profile = v.InferOutput<typeof Profile>;
