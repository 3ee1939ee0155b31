import * as v from 'valibot';
import { listOf } from './lists';
import { RoleNames, roles } from './people';
import { Id, OptionalText } from './primitives';
import { experienceLevels } from './signup';

/** S2 §3, "Positions". A new member's position is MEMBER. */
export const positions = [
  'FOUNDER',
  'CO_FOUNDER',
  'PRESIDENT',
  'VICE_PRESIDENT',
  'GENERAL_SECRETARY',
  'ASSISTANT_GENERAL_SECRETARY',
  'EXECUTIVE',
  'ASSOCIATE',
  'MEMBER',
  'FEEDING_CAPTAIN',
  'ADOPTION_COORDINATOR',
] as const;
export type Position = (typeof positions)[number];

/** S2 §3, "Volunteer list entry". `firstName` is beyond S2; the mentions need it (DECISIONS P20). */
export const VolunteerEntry = v.object({
  id: Id,
  fullName: OptionalText,
  firstName: OptionalText,
  position: OptionalText,
  availabilityStatus: OptionalText,
});
export type VolunteerEntry = v.InferOutput<typeof VolunteerEntry>;
export const VolunteerEntries = listOf(VolunteerEntry);

/** S2 §3, "Volunteer detail". Role names come with or without ROLE_ (DECISIONS 4), and in each form that the profile's come in. */
export const Volunteer = v.object({
  id: Id,
  firstName: OptionalText,
  lastName: OptionalText,
  phoneNumber: OptionalText,
  /** The day of the authorization (DECISIONS P6), ISO 8601; null if the server does not say. */
  joinedSince: v.nullish(v.string(), null),
  position: OptionalText,
  experienceLevel: OptionalText,
  roles: v.nullish(RoleNames, []),
  hasVehicle: v.nullish(v.boolean(), false),
  vehicleType: v.nullish(v.string(), null),
  canProvideShelter: v.nullish(v.boolean(), false),
  hasMedicineBox: v.nullish(v.boolean(), false),
});
export type Volunteer = v.InferOutput<typeof Volunteer>;

export const ExperienceRequest = v.strictObject({ experience: v.picklist(experienceLevels) });
export const PositionRequest = v.strictObject({ position: v.picklist(positions) });
/** All roles that the member will have, without prefix, as a bare array (S2 §7). */
export const RolesRequest = v.pipe(v.array(v.picklist(roles, 'There is no such role.')), v.maxLength(roles.length * 2));
