import { type EventObject, fromPromise } from 'xstate';
import { draftKeys, NoteDraft } from '../../contract/drafts';
import { caseEndpoints } from '../../contract/endpoints/cases';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { CallFailure, isNetworkFailure, statusOf } from '../../contract/failure';
import { Incident } from '../../contract/incidents';
import { TeamKit } from '../../contract/teams';
import { attachmentsMachine } from '../../machines/attachments.machine';
import type { AboutIncident } from '../../machines/cases/ports';
import { feedOf } from '../../machines/feed.machine';
import { copyingMachine } from '../../machines/incidents/copying.machine';
import { galleryMachine } from '../../machines/incidents/gallery.machine';
import { incidentMachine } from '../../machines/incidents/incident.machine';
import { incidentActionMachine } from '../../machines/incidents/incidentAction.machine';
import { incidentClosingMachine } from '../../machines/incidents/incidentClosing.machine';
import { incidentDeletingMachine } from '../../machines/incidents/incidentDeleting.machine';
import { incidentEditMachine } from '../../machines/incidents/incidentEdit.machine';
import { incidentHistoryMachine } from '../../machines/incidents/incidentHistory.machine';
import { incidentLocationMachine } from '../../machines/incidents/incidentLocation.machine';
import { incidentNoteMachine } from '../../machines/incidents/incidentNote.machine';
import { incidentUpdateMachine } from '../../machines/incidents/incidentUpdate.machine';
import { isInterestedIn, mayBeDone } from '../../machines/incidents/permission';
import type { AsSeen, NoteDraftOf } from '../../machines/incidents/ports';
import { teamKitMachine } from '../../machines/incidents/teamKit.machine';
import { successNotice } from '../../machines/session/notices.machine';
import { fromStream } from '../../machines/supervision';
import { writtenReason } from '../../rules/formInput';
import {
  deleteFailureText,
  doneTexts,
  editFailureText,
  INTEREST_FAILURE,
  locationFailureText,
  mediaDeleteFailureText,
  statusFailureText,
  writtenText,
} from '../../rules/incidents/incidentPageTexts';
import { coordinatesText, isAsEdited, type Place, placeOf } from '../../rules/incidents/incidents';
import type { CaptainAction } from '../../rules/incidents/incidentTexts';
import { conflictText } from '../../rules/incidents/incidentTexts';
import { LOCATION_UPDATED } from '../../rules/incidents/locationTexts';
import { locate, locateWithAccuracy } from '../../services/device/location';
import { cachedFeed, cacheOf, orCached } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { fetchTeamThrough, provideTeam } from '../cases/team';
import { copyTextPort, textCopying } from '../copying';
import { evenIfLeft } from '../evenIfLeft';
import { formDraftOf } from '../formDrafts';
import { askingWhereUntold, type Gateways, newsFor, stopAfterLogOut } from '../gateways';
import { createOnce, orMade } from '../lostAnswers';
import { prepareFile } from '../prepareFile';
import { readCachedIncident, readWholeCachedIncident } from './cachedIncident';

export { GalleryScreen } from '../../views/incidents/gallery/GalleryScreen';
export { IncidentScreen } from '../../views/incidents/incident/IncidentScreen';
export { IncidentUpdateScreen } from '../../views/incidents/incident/IncidentUpdateScreen';

const about = ({ incidentId }: AboutIncident) => ({ id: incidentId });
/** The version that the captain's screen shows, so that our server can detect a conflict (DECISIONS 78). */
const asSeen = ({ seen }: Pick<AsSeen, 'seen'>) => ({ seen: seen ?? undefined });

/** The feed of one incident, with its ports. A copy of the incident is cached for use without a network. */
const provideFeed = (gateways: Gateways, readCacheOf?: typeof readCachedIncident) => {
  const { api, realtime } = gateways;
  const { fetchData } = cachedFeed<Incident, AboutIncident>(
    cacheOf(gateways, Incident),
    ({ incidentId }) => cacheKeys.incident(incidentId),
    (input, signal) => api.call(incidentEndpoints.incident, { params: about(input), signal }),
  );
  return feedOf<Incident, AboutIncident>(
    fetchData,
    fromStream<EventObject, AboutIncident>(({ input, sendBack }) =>
      realtime.watchIncidents(newsFor(sendBack, input.incidentId)),
    ),
    readCacheOf && fromPromise(({ input }) => readCacheOf(gateways, input.incidentId)),
  ).provide(askingWhereUntold(gateways));
};

const device = { locate: fromPromise<Place>(({ signal }) => locate(signal)) };

/**
 * The edit form with its ports. A server that does not compare the version with the one that the captain has seen is asked for its
 * version directly before.
 */
const provideEdit = (gateways: Gateways) => {
  const { api, apiOptions } = gateways;
  const once = createOnce(gateways);
  return incidentEditMachine.provide({
    actors: {
      ...device,
      saveIncident: evenIfLeft(gateways, ({ incidentId, edit, before }) => {
        const params = { id: incidentId };
        const seen = before.lastUpdated;
        const fetchPresent = () => api.call(incidentEndpoints.incident, { params });
        return {
          call: () =>
            once({
              content: ['edit', incidentId, edit, seen],
              call: async (headers) => {
                if (!apiOptions.can('seen') && seen !== null) {
                  const mayGoOn = stopAfterLogOut(gateways);
                  const present = await fetchPresent();
                  mayGoOn();
                  if (present.lastUpdated !== seen) throw new CallFailure('refused', 409, conflictText(present));
                }
                return api.call(incidentEndpoints.editIncident, {
                  params,
                  headers,
                  body: edit,
                  query: asSeen({ seen }),
                });
              },
              find: async () => {
                const present = await fetchPresent();
                return isAsEdited(present, edit) ? present : undefined;
              },
            }),
          doneNotice: () => successNotice(doneTexts.edited),
          failureText: editFailureText,
          written: writtenText(edit, before),
          incidentId,
        };
      }),
    },
  });
};

/** Sets the place of an incident. After a lost answer the incident is fetched: a second try of a member would be refused (DECISIONS 26). */
async function setPlace(
  gateways: Gateways,
  { incidentId, place }: AboutIncident & { readonly place: Place },
): Promise<Incident> {
  const { api } = gateways;
  const params = { id: incidentId };
  let incident: Incident | undefined;
  await orMade(
    gateways,
    async () => {
      incident = await api.call(incidentEndpoints.locateIncident, { params, body: place });
    },
    async (signal) => {
      incident = await api.call(incidentEndpoints.incident, { params, signal });
      const now = placeOf(incident);
      return now !== null && coordinatesText(now) === coordinatesText(place);
    },
  );
  return incident as Incident;
}

/** The edit form as a page. */
export const provideIncidentUpdate = (gateways: Gateways) =>
  incidentUpdateMachine.provide({
    actors: {
      incidentEdit: provideEdit(gateways),
      // Without cached copies, because a cached copy must not be the base of an edit.
      incidentFeed: provideFeed(gateways),
    },
  });

/** The kits of the team. Only those of the member's own cases are cached: `fetchAboutCasesAhead` does that (DECISIONS 205). */
const provideTeamKit = (gateways: Gateways) =>
  teamKitMachine.provide({
    actors: {
      fetchKit: fromPromise<readonly string[], AboutIncident>(({ input, signal }) =>
        orCached<readonly string[]>(
          gateways.api.call(caseEndpoints.teamKit, { params: about(input), signal }),
          async () => (await cacheOf(gateways, TeamKit).read(cacheKeys.teamKit(input.incidentId)))?.data,
          isNetworkFailure,
        ),
      ),
    },
  });

/** Looks whether an action is done that changes the status of an incident. */
const findStatus =
  ({ api }: Gateways, action: CaptainAction, input: AboutIncident) =>
  async () =>
    mayBeDone(await api.call(incidentEndpoints.incident, { params: about(input) }), action) || undefined;

/** The actions without a dialog. */
function provideAction(gateways: Gateways) {
  const { api } = gateways;
  const once = createOnce(gateways);
  return incidentActionMachine.provide({
    actors: {
      setInterest: evenIfLeft(gateways, (input) => {
        const { addInterest, removeInterest } = incidentEndpoints;
        return {
          call: () =>
            orMade(
              gateways,
              () => api.call(input.isInterested ? addInterest : removeInterest, { params: about(input) }),
              async (signal, callerId) => {
                const present = await api.call(incidentEndpoints.incident, { params: about(input), signal });
                return isInterestedIn(present, callerId) === input.isInterested;
              },
            ),
          failureText: () => INTEREST_FAILURE,
          incidentId: input.incidentId,
        };
      }),
      changeStatus: evenIfLeft(gateways, (input) => {
        const { resolveIncident, reactivateIncident } = incidentEndpoints;
        const endpoint = input.change === 'incident.resolve' ? resolveIncident : reactivateIncident;
        return {
          call: () =>
            once<unknown>({
              content: input,
              call: (headers) => api.call(endpoint, { params: about(input), headers, query: asSeen(input) }),
              find: findStatus(gateways, input.change, input),
            }),
          doneNotice: () => successNotice(doneTexts[input.change]),
          failureText: (error) => statusFailureText(input.change, error),
          incidentId: input.incidentId,
        };
      }),
    },
  });
}

/** The dialog Close Incident. */
function provideClosing(gateways: Gateways) {
  const { api } = gateways;
  const once = createOnce(gateways);
  return incidentClosingMachine.provide({
    actors: {
      closeIncident: evenIfLeft(gateways, (input) => ({
        call: () =>
          once<unknown>({
            // Without the version: the dialog goes on with newer ones, and a closed incident is never opened again.
            content: ['close', input.incidentId, input.reason],
            call: (headers) =>
              api.call(incidentEndpoints.closeIncident, {
                params: about(input),
                headers,
                query: asSeen(input),
                body: { reason: input.reason },
              }),
            find: findStatus(gateways, 'incident.close', input),
          }),
        doneNotice: () => successNotice(doneTexts['incident.close']),
        failureText: (error) => statusFailureText('incident.close', error),
        written: writtenReason(input.reason),
        incidentId: input.incidentId,
      })),
    },
  });
}

/** The dialog Delete Incident. */
function provideDeleting(gateways: Gateways) {
  const { api } = gateways;
  const once = createOnce(gateways);
  return incidentDeletingMachine.provide({
    actors: {
      deleteIncident: evenIfLeft(gateways, (input) => ({
        call: () =>
          once({
            content: ['delete', input.incidentId, input.archive],
            call: (headers) =>
              api.call(incidentEndpoints.deleteIncident, {
                params: about(input),
                headers,
                query: { ...asSeen(input), archive: input.archive },
                body: { archive: input.archive },
              }),
            find: () =>
              api.call(incidentEndpoints.incident, { params: about(input) }).then(
                () => undefined,
                (error) => (statusOf(error) === 404 ? null : undefined),
              ),
          }),
        doneNotice: (message) => successNotice(message ?? doneTexts.deleted),
        failureText: deleteFailureText,
        incidentId: input.incidentId,
      })),
    },
  });
}

/** Update Location. */
const provideLocation = (gateways: Gateways) =>
  incidentLocationMachine.provide({
    actors: {
      locate: fromPromise(({ signal }) => locateWithAccuracy(signal)),
      updateLocation: evenIfLeft(gateways, (input) => ({
        call: () => setPlace(gateways, input),
        doneNotice: () => successNotice(LOCATION_UPDATED),
        failureText: locationFailureText,
        incidentId: input.incidentId,
      })),
    },
  });

/** The incident page with its ports and those of its child charts. */
export function provideIncident(gateways: Gateways) {
  const { api } = gateways;
  return incidentMachine.provide({
    actors: {
      incidentFeed: provideFeed(gateways, readCachedIncident),
      team: provideTeam(gateways),
      teamKit: provideTeamKit(gateways),
      incidentHistory: incidentHistoryMachine.provide({
        actors: {
          fetchHistory: fromPromise(({ input, signal }) =>
            api.call(incidentEndpoints.incidentHistory, { params: about(input), signal }),
          ),
        },
      }),
      copying: copyingMachine.provide({
        actors: {
          copyText: copyTextPort,
          fetchTeam: fetchTeamThrough(gateways),
        },
      }),
      incidentAction: provideAction(gateways),
      incidentClosing: provideClosing(gateways),
      incidentDeleting: provideDeleting(gateways),
      incidentEdit: provideEdit(gateways),
      incidentNote: incidentNoteMachine.provide({
        actors: {
          attachments: attachmentsMachine.provide({ actors: { prepareFile } }),
          noteDraft: formDraftOf(NoteDraft, ({ incidentId }: NoteDraftOf) => draftKeys.note(incidentId)),
          textCopying,
        },
      }),
      incidentLocation: provideLocation(gateways),
    },
  });
}

/** The media gallery with its ports. */
export const provideGallery = (gateways: Gateways) =>
  galleryMachine.provide({
    actors: {
      incidentFeed: provideFeed(gateways, readWholeCachedIncident),
      deleteMedia: evenIfLeft(gateways, ({ incidentId, mediaId }) => ({
        call: async () => {
          const { api } = gateways;
          try {
            return await api.call(incidentEndpoints.deleteIncidentMedia, { params: { id: incidentId, mediaId } });
          } catch (error) {
            if (statusOf(error) !== 404) throw error;
            // Perhaps it is gone: the answer to an earlier press was lost, or somebody else was faster. But a 404 may have other reasons.
            const incident = await api
              .call(incidentEndpoints.incident, { params: { id: incidentId } })
              .catch(() => null);
            if (incident === null || incident.mediaFiles.some(({ id }) => id === mediaId)) throw error;
            return undefined;
          }
        },
        doneNotice: () => successNotice(doneTexts.mediaDeleted),
        failureText: mediaDeleteFailureText,
        incidentId,
      })),
    },
  });
