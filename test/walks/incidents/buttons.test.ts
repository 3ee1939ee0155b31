import { describe, expect, it } from 'vitest';
import {
  buttonsOf,
  type IncidentButton,
  mayBeDone,
  offersNote,
  permissionOf,
  primaryButton,
  statusAfter,
  waitsFor,
} from '../../../src/machines/incidents/permission';

const somewhere = { latitude: 18.5, longitude: 73.8 };
const nowhere = { latitude: null, longitude: null };

/**
 * The table "Actions on the detail page by status" of S2 §4, typed by hand: what a captain sees, and what of it is hidden from
 * others (DECISIONS 25). Update Location is there in the open statuses while there are no coordinates.
 */
const table: Readonly<
  Record<string, { readonly all: readonly IncidentButton[]; readonly captains: readonly IncidentButton[] }>
> = {
  REPORTED: { all: ['interest.toggle', 'team.assign', 'incident.locate'], captains: ['incident.close'] },
  ASSIGNED: {
    all: ['team.view', 'teamKit.view', 'details.copy', 'team.reassign', 'incident.locate'],
    captains: [],
  },
  IN_PROGRESS: { all: ['team.view', 'teamKit.view', 'incident.locate'], captains: [] },
  ONGOING: { all: ['interest.toggle', 'team.assign', 'incident.locate'], captains: ['incident.resolve'] },
  RESOLVED: { all: [], captains: ['incident.reactivate', 'incident.delete'] },
  CLOSED: { all: [], captains: ['incident.delete'] },
};
const below = [[], ['ROLE_MEMBER'], ['MEMBER', 'INVENTORY_MANAGER']];
const captains = [['ROLE_RESCUE_CAPTAIN'], ['ADMIN'], ['ROLE_MEMBER', 'ROLE_SUPER_ADMIN']];

describe.each(Object.entries(table))('the buttons of an incident that is %s', (status, { all, captains: hidden }) => {
  it.each(below)('for a member below captain (%s %s)', (...roles) => {
    expect(buttonsOf({ status, ...nowhere }, roles)).toEqual(all);
    expect(buttonsOf({ status, ...somewhere }, roles)).toEqual(all.filter((button) => button !== 'incident.locate'));
  });

  it.each(captains)('for captain-or-higher (%s %s)', (...roles) => {
    expect(buttonsOf({ status, ...nowhere }, roles)).toEqual([...all, ...hidden]);
    // With coordinates even a captain has none: they are changed in the edit form.
    expect(buttonsOf({ status, ...somewhere }, roles)).toEqual(
      [...all, ...hidden].filter((button) => button !== 'incident.locate'),
    );
  });
});

describe('the primary button', () => {
  it.each([
    ['REPORTED', ['MEMBER'], false, 'interest.toggle'],
    ['REPORTED', ['MEMBER'], true, null],
    ['REPORTED', ['ROLE_RESCUE_CAPTAIN'], false, 'team.assign'],
    ['ONGOING', ['ADMIN'], true, 'team.assign'],
    ['ONGOING', ['INVENTORY_MANAGER'], false, 'interest.toggle'],
    ['ASSIGNED', ['ADMIN'], false, null],
    ['CLOSED', ['ADMIN'], false, null],
    ['ADOPTED', ['ADMIN'], false, null],
  ] as const)('of %s, for %j whose interest is shown: %j, is %s', (status, roles, isInterested, button) => {
    expect(primaryButton({ status, team: null, ...nowhere }, roles, isInterested)).toBe(button);
  });

  it('of an incident whose team all have left, is Reassign Team for captains', () => {
    const empty = { status: 'ASSIGNED', team: [], ...nowhere };
    expect(primaryButton(empty, ['RESCUE_CAPTAIN'], false)).toBe('team.reassign');
    expect(primaryButton(empty, ['MEMBER'], false)).toBe(null);
    const mira = { userId: '1', firstName: 'Mira', movement: null, movedAt: null };
    expect(primaryButton({ ...empty, team: [mira] }, ['RESCUE_CAPTAIN'], false)).toBe(null);
  });
});

it.each([
  [null, []],
  ['interest', ['interest.toggle', 'incident.resolve']],
  ['status', ['interest.toggle', 'team.assign', 'incident.locate', 'incident.resolve']],
] as const)('while an action is under way that changes the %s, these buttons wait: %j', (underWay, waiting) => {
  const buttons = buttonsOf({ status: 'ONGOING', ...nowhere }, ['RESCUE_CAPTAIN']);
  expect(buttons).toHaveLength(4);
  expect(buttons.filter((button) => waitsFor(underWay, button))).toEqual(waiting);
});

describe('a status that this app does not know', () => {
  const strange = { status: 'ADOPTED', ...nowhere };

  it('has no buttons, but can still be edited by captains', () => {
    expect(buttonsOf(strange, ['ADMIN'])).toEqual([]);
    expect(permissionOf(strange, 'incident.edit', ['ADMIN'])).toBe('allowed');
    expect(permissionOf(strange, 'incident.edit', ['MEMBER'])).toBe('forbidden');
    expect(permissionOf(strange, 'incident.close', ['ADMIN'])).toBe('absent');
  });
});

it('a note can be added to an open incident, if the server takes notes', () => {
  const notes = (capability: string) => capability === 'notes';
  const offering = Object.keys(table).filter((status) => offersNote({ status, ...nowhere }, notes));
  expect(offering).toEqual(['REPORTED', 'ASSIGNED', 'IN_PROGRESS', 'ONGOING']);
  expect(offersNote({ status: 'REPORTED', ...nowhere }, () => false)).toBe(false);
});

describe('the status after', () => {
  it.each([
    ['REPORTED', 'incident.close', 'CLOSED'],
    ['ONGOING', 'incident.resolve', 'RESOLVED'],
    ['RESOLVED', 'incident.reactivate', 'ONGOING'],
    // Somebody else was faster, and the news of it is here already.
    ['CLOSED', 'incident.close', 'CLOSED'],
  ] as const)('of %s, %s, is %s', (status, action, after) => {
    expect(statusAfter({ status, ...nowhere }, action)).toBe(after);
  });
});

it.each([
  ['incident.close', ['CLOSED']],
  ['incident.resolve', ['RESOLVED']],
  ['incident.reactivate', ['ONGOING']],
] as const)('%s may be done already if the incident is %s', (action, expected) => {
  const statuses = [...Object.keys(table), 'AN UNKNOWN ONE'];
  expect(statuses.filter((status) => mayBeDone({ status }, action))).toEqual(expected);
});
