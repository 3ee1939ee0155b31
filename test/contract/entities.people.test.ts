import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  AdminUser,
  AdminUsers,
  AuditEntries,
  AuditEntry,
  auditActions,
  BatchDeleteAnswer,
  ClearChatAnswer,
  PendingUser,
  PendingUsers,
  ResetPasswordAnswer,
} from '../../src/contract/administration';
import {
  availabilities,
  FORMER_MEMBER,
  LoginAnswer,
  PASSWORD_REQUIRED,
  Profile,
  RoleNames,
  roles,
  TokenClaims,
  vehicleTypes,
} from '../../src/contract/people';
import { PasswordAnswer } from '../../src/contract/profile';
import { experienceLevels, yesNo } from '../../src/contract/signup';
import { Standing, Standings } from '../../src/contract/standings';
import { positions, Volunteer, VolunteerEntries, VolunteerEntry } from '../../src/contract/volunteers';
import { testEntities } from './entities';

const at = '2026-03-10T08:00:00Z';

it.each([
  ['roles', roles, ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN', 'SUPER_ADMIN']],
  ['vehicle types', vehicleTypes, ['Bike', 'Scooty', 'Car', 'Other']],
  ['availabilities', availabilities, ['Available', 'Unavailable']],
  ['experience levels', experienceLevels, ['Beginner', 'Intermediate', 'Advanced', 'Expert']],
  ['answers to a yes/no question', yesNo, ['No', 'Yes']],
  [
    'positions',
    positions,
    [
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
    ],
  ],
])('the %s are those of the specification, the default first', (_, known, listed) => {
  expect(known).toEqual(listed);
});

it("people are told in the house's words", () => {
  expect(FORMER_MEMBER).toBe('Former member');
  expect(PASSWORD_REQUIRED).toBe('Please choose a new password first.');
});

it('a login is answered with a token, or with a message (S1 §3)', () => {
  expect(parse(LoginAnswer, { token: 'a.b.c' })).toEqual({ token: 'a.b.c' });
  expect(parse(LoginAnswer, { message: 'Not yet approved.' })).toEqual({ message: 'Not yet approved.' });
  expect(() => parse(LoginAnswer, {})).toThrow();
});

testEntities({
  'Token content': {
    schema: TokenClaims,
    least: { id: 1, sub: 'mira', exp: 1_767_600_000 },
    defaults: { id: '1', sub: 'mira', exp: 1_767_600_000, firstName: '', roles: [] },
    full: { id: 'u1', sub: 'mira', exp: 1_767_600_000, firstName: 'Mira', roles: ['ROLE_RESCUE_CAPTAIN'] },
  },
  Profile: {
    schema: Profile,
    least: { id: 1 },
    defaults: {
      id: '1',
      firstName: '',
      lastName: '',
      username: '',
      phoneNumber: '',
      casesCompleted: 0,
      hearts: 0,
      distanceTraveled: 0,
      availabilityStatus: 'Available',
      hasMedicineBox: false,
      hasVehicle: false,
      vehicleType: null,
      canProvideShelter: false,
      mustChangePassword: false,
    },
    full: {
      id: 'u1',
      firstName: 'Mira',
      lastName: 'Nair',
      username: 'mira',
      phoneNumber: '9876543210',
      roles: ['RESCUE_CAPTAIN'],
      casesCompleted: 4,
      hearts: 3,
      distanceTraveled: 12.5,
      availabilityStatus: 'Unavailable',
      hasMedicineBox: true,
      hasVehicle: true,
      vehicleType: 'Scooty',
      canProvideShelter: true,
      mustChangePassword: true,
    },
    tolerated: ['phoneNumber', 'mustChangePassword'],
  },
  'Volunteer list entry': {
    schema: VolunteerEntry,
    least: { id: 1 },
    defaults: { id: '1', fullName: '', firstName: '', position: '', availabilityStatus: '' },
    full: {
      id: 'u1',
      fullName: 'Mira Nair',
      firstName: 'Mira',
      position: 'FEEDING_CAPTAIN',
      availabilityStatus: 'Available',
    },
  },
  'Volunteer detail': {
    schema: Volunteer,
    least: { id: 1 },
    defaults: {
      id: '1',
      firstName: '',
      lastName: '',
      phoneNumber: '',
      joinedSince: null,
      position: '',
      experienceLevel: '',
      roles: [],
      hasVehicle: false,
      vehicleType: null,
      canProvideShelter: false,
      hasMedicineBox: false,
    },
    full: {
      id: 'u1',
      firstName: 'Mira',
      lastName: 'Nair',
      phoneNumber: '9876543210',
      joinedSince: '2024-05-01',
      position: 'MEMBER',
      experienceLevel: 'Advanced',
      roles: ['MEMBER'],
      hasVehicle: true,
      vehicleType: 'Car',
      canProvideShelter: true,
      hasMedicineBox: true,
    },
  },
  'Pending user': {
    schema: PendingUser,
    least: { userId: 1 },
    defaults: {
      userId: '1',
      firstName: '',
      lastName: '',
      experienceLevel: '',
      motivation: '',
      phoneNumber: '',
      address: '',
      hasVehicle: false,
      vehicleType: null,
      canProvideShelter: false,
      hasMedicineBox: false,
    },
    full: {
      userId: 'u1',
      firstName: 'Pavan',
      lastName: 'Das',
      experienceLevel: 'Beginner',
      motivation: 'I like dogs.',
      phoneNumber: '9876543210',
      address: 'MG Road 5',
      hasVehicle: true,
      vehicleType: 'Bike',
      canProvideShelter: true,
      hasMedicineBox: true,
    },
    ours: { username: 'pavan' },
  },
  'Admin user list entry': {
    schema: AdminUser,
    least: { userId: 7 },
    defaults: { userId: '7', wireId: 7, username: '', firstName: '', lastName: '' },
    full: { userId: 'u1', username: 'mira', firstName: 'Mira', lastName: 'Nair' },
  },
  'Entry of the audit log': {
    schema: AuditEntry,
    least: { id: 1, at },
    defaults: { id: '1', at, action: '', actor: null, target: null, details: '' },
    full: {
      id: '9',
      at,
      action: 'roles.changed',
      actor: { id: 'u9', name: 'Sara' },
      target: { id: 'u1', name: 'Mira' },
      details: 'ADMIN added',
    },
  },
  'Leaderboard user': {
    schema: Standing,
    least: { id: 1 },
    defaults: { id: '1', firstName: '', rank: 0, points: 0, hearts: 0, distanceTraveled: 0, casesCompleted: 0 },
    full: {
      id: 'u1',
      firstName: 'Mira',
      rank: 2,
      points: 42,
      hearts: 4,
      distanceTraveled: 12.5,
      casesCompleted: 4,
    },
  },
  'Answer to a batch deletion': {
    schema: BatchDeleteAnswer,
    least: {},
    defaults: { deleted: [], skipped: [] },
    full: {
      deleted: [{ userId: 'u1', username: 'mira', reason: '' }],
      skipped: [{ userId: 'u9', username: 'sara', reason: 'A super admin cannot be deleted.' }],
    },
  },
});

describe('a list', () => {
  it.each([
    ['volunteers', VolunteerEntries, { id: 1 }],
    ['pending users', PendingUsers, { userId: 1 }],
    ['users', AdminUsers, { userId: 1 }],
    ['the leaderboard', Standings, { id: 1 }],
    ['the audit log', AuditEntries, { id: 1, at }],
  ])('of %s leaves out what cannot be read', (_, list, element) => {
    expect(parse(list, [element, 7, null])).toHaveLength(1);
  });
});

describe('roles (DECISIONS 4)', () => {
  it.each([
    [['ROLE_ADMIN'], ['ROLE_ADMIN']],
    ['ROLE_ADMIN', ['ROLE_ADMIN']],
    ['ROLE_ADMIN, ROLE_RESCUE_CAPTAIN', ['ROLE_ADMIN', 'ROLE_RESCUE_CAPTAIN']],
    [' ROLE_ADMIN \n ROLE_RESCUE_CAPTAIN,', ['ROLE_ADMIN', 'ROLE_RESCUE_CAPTAIN']],
    ['', []],
    [[], []],
    [
      [{ authority: 'ROLE_ADMIN' }, { id: 'x', name: 'ROLE_RESCUE_CAPTAIN' }],
      ['ROLE_ADMIN', 'ROLE_RESCUE_CAPTAIN'],
    ],
    [[{ authority: 'ROLE_ADMIN', name: 'Admin' }, { name: { authority: 'ROLE_ADMIN' } }], ['ROLE_ADMIN']],
    [[null, 7, true, {}, '', ['ROLE_ADMIN'], 'ADMIN'], ['ADMIN']],
  ])('that arrive as %j are %j', (given, names) => {
    expect(parse(RoleNames, given)).toEqual(names);
    expect(parse(TokenClaims, { id: 1, sub: 'mira', exp: 1, roles: given }).roles).toEqual(names);
    expect(parse(Profile, { id: 1, roles: given }).roles).toEqual(names);
    expect(parse(Volunteer, { id: 1, roles: given }).roles).toEqual(names);
  });

  it.each([7, true, { name: 'ADMIN' }])('cannot be read from %j', (given) => {
    expect(() => parse(RoleNames, given)).toThrow();
  });
});

it('actors and targets of the audit log have at least an id', () => {
  expect(parse(AuditEntry, { id: 1, at, actor: { id: 7 }, target: { id: 8 } })).toMatchObject({
    actor: { id: '7', name: '' },
    target: { id: '8', name: '' },
  });
  expect(
    parse(AuditEntries, [
      { id: 1, at, actor: {} },
      { id: 2, at, target: {} },
    ]),
  ).toEqual([]);
});

it('the audit log records these acts', () => {
  expect(auditActions).toEqual([
    'signup.authorized',
    'signup.denied',
    'roles.changed',
    'position.changed',
    'experience.changed',
    'users.deleted',
    'password.reset',
    'incident.deleted',
    'chat.cleared',
    'notifications.purged',
    'application.reset',
    'requisition.ownHandled',
  ]);
});

describe('the answers to acts of admins', () => {
  it('name deleted and skipped users, or only their ids (DECISIONS P19)', () => {
    expect(parse(BatchDeleteAnswer, { deleted: ['u1', 7, null], skipped: [{ userId: 8 }, {}, 'u9'] })).toEqual({
      deleted: [
        { userId: 'u1', username: '', reason: '' },
        { userId: '7', username: '', reason: '' },
      ],
      skipped: [
        { userId: '8', username: '', reason: '' },
        { userId: null, username: '', reason: '' },
        { userId: 'u9', username: '', reason: '' },
      ],
    });
  });

  it.each([
    [{ messages_deleted: 12 }, { messages_deleted: 12, error: null }],
    [{ messages_deleted: '12' }, { messages_deleted: 12, error: null }],
    [{ error: 'Not now.' }, { messages_deleted: null, error: 'Not now.' }],
    [
      { messages_deleted: null, error: null },
      { messages_deleted: null, error: null },
    ],
    ['cleared', { messages_deleted: null, error: null }],
    [
      { messages_deleted: 'all', error: 'Not now.' },
      { messages_deleted: null, error: null },
    ],
  ])('tell from %j how many messages were deleted, or why none were', (answer, read) => {
    expect(parse(ClearChatAnswer, answer)).toEqual(read);
  });

  it.each([
    [{ password: 'warm-river-12' }, 'warm-river-12'],
    [{ password: null }, null],
    [{ password: 7 }, null],
    [{}, null],
    ['done', null],
    [undefined, null],
  ])('tell from %j the temporary password, if the server returns it (DECISIONS 17)', (answer, password) => {
    expect(parse(ResetPasswordAnswer, answer)).toEqual({ password });
  });
});

it.each([
  [{ token: 'a.b.c' }, 'a.b.c'],
  [{ token: null }, null],
  [{ token: 7 }, null],
  [{ message: 'Password updated successfully!' }, null],
  ['done', null],
  [null, null],
])('the answer %j to a new password has the fresh token %j (DECISIONS P10)', (answer, token) => {
  expect(parse(PasswordAnswer, answer)).toEqual({ token });
});
