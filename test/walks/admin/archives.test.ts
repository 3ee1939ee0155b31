import { expect, it } from 'vitest';
import type { ArchiveEntry } from '../../../src/contract/archives';
import {
  type ArchivesSnapshot,
  archivesMachine,
  selectArchives,
  selectDownloading,
  selectExists,
  selectHasFailed,
  selectIsLoading,
  selectIsRefused,
} from '../../../src/machines/admin/archives.machine';
import { ARCHIVES_FAILURE, DOWNLOAD_FAILURE } from '../../../src/rules/admin/auditTexts';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';

const archive: ArchiveEntry = { id: '4', incidentId: '9', archivedAt: '2026-03-10T09:00:00Z', archivedBy: null };
const props = () => ({
  ports: {
    fetchArchives: promisePort<readonly ArchiveEntry[]>(),
    downloadArchive: promisePort<void, { archive: ArchiveEntry }>(),
  },
});
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: ArchivesSnapshot) => T): T };
/** Loading, failed, refused, and which archive is on its way. */
const says =
  (isLoading: boolean, hasFailed: boolean, isRefused: boolean, downloading: string | null) =>
  ({ read, ports }: Setup) => {
    const told = [selectIsLoading, selectHasFailed, selectIsRefused, selectDownloading];
    expect(told.map((select) => read<unknown>(select))).toEqual([isLoading, hasFailed, isRefused, downloading]);
    expect(ports.fetchArchives.running).toBe(isLoading);
    expect(ports.downloadArchive.running).toBe(downloading !== null);
  };

const walk = walkOf({
  machine: archivesMachine,
  props,
  inputs: [true, false].map((exists) => () => ({ exists })),
  key: ({ context }) => context.exists,
  samples: {
    'one came': done('fetchArchives', [archive]),
    'none could be fetched': failed('fetchArchives'),
    'tried again': { type: 'archives.retry' },
    'one is wanted': { type: 'archive.download', archive },
    'it is saved': done('downloadArchive'),
    'it could not be fetched': failed('downloadArchive'),
  },
  logs: ['it could not be fetched', 'none could be fetched'],
  states: {
    absent: {
      sees: (setup) => {
        expect([setup.read(selectExists), setup.read(selectArchives)]).toEqual([false, null]);
        says(false, false, false, null)(setup);
      },
    },
    loading: {
      sees: (setup) => {
        expect(setup.read(selectExists)).toBe(true);
        says(true, false, false, null)(setup);
      },
      takes: {
        'one came': { to: 'shown.resting', sees: ({ read }) => expect(read(selectArchives)).toEqual([archive]) },
        'none could be fetched': 'failed',
      },
    },
    failed: { sees: says(false, true, false, null), takes: { 'tried again': 'loading' } },
    shown: {
      sees: ({ read }) => expect(read(selectArchives)).toEqual([archive]),
      takes: { 'one is wanted': 'downloading' },
    },
    'shown.resting': { sees: says(false, false, false, null) },
    'shown.refused': { sees: says(false, false, true, null) },
    downloading: {
      sees: (setup) => {
        says(false, false, false, '4')(setup);
        expect(setup.ports.downloadArchive.calls.at(-1)).toEqual({ archive });
        expect(setup.read(selectArchives)).toEqual([archive]);
      },
      takes: { 'it is saved': 'shown.resting', 'it could not be fetched': 'shown.refused' },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('says what could not be fetched', () => {
  expect(ARCHIVES_FAILURE).toBe('Failed to fetch archives.');
  expect(DOWNLOAD_FAILURE).toBe('Failed to download the archive.');
});
