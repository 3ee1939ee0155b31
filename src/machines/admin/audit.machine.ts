import { type ActorRefFrom, assign, type SnapshotFrom, stateIn } from 'xstate';
import { AUDIT_PAGE, type AuditEntry } from '../../contract/administration';
import { isFullPage, unreadableIn } from '../../contract/lists';
import { workflow } from '../supervision';
import { type AuditFilter, auditNews, fetchAudit } from './ports';

interface AuditContext {
  readonly exists: boolean;
  filter: AuditFilter;
  /** Newest first. */
  entries: readonly AuditEntry[];
  /** Whether there may be older ones. */
  hasMore: boolean;
  unreadable: number;
}

const isFull = (page: readonly AuditEntry[]) => isFullPage(page, AUDIT_PAGE);

/** The audit log (/superadmin/audit), which is beyond the specification: a filter and pages of entries. */
export const auditMachine = workflow({
  types: {
    /** Whether the server has an audit log. */
    input: {} as { readonly exists: boolean },
    context: {} as AuditContext,
    events: {} as
      | { type: 'filter.choose'; filter: AuditFilter }
      | { type: 'log.retry' | 'older.fetch' }
      /** There may be newer entries. */
      | { type: 'log.outdated' },
  },
  actors: { auditNews, fetchAudit },
  delays: {
    /** The pause after the last typed letter before the log is fetched, in milliseconds. */
    typing: 300,
  },
  guards: { hasOlder: ({ context }) => context.hasMore },
  actions: {
    addOlder: assign(({ context }, page: readonly AuditEntry[]) => ({
      entries: [...context.entries, ...page],
      hasMore: isFull(page),
      unreadable: context.unreadable + unreadableIn(page).length,
    })),
    logFailure: ({ event }) => console.error('The audit log could not be fetched', event),
  },
}).createMachine({
  id: 'audit',
  context: ({ input }) => ({
    ...input,
    filter: { action: '', search: '' },
    entries: [],
    hasMore: false,
    unreadable: 0,
  }),
  initial: 'checking',
  states: {
    checking: { always: [{ guard: ({ context }) => context.exists, target: 'open' }, { target: 'absent' }] },
    absent: {},
    open: {
      initial: 'loading',
      invoke: { id: 'auditNews', src: 'auditNews', input: undefined },
      on: { 'filter.choose': { target: '.waiting', actions: assign({ filter: ({ event }) => event.filter }) } },
      states: {
        waiting: { after: { typing: { target: 'loading' } } },
        loading: {
          invoke: {
            id: 'fetchNewest',
            src: 'fetchAudit',
            input: ({ context }) => context.filter,
            onDone: {
              target: 'shown',
              actions: assign(({ event: { output } }) => ({
                entries: output,
                hasMore: isFull(output),
                unreadable: unreadableIn(output).length,
              })),
            },
            onError: { target: 'failed', actions: 'logFailure' },
          },
        },
        failed: {
          on: {
            'log.retry': { target: 'loading' },
            'log.outdated': { target: 'loading', description: 'The connection is back.' },
          },
        },
        shown: {
          initial: 'resting',
          on: {
            'older.fetch': { guard: 'hasOlder', target: 'fetchingOlder' },
            'log.outdated': { target: '.refreshing' },
          },
          states: {
            resting: {},
            refreshing: {
              description:
                'The admin has come back to the page, or the connection is back: newer entries come above what is read.',
              invoke: {
                id: 'fetchNewer',
                src: 'fetchAudit',
                input: ({ context }) => context.filter,
                onDone: {
                  target: 'resting',
                  actions: assign(({ context, event: { output } }) => {
                    const newer = output.filter(({ id }) => context.entries.every((entry) => entry.id !== id));
                    const unreadable = unreadableIn(output).length;
                    return newer.length === output.length && isFull(output)
                      ? { entries: output, hasMore: true, unreadable }
                      : {
                          entries: [...newer, ...context.entries],
                          unreadable: Math.max(context.unreadable, unreadable),
                        };
                  }),
                  description:
                    'They are put above what is shown. A whole page of them takes its place: there may be others in between.',
                },
                onError: { target: 'resting', actions: 'logFailure', description: 'What is shown stays.' },
              },
              on: {
                'older.fetch': {
                  guard: 'hasOlder',
                  target: '#audit.open.fetchingOlder.outdated',
                  description: 'The newer ones are fetched afterwards.',
                },
              },
            },
            refused: {
              description: 'Older entries could not be fetched; what is shown stays.',
              on: {
                'older.fetch': {
                  guard: 'hasOlder',
                  target: '#audit.open.fetchingOlder.outdated',
                  description: 'There may have been newer ones meanwhile.',
                },
              },
            },
          },
        },
        fetchingOlder: {
          invoke: {
            id: 'fetchOlder',
            src: 'fetchAudit',
            input: ({ context: { filter, entries } }) => ({ ...filter, before: entries.at(-1)?.id }),
            onDone: [
              {
                guard: stateIn({ open: { fetchingOlder: 'outdated' } }),
                target: 'shown.refreshing',
                actions: { type: 'addOlder', params: ({ event }) => event.output },
              },
              { target: 'shown', actions: { type: 'addOlder', params: ({ event }) => event.output } },
            ],
            onError: { target: 'shown.refused', actions: 'logFailure' },
          },
          on: { 'log.outdated': { target: '.outdated' } },
          initial: 'current',
          states: {
            current: {},
            outdated: { description: 'Newer entries are fetched as soon as the older ones have come.' },
          },
        },
      },
    },
  },
});
export type AuditRef = ActorRefFrom<typeof auditMachine>;
export type AuditSnapshot = SnapshotFrom<typeof auditMachine>;

export const selectExists = (snapshot: AuditSnapshot) => snapshot.context.exists;
export const selectFilter = (snapshot: AuditSnapshot) => snapshot.context.filter;
export const selectIsLoading = (snapshot: AuditSnapshot) =>
  snapshot.matches({ open: 'loading' }) || snapshot.matches({ open: 'waiting' });
export const selectHasFailed = (snapshot: AuditSnapshot) => snapshot.matches({ open: 'failed' });
/** The entries that match the filter; null until they are fetched. */
export const selectEntries = (snapshot: AuditSnapshot) =>
  snapshot.matches({ open: 'shown' }) || snapshot.matches({ open: 'fetchingOlder' }) ? snapshot.context.entries : null;
/** Whether there is no entry at all, so that there is nothing to search. */
export const selectIsBlank = (snapshot: AuditSnapshot) => {
  const { action, search } = snapshot.context.filter;
  return selectEntries(snapshot)?.length === 0 && action === '' && search.trim() === '';
};
export const selectHasMore = (snapshot: AuditSnapshot) => snapshot.context.hasMore;
export const selectIsFetchingOlder = (snapshot: AuditSnapshot) => snapshot.matches({ open: 'fetchingOlder' });
export const selectIsRefused = (snapshot: AuditSnapshot) => snapshot.matches({ open: { shown: 'refused' } });
export const selectUnreadable = (snapshot: AuditSnapshot) => snapshot.context.unreadable;
