import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { hasNote, noteDetailsOf } from '../../rules/submissions/note';
import { createUpload } from '../../services/api/upload';
import type { Gateways } from '../gateways';
import { answerOf, networkChannel, ofKind, unlessGone, uploadBy } from './channel';

/** The ports of a note: multipart with a JSON part 'note' and file parts 'media' (DECISIONS 170). */
export function provideNote({ api, apiOptions }: Gateways) {
  const upload = createUpload(apiOptions);
  return submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: uploadBy({ apiOptions }, ({ submission }, say) => {
        const note = ofKind(submission, 'note');
        const { id, content } = note;
        const form = new FormData();
        form.append('note', new Blob([JSON.stringify(noteDetailsOf(note))], { type: 'application/json' }));
        for (const file of content.files) form.append('media', file, file.name);
        return upload(
          incidentEndpoints.addNote,
          { params: { id: content.incidentId }, form, headers: { 'Idempotency-Key': id } },
          (news) => say(answerOf(news)),
        );
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const note = ofKind(input.submission, 'note');
        const { incidentId: id } = note.content;
        const incident = await unlessGone(api.call(incidentEndpoints.incident, { params: { id }, signal }));
        return incident !== null && hasNote(incident, note);
      }),
    },
  });
}
