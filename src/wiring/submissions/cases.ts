import { fromPromise } from 'xstate';
import type { CompletionDetails } from '../../contract/cases';
import { caseEndpoints } from '../../contract/endpoints/cases';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import type { CompletionSubmission, InitiationSubmission, MovementSubmission } from '../../contract/submissions';
import type { AttemptInput } from '../../machines/submissions/ports';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { createUpload } from '../../services/upload';
import type { Gateways } from '../gateways';
import { answerOf, networkChannel, sendBy, unlessGone, uploadBy } from './channel';

/** The statuses of an incident whose case has been initiated (S1 §4, DECISIONS 22). */
const BEGUN = ['IN_PROGRESS', 'ONGOING', 'RESOLVED'];

/** The ports of an initiation (S2 §7, …/initiate-confirm). */
export const provideInitiationSubmission = ({ api, calls }: Gateways) =>
  submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: sendBy({ calls }, ({ submission }, signal, sent) => {
        const { incidentId, participatingUserIds } = asInitiation(submission).content;
        sent();
        return api.call(caseEndpoints.initiateCase, {
          params: { incidentId },
          body: { participatingUserIds: [...participatingUserIds] },
          signal,
        });
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const { incidentId } = asInitiation(input.submission).content;
        const incident = await unlessGone(api.call(incidentEndpoints.incident, { params: { id: incidentId }, signal }));
        return incident !== null && BEGUN.includes(incident.status);
      }),
    },
  });

/** The ports of a movement (DECISIONS 154). It does not matter whether an earlier try has arrived, because it can be repeated. */
export const provideMovement = ({ api, calls }: Gateways) =>
  submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: sendBy({ calls }, ({ submission }, signal, sent) => {
        const { content, queuedAt } = asMovement(submission);
        sent();
        return api.call(caseEndpoints.move, {
          params: { incidentId: content.incidentId },
          body: { movement: content.movement, at: new Date(queuedAt).toISOString() },
          signal,
        });
      }),
      verify: fromPromise(async () => false),
    },
  });

/** The ports of a completion: multipart with a JSON part 'details' and file parts 'mediaFiles' (S2 §7). */
export function provideCompletionSubmission({ api, calls }: Gateways) {
  const upload = createUpload(calls);
  return submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: uploadBy({ calls }, ({ submission }, say) => {
        const { id, content } = asCompletion(submission);
        const details: CompletionDetails = {
          resolutionNotes: content.resolutionNotes,
          finalLatitude: content.place?.latitude ?? null,
          finalLongitude: content.place?.longitude ?? null,
        };
        const form = new FormData();
        form.append('details', new Blob([JSON.stringify(details)], { type: 'application/json' }));
        for (const file of content.files) form.append('mediaFiles', file, file.name);
        return upload(
          caseEndpoints.completeCase,
          { params: { incidentId: content.incidentId }, form, headers: { 'Idempotency-Key': id } },
          (news) => say(answerOf(news)),
        );
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const { incidentId } = asCompletion(input.submission).content;
        const cases = await api.call(caseEndpoints.myCases, { signal });
        return !cases.some((one) => one.incidentId === incidentId);
      }),
    },
  });
}

function asInitiation(submission: AttemptInput['submission']): InitiationSubmission {
  if (submission.kind !== 'initiation') throw new Error('This is no initiation');
  return submission;
}

function asCompletion(submission: AttemptInput['submission']): CompletionSubmission {
  if (submission.kind !== 'completion') throw new Error('This is no completion');
  return submission;
}

function asMovement(submission: AttemptInput['submission']): MovementSubmission {
  if (submission.kind !== 'movement') throw new Error('This is no movement');
  return submission;
}
