import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { ArchiveEntry } from '../../contract/archives';
import { workflow } from '../supervision';
import { downloadArchive, fetchArchives } from './ports';

/** The archives of deleted incidents (DECISIONS 29), each as a file. They are beyond the specification. */
export const archivesMachine = workflow({
  types: {
    /** Whether the server has archives. */
    input: {} as { readonly exists: boolean },
    context: {} as {
      readonly exists: boolean;
      readonly archives: readonly ArchiveEntry[];
      /** The archive that is being fetched or was fetched last. */
      readonly chosen: ArchiveEntry | null;
    },
    events: {} as { type: 'archives.retry' } | { type: 'archive.download'; archive: ArchiveEntry },
  },
  actors: { downloadArchive, fetchArchives },
  actions: { logFailure: ({ event }) => console.error('An archive could not be fetched', event) },
}).createMachine({
  id: 'archives',
  context: ({ input }) => ({ ...input, archives: [], chosen: null }),
  initial: 'checking',
  states: {
    checking: { always: [{ guard: ({ context }) => context.exists, target: 'loading' }, { target: 'absent' }] },
    absent: {},
    loading: {
      invoke: {
        id: 'fetchArchives',
        src: 'fetchArchives',
        onDone: { target: 'shown', actions: assign({ archives: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'logFailure' },
      },
    },
    failed: { on: { 'archives.retry': { target: 'loading' } } },
    shown: {
      initial: 'resting',
      states: {
        resting: {},
        refused: {},
      },
      on: {
        'archive.download': {
          target: 'downloading',
          actions: assign({ chosen: ({ event }) => event.archive }),
        },
      },
    },
    downloading: {
      invoke: {
        id: 'downloadArchive',
        src: 'downloadArchive',
        // `chosen` is always set by the event that leads here.
        input: ({ context }) => ({ archive: context.chosen as ArchiveEntry }),
        onDone: { target: 'shown' },
        onError: { target: 'shown.refused', actions: 'logFailure' },
      },
    },
  },
});
export type ArchivesRef = ActorRefFrom<typeof archivesMachine>;
export type ArchivesSnapshot = SnapshotFrom<typeof archivesMachine>;

export const selectExists = (snapshot: ArchivesSnapshot) => snapshot.context.exists;
export const selectIsLoading = (snapshot: ArchivesSnapshot) => snapshot.matches('loading');
export const selectHasFailed = (snapshot: ArchivesSnapshot) => snapshot.matches('failed');
/** The archives, newest first; null until they are fetched. */
export const selectArchives = (snapshot: ArchivesSnapshot) =>
  snapshot.matches('shown') || snapshot.matches('downloading') ? snapshot.context.archives : null;
/** The id of the archive that is being fetched, or null. */
export const selectDownloading = (snapshot: ArchivesSnapshot) =>
  snapshot.matches('downloading') ? (snapshot.context.chosen?.id ?? null) : null;
/** Whether the last download failed. */
export const selectIsRefused = (snapshot: ArchivesSnapshot) => snapshot.matches({ shown: 'refused' });
