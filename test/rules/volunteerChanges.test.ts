import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../src/contract/people';
import {
  mayChangePosition,
  rebasedDraft,
  roleChoices,
  seesRolesEditor,
  withRoleToggled,
} from '../../src/rules/people/volunteerChanges';

/** S2 §5, DECISIONS P15: which switches are open, typed by hand, by the roles of the caller and of the target. */
const open: readonly (readonly [caller: readonly string[], target: readonly Role[], switches: readonly Role[]])[] = [
  [['ROLE_MEMBER'], ['MEMBER'], []],
  [[], [], []],
  [['RESCUE_CAPTAIN'], ['MEMBER'], []],
  [['INVENTORY_MANAGER'], ['MEMBER'], []],
  [['ROLE_ADMIN'], [], ['MEMBER', 'RESCUE_CAPTAIN']],
  [['ROLE_ADMIN'], ['MEMBER'], ['MEMBER', 'RESCUE_CAPTAIN']],
  [['ADMIN', 'INVENTORY_MANAGER'], ['RESCUE_CAPTAIN'], ['MEMBER', 'RESCUE_CAPTAIN']],
  [['ROLE_ADMIN'], ['ADMIN', 'INVENTORY_MANAGER'], ['MEMBER', 'RESCUE_CAPTAIN']],
  [['ROLE_ADMIN'], ['SUPER_ADMIN'], []],
  [['ROLE_ADMIN'], ['SUPER_ADMIN', 'RESCUE_CAPTAIN'], []],
  [['ROLE_SUPER_ADMIN'], ['MEMBER'], ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN']],
  [['SUPER_ADMIN'], ['SUPER_ADMIN', 'ADMIN'], ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN']],
  [['ADMIN', 'SUPER_ADMIN'], [], ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN']],
];

describe('the roles editor', () => {
  it.each(open)('of %j has for %j the switches %j', (caller, target, switches) => {
    const choices = roleChoices(target, target, caller);
    expect(choices.map(({ role }) => role)).toEqual([
      'MEMBER',
      'RESCUE_CAPTAIN',
      'INVENTORY_MANAGER',
      'ADMIN',
      'SUPER_ADMIN',
    ]);
    expect(choices.filter(({ isLocked }) => !isLocked).map(({ role }) => role)).toEqual(switches);
    expect(choices.filter(({ isOn }) => isOn).map(({ role }) => role)).toEqual(
      roles.filter((role) => target.includes(role)),
    );
  });

  it('judges by the roles that the server has, not by those that are chosen', () => {
    const [, captain] = roleChoices(['MEMBER'], ['MEMBER', 'SUPER_ADMIN'], ['ADMIN']);
    expect(captain?.isLocked).toBe(false);
  });

  it('leaves unknown roles of another server unchanged', () => {
    expect(withRoleToggled(['VET', 'MEMBER'], 'ADMIN')).toEqual(['MEMBER', 'ADMIN', 'VET']);
    expect(withRoleToggled(['VET', 'MEMBER'], 'MEMBER')).toEqual(['VET']);
  });
});

it.each([
  [['ROLE_SUPER_ADMIN'], true, true],
  [['ROLE_ADMIN'], false, true],
  [['ROLE_RESCUE_CAPTAIN'], false, false],
  [['INVENTORY_MANAGER'], false, false],
  [[], false, false],
])('%j changes position and experience: %s, sees the roles editor: %s (S2 §6)', (by, position, editor) => {
  expect([mayChangePosition(by), seesRolesEditor(by)]).toEqual([position, editor]);
});

describe('a draft, when somebody else has changed the roles', () => {
  const full: Readonly<Record<string, string>> = { CAPTAIN: 'RESCUE_CAPTAIN', MANAGER: 'INVENTORY_MANAGER' };
  const withRoles = (names: string) => ({
    position: 'MEMBER',
    experience: 'Beginner',
    roles: names.split(' ').map((name) => full[name] ?? name),
  });

  it.each([
    [
      'keeps what was ticked, beside what the other gave',
      'MEMBER',
      'MEMBER MANAGER',
      'MEMBER CAPTAIN',
      'MEMBER CAPTAIN MANAGER',
    ],
    [
      'keeps what was unticked, beside what the other gave',
      'MEMBER MANAGER',
      'MEMBER',
      'MEMBER CAPTAIN MANAGER',
      'MEMBER CAPTAIN',
    ],
    [
      'does not give again what the other has taken away',
      'MEMBER CAPTAIN',
      'MEMBER CAPTAIN MANAGER',
      'MEMBER',
      'MEMBER MANAGER',
    ],
    ['changes nothing where both did the same', 'MEMBER', 'MEMBER CAPTAIN', 'MEMBER CAPTAIN', 'MEMBER CAPTAIN'],
    ['follows in a role that this app does not know', 'MEMBER', 'MEMBER CAPTAIN', 'MEMBER VET', 'MEMBER CAPTAIN VET'],
    ['follows in all roles if none was changed', 'MEMBER CAPTAIN', 'MEMBER CAPTAIN', 'MANAGER', 'MANAGER'],
  ])('%s', (_, base, draft, newer, then) => {
    expect(rebasedDraft(withRoles(base), withRoles(draft), withRoles(newer))).toEqual(withRoles(then));
  });
});
