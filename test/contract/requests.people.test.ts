import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { AuditQuery, BatchDeleteRequest, KeepQuery } from '../../src/contract/administration';
import { LoginRequest } from '../../src/contract/people';
import { problemsOf } from '../../src/contract/problems';
import {
  AvailabilityRequest,
  MedicineBoxRequest,
  PasswordRequest,
  ProfileLocationRequest,
  ShelterRequest,
  VehicleRequest,
} from '../../src/contract/profile';
import { SignupRequest } from '../../src/contract/signup';
import { ExperienceRequest, PositionRequest, RolesRequest } from '../../src/contract/volunteers';
import { long, testRequests } from './requests';

const PHONE = 'Phone number must be 10 digits.';
const TOO_LONG = 'This text may have at most 2000 characters.';

testRequests({
  'A login (S1 §3)': {
    schema: LoginRequest,
    valid: { username: 'mira', password: 'rescue-demo' },
    taken: [
      ['username', ' Mary Ann ', 'Mary Ann'],
      ['username', long(100), long(100)],
      // A password is never trimmed.
      ['password', ' ', ' '],
      ['password', long(200), long(200)],
    ],
    refused: [
      ['username', '', 'Username is required.'],
      ['username', '  ', 'Username is required.'],
      ['username', null, 'Username is required.'],
      ['username', long(101), 'Username may have at most 100 characters.'],
      ['password', '', 'Password is required.'],
      ['password', 7, 'Password is required.'],
      ['password', long(201), 'Password may have at most 200 characters.'],
    ],
  },
  'A sign-up (S1 §3, §5)': {
    schema: SignupRequest,
    valid: {
      firstName: 'Mary Ann',
      lastName: 'Das',
      phoneNumber: '9876543210',
      username: 'mary ann',
      password: 'rescue-demo',
      address: 'MG Road 5',
      motivation: 'I like dogs.',
      hasVehicle: true,
      vehicleType: 'Scooty',
      canProvideShelter: false,
      hasMedicineBox: true,
      experienceLevel: 'Beginner',
      latitude: null,
      longitude: null,
    },
    defaults: { address: '', motivation: '' },
    taken: [
      ['firstName', ' Mary ', 'Mary'],
      ['address', ' MG Road ', 'MG Road'],
      ['address', long(2000), long(2000)],
      ['motivation', '', ''],
      // S1 §5: empty when hasVehicle is No.
      ['vehicleType', '', ''],
      ['vehicleType', 'Bike', 'Bike'],
      ['vehicleType', 'Car', 'Car'],
      ['vehicleType', 'Other', 'Other'],
      ['experienceLevel', 'Intermediate', 'Intermediate'],
      ['experienceLevel', 'Advanced', 'Advanced'],
      ['experienceLevel', 'Expert', 'Expert'],
      ['latitude', -90, -90],
      ['latitude', 90, 90],
      ['longitude', -180, -180],
      ['longitude', 180, 180],
    ],
    refused: [
      ['firstName', ' ', 'First name is required.'],
      ['lastName', '', 'Last name is required.'],
      ['username', '', 'Username is required.'],
      ['password', '', 'Password is required.'],
      ['phoneNumber', null, PHONE],
      ['phoneNumber', 9876543210, PHONE],
      ['phoneNumber', '987654321', PHONE],
      ['phoneNumber', '98765432101', PHONE],
      ['phoneNumber', 'abcdefghij', PHONE],
      ['phoneNumber', ' 9876543210', PHONE],
      ['phoneNumber', '9876543210\n', PHONE],
      ['address', long(2001), TOO_LONG],
      ['motivation', long(2001), TOO_LONG],
      ['hasVehicle', 'Yes'],
      ['vehicleType', 'Plane', 'Choose one of the types of vehicles.'],
      ['canProvideShelter', null],
      ['hasMedicineBox', 1],
      ['experienceLevel', 'beginner', 'Choose one of the levels of experience.'],
      ['latitude', '12.9'],
      ['latitude', 90.1],
      ['latitude', -90.1],
      ['longitude', 180.1],
      ['longitude', -180.1],
    ],
  },
  'The availability (S2 §7)': {
    schema: AvailabilityRequest,
    valid: { availabilityStatus: 'Available' },
    taken: [['availabilityStatus', 'Unavailable', 'Unavailable']],
    refused: [['availabilityStatus', 'Busy']],
  },
  'The first-aid kit (S2 §7)': {
    schema: MedicineBoxRequest,
    valid: { hasMedicineBox: true },
    refused: [['hasMedicineBox', 'true']],
  },
  'The shelter (S2 §7)': {
    schema: ShelterRequest,
    valid: { canProvideShelter: false },
    refused: [['canProvideShelter', null]],
  },
  'The vehicle (S2 §7)': {
    schema: VehicleRequest,
    valid: { hasVehicle: true, vehicleType: 'Bike' },
    taken: [['vehicleType', 'Other', 'Other']],
    refused: [
      ['vehicleType', ''],
      ['hasVehicle', 'Yes'],
    ],
  },
  'The own place (S2 §7)': {
    schema: ProfileLocationRequest,
    valid: { latitude: 12.9716, longitude: 77.5946 },
    refused: [
      ['latitude', null, 'Latitude must be a number from -90 to 90.'],
      ['longitude', '77', 'Longitude must be a number from -180 to 180.'],
    ],
  },
  'A new password (S2 §5)': {
    schema: PasswordRequest,
    valid: { oldPassword: 'rescue-demo', newPassword: 'rescue-demo-2' },
    refused: [
      ['oldPassword', '', 'Password is required.'],
      ['newPassword', '', 'Password is required.'],
      ['newPassword', long(201), 'Password may have at most 200 characters.'],
    ],
  },
  'An experience level (S2 §7)': {
    schema: ExperienceRequest,
    valid: { experience: 'Advanced' },
    refused: [['experience', 'Master']],
  },
  'A position (S2 §7)': {
    schema: PositionRequest,
    valid: { position: 'VICE_PRESIDENT' },
    refused: [['position', 'Vice President']],
  },
  'A batch deletion (S2 §5)': {
    schema: BatchDeleteRequest,
    valid: { userIds: ['1', '2'], notifyUsers: true },
    defaults: { notifyUsers: false },
    taken: [
      ['userIds', [1, '2'], ['1', '2']],
      ['userIds', Array(1000).fill('1'), Array(1000).fill('1')],
    ],
    refused: [
      ['userIds', [], 'Please select at least one user to delete.'],
      ['userIds', Array(1001).fill('1'), 'At most 1000 users can be deleted at once.'],
      ['userIds', '1'],
      ['userIds', [null]],
      ['notifyUsers', 'yes'],
    ],
  },
});

describe('a vehicle', () => {
  const MESSAGE = 'vehicleType is needed with a vehicle, and null without one.';
  it('has a type, which is null without one (S2 §7)', () => {
    expect(problemsOf(VehicleRequest, { hasVehicle: false, vehicleType: null })).toEqual({});
    expect(problemsOf(VehicleRequest, { hasVehicle: false, vehicleType: 'Bike' })).toEqual({ '': MESSAGE });
    expect(problemsOf(VehicleRequest, { hasVehicle: true, vehicleType: null })).toEqual({ '': MESSAGE });
  });
});

describe('roles', () => {
  it('are replaced by a bare array of names (S2 §7)', () => {
    const all = ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN', 'SUPER_ADMIN'];
    expect(parse(RolesRequest, all)).toEqual(all);
    expect(parse(RolesRequest, [])).toEqual([]);
    expect(parse(RolesRequest, [...all, ...all])).toHaveLength(10);
  });

  it('are refused with an unknown name, or too many', () => {
    for (const name of ['ROLE_ADMIN', 'ADMINISTRATOR', '', null])
      expect(problemsOf(RolesRequest, ['MEMBER', name])).toEqual({ 1: 'There is no such role.' });
    expect(Object.keys(problemsOf(RolesRequest, Array(11).fill('MEMBER')))).toEqual(['']);
    expect(Object.keys(problemsOf(RolesRequest, { roles: ['MEMBER'] }))).toEqual(['']);
  });
});

describe('the number of messages to keep', () => {
  it.each([
    ['0', 0],
    ['100', 100],
    ['999999999', 999_999_999],
    [undefined, undefined],
  ])('is %j', (keep, number) => {
    expect(parse(KeepQuery, { keep, unknown: 'x' })).toEqual({ keep: number });
  });

  it.each(['-1', '1.5', '', ' 7', '7 ', 'all', '1234567890'])('is not %j (S2 §5)', (keep) => {
    expect(problemsOf(KeepQuery, { keep })).toEqual({ keep: 'Number to keep must be 0 or more.' });
  });
});

describe('a question to the audit log', () => {
  it('is for an act, a text, and what is older than an entry', () => {
    const query = { action: 'users.deleted', search: 'Mira', before: '12' };
    expect(parse(AuditQuery, query)).toEqual(query);
    expect(parse(AuditQuery, { search: ' Mira ' })).toEqual({ search: 'Mira' });
    expect(parse(AuditQuery, { search: long(100), before: '123456789012345' })).toBeDefined();
    expect(parse(AuditQuery, {})).toEqual({});
  });

  it.each([
    ['action', 'users.created', 'There is no such action.'],
    ['search', long(101), undefined],
    ['before', '', 'before must be the id of an entry.'],
    ['before', '12a', 'before must be the id of an entry.'],
    ['before', 'a12', 'before must be the id of an entry.'],
    ['before', '1234567890123456', 'before must be the id of an entry.'],
    ['unknown', 'x', undefined],
  ])('is refused with the %s %j', (field, value, message) => {
    const problems = problemsOf(AuditQuery, { [field]: value });
    expect(Object.keys(problems)).toEqual([field]);
    if (message) expect(problems[field]).toBe(message);
  });
});
