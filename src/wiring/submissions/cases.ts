import { fromPromise } from 'xstate';
import type { CompletionDetails } from '../../contract/cases';
import { caseEndpoints } from '../../contract/endpoints/cases';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { isAbsentFrom } from '../../contract/lists';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { onServer } from '../../services/api/request';
import { createUpload } from '../../services/api/upload';
import type { Gateways } from '../gateways';
import { keyed } from '../lostAnswers';
import { answerOf, formWith, networkChannel, ofKind, sendBy, unlessGone, uploadBy } from './attempts';

/** The statuses of an incident whose case has been initiated (S1 §4, DECISIONS 22). */
const BEGUN = ['IN_PROGRESS', 'ONGOING', 'RESOLVED'];

/** The ports of an initiation (S2 §7, …/initiate-confirm). */
export const provideInitiationSubmission = ({ api, apiOptions }: Gateways) =>
  submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: sendBy({ apiOptions }, ({ submission }, signal, sent) => {
        const { incidentId, participatingUserIds } = ofKind(submission, 'initiation').content;
        sent();
        return api.call(caseEndpoints.initiateCase, {
          params: { incidentId },
          body: { participatingUserIds: [...participatingUserIds] },
          signal,
        });
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const { incidentId } = ofKind(input.submission, 'initiation').content;
        const incident = await unlessGone(api.call(incidentEndpoints.incident, { params: { id: incidentId }, signal }));
        return incident !== null && BEGUN.includes(incident.status);
      }),
    },
  });

/** The ports of a movement (DECISIONS 154). It does not matter whether an earlier try has arrived, because it can be repeated. */
export const provideMovement = ({ api, apiOptions }: Gateways) =>
  submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: sendBy({ apiOptions }, ({ submission }, signal, sent) => {
        const { content, queuedAt } = ofKind(submission, 'movement');
        sent();
        return api.call(caseEndpoints.move, {
          params: { incidentId: content.incidentId },
          body: { movement: content.movement, at: new Date(onServer(queuedAt)).toISOString() },
          signal,
        });
      }),
      verify: fromPromise(async () => false),
    },
  });

/** The ports of a completion: multipart with a JSON part 'details' and file parts 'mediaFiles' (S2 §7). */
export function provideCompletionSubmission({ api, apiOptions }: Gateways) {
  const upload = createUpload(apiOptions);
  return submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: uploadBy({ apiOptions }, ({ submission }, say) => {
        const { id, content } = ofKind(submission, 'completion');
        const details: CompletionDetails = {
          resolutionNotes: content.resolutionNotes,
          finalLatitude: content.place?.latitude ?? null,
          finalLongitude: content.place?.longitude ?? null,
        };
        const form = formWith({ data: 'details', files: 'mediaFiles' }, details, content.files);
        return upload(
          caseEndpoints.completeCase,
          { params: { incidentId: content.incidentId }, form, headers: keyed(id) },
          (news) => say(answerOf(news)),
        );
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const { incidentId } = ofKind(input.submission, 'completion').content;
        const cases = await api.call(caseEndpoints.myCases, { signal });
        return isAbsentFrom(cases, (one) => one.incidentId === incidentId);
      }),
    },
  });
}
