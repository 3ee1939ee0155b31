import { parse } from 'valibot';
import { expect, it } from 'vitest';
import { Capabilities, canFrom, capabilities } from '../../src/contract/capabilities';
import { AppConfig } from '../../src/contract/config';
import { uploadLimits } from '../../src/contract/uploads';

it('an organisation that has set nothing has the defaults', () => {
  const defaults = {
    productName: 'Saathi',
    apiBase: '',
    capabilities: [],
    mentionNames: [],
    vapidPublicKey: '',
    defaultPassword: '',
    mapTiles: { url: '', attribution: '' },
  };
  const wrong = Object.fromEntries(Object.keys(defaults).map((name) => [name, 7]));
  expect(parse(AppConfig, wrong)).toEqual(defaults);
  expect(parse(AppConfig, {})).toEqual(defaults);
});

it('an organisation has what it has set', () => {
  const set = {
    productName: 'Pashu Mitra',
    apiBase: 'https://api.example.org/v1',
    capabilities: ['seen'],
    mentionNames: ['Mira', 'Ravi'],
    vapidPublicKey: 'BEl62i',
    defaultPassword: 'welcome',
    mapTiles: { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Maps' },
  };
  expect(parse(AppConfig, { ...set, unknown: 'x' })).toEqual(set);
  expect(parse(AppConfig, { ...set, mapTiles: { url: 'https://t' } }).mapTiles).toEqual({
    url: 'https://t',
    attribution: '',
  });
});

it.each([
  ['https://api.example.org/', 'https://api.example.org'],
  ['https://api.example.org/v1//', 'https://api.example.org/v1'],
  ['/', ''],
])('the API at %s is called under %j', (set, apiBase) => {
  expect(parse(AppConfig, { apiBase: set }).apiBase).toBe(apiBase);
});

it('a server has the capabilities beyond the specification that it names (DECISIONS W1)', () => {
  const named = parse(Capabilities, ['seen', 'flying', 7, 'idempotencyKeys']);
  expect(named.toSorted()).toEqual(['idempotencyKeys', 'seen']);
  const can = canFrom(named);
  expect([can('seen'), can('search')]).toEqual([true, false]);
  for (const none of [undefined, null, 'seen', {}]) expect(parse(Capabilities, none)).toEqual([]);
});

it('the app knows these capabilities', () => {
  // An organisation with a server of its own writes these names into its config.json by hand, so they must stay the same.
  expect(capabilities.toSorted()).toEqual([
    'administration',
    'closedChats',
    'deleteQuery',
    'historyPaging',
    'idempotencyKeys',
    'incidentTopic',
    'messageChanges',
    'messageLength',
    'movement',
    'notes',
    'notificationPaging',
    'personalTopic',
    'pins',
    'receipts',
    'safeRepeats',
    'search',
    'seen',
    'severity',
    'supplies',
    'thumbnails',
    'timeline',
    'typing',
    'unsubscribe',
  ]);
  expect(parse(Capabilities, capabilities)).toEqual(capabilities);
});

it('a form has at most 10 files and 250 MB, and a file a size for its kind (DECISIONS 66, 84)', () => {
  expect(uploadLimits).toEqual({
    formFiles: 10,
    formBytes: 262_144_000,
    mediaBytes: { IMAGE: 10_485_760, VIDEO: 104_857_600, AUDIO: 26_214_400 },
  });
});
