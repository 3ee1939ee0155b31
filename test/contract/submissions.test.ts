import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../src/contract/problems';
import { Submission } from '../../src/contract/submissions';
import { long } from './requests';

/** Submissions as they are stored on a device. What is read there may be malformed. */
const photo = new File(['photo'], 'dog.jpg', { type: 'image/jpeg' });
const envelope = { id: 's1', queuedAt: 1_767_600_000_000, status: 'waiting', wasTried: false, reason: null };
const of = (kind: string, content: object) => ({ ...envelope, kind, content });
const details = {
  informerName: 'Lata Rao',
  contactNumber: '9876543210',
  animalType: 'DOG',
  description: 'A dog with a hurt leg.',
  location: 'MG Road',
};
const about = { incidentId: '5', label: 'Dog, MG Road' };
const body = { text: 'Hi', clientMessageId: 's1', parentMessageId: 583, mediaUrl: '/media/7', mediaType: 'IMAGE' };

const contents = {
  message: {
    chat: { kind: 'incident', chatId: '2' },
    chatName: 'Incident #5 · Dog',
    body,
    media: { blob: photo, name: 'dog.jpg' },
  },
  report: { details, files: [photo], isNew: true, similar: [] },
  initiation: { ...about, participatingUserIds: ['u1', 7] },
  completion: {
    ...about,
    chatId: '2',
    resolutionNotes: 'Treated.',
    place: { latitude: 12.9716, longitude: 77.5946 },
    files: [photo],
  },
  movement: { ...about, movement: 'ARRIVED' },
  note: { ...about, text: '', files: [photo] },
  requisition: { items: [{ inventoryItemId: 9, name: 'Gauze', quantity: 1 }] },
  kitUse: { userId: 'u1', itemId: 'b', name: 'Bandage', used: 1, left: 0 },
};
type Kind = keyof typeof contents;
const kinds = Object.keys(contents) as Kind[];
const canRead = (value: unknown) => Object.keys(problemsOf(Submission, value)).length === 0;
const withContent = (kind: Kind, more: object) => of(kind, { ...contents[kind], ...more });

describe.each(kinds)('a %s', (kind) => {
  const stored = of(kind, contents[kind]);

  it('is read as it was stored', () => {
    expect(parse(Submission, { ...stored, unknown: 'x' })).toEqual(stored);
    const tried = { ...stored, wasTried: true, isByHand: true, reason: 'Not now.', refusedBy: 409, status: 'refused' };
    expect(parse(Submission, tried)).toEqual(tried);
    expect(parse(Submission, { ...stored, status: 'asking' })).toEqual({ ...stored, status: 'asking' });
  });

  it('needs all of its content', () => {
    // Only the chat of a completion may be unknown.
    for (const field of Object.keys(contents[kind]).filter((name) => name !== 'chatId')) {
      const { [field as never]: _, ...rest } = contents[kind];
      expect(canRead(of(kind, rest)), field).toBe(false);
    }
    expect(canRead({ ...stored, content: undefined })).toBe(false);
  });

  it.each([
    { id: '' },
    { id: 7 },
    { id: long(101) },
    { queuedAt: -1 },
    { queuedAt: 8.64e15 + 1 },
    { queuedAt: '2026-03-10' },
    { status: 'sending' },
    { status: '' },
    { wasTried: null },
    { isByHand: 'yes' },
    { reason: undefined },
    { refusedBy: '409' },
    { kind: 'other' },
    { kind: '' },
  ])('with %j cannot be read', (wrong) => {
    expect(canRead({ ...stored, ...wrong })).toBe(false);
  });

  it('may have been made at any time that a date can hold', () => {
    for (const queuedAt of [0, 8.64e15]) expect(canRead({ ...stored, queuedAt })).toBe(true);
  });

  it('has no content of another kind', () => {
    for (const other of kinds) expect(canRead(of(kind, contents[other])), other).toBe(other === kind);
  });
});

it('has an id of at most 100 characters', () => {
  const id = long(100);
  const message = { ...withContent('message', { body: { ...body, clientMessageId: id } }), id };
  expect(canRead(message)).toBe(true);
  expect(canRead({ ...of('note', contents.note), id })).toBe(true);
});

describe('a message', () => {
  it('is kept under its clientMessageId', () => {
    expect(problemsOf(Submission, withContent('message', { body: { ...body, clientMessageId: 'c2' } }))).toEqual({
      '': 'A message is kept under its clientMessageId.',
    });
  });

  it('is for a chat of an incident or the global chat', () => {
    expect(parse(Submission, withContent('message', { chat: { kind: 'global', unknown: 'x' } }))).toMatchObject({
      content: { chat: { kind: 'global' } },
    });
    for (const chat of [{ kind: 'incident' }, { kind: 'incident', chatId: '' }, { kind: 'team' }, {}, null])
      expect(canRead(withContent('message', { chat }))).toBe(false);
  });

  it('may have no text, no original and no file', () => {
    const empty = { text: null, clientMessageId: 's1', parentMessageId: null, mediaUrl: null, mediaType: null };
    const stored = withContent('message', { body: empty, media: null });
    expect(parse(Submission, stored)).toEqual(stored);
    for (const field of Object.keys(empty)) {
      const { [field as 'text']: _, ...rest } = empty;
      expect(canRead(withContent('message', { body: rest })), field).toBe(false);
    }
  });

  it('has a file with a name', () => {
    for (const media of [{ blob: photo }, { name: 'dog.jpg' }, { blob: 'photo', name: 'dog.jpg' }])
      expect(canRead(withContent('message', { media }))).toBe(false);
    const media = { blob: new Blob(['photo']), name: 'dog.jpg' };
    expect(canRead(withContent('message', { media }))).toBe(true);
  });
});

describe('what cannot be read', () => {
  it.each<[Kind, object]>([
    ['report', { details: { ...details, contactNumber: '12' } }],
    ['report', { files: ['photo'] }],
    ['report', { similar: {} }],
    ['report', { isNew: null }],
    ['initiation', { participatingUserIds: [] }],
    ['initiation', { participatingUserIds: [null] }],
    ['initiation', { incidentId: null }],
    ['completion', { resolutionNotes: '' }],
    ['completion', { place: {} }],
    ['completion', { place: { latitude: 12 } }],
    ['completion', { place: { longitude: 77 } }],
    ['completion', { files: ['photo'] }],
    ['completion', { label: null }],
    ['movement', { movement: 'FLYING' }],
    ['note', { text: null }],
    ['note', { files: [{}] }],
    ['requisition', { items: [] }],
    ['requisition', { items: [{ inventoryItemId: 9, name: 'Gauze', quantity: 0 }] }],
    ['requisition', { items: [{ inventoryItemId: 9, name: 'Gauze' }] }],
    ['requisition', { items: [{ inventoryItemId: 9, quantity: 1 }] }],
    ['requisition', { items: [{ name: 'Gauze', quantity: 1 }] }],
    ['kitUse', { userId: '' }],
    ['kitUse', { itemId: '' }],
    ['kitUse', { name: 7 }],
    ['kitUse', { used: 0 }],
    ['kitUse', { left: -1 }],
  ])('is a %s with %j', (kind, wrong) => {
    expect(canRead(withContent(kind, wrong))).toBe(false);
  });
});

it.each<[Kind, object, object]>([
  ['completion', { chatId: undefined, place: null }, { place: null }],
  ['completion', { incidentId: 5, chatId: 2 }, { incidentId: '5', chatId: '2' }],
  ['movement', { movement: null }, { movement: null }],
  ['initiation', { participatingUserIds: [7] }, { participatingUserIds: [7] }],
  ['report', { similar: [{ id: 7 }, 'x'] }, { similar: [expect.objectContaining({ id: '7' })] }],
])('a %s with %j is read', (kind, given, read) => {
  expect(parse(Submission, withContent(kind, given))).toMatchObject({ content: read });
});
