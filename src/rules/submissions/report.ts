import { isRetryable } from '../../contract/failure';
import type { ReportAnswer } from '../../contract/incidents';
import type { ReportSubmission } from '../../contract/submissions';
import { shortLocation } from '../incidents/incidents';
import { reportFailureText } from '../incidents/reportTexts';
import { timeLabel } from '../timeTexts';
import type { Kind } from './kind';

const sentText = ({ content }: Pick<ReportSubmission, 'content'>) =>
  `Your waiting report has been sent: ${shortLocation(content.details.location)}`;

/** A report: the app looks for similar incidents, then sends it with its photos (S1 §7). */
export const reportKind: Kind<'report'> = {
  laneOf: () => 'reports',
  isOrdered: false,
  needsCheck: ({ content }) => !content.isNew,
  needsUpload: () => false,
  judge: (error) => (isRetryable(error) ? 'later' : 'never'),
  remembersTries: true,
  renewed: (submission) => submission,
  answerWait: 60_000,
  whenUnanswered: 'ask',
  whenMissing: 'send',
  failureText: reportFailureText,
  sentText,
  /** It stays, because the member may look at the phone much later, and has no other proof that help was asked for. */
  sentNotice({ content }, answer, at) {
    const id = (answer as ReportAnswer | null | undefined)?.incidentId;
    if (!id) return { text: sentText({ content }), lifetime: null };
    const time = timeLabel(new Date(at).toISOString());
    return {
      text: `Your report #${id} was sent at ${time}: ${shortLocation(content.details.location)}`,
      incidentId: id,
      lifetime: null,
    };
  },
  askedText: ({ content }) =>
    content.similar.length > 0
      ? 'A waiting report may be about an incident that is known already. Please look under Waiting to be sent.'
      : 'We could not see whether a waiting report arrived. Please look under Waiting to be sent.',
  refusedText: ({ reason }) => `A waiting report could not be sent. ${reason ?? ''}`,
};
