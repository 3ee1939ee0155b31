import { setup } from 'xstate';
import { type Role, roles } from '../contract/people';
import type { Sample } from '../inspector/catalogue';
import { mayChangeRole } from '../rules/people/roleChanges';
import {
  isAdminOrHigher,
  isSuperAdmin,
  managesInventory,
  mayDeleteMedia,
  seesApprovals,
  seesInventory,
} from '../rules/roles';

/** An act that depends on the caller's roles alone. */
interface AdministrationEvent {
  readonly type: string;
  readonly roles: readonly string[];
}

type ByRole =
  | 'isAdminOrHigher'
  | 'isSuperAdmin'
  | 'managesInventory'
  | 'mayDeleteMedia'
  | 'seesApprovals'
  | 'seesInventory';
const may = (guard: ByRole, description: string) => ({ guard, target: 'organisation', description }) as const;
const changing = (role: Role, target: readonly Role[], description: string) =>
  ({ guard: { type: 'mayChangeRole', params: { role, target } }, target: 'organisation', description }) as const;

/**
 * The acts that are in no lifecycle and depend only on the caller's roles (S2 §6). The chart exists so that the workbench can show them as
 * a rule book; it never runs. Its guards are the functions by which the app and our server decide, so the book says what they do.
 */
export const administration = setup({
  types: { events: {} as AdministrationEvent },
  guards: {
    isAdminOrHigher: ({ event }) => isAdminOrHigher(event.roles),
    isSuperAdmin: ({ event }) => isSuperAdmin(event.roles),
    managesInventory: ({ event }) => managesInventory(event.roles),
    mayDeleteMedia: ({ event }) => mayDeleteMedia(event.roles),
    seesApprovals: ({ event }) => seesApprovals(event.roles),
    seesInventory: ({ event }) => seesInventory(event.roles),
    mayChangeRole: ({ event }, { role, target }: { readonly role: Role; readonly target: readonly Role[] }) =>
      mayChangeRole(role, event.roles, target),
  },
}).createMachine({
  id: 'administration',
  initial: 'organisation',
  states: {
    organisation: {
      description: 'What depends on the roles of the caller alone. S2 §6',
      on: {
        'media.delete': may('mayDeleteMedia', 'A photo, video or sound of an incident. S2 §6'),
        'position.change': may('isSuperAdmin', "A volunteer's position. S2 §6"),
        'experience.change': may('isSuperAdmin', "A volunteer's experience. S2 §6"),
        'rolesEditor.open': may('isAdminOrHigher', "The editor of a volunteer's roles. S2 §6"),
        ...Object.fromEntries(
          roles.map((role) => [`role.${role}`, changing(role, ['MEMBER'], 'Grants or takes away this role. S2 §5')]),
        ),
        'superAdmin.change': changing('RESCUE_CAPTAIN', ['SUPER_ADMIN'], 'Another role of a super admin. S2 §5'),
        'approvals.open': may('seesApprovals', 'The sign-ups that wait for a decision. S2 §6'),
        'inventory.open': may('seesInventory', 'Stock, requests and kits. S2 §6'),
        'item.edit': may('managesInventory', 'Adds, changes and deletes items. DECISIONS 16'),
        'category.edit': may('managesInventory', 'Adds, renames and deletes categories. DECISIONS 16'),
        'stock.change': may('managesInventory', 'Receives, counts and writes off. DECISIONS 16'),
        'panel.open': may('isSuperAdmin', 'The Super Admin panel. S2 §6'),
        'users.delete': may(
          'isSuperAdmin',
          'The members who are selected in Manage Users, but never themself and no super admin. DECISIONS 19, P14',
        ),
        'password.reset': may(
          'isSuperAdmin',
          'The password of another member, but of no super admin. DECISIONS P8, P14',
        ),
        'globalChat.clear': may('isSuperAdmin', 'The messages of the chat of all members. DECISIONS P14'),
        'notifications.purge': may('isSuperAdmin', 'Old notifications of all members. DECISIONS P13'),
        'application.reset': may('isSuperAdmin', 'All data of the organisation. DECISIONS P14'),
        'audit.read': may('isSuperAdmin', 'The audit log. DECISIONS P14'),
        'archives.read': may('isSuperAdmin', 'The archives of deleted incidents. DECISIONS 29, P14'),
        'earlierText.read': may('isAdminOrHigher', 'What a message said before it was changed. DECISIONS 164'),
      },
    },
  },
});

/** Each act can be pressed by somebody who may. Granting and taking away the role Super admin is nobody's, so its sample is a refusal. */
export const administrationSamples: Readonly<Record<string, readonly Sample[]>> = Object.fromEntries(
  administration.events.map((type) => [type, [{ title: 'by a super admin', payload: { roles: ['SUPER_ADMIN'] } }]]),
);
