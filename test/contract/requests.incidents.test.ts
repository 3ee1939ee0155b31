import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { CompletionDetails, InitiateRequest } from '../../src/contract/cases';
import { DeleteQuery, SeenQuery } from '../../src/contract/incidentRequests';
import {
  CloseRequest,
  Coordinates,
  DeleteRequest,
  IncidentEdit,
  IncidentEditBody,
  IncidentReport,
} from '../../src/contract/incidents';
import { MovementRequest } from '../../src/contract/movement';
import { NoteDetails } from '../../src/contract/notes';
import { problemsOf } from '../../src/contract/problems';
import { AssignRequest } from '../../src/contract/teams';
import { long, type Request, testRequests } from './requests';

const PHONE = 'Phone number must be 10 digits.';
const ANIMAL = 'Please choose an animal type.';
const LATITUDE = 'Latitude must be a number from -90 to 90.';
const LONGITUDE = 'Longitude must be a number from -180 to 180.';
const SEVERITY = 'A severity is NOW, TODAY, CAN_WAIT or null.';
const TOGETHER = 'Latitude and longitude belong together.';
const NOTES = 'Resolution notes are required.';
const TIME = 'The time is no ISO 8601 timestamp.';

const facts = {
  informerName: 'Lata Rao',
  contactNumber: '9876543210',
  animalType: 'DOG',
  description: 'A dog with a hurt leg.',
  location: 'MG Road',
};
const place = { latitude: 12.9716, longitude: 77.5946 };
const nowhere = { latitude: null, longitude: null };

/** What a report and an edit have in common. */
const form: Pick<Request, 'taken' | 'refused'> = {
  taken: [
    ['informerName', ' Lata ', 'Lata'],
    ['informerName', long(100), long(100)],
    ['animalType', 'CAT', 'CAT'],
    ['animalType', 'CATTLE', 'CATTLE'],
    ['animalType', 'BIRD', 'BIRD'],
    ['animalType', 'OTHER', 'OTHER'],
    ['description', ' It limps. ', 'It limps.'],
    ['description', long(2000), long(2000)],
    ['location', '  MG Road\n', 'MG Road'],
    ['severity', 'NOW', 'NOW'],
    ['severity', 'TODAY', 'TODAY'],
    ['severity', 'CAN_WAIT', 'CAN_WAIT'],
    ['severity', null, null],
  ],
  refused: [
    ['informerName', ' ', 'Informer name is required.'],
    ['informerName', null, 'Informer name is required.'],
    ['informerName', long(101), 'Informer name may have at most 100 characters.'],
    ['contactNumber', '', PHONE],
    ['contactNumber', null, PHONE],
    ['contactNumber', '987654321', PHONE],
    ['contactNumber', '98765432100', PHONE],
    ['contactNumber', '987-654-32', PHONE],
    ['animalType', 'HORSE', ANIMAL],
    ['animalType', null, ANIMAL],
    ['description', ' ', 'Description is required.'],
    ['description', 7, 'Description is required.'],
    ['description', long(2001), 'Description may have at most 2000 characters.'],
    ['location', '', 'Location is required.'],
    ['location', long(2001), 'Location may have at most 2000 characters.'],
    ['severity', 'SOON', SEVERITY],
  ],
};

testRequests({
  'A report (S1 §5)': {
    schema: IncidentReport,
    valid: { ...facts, severity: 'NOW' },
    defaults: { severity: undefined },
    ...form,
  },
  'An edit (S2 §5)': {
    schema: IncidentEdit,
    valid: { ...facts, ...nowhere, severity: 'TODAY' },
    defaults: { severity: undefined, latitude: null, longitude: null },
    ...form,
  },
  'The place of an incident (S2 §7)': {
    schema: Coordinates,
    valid: place,
    taken: [
      ['latitude', 0, 0],
      ['longitude', 0, 0],
    ],
    refused: [
      ['latitude', null, LATITUDE],
      ['longitude', '', LONGITUDE],
    ],
  },
  'The closing of an incident (S2 §5)': {
    schema: CloseRequest,
    valid: { reason: 'Not found.' },
    taken: [['reason', ' Not found. ', 'Not found.']],
    refused: [
      ['reason', ' ', 'A reason is required.'],
      ['reason', null, 'A reason is required.'],
      ['reason', long(2001), 'A reason may have at most 2000 characters.'],
    ],
  },
  // S2 §2: the archive is chosen by default.
  'The deletion of an incident (S2 §7)': {
    schema: DeleteRequest,
    valid: { archive: false },
    defaults: { archive: true },
    refused: [['archive', 'false']],
  },
  'The assignment of a team (S2 §5)': {
    schema: AssignRequest,
    valid: { userIds: ['1', '2'] },
    taken: [
      ['userIds', [1, 2], ['1', '2']],
      ['userIds', Array(100).fill('1'), Array(100).fill('1')],
    ],
    refused: [
      ['userIds', [], 'Please select at least one volunteer.'],
      ['userIds', Array(101).fill('1')],
      ['userIds', [null]],
    ],
  },
  'The initiation of a case (S2 §5)': {
    schema: InitiateRequest,
    valid: { participatingUserIds: ['1'] },
    taken: [
      ['participatingUserIds', [1], ['1']],
      ['participatingUserIds', Array(100).fill('1'), Array(100).fill('1')],
    ],
    refused: [
      ['participatingUserIds', [], 'Please select at least one participating member.'],
      ['participatingUserIds', Array(101).fill('1')],
      ['participatingUserIds', '1'],
    ],
  },
  'A movement': {
    schema: MovementRequest,
    valid: { movement: 'ON_MY_WAY', at: '2026-03-10T08:00:00.000Z' },
    defaults: { at: undefined },
    taken: [
      ['movement', 'ARRIVED', 'ARRIVED'],
      ['movement', null, null],
    ],
    refused: [
      ['movement', 'FLYING', 'A movement is ON_MY_WAY, ARRIVED or null.'],
      ['at', 'today', TIME],
      ['at', '2026-01-01T00:00:00+05', TIME],
      ['at', 7],
    ],
  },
  'A note': {
    schema: NoteDetails,
    valid: { text: 'It limps.', at: '2026-03-10T08:00:00.000Z' },
    defaults: { at: undefined },
    taken: [
      ['text', ' It limps. ', 'It limps.'],
      ['text', '', ''],
      ['text', long(4000), long(4000)],
    ],
    refused: [
      ['text', null, 'A note has a text, which may be empty.'],
      ['text', long(4001), 'A note may have at most 4000 characters.'],
      ['at', '10.3.2026', TIME],
      ['at', '2026-01-01T00:00:00+05', TIME],
    ],
  },
});

it('an empty number may be sent back in an edit, but not be written (DECISIONS 364)', () => {
  const emptied = { ...facts, ...nowhere, contactNumber: '' };
  expect(problemsOf(IncidentEditBody, emptied)).toEqual({});
  expect(problemsOf(IncidentEdit, emptied)).toEqual({ contactNumber: 'Phone number must be 10 digits.' });
});

describe.each([
  ['a report', IncidentReport],
  ['an edit', IncidentEdit],
  ['the body of an edit', IncidentEditBody],
])('the place of %s', (_, schema) => {
  it.each([place, { latitude: 90, longitude: 180 }, { latitude: -90, longitude: -180 }, { latitude: 0, longitude: 0 }])(
    'may be %j',
    (given) => {
      expect(parse(schema, { ...facts, ...given })).toEqual({ ...facts, ...given });
    },
  );

  it.each([
    ['latitude', '12', LATITUDE],
    ['latitude', 90.1, LATITUDE],
    ['latitude', -90.1, LATITUDE],
    ['longitude', '77', LONGITUDE],
    ['longitude', 180.1, LONGITUDE],
    ['longitude', -180.1, LONGITUDE],
    ['longitude', Number.NaN, LONGITUDE],
  ])('is refused with the %s %j', (field, value, message) => {
    expect(problemsOf(schema, { ...facts, ...place, [field]: value })).toEqual({ [field]: message });
  });

  it('has both coordinates or none', () => {
    for (const half of [{ latitude: 12 }, { longitude: 77 }])
      expect(problemsOf(schema, { ...facts, ...half })).toEqual({ '': TOGETHER });
  });
});

it('an unknown place is omitted from a report (S1 §7), and null in an edit (S2 §7)', () => {
  expect(parse(IncidentReport, facts)).toEqual(facts);
  expect(problemsOf(IncidentReport, { ...facts, ...nowhere })).toEqual({ latitude: LATITUDE, longitude: LONGITUDE });
  for (const given of [{}, nowhere, { latitude: null }, { longitude: null }])
    expect(parse(IncidentEdit, { ...facts, ...given })).toEqual({ ...facts, ...nowhere });
  for (const half of [
    { latitude: null, longitude: 77 },
    { latitude: 12, longitude: null },
  ])
    expect(problemsOf(IncidentEdit, { ...facts, ...half })).toEqual({ '': TOGETHER });
});

describe('the details of a completed case', () => {
  const done = { resolutionNotes: 'Treated.', finalLatitude: 12.9716, finalLongitude: 77.5946 };
  it('are the notes and the place, if it is known', () => {
    expect(parse(CompletionDetails, done)).toEqual(done);
    for (const unknown of [{}, { finalLatitude: null, finalLongitude: null }])
      expect(parse(CompletionDetails, { resolutionNotes: ' Treated. ', ...unknown })).toEqual({
        resolutionNotes: 'Treated.',
        finalLatitude: null,
        finalLongitude: null,
      });
    expect(parse(CompletionDetails, { resolutionNotes: long(4000) })).toBeDefined();
  });

  it.each([
    ['resolutionNotes', ' ', NOTES],
    ['resolutionNotes', null, NOTES],
    ['resolutionNotes', long(4001), 'Resolution notes may have at most 4000 characters.'],
    ['finalLatitude', 91, LATITUDE],
    ['finalLongitude', -181, LONGITUDE],
  ])('are refused with the %s %j', (field, value, message) => {
    expect(problemsOf(CompletionDetails, { ...done, [field]: value })).toEqual({ [field]: message });
  });

  it('are refused with half a place, or another field', () => {
    for (const half of [{ finalLatitude: 12 }, { finalLongitude: 77 }])
      expect(problemsOf(CompletionDetails, { resolutionNotes: 'Treated.', ...half })).toEqual({ '': TOGETHER });
    expect(problemsOf(CompletionDetails, { ...done, notes: 'x' })).toHaveProperty('notes');
  });
});

describe('the version that a captain has seen', () => {
  const seen = '2026-03-10T08:00:00.000Z';
  it.each([
    ['of an act', SeenQuery],
    ['of a deletion', DeleteQuery],
  ])('in the query %s is a time', (_, schema) => {
    expect(parse(schema, { seen, unknown: 'x' })).toEqual({ seen: new Date(seen) });
    expect(parse(schema, {})).toEqual({});
    for (const wrong of ['', 'today', '12', '2026-01-01T00:00:00+05'])
      expect(problemsOf(schema, { seen: wrong })).toEqual({ seen: 'seen must be the lastUpdated of the incident.' });
  });
});

it('archive may be in the query, too (DECISIONS 8)', () => {
  expect(parse(DeleteQuery, { archive: 'true' })).toEqual({ archive: true });
  expect(parse(DeleteQuery, { archive: 'false' })).toEqual({ archive: false });
  for (const wrong of ['', 'yes', 'TRUE'])
    expect(problemsOf(DeleteQuery, { archive: wrong })).toEqual({ archive: 'archive must be true or false.' });
});
