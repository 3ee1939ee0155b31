import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/contract/administration';
import {
  type AuditSnapshot,
  auditMachine,
  selectEntries,
  selectExists,
  selectFilter,
  selectHasFailed,
  selectHasMore,
  selectIsBlank,
  selectIsFetchingOlder,
  selectIsLoading,
  selectIsRefused,
  selectUnreadable,
} from '../../../src/machines/admin/audit.machine';
import { auditDetails, auditTitle } from '../../../src/rules/admin/auditTexts';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const entries = (count: number, from = 100): AuditEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(from - at),
    at: '2026-03-10T09:00:00Z',
    action: 'roles.changed',
    actor: null,
    target: null,
    details: '',
  }));
// 50 entries are a whole page.
const full = entries(50);
const last = entries(2, 50);
const newer = entries(2, 102);
const muchNewer = entries(50, 200);
const props = () => ({ ports: { auditNews: streamPort(), fetchAudit: promisePort<readonly AuditEntry[]>() } });
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: AuditSnapshot) => T): T };
const says =
  (isLoading: boolean, hasFailed: boolean, isFetchingOlder: boolean, isRefused: boolean) =>
  ({ read }: Setup) => {
    const told = [selectIsLoading, selectHasFailed, selectIsFetchingOlder, selectIsRefused];
    expect(told.map((select) => read(select))).toEqual([isLoading, hasFailed, isFetchingOlder, isRefused]);
  };
const shown = (list: readonly AuditEntry[], hasMore: boolean) => ({
  to: 'open.shown.resting',
  sees: ({ read }: Setup) => {
    expect(read(selectEntries)).toEqual(list);
    expect([read(selectHasMore), read(selectUnreadable)]).toEqual([hasMore, 0]);
  },
});

const walk = walkOf({
  machine: auditMachine,
  props,
  inputs: [true, false].map((exists) => () => ({ exists })),
  key: ({ context: { entries: list, hasMore } }) => [list[0]?.id, list.length, hasMore],
  samples: {
    'a whole page': done('fetchAudit', full, 'fetchNewest'),
    'two entries': done('fetchAudit', last, 'fetchNewest'),
    'none could be fetched': failed('fetchAudit', undefined, 'fetchNewest'),
    'tried again': { type: 'log.retry' },
    'it may be out of date': said('auditNews', { type: 'log.outdated' }),
    'two newer entries': done('fetchAudit', [...newer, ...full.slice(0, 48)], 'fetchNewer'),
    'a page of newer ones': done('fetchAudit', muchNewer, 'fetchNewer'),
    'no newer ones could be fetched': failed('fetchAudit', undefined, 'fetchNewer'),
    'another filter': { type: 'filter.choose', filter: { action: 'users.deleted', search: 'mira' } },
    'typing has ended': elapsed('xstate.after.typing.audit.open.waiting', 300),
    'Show older': { type: 'older.fetch' },
    'two older ones': done('fetchAudit', last, 'fetchOlder'),
    'no older ones could be fetched': failed('fetchAudit', undefined, 'fetchOlder'),
  },
  logs: ['no newer ones could be fetched', 'no older ones could be fetched', 'none could be fetched'],
  states: {
    absent: { sees: ({ read }) => expect([read(selectExists), read(selectEntries)]).toEqual([false, null]) },
    open: {
      sees: ({ read }) => expect(read(selectExists)).toBe(true),
      takes: {
        'another filter': {
          to: 'open.waiting',
          sees: ({ read }) => expect(read(selectFilter)).toEqual({ action: 'users.deleted', search: 'mira' }),
        },
      },
    },
    'open.waiting': {
      sees: (setup) => {
        says(true, false, false, false)(setup);
        expect(setup.ports.fetchAudit.running).toBe(false);
      },
      takes: { 'typing has ended': 'open.loading' },
    },
    'open.loading': {
      sees: (setup) => {
        says(true, false, false, false)(setup);
        expect(setup.ports.fetchAudit.running).toBe(true);
        expect(setup.ports.fetchAudit.calls.at(-1)).toEqual(setup.read(selectFilter));
      },
      takes: {
        'a whole page': shown(full, true),
        'two entries': shown(last, false),
        'none could be fetched': 'open.failed',
      },
    },
    'open.failed': {
      sees: (setup) => {
        says(false, true, false, false)(setup);
        expect(setup.read(selectEntries)).toBe(null);
      },
      takes: { 'tried again': 'open.loading', 'it may be out of date': 'open.loading' },
    },
    'open.shown': {
      takes: {
        'it may be out of date': 'open.shown.refreshing',
      },
    },
    'open.shown.refreshing': {
      sees: (setup) => {
        says(false, false, false, false)(setup);
        expect(setup.ports.fetchAudit.calls.at(-1)).toEqual(setup.read(selectFilter));
      },
      takes: {
        'Show older': ({ context }) => (context.hasMore ? 'open.fetchingOlder.outdated' : null),
        'two newer entries': ({ context: { entries: before, hasMore } }) => {
          const come = [...newer, ...full.slice(0, 48)].filter((entry) => before.every(({ id }) => id !== entry.id));
          // A whole page, of which nothing was known: there may be others in between.
          return come.length === 50 ? shown(come, true) : shown([...come, ...before], hasMore);
        },
        'a page of newer ones': ({ context: { entries: before, hasMore } }) =>
          before.some(({ id }) => id === '200') ? shown(before, hasMore) : shown(muchNewer, true),
        'no newer ones could be fetched': ({ context: { entries: before, hasMore } }) => shown(before, hasMore),
      },
    },
    'open.shown.resting': {
      sees: says(false, false, false, false),
      takes: { 'Show older': ({ context }) => (context.hasMore ? 'open.fetchingOlder.current' : null) },
    },
    'open.shown.refused': {
      sees: says(false, false, false, true),
      takes: { 'Show older': ({ context }) => (context.hasMore ? 'open.fetchingOlder.outdated' : null) },
    },
    'open.fetchingOlder': {
      sees: (setup) => {
        says(false, false, true, false)(setup);
        expect(setup.ports.fetchAudit.calls.at(-1)).toMatchObject({ before: setup.read(selectEntries)?.at(-1)?.id });
      },
      takes: {
        'it may be out of date': 'open.fetchingOlder.outdated',
        'no older ones could be fetched': ({ context }) => ({
          to: 'open.shown.refused',
          sees: ({ read }) => expect(read(selectEntries)).toEqual(context.entries),
        }),
      },
    },
    'open.fetchingOlder.current': {
      sees: says(false, false, true, false),
      takes: { 'two older ones': ({ context }) => shown([...context.entries, ...last], false) },
    },
    'open.fetchingOlder.outdated': {
      sees: says(false, false, true, false),
      takes: {
        'two older ones': ({ context }) => ({
          ...shown([...context.entries, ...last], false),
          to: 'open.shown.refreshing',
        }),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('offers no search while there is nothing to search', () => {
  const isBlank = (search: string, list: readonly AuditEntry[], value: object = { open: { shown: 'resting' } }) => {
    const context = { exists: true, filter: { action: '', search }, entries: list, hasMore: false, unreadable: 0 };
    return selectIsBlank(auditMachine.resolveState({ value: value as never, context }));
  };
  expect([isBlank('', []), isBlank(' ', [])]).toEqual([true, true]);
  expect([isBlank('mira', []), isBlank('', last), isBlank('', [], { open: 'loading' })]).toEqual([false, false, false]);
});

it('shows each act in words, and an unknown one unchanged', () => {
  expect(auditTitle('users.deleted')).toBe('User deleted');
  expect(auditTitle('kitten.petted')).toBe('kitten.petted');
  expect(auditDetails('roles.changed', '+RESCUE_CAPTAIN -ADMIN')).toBe('+Rescue Captain -Admin');
  expect(auditDetails('position.changed', 'MEMBER → VICE_PRESIDENT')).toBe('Member → Vice President');
  expect(auditDetails('chat.cleared', 'OK. To keep: 7.')).toBe('OK. To keep: 7.');
});
