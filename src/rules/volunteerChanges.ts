import { type Role, roles } from '../contract/people';
import type { Volunteer } from '../contract/volunteers';
import type { VolunteerField } from './peopleTexts';
import { mayChangeRole } from './roleChanges';
import { bareRole, isAdminOrHigher, isSuperAdmin } from './roles';

/** What an admin can change of a volunteer (S2 §5, §6). */
export interface VolunteerDraft {
  readonly position: string;
  readonly experience: string;
  /** Without prefix. A role that this app does not know stays where it is. */
  readonly roles: readonly string[];
}

/** In the order in which they are saved. */
const fields: readonly VolunteerField[] = ['position', 'experience', 'roles'];

export const draftOf = ({ position, experienceLevel, roles: names }: Volunteer): VolunteerDraft => ({
  position,
  experience: experienceLevel,
  roles: names.map(bareRole),
});

const hasSame = (field: VolunteerField, one: VolunteerDraft, other: VolunteerDraft) =>
  field === 'roles' ? [...one.roles].sort().join() === [...other.roles].sort().join() : one[field] === other[field];

/** What differs between what the server has and what is chosen. */
export const changedFields = (base: VolunteerDraft, draft: VolunteerDraft): readonly VolunteerField[] =>
  fields.filter((field) => !hasSame(field, base, draft));

/** What is chosen, above a newer base: what was not touched follows it. */
export const rebased = (base: VolunteerDraft, draft: VolunteerDraft, newer: VolunteerDraft): VolunteerDraft => ({
  position: hasSame('position', base, draft) ? newer.position : draft.position,
  experience: hasSame('experience', base, draft) ? newer.experience : draft.experience,
  roles: hasSame('roles', base, draft) ? newer.roles : draft.roles,
});

/** S2 §6: position and experience are changed by super admins alone. */
export const mayChangePosition = (by: readonly string[]) => isSuperAdmin(by);
/** S2 §6: admins and super admins see the roles editor. */
export const seesRolesEditor = (by: readonly string[]) => isAdminOrHigher(by);

/** With one role more or less; the order of S2 §3 for those that this app knows. */
export function withRoleToggled(names: readonly string[], role: Role): readonly string[] {
  const next = names.includes(role) ? names.filter((name) => name !== role) : [...names, role];
  const known = roles.filter((one) => next.includes(one));
  return [...known, ...next.filter((name) => !roles.some((one) => one === name))];
}

/** One line of the roles editor. */
export interface RoleChoice {
  readonly role: Role;
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

/**
 * The roles editor (S2 §5): SUPER_ADMIN is shown and locked; an ADMIN's ADMIN and INVENTORY_MANAGER are locked, and everything of a
 * super admin (DECISIONS P15).
 * @param base the roles that the server has
 */
export const roleChoices = (base: readonly string[], chosen: readonly string[], by: readonly string[]): RoleChoice[] =>
  roles.map((role) => ({ role, isOn: chosen.includes(role), isLocked: !mayChangeRole(role, by, base) }));
