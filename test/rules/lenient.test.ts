import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { AdminUser, PendingUser } from '../../src/contract/administration';
import { MyCase } from '../../src/contract/cases';
import { ChatGroupEntry, Message } from '../../src/contract/chats';
import { CaseHistoryEntry, Incident, IncidentChange, IncidentHistory, MediaFile } from '../../src/contract/incidents';
import { Notification } from '../../src/contract/notifications';
import { Profile, TokenClaims } from '../../src/contract/people';
import { problemsOf, type Schema } from '../../src/contract/problems';
import { Standing } from '../../src/contract/standings';
import { InventoryItem, Kit, KitItem, Requisition, SupplyStats } from '../../src/contract/supplies';
import { Assignment, Candidate, Team } from '../../src/contract/teams';
import { Volunteer, VolunteerEntry } from '../../src/contract/volunteers';

/** What no screen can do without, typed from S1 §3 and S2 §3; all else may be missing or null with another server. */
const entities: Readonly<Record<string, readonly [Schema, Readonly<Record<string, unknown>>, readonly string[]]>> = {
  Incident: [
    Incident,
    { id: 5 },
    [
      'status',
      'animalType',
      'informerName',
      'contactNumber',
      'location',
      'description',
      'latitude',
      'longitude',
      'reportedAt',
      'lastUpdated',
      'caseCount',
      'mediaFileCount',
      'mediaFiles',
      'interestedUsers',
    ],
  ],
  MediaFile: [MediaFile, { id: 1 }, ['url', 'mediaType', 'caseId']],
  IncidentHistory: [IncidentHistory, {}, ['cases', 'changes']],
  CaseHistoryEntry: [
    CaseHistoryEntry,
    { caseId: 1 },
    ['closedAt', 'assignedBy', 'resolutionNotes', 'teamName', 'teamMembers'],
  ],
  IncidentChange: [
    IncidentChange,
    { id: 1, at: '2026-01-01T00:00:00Z' },
    ['event', 'by', 'statusBefore', 'statusAfter', 'note'],
  ],
  Team: [Team, {}, ['teamName', 'assignedBy', 'teamMembers']],
  Candidate: [
    Candidate,
    { userId: 1 },
    [
      'firstName',
      'experienceLevel',
      'distanceFromIncident',
      'isEngagedInActiveCase',
      'hasPreviouslyWorkedOnIncident',
      'hasShownInterest',
      'hasVehicle',
      'hasMedicineBox',
      'canProvideShelter',
    ],
  ],
  Assignment: [Assignment, { caseId: 1 }, ['teamName', 'teamMembers']],
  MyCase: [
    MyCase,
    { incidentId: 1 },
    ['caseId', 'status', 'animalType', 'location', 'description', 'teamName', 'reportedAt'],
  ],
  Standing: [Standing, { id: 1 }, ['firstName', 'rank', 'points', 'hearts', 'distanceTraveled', 'casesCompleted']],
  Profile: [
    Profile,
    { id: 1 },
    [
      'firstName',
      'lastName',
      'username',
      'roles',
      'casesCompleted',
      'hearts',
      'distanceTraveled',
      'availabilityStatus',
      'hasMedicineBox',
      'hasVehicle',
      'vehicleType',
      'canProvideShelter',
    ],
  ],
  VolunteerEntry: [VolunteerEntry, { id: 1 }, ['fullName', 'position', 'availabilityStatus']],
  Volunteer: [
    Volunteer,
    { id: 1 },
    [
      'firstName',
      'lastName',
      'phoneNumber',
      'joinedSince',
      'position',
      'experienceLevel',
      'roles',
      'hasVehicle',
      'vehicleType',
      'canProvideShelter',
      'hasMedicineBox',
    ],
  ],
  PendingUser: [
    PendingUser,
    { userId: 1 },
    [
      'firstName',
      'lastName',
      'experienceLevel',
      'motivation',
      'phoneNumber',
      'address',
      'hasVehicle',
      'vehicleType',
      'canProvideShelter',
      'hasMedicineBox',
    ],
  ],
  AdminUser: [AdminUser, { userId: 1 }, ['username', 'firstName', 'lastName']],
  Notification: [
    Notification,
    { id: 1 },
    ['type', 'message', 'isRead', 'createdAt', 'relatedEntityId', 'incidentStatus', 'triggeringUserName'],
  ],
  Kit: [Kit, {}, ['items']],
  KitItem: [KitItem, { id: 1 }, ['inventoryItemId', 'inventoryItemName', 'quantity', 'personallyProcured']],
  InventoryItem: [
    InventoryItem,
    { id: 1 },
    ['name', 'categoryId', 'categoryName', 'quantity', 'unit', 'lowStockThreshold'],
  ],
  Requisition: [Requisition, { id: 1 }, ['status', 'userName', 'requestedAt', 'approvedAt', 'items']],
  SupplyStats: [SupplyStats, {}, ['pendingRequisitions', 'readyForPickup', 'lowStockItems']],
  TokenClaims: [TokenClaims, { id: 1, sub: 'mira', exp: 1 }, ['firstName', 'roles']],
  ChatGroupEntry: [ChatGroupEntry, { chatGroup: { id: 1 } }, ['hasUnreadMessages', 'lastMessage']],
  Message: [
    Message,
    { id: 1, sender: { id: 1 }, timestamp: '2026-01-01T00:00:00Z' },
    ['clientMessageId', 'text', 'reactions', 'seenBy', 'parentMessageId', 'mediaUrl', 'mediaType'],
  ],
};

describe.each(Object.entries(entities))('%s from another server', (_, [schema, known, mayBeMissing]) => {
  it.each(mayBeMissing)('may have no %s, and null is none', (field) => {
    expect(problemsOf(schema, known)).toEqual({});
    expect(problemsOf(schema, { ...known, [field]: null })).toEqual({});
    expect(problemsOf(schema, { ...known, [field]: Symbol('wrong') })).toHaveProperty(field);
  });
});

it('a null is read as the default', () => {
  expect(parse(Incident, { id: 5, status: null, caseCount: null, mediaFiles: null, latitude: null })).toMatchObject({
    id: '5',
    status: '',
    caseCount: 0,
    mediaFiles: [],
    latitude: null,
  });
  expect(parse(Candidate, { userId: 1, hasVehicle: null })).toMatchObject({ userId: '1', hasVehicle: false });
  expect(parse(Standing, { id: 1, points: null })).toMatchObject({ points: 0 });
});

it.each([null, 'large', {}, { width: 40 }, { width: '40', height: 30 }, { width: 0, height: 0 }])(
  'a size of a picture that is %j counts as unknown',
  (size) => {
    const message = { id: 1, sender: { id: 1 }, timestamp: '2026-01-01T00:00:00Z' };
    expect(parse(Message, { ...message, mediaSize: size }).mediaSize).toBeUndefined();
    expect(parse(MediaFile, { id: 1, size }).size).toBeUndefined();
    expect(parse(Message, { ...message, mediaSize: { width: 40, height: 30 } }).mediaSize).toEqual({
      width: 40,
      height: 30,
    });
  },
);
