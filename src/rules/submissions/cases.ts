import { statusOf } from '../../contract/failure';
import type { CompletionSubmission, InitiationSubmission } from '../../contract/submissions';
import { completionTexts, initiationTexts } from '../caseTexts';
import type { Kind, Verdict } from './kind';
import { isRetryable } from './retry';

/** The lane of one incident: a case is initiated before it is completed. */
export const incidentLane = (incidentId: string) => `incident/${incidentId}`;

/** 404 or 409 after a try without an answer may mean that the try got through: the case is not in that state any more. */
function judge(error: unknown, { wasTried }: InitiationSubmission | CompletionSubmission): Verdict {
  if (isRetryable(error)) return 'later';
  return wasTried && [404, 409].includes(statusOf(error)) ? 'verify' : 'never';
}

const shared = {
  laneOf: ({ content }: InitiationSubmission | CompletionSubmission) => incidentLane(content.incidentId),
  isOrdered: true,
  needsCheck: () => false,
  needsUpload: () => false,
  remembersTries: true,
  judge,
  answerWait: 60_000,
  whenUnanswered: 'verify',
  whenMissing: 'send',
  askedText: () => null,
} as const;

/** Confirming who takes part in a case, with which it begins (S2 §4). */
export const initiationKind: Kind<'initiation'> = {
  ...shared,
  renewed: (submission) => submission,
  failureText: initiationTexts.failure,
  sentText: ({ content }) => `Your case has begun: ${content.label}`,
  refusedText: ({ content, reason }) => `The case could not be initiated: ${content.label}. ${reason ?? ''}`,
};

/** Marking a case as done, photos included (S2 §4, §5). */
export const completionKind: Kind<'completion'> = {
  ...shared,
  renewed: (submission) => submission,
  failureText: completionTexts.failure,
  sentText: ({ content }) => `${completionTexts.success} ${content.label}`,
  refusedText: ({ content, reason }) => `The case could not be completed: ${content.label}. ${reason ?? ''}`,
};
