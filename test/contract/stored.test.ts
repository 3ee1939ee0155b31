import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { DeviceSettings, MutedChats } from '../../src/contract/device';
import {
  CompletionDraft,
  chatOfFile,
  FILE_DRAFTS,
  FileDraft,
  FilesDraft,
  fileDraftsOf,
  fileOf,
  MessageDraft,
  NoteDraft,
  ReportDraft,
  RequisitionDraft,
} from '../../src/contract/drafts';
import { problemsOf, type Schema } from '../../src/contract/problems';
import { DEVICE_ADDRESS, DEVICE_CACHE, PushDevice, PushQuestion, WORKER_FILE } from '../../src/contract/pushDevice';
import { SHARE_ADDRESS, SHARE_CACHE, SHARED_RECORD, SharedRecord } from '../../src/contract/share';

/** What the device keeps. It may be malformed when it is read. */
const file = (type: string) => new File(['content'], 'name', { type });
const photo = file('image/jpeg');
const canRead = (schema: Schema, value: unknown) => Object.keys(problemsOf(schema, value)).length === 0;

const message = { id: '12', sender: { id: 'u1' }, timestamp: '2026-03-10T08:00:00Z' };
const reportDraft = {
  informerName: 'Lata',
  contactNumber: '98765',
  animalType: 'DOG',
  description: '',
  location: 'MG Road',
  latitude: '12.9716',
  longitude: '',
  severity: 'NOW',
};
const line = { inventoryItemId: 9, name: 'Gauze', quantity: '' };
const shared = {
  at: 1_767_600_000_000,
  text: 'Look',
  files: [{ address: 'shared/0', name: 'dog.jpg', type: 'image/jpeg' }],
  problems: ['A file is too large.'],
  owner: 'u1',
  chat: 'chat/2',
};

describe.each<[string, Schema, Record<string, unknown>]>([
  ['the draft of a message', MessageDraft, { text: 'On my', replyTo: null }],
  ['the draft of a report', ReportDraft, reportDraft],
  ['the draft of a completion', CompletionDraft, { notes: 'Trea', wasTried: true }],
  ['the draft of a note', NoteDraft, { text: '' }],
  ['the draft of a request for supplies', RequisitionDraft, { lines: [line] }],
  ['what another app has shared', SharedRecord, shared],
  ['the member of push messages', PushDevice, { memberId: 'u1', expiresAt: 1_767_600_000_000, endpoint: 'https://p' }],
  ['the question of the service worker', PushQuestion, { type: 'push.question', memberId: 'u1', tag: 't1' }],
])('%s', (_, schema, stored) => {
  it('is read as it was stored', () => {
    expect(parse(schema, { ...stored, unknown: 'x' })).toEqual(stored);
  });

  it('needs all of its fields', () => {
    for (const field of Object.keys(stored).filter((name) => name !== 'severity')) {
      const { [field]: _, ...rest } = stored;
      expect(Object.keys(problemsOf(schema, rest)), field).toEqual([field]);
      expect(Object.keys(problemsOf(schema, { ...stored, [field]: Symbol('wrong') })), field).toEqual([field]);
    }
  });
});

describe('a draft', () => {
  it('of a message may be a reply', () => {
    expect(parse(MessageDraft, { text: '', replyTo: message })).toMatchObject({ replyTo: { id: '12' } });
    expect(canRead(MessageDraft, { text: '', replyTo: {} })).toBe(false);
  });

  it('of a message may have an edit of another one (DECISIONS 255)', () => {
    const edit = { message, text: 'At the gate' };
    expect(parse(MessageDraft, { text: '', replyTo: null, edit })).toMatchObject({
      edit: { message: { id: '12' }, text: 'At the gate' },
    });
    expect(canRead(MessageDraft, { text: '', replyTo: null, edit: { ...edit, message: {} } })).toBe(false);
  });

  it('of a report may come from a version without severity', () => {
    const { severity: _, ...older } = reportDraft;
    expect(parse(ReportDraft, older)).toEqual({ ...older, severity: '' });
  });

  it('of a request has lines with a name and a quantity as it was typed', () => {
    for (const field of Object.keys(line)) {
      const { [field as 'name']: _, ...rest } = line;
      expect(canRead(RequisitionDraft, { lines: [rest] }), field).toBe(false);
    }
    expect(canRead(RequisitionDraft, { lines: [{ ...line, quantity: 2 }] })).toBe(false);
  });

  it('of a completion or a note may come from a version that stored the files with it', () => {
    expect(parse(NoteDraft, { text: '', files: [photo] })).toEqual({ text: '', files: [photo] });
    const completion = { notes: '', files: [photo], wasTried: false };
    expect(parse(CompletionDraft, completion)).toEqual(completion);
  });

  it('has files', () => {
    expect(parse(FilesDraft, [photo])).toEqual([photo]);
    for (const files of [['photo'], [new Blob(['photo'])], {}]) {
      expect(canRead(FilesDraft, files)).toBe(false);
      expect(canRead(NoteDraft, { text: '', files })).toBe(false);
      expect(canRead(CompletionDraft, { notes: '', files, wasTried: false })).toBe(false);
    }
  });
});

describe('a file of a message that is not sent yet', () => {
  it.each(['image/png', 'video/mp4', 'audio/mpeg'])('may be %s (S1 §5)', (type) => {
    const given = file(type);
    const read = parse(FileDraft, given);
    expect(read).toBe(given);
    expect(fileOf(read)).toBe(given);
  });

  it.each(['', 'text/plain', 'application/image/png', 'images/png', 'image'])('cannot be %j', (type) => {
    expect(canRead(FileDraft, file(type))).toBe(false);
  });

  it('may be a recording with its length', () => {
    const recording = { file: file('audio/webm'), duration: 0 };
    const read = parse(FileDraft, { ...recording, unknown: 'x' });
    expect(read).toEqual(recording);
    expect(fileOf(read)).toBe(recording.file);
  });

  it.each([
    ['a video', { file: file('video/webm'), duration: 3 }],
    ['another type', { file: file('x-audio/webm'), duration: 3 }],
    ['no file', { duration: 3 }],
    ['only a name', { file: 'voice', duration: 3 }],
    ['no length', { file: file('audio/webm') }],
    ['a negative length', { file: file('audio/webm'), duration: -1 }],
    ['an endless length', { file: file('audio/webm'), duration: Number.POSITIVE_INFINITY }],
    ['a length as text', { file: file('audio/webm'), duration: '3' }],
  ])('cannot be a recording with %s', (_, recording) => {
    expect(canRead(FileDraft, recording)).toBe(false);
  });

  it.each(['gchat', 'chat/2'])('has a key with its chat %s', (chat) => {
    expect(FILE_DRAFTS).toBe('files/');
    expect(fileDraftsOf(chat)).toBe(`files/${chat}/`);
    expect(chatOfFile(`files/${chat}/0001`)).toBe(chat);
  });
});

describe('settings of the device', () => {
  it('are usually silent, with notices on the screen', () => {
    const usual = { sound: false, vibration: false, toasts: true, keys: true };
    expect(parse(DeviceSettings, {})).toEqual(usual);
    expect(parse(DeviceSettings, { sound: 'on', vibration: 1, toasts: null })).toEqual(usual);
    expect(parse(DeviceSettings, { sound: true, vibration: true, toasts: false, keys: false })).toEqual({
      sound: true,
      vibration: true,
      toasts: false,
      keys: false,
    });
  });

  it('name the muted chats', () => {
    expect(parse(MutedChats, ['gchat', 'chat/2'])).toEqual(['gchat', 'chat/2']);
    for (const wrong of [null, 'gchat', [7]]) expect(parse(MutedChats, wrong)).toEqual([]);
  });
});

it('what was shared may belong to nobody yet, and to no chat', () => {
  expect(parse(SharedRecord, { ...shared, at: '5', files: [], problems: [], owner: null, chat: null })).toEqual({
    at: 5,
    text: 'Look',
    files: [],
    problems: [],
    owner: null,
    chat: null,
  });
  for (const wrong of [
    { address: 'a', name: 'n' },
    { address: 'a', type: 't' },
    { name: 'n', type: 't' },
  ])
    expect(canRead(SharedRecord, { ...shared, files: [wrong] })).toBe(false);
});

it('another question than that of the service worker cannot be read', () => {
  expect(canRead(PushQuestion, { type: 'question', memberId: 'u1', tag: 't1' })).toBe(false);
});

it('the page and the service worker find what they share under the same names', () => {
  expect([WORKER_FILE, DEVICE_CACHE, DEVICE_ADDRESS]).toEqual(['sw.js', 'saathi.push', 'push-device']);
  expect([SHARE_ADDRESS, SHARE_CACHE, SHARED_RECORD]).toEqual(['share', 'saathi.share', 'shared/record']);
});
