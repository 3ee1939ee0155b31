import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { hasNote, noteDetailsOf } from '../../rules/submissions/note';
import { createUpload } from '../../services/api/upload';
import type { Gateways } from '../gateways';
import { keyed } from '../lostAnswers';
import { answerOf, formWith, networkChannel, ofKind, unlessGone, uploadBy } from './attempts';

/** The ports of a note: multipart with a JSON part 'note' and file parts 'media' (DECISIONS 170). */
export function provideNote({ api, apiOptions, userId }: Gateways) {
  const upload = createUpload(apiOptions);
  return submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: uploadBy({ apiOptions }, ({ submission }, say) => {
        const note = ofKind(submission, 'note');
        const { id, content } = note;
        const form = formWith({ data: 'note', files: 'media' }, noteDetailsOf(note), content.files);
        return upload(
          incidentEndpoints.addNote,
          { params: { id: content.incidentId }, form, headers: keyed(id) },
          (news) => say(answerOf(news)),
        );
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const note = ofKind(input.submission, 'note');
        const { incidentId: id } = note.content;
        const incident = await unlessGone(api.call(incidentEndpoints.incident, { params: { id }, signal }));
        return incident !== null && hasNote(incident, note, userId());
      }),
    },
  });
}
