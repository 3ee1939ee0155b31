import { expect } from 'vitest';
import type { MediaFile } from '../../../src/contract/incidents';
import { type GallerySnapshot, galleryMachine } from '../../../src/machines/incidents/gallery.machine';
import {
  selectCanRetry,
  selectDeletionFailure,
  selectFailure,
  selectGroups,
  selectIsConfirming,
  selectIsDeleting,
  selectIsLoading,
} from '../../../src/machines/incidents/gallery.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { type Telling, tells } from '../telling';
import { dog, failures } from './samples';

const file = (id: string, caseId: string | null): MediaFile => ({
  id,
  url: `/media/${id}`,
  mediaType: 'IMAGE',
  caseId,
});
const files = [file('a', '7'), file('b', null), file('c', '7')];
const props = () => ({ ports: { incidentFeed: streamPort(), deleteMedia: promisePort() } });
type Setup = Telling & ReturnType<typeof props> & { read<T>(select: (snapshot: GallerySnapshot) => T): T };

const ids = (read: Setup['read']) =>
  read(selectGroups)?.map(({ title, files: grouped }) => [title, ...grouped.map(({ id }) => id)]);
const all = [
  ['Initial Report', 'b'],
  ['Case #7', 'a', 'c'],
];
const showing = (to: string, groups: string[][]) => ({
  to,
  sees: ({ read }: Setup) => expect(ids(read)).toEqual(groups),
});
const failing = (text: string) => ({
  to: 'open.failed',
  sees: ({ read }: Setup) => expect([read(selectFailure), read(selectCanRetry)]).toEqual([text, true]),
});
const undeleted = (text: string) => ({
  to: 'open.shown.confirming.refused',
  sees: ({ read }: Setup) => expect(read(selectDeletionFailure)).toBe(text),
});
const refreshes = ({ ports }: Setup) => expect(ports.incidentFeed.received.at(-1)).toEqual({ type: 'feed.refresh' });
/** Changes that others make while the member looks. */
const news = {
  fetched: showing('open.shown', all),
  'fetched without media': { to: 'open.shown', sees: ({ read }: Setup) => expect(ids(read)).toEqual([]) },
  gone: { to: 'missing', sees: ({ read }: Setup) => expect(read(selectFailure)).toBe('Incident not found.') },
};

const walk = walkOf({
  machine: galleryMachine,
  props,
  inputs: [() => ({ incidentId: '3' }), () => ({ incidentId: ' ' })],
  key: ({ context }) => context.groups.length,
  samples: {
    fetched: said('incidentFeed', { type: 'feed.fetched', data: dog({ mediaFiles: files }) }),
    'fetched without media': said('incidentFeed', { type: 'feed.fetched', data: dog() }),
    'no network': said('incidentFeed', { type: 'feed.failed', error: failures.network }),
    'broken server': said('incidentFeed', { type: 'feed.failed', error: failures.broken }),
    gone: said('incidentFeed', { type: 'feed.failed', error: failures.gone }),
    retry: { type: 'gallery.retry' },
    'delete by a member': { type: 'media.delete', mediaId: 'a', roles: ['ROLE_MEMBER'] },
    'delete by a captain': { type: 'media.delete', mediaId: 'a', roles: ['ROLE_RESCUE_CAPTAIN'] },
    'delete by an admin': { type: 'media.delete', mediaId: 'a', roles: ['ROLE_ADMIN'] },
    'delete by a super admin': { type: 'media.delete', mediaId: 'a', roles: ['SUPER_ADMIN'] },
    confirm: { type: 'deletion.confirm' },
    close: { type: 'modal.close' },
    deleted: done('deleteMedia', {}),
    'delete: no network': failed('deleteMedia', failures.network),
    'delete: broken': failed('deleteMedia', failures.worded),
    'delete: gone': failed('deleteMedia', failures.gone),
  },
  states: {
    unaddressed: {
      sees: ({ read, ports }) => {
        expect([read(selectFailure), read(selectCanRetry)]).toEqual(['Missing token or incident ID.', false]);
        expect(ports.incidentFeed.calls).toEqual([]);
      },
    },
    missing: {
      sees: ({ read }) =>
        expect([read(selectCanRetry), read(selectGroups), read(selectIsConfirming)]).toEqual([false, null, false]),
    },
    'open.loading': {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectFailure), read(selectGroups)]).toEqual([true, null, null]);
        expect(ports.incidentFeed.calls[0]).toMatchObject({ query: { incidentId: '3' }, gather: 0 });
      },
      takes: {
        fetched: showing('open.shown.looking', all),
        'fetched without media': showing('open.shown.looking', []),
        'no network': failing('Could not connect to the server.'),
        'broken server': failing('Failed to fetch incident details (Status: 500)'),
        gone: {
          to: 'missing',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Failed to fetch incident details (Status: 404)'),
        },
      },
    },
    'open.failed': {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectGroups)]).toEqual([false, null]),
      takes: {
        retry: { to: 'open.loading', sees: refreshes },
        fetched: showing('open.shown.looking', all),
        'fetched without media': showing('open.shown.looking', []),
        // What a later try says replaces the failure of the first.
        'no network': failing('Could not connect to the server.'),
        'broken server': failing('Failed to fetch incident details (Status: 500)'),
        gone: {
          to: 'missing',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Failed to fetch incident details (Status: 404)'),
        },
      },
    },
    'open.shown': {
      sees: ({ read }) =>
        expect([read(selectIsLoading), read(selectFailure), read(selectCanRetry)]).toEqual([false, null, false]),
      takes: news,
    },
    'open.shown.looking': {
      sees: ({ read, ports }) => {
        expect([read(selectIsConfirming), read(selectIsDeleting), ports.deleteMedia.running]).toEqual([
          false,
          false,
          false,
        ]);
      },
      takes: {
        'delete by an admin': 'open.shown.confirming.asked',
        'delete by a super admin': 'open.shown.confirming.asked',
      },
    },
    'open.shown.confirming': {
      sees: ({ read, ports }) => {
        expect([read(selectIsConfirming), read(selectIsDeleting), ports.deleteMedia.running]).toEqual([
          true,
          false,
          false,
        ]);
      },
      takes: { confirm: 'open.shown.deleting', close: 'open.shown.looking' },
    },
    'open.shown.confirming.asked': { sees: ({ read }) => expect(read(selectDeletionFailure)).toBe(null) },
    'open.shown.confirming.refused': { sees: ({ read }) => expect(read(selectDeletionFailure)).not.toBe(null) },
    'open.shown.deleting': {
      sees: ({ read, ports }) => {
        expect([read(selectIsConfirming), read(selectIsDeleting)]).toEqual([true, true]);
        expect(ports.deleteMedia.calls.at(-1)).toEqual({ incidentId: '3', mediaId: 'a' });
        expect(ports.deleteMedia.running).toBe(true);
      },
      takes: {
        // It goes on all the same (398).
        close: 'open.shown.looking',
        deleted: ({ context }) => ({
          to: 'open.shown.looking',
          sees: (setup) => {
            refreshes(setup);
            tells(setup, 'Media deleted.');
            expect(ids(setup.read)).toEqual(
              context.groups.length > 0
                ? [
                    ['Initial Report', 'b'],
                    ['Case #7', 'c'],
                  ]
                : [],
            );
          },
        }),
        'delete: no network': undeleted('Could not connect to the server.'),
        'delete: broken': undeleted('Failed to delete media item (Status: 500)'),
        'delete: gone': undeleted('Failed to delete media item (Status: 404)'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
