import { type Role, roles } from '../../contract/people';
import type { Volunteer } from '../../contract/volunteers';
import { rebased } from '../rebase';
import { bareRole, isAdminOrHigher, isSuperAdmin } from '../roles';
import type { VolunteerField } from './peopleTexts';
import { changedRoles, mayChangeRole } from './roleChanges';

/** The fields of a volunteer that an admin can change (S2 §5, §6). */
export interface VolunteerDraft {
  readonly position: string;
  readonly experience: string;
  /** Names without prefix. A role that this app does not know is kept. */
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

/** The fields in which the draft differs from the server's values. */
export const changedFields = (base: VolunteerDraft, draft: VolunteerDraft): readonly VolunteerField[] =>
  fields.filter((field) => !hasSame(field, base, draft));

/**
 * The draft over newer values of the server: what the admin has not changed takes the newer values. Each role counts by itself, because
 * saving sends all roles (DECISIONS 16) and would otherwise take away one that another admin has just given.
 */
export const rebasedDraft = (base: VolunteerDraft, draft: VolunteerDraft, newer: VolunteerDraft): VolunteerDraft => ({
  ...rebased(draft, base, newer),
  roles: changedRoles(base.roles, draft.roles)
    .filter((role) => draft.roles.includes(role) !== newer.roles.includes(role))
    .reduce(withRoleToggled, newer.roles),
});

/** S2 §6: position and experience are changed by super admins alone. */
export const mayChangePosition = (by: readonly string[]) => isSuperAdmin(by);
/** S2 §6: admins and super admins see the roles editor. */
export const seesRolesEditor = (by: readonly string[]) => isAdminOrHigher(by);

/** The names with one role added or removed, in the order of S2 §3. Roles that this app does not know come last. */
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
 * The choices of the roles editor (S2 §5). SUPER_ADMIN is shown and locked. For an admin ADMIN and INVENTORY_MANAGER are locked,
 * and all roles of a super admin (DECISIONS P15).
 * @param base the roles that the server has
 */
export const roleChoices = (base: readonly string[], chosen: readonly string[], by: readonly string[]): RoleChoice[] =>
  roles.map((role) => ({ role, isOn: chosen.includes(role), isLocked: !mayChangeRole(role, by, base) }));

/** Why a locked role cannot be changed by somebody who sees the roles editor. */
export function lockReason(role: Role, base: readonly string[]): string {
  if (role === 'SUPER_ADMIN') return 'Nobody can change this role here.';
  return isSuperAdmin(base)
    ? 'Only a super admin changes the roles of a super admin.'
    : 'Only a super admin changes this role.';
}
