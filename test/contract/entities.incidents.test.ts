import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { Archive, ArchiveEntries, ArchiveEntry } from '../../src/contract/archives';
import { MyCase, MyCases } from '../../src/contract/cases';
import { IncidentNews } from '../../src/contract/incidentNews';
import {
  animalTypes,
  CaseHistoryEntry,
  Incident,
  IncidentChange,
  IncidentHistory,
  Incidents,
  InterestedUser,
  incidentStatuses,
  MediaFile,
  MessageAnswer,
  ReportAnswer,
} from '../../src/contract/incidents';
import { MovingMember } from '../../src/contract/movement';
import { IncidentNote } from '../../src/contract/notes';
import { Assignment, Candidate, Candidates, Team, TeamKit } from '../../src/contract/teams';
import { testEntities } from './entities';

const at = '2026-03-10T08:00:00Z';
const later = '2026-03-12T09:30:00Z';
const file = { id: 'm1', url: '/media/m1', mediaType: 'IMAGE', caseId: 'c2' };
const mira = { userId: 'u1', firstName: 'Mira' };
const moving = { ...mira, movement: 'ON_MY_WAY', movedAt: at };
const note = { id: 'n1', by: { id: 'u1', firstName: 'Mira' }, at, text: 'It limps.' };
const closed = {
  caseId: 'c2',
  closedAt: later,
  assignedBy: 'Kabir',
  resolutionNotes: 'Treated.',
  teamName: 'Team 2',
  teamMembers: [mira],
};
const change = {
  id: 'e1',
  event: 'incident.resolve',
  at,
  by: { id: 'u2', firstName: 'Kabir' },
  statusBefore: 'ONGOING',
  statusAfter: 'RESOLVED',
  note: 'Recovered.',
};

it('incidents have the statuses and animal types of S1', () => {
  expect(incidentStatuses).toEqual(['REPORTED', 'ASSIGNED', 'IN_PROGRESS', 'ONGOING', 'RESOLVED', 'CLOSED']);
  // The first is the default of the form.
  expect(animalTypes).toEqual(['DOG', 'CAT', 'CATTLE', 'BIRD', 'OTHER']);
});

testEntities({
  Incident: {
    schema: Incident,
    least: { id: 5 },
    defaults: {
      id: '5',
      status: '',
      animalType: '',
      informerName: '',
      contactNumber: '',
      location: '',
      description: '',
      latitude: null,
      longitude: null,
      reportedAt: null,
      lastUpdated: null,
      caseCount: 0,
      mediaFileCount: 0,
      mediaFiles: [],
      interestedUsers: [],
      team: null,
    },
    full: {
      id: '5',
      status: 'IN_PROGRESS',
      animalType: 'DOG',
      informerName: 'Lata Rao',
      contactNumber: '9876543210',
      location: 'MG Road',
      description: 'A dog with a hurt leg.',
      latitude: 12.9716,
      longitude: -77.5946,
      reportedAt: at,
      lastUpdated: later,
      caseCount: 2,
      mediaFileCount: 1,
      mediaFiles: [file],
      interestedUsers: [{ id: 'u1', firstName: 'Mira' }],
      team: [],
    },
    ours: { team: [moving], severity: 'NOW', notes: [note], photoUrl: '/media/m1', chatId: 'g3' },
  },
  'Media file': {
    schema: MediaFile,
    least: { id: 1 },
    defaults: { id: '1', url: '', mediaType: '', caseId: null },
    full: file,
    ours: { size: { width: 400, height: 300 }, noteId: 'n1' },
  },
  'Interested user': {
    schema: InterestedUser,
    least: { id: 1 },
    defaults: { id: '1', firstName: '' },
    full: { id: 'u1', firstName: 'Mira' },
  },
  'Member on the way': {
    schema: MovingMember,
    least: { userId: 1 },
    defaults: { userId: '1', firstName: '', movement: null, movedAt: null },
    full: moving,
    tolerated: ['movement'],
  },
  Note: {
    schema: IncidentNote,
    least: { id: 1, at },
    defaults: { id: '1', at, by: null, text: '' },
    full: note,
  },
  'Case history': {
    schema: IncidentHistory,
    least: {},
    defaults: { cases: [], changes: [] },
    full: { cases: [closed], changes: [change] },
  },
  'Closed case': {
    schema: CaseHistoryEntry,
    least: { caseId: 1 },
    defaults: {
      caseId: '1',
      closedAt: null,
      assignedBy: null,
      resolutionNotes: '',
      teamName: '',
      teamMembers: [],
    },
    full: closed,
    ours: { chatId: 'g2' },
  },
  Change: {
    schema: IncidentChange,
    least: { id: 1, at },
    defaults: { id: '1', event: '', at, by: null, statusBefore: null, statusAfter: null, note: null },
    full: change,
  },
  Archive: {
    schema: Archive,
    least: { id: 1, incidentId: 5, archivedAt: at, snapshot: {} },
    defaults: { id: '1', incidentId: '5', archivedAt: at, archivedBy: null, snapshot: {} },
    full: {
      id: 'a1',
      incidentId: '5',
      archivedAt: at,
      archivedBy: { id: 'u9', firstName: 'Sara' },
      snapshot: { incident: { status: 'CLOSED' } },
    },
  },
  'My case': {
    schema: MyCase,
    least: { incidentId: 5 },
    defaults: {
      caseId: null,
      incidentId: '5',
      status: '',
      animalType: '',
      location: '',
      description: '',
      teamName: '',
      reportedAt: null,
    },
    full: {
      caseId: 'c2',
      incidentId: '5',
      status: 'ASSIGNED',
      animalType: 'DOG',
      location: 'MG Road',
      description: 'A dog with a hurt leg.',
      teamName: 'Team 2',
      reportedAt: at,
    },
    ours: {
      movement: 'ARRIVED',
      chatId: 'g2',
      contactNumber: '9876543210',
      latitude: 12.9716,
      longitude: 77.5946,
      photoUrl: '/media/m1',
      severity: 'TODAY',
    },
  },
  Team: {
    schema: Team,
    least: {},
    defaults: { teamName: '', assignedBy: null, teamMembers: [] },
    full: {
      teamName: 'Team 2',
      assignedBy: 'Kabir',
      teamMembers: [{ ...mira, fullName: 'Mira Nair', phoneNumber: '9876543210' }],
    },
  },
  'Volunteer in assignment': {
    schema: Candidate,
    least: { userId: 7 },
    defaults: {
      userId: '7',
      wireId: 7,
      firstName: '',
      experienceLevel: '',
      distanceFromIncident: null,
      availabilityStatus: '',
      isEngagedInActiveCase: false,
      hasPreviouslyWorkedOnIncident: false,
      hasShownInterest: false,
      hasVehicle: false,
      hasMedicineBox: false,
      canProvideShelter: false,
    },
    full: {
      ...mira,
      experienceLevel: 'Expert',
      distanceFromIncident: 3.25,
      availabilityStatus: 'Unavailable',
      isEngagedInActiveCase: true,
      hasPreviouslyWorkedOnIncident: true,
      hasShownInterest: true,
      hasVehicle: true,
      hasMedicineBox: true,
      canProvideShelter: true,
    },
    tolerated: ['availabilityStatus'],
  },
  'Assignment result': {
    schema: Assignment,
    least: { caseId: 2 },
    defaults: { caseId: '2', teamName: '', teamMembers: [] },
    full: { caseId: 'c2', teamName: 'Team 2', teamMembers: [{ ...mira, fullName: 'Mira Nair' }] },
    ours: { chatId: 'g2' },
  },
  'Answer to a report': {
    schema: ReportAnswer,
    least: {},
    defaults: { message: null, incidentId: null },
    full: { message: 'Thank you.', incidentId: '5' },
  },
});

describe('people inside of an answer', () => {
  it('have at least an id, and may have no name', () => {
    expect(parse(Team, { teamMembers: [{ userId: 7 }, { userId: '8' }, {}] }).teamMembers).toEqual([
      { userId: '7', wireId: 7, firstName: '', fullName: '' },
      { userId: '8', firstName: '', fullName: '' },
    ]);
    expect(parse(Assignment, { caseId: 2, teamMembers: [{ userId: 7 }, {}] }).teamMembers).toEqual([
      { userId: '7', wireId: 7, firstName: '', fullName: '' },
    ]);
    expect(parse(CaseHistoryEntry, { caseId: 2, teamMembers: [{ userId: 7 }, {}] }).teamMembers).toEqual([
      { userId: '7', firstName: '' },
    ]);
    expect(parse(IncidentChange, { id: 1, at, by: { id: 7 } }).by).toEqual({ id: '7', firstName: '' });
    expect(parse(IncidentNote, { id: 1, at, by: { id: 7 } }).by).toEqual({ id: '7', firstName: '' });
    expect(parse(ArchiveEntry, { id: 1, incidentId: 5, archivedAt: at, archivedBy: { id: 7 } }).archivedBy).toEqual({
      id: '7',
      firstName: '',
    });
  });
});

it('an incident without a place may have empty texts as coordinates', () => {
  expect(parse(Incident, { id: 5, latitude: '', longitude: ' ' })).toMatchObject({ latitude: null, longitude: null });
  expect(() => parse(Incident, { id: 5, latitude: 'north' })).toThrow();
});

it('lists inside of an incident leave out what cannot be read', () => {
  const lists = { mediaFiles: [null, { id: 2 }], interestedUsers: [7], team: ['u1'], notes: [{ id: 1 }] };
  const read = parse(Incident, { id: 1, ...lists });
  expect(read.mediaFiles.map(({ id }) => id)).toEqual(['2']);
  expect([read.interestedUsers, read.team, read.notes]).toEqual([[], [], []]);
  expect(parse(IncidentHistory, { cases: [{}], changes: [{}] })).toEqual({ cases: [], changes: [] });
});

describe('a list', () => {
  it.each([
    ['incidents', Incidents, { id: 1 }],
    ['cases', MyCases, { incidentId: 1 }],
    ['volunteers in assignment', Candidates, { userId: 1 }],
    ['lines of a team kit', TeamKit, 'Bandage × 2 (Mira)'],
  ])('of %s leaves out what cannot be read', (_, list, element) => {
    expect(parse(list, [element, 7, null])).toHaveLength(1);
  });

  it('of archives, which only our server sends, has to be right', () => {
    expect(parse(ArchiveEntries, [{ id: 1, incidentId: 5, archivedAt: at }])).toEqual([
      { id: '1', incidentId: '5', archivedAt: at, archivedBy: null },
    ]);
    expect(() => parse(ArchiveEntries, [{ id: 1 }])).toThrow();
  });
});

describe('what only our server sends', () => {
  it.each(['CAN_WAIT', 'TODAY', 'NOW'])('the severity %s is known', (severity) => {
    expect(parse(Incident, { id: 1, severity }).severity).toBe(severity);
    expect(parse(MyCase, { incidentId: 1, severity }).severity).toBe(severity);
  });

  it('counts as unknown if it is malformed', () => {
    expect(
      parse(Incident, { id: 1, severity: 'SOON', photoUrl: 7, mediaFiles: [{ id: 2, size: 'large' }] }),
    ).toMatchObject({ severity: null, photoUrl: null, mediaFiles: [{ size: undefined }] });
    expect(parse(MyCase, { incidentId: 1, severity: 7, photoUrl: 7, movement: 'FLYING' })).toMatchObject({
      severity: null,
      photoUrl: null,
      movement: null,
    });
    expect(parse(MovingMember, { userId: 1, movement: 'FLYING' }).movement).toBeNull();
  });

  it('kit items of a volunteer are names', () => {
    expect(parse(Candidate, { userId: 1, kitItems: ['Bandage'] }).kitItems).toEqual(['Bandage']);
    expect(parse(Candidates, [{ userId: 1, kitItems: [7] }])).toMatchObject([{ userId: '1', kitItems: undefined }]);
  });

  it('news of an incident has its id, or does not tell which it is', () => {
    expect(parse(IncidentNews, { incidentId: 5 })).toEqual({ incidentId: '5' });
    expect(parse(IncidentNews, {})).toEqual({ incidentId: null });
  });
});

it.each([
  [{ message: 'Incident deleted.' }, 'Incident deleted.'],
  [{ message: '' }, ''],
  [{ message: null }, null],
  [{ message: 7 }, null],
  [{ other: 'Incident deleted.' }, null],
  ['Incident deleted.', null],
  [null, null],
  [undefined, null],
  [[], null],
])('an answer %j has the message %j for people', (answer, message) => {
  expect(parse(MessageAnswer, answer)).toBe(message);
});
