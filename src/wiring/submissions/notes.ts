import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import type { NoteDetails } from '../../contract/notes';
import type { NoteSubmission } from '../../contract/submissions';
import type { AttemptInput } from '../../machines/submissions/ports';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { createUpload } from '../../services/upload';
import type { Gateways } from '../gateways';
import { answerOf, networkChannel } from './channel';

/** The ports of a note: multipart with a JSON part 'note' and file parts 'media' (DECISIONS 170). */
export function provideNote({ api, calls }: Gateways) {
  const upload = createUpload(calls);
  return submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: fromCallback<EventObject, AttemptInput>(({ input, sendBack }) => {
        const { id, content } = asNote(input.submission);
        const form = new FormData();
        form.append('note', new Blob([JSON.stringify(detailsOf(input.submission))], { type: 'application/json' }));
        for (const file of content.files) form.append('media', file, file.name);
        return upload(
          incidentEndpoints.addNote,
          { params: { id: content.incidentId }, form, headers: { 'Idempotency-Key': id } },
          (news) => sendBack(answerOf(news)),
        );
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const { text, at } = detailsOf(input.submission);
        const { incidentId } = asNote(input.submission).content;
        const { notes } = await api.call(incidentEndpoints.incident, { params: { id: incidentId }, signal });
        return notes?.some((note) => note.text === text && note.at === at) ?? false;
      }),
    },
  });
}

function detailsOf(submission: AttemptInput['submission']): NoteDetails {
  const { content, queuedAt } = asNote(submission);
  return { text: content.text, at: new Date(queuedAt).toISOString() };
}

function asNote(submission: AttemptInput['submission']): NoteSubmission {
  if (submission.kind !== 'note') throw new Error('This is no note');
  return submission;
}
