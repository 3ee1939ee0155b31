import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { offersFor } from '../../rules/incidents/reports';
import { serverNow } from '../../services/api/request';
import { createUpload } from '../../services/api/upload';
import type { Gateways } from '../gateways';
import { keyed } from '../lostAnswers';
import { answerOf, formWith, networkChannel, ofKind, uploadBy } from './attempts';

/** The ports of a report: multipart with a JSON part 'incident' and a part 'media' for each file (S1 §7). */
export function provideReportSubmission({ api, apiOptions }: Gateways) {
  const upload = createUpload(apiOptions);
  return submissionMachine.provide({
    actors: {
      channel: networkChannel,
      check: fromPromise(async ({ input, signal }) => {
        const report = ofKind(input.submission, 'report');
        const live = await api.call(incidentEndpoints.liveIncidents, { signal });
        const similar = offersFor(report, live, { now: Date.now(), serverNow: serverNow() });
        return similar.length > 0 ? { ...report, content: { ...report.content, similar } } : null;
      }),
      send: uploadBy({ apiOptions }, ({ submission }, say) => {
        const { id, content } = ofKind(submission, 'report');
        const form = formWith({ data: 'incident', files: 'media' }, content.details, content.files);
        return upload(incidentEndpoints.reportIncident, { form, headers: keyed(id) }, (news) => say(answerOf(news)));
      }),
    },
  });
}
