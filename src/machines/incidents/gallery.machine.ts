import { type ActorRefFrom, assertEvent, assign, emit, type SnapshotFrom, sendTo } from 'xstate';
import type { Incident } from '../../contract/incidents';
import { madeOf } from '../../contract/lists';
import { groupMedia, type MediaGroup } from '../../rules/incidents/gallery';
import {
  doneTexts,
  galleryFailureText,
  mediaDeleteFailureText,
  NO_TOKEN_OR_ID,
} from '../../rules/incidents/incidentPageTexts';
import { INCIDENT_NOT_FOUND } from '../../rules/incidents/incidentTexts';
import { mayDeleteMedia } from '../../rules/roles';
import { announcement, type DoneAnnounced } from '../announcement';
import type { AboutIncident } from '../cases/ports';
import { type FeedFact, feedOf, isGone } from '../feed.machine';
import { workflow } from '../supervision';
import { deleteMedia } from './ports';

interface GalleryContext extends AboutIncident {
  readonly groups: readonly MediaGroup[];
  readonly failure: string;
  /** The id of the file to delete, or null. */
  readonly mediaId: string | null;
}

type GalleryEvent =
  | FeedFact<Incident>
  | { type: 'gallery.retry' }
  /** With the roles of the member who pressed the button. */
  | { type: 'media.delete'; mediaId: string; roles: readonly string[] }
  | { type: 'deletion.confirm' }
  | { type: 'modal.close' };

/** The media of an incident by case, and their deletion (S2 §2, §6, §7, §8). */
export const galleryMachine = workflow({
  types: {
    input: {} as AboutIncident,
    context: {} as GalleryContext,
    events: {} as GalleryEvent,
    emitted: {} as DoneAnnounced,
    children: {} as { incidentFeed: 'incidentFeed' },
  },
  actors: { deleteMedia, incidentFeed: feedOf<Incident, AboutIncident>() },
  actions: {
    keepGroups: assign({
      groups: ({ event }) => {
        assertEvent(event, 'feed.fetched');
        return groupMedia(event.data.mediaFiles);
      },
    }),
    keepFailure: assign({
      failure: ({ event }) => {
        assertEvent(event, 'feed.failed');
        return galleryFailureText(event.error);
      },
    }),
    refresh: sendTo('incidentFeed', { type: 'feed.refresh' }),
  },
  guards: {
    isGone,
  },
}).createMachine({
  id: 'gallery',
  context: ({ input }) => ({ ...input, groups: [], failure: '', mediaId: null }),
  initial: 'opening',
  states: {
    opening: {
      always: [{ guard: ({ context }) => context.incidentId.trim() === '', target: 'unaddressed' }, { target: 'open' }],
    },
    unaddressed: {
      type: 'final',
      description: "'Missing token or incident ID.' S2 §8",
      entry: assign({ failure: NO_TOKEN_OR_ID }),
    },
    missing: { type: 'final', description: 'The incident does not exist, or somebody has deleted it. S2 §8' },
    open: {
      invoke: {
        id: 'incidentFeed',
        src: 'incidentFeed',
        input: ({ context: { incidentId }, self }) => ({ query: { incidentId }, gather: 0, parent: self }),
      },
      initial: 'loading',
      states: {
        loading: {
          on: {
            'feed.fetched': {
              target: 'shown',
              actions: 'keepGroups',
            },
            'feed.failed': [
              {
                guard: 'isGone',
                target: '#gallery.missing',
                actions: 'keepFailure',
                description: 'There is no such incident, so trying again cannot help.',
              },
              { target: 'failed', actions: 'keepFailure' },
            ],
          },
        },
        failed: {
          description: 'News of the incident, or the return of the network, starts another try.',
          on: {
            'gallery.retry': { target: 'loading', actions: 'refresh' },
            'feed.fetched': { target: 'shown', actions: 'keepGroups' },
            'feed.failed': [
              { guard: 'isGone', target: '#gallery.missing', actions: 'keepFailure' },
              { actions: 'keepFailure' },
            ],
          },
        },
        shown: {
          on: {
            'feed.fetched': { actions: 'keepGroups' },
            'feed.failed': {
              guard: 'isGone',
              target: '#gallery.missing',
              actions: assign({ failure: INCIDENT_NOT_FOUND }),
              description:
                "'Incident not found.' S2 §8: somebody has deleted it meanwhile. After other failures the shown media stay.",
            },
          },
          initial: 'looking',
          states: {
            looking: {
              on: {
                'media.delete': {
                  guard: ({ event }) => mayDeleteMedia(event.roles),
                  target: 'confirming',
                  actions: assign({ mediaId: ({ event }) => event.mediaId }),
                  description: 'Media deletion: ADMIN and SUPER_ADMIN. S2 §6',
                },
              },
            },
            confirming: {
              on: { 'deletion.confirm': { target: 'deleting' }, 'modal.close': { target: 'looking' } },
              initial: 'asked',
              states: {
                asked: {},
                refused: { description: 'The confirmation stays open and shows what went wrong. S2 §8' },
              },
            },
            deleting: {
              on: {
                'modal.close': {
                  target: 'looking',
                  description: 'The deletion goes on, and a notice says how it ends. DECISIONS 398',
                },
              },
              invoke: {
                id: 'deleteMedia',
                src: 'deleteMedia',
                input: ({ context: { incidentId, mediaId } }) => ({ incidentId, mediaId: mediaId ?? '' }),
                onDone: {
                  target: 'looking',
                  actions: [
                    assign({
                      groups: ({ context: { groups, mediaId } }) =>
                        madeOf(
                          groupMedia(groups.flatMap(({ files }) => files).filter(({ id }) => id !== mediaId)),
                          groups,
                        ),
                    }),
                    'refresh',
                    emit(announcement(doneTexts.mediaDeleted)),
                  ],
                },
                onError: {
                  target: 'confirming.refused',
                  actions: assign({ failure: ({ event }) => mediaDeleteFailureText(event.error) }),
                },
              },
            },
          },
        },
      },
    },
  },
});
export type GalleryRef = ActorRefFrom<typeof galleryMachine>;
export type GallerySnapshot = SnapshotFrom<typeof galleryMachine>;
