import type { MyCase } from '../../contract/cases';
import { isRetryable, messageOr, statusOf } from '../../contract/failure';
import type { WireId } from '../../contract/primitives';
import type {
  CompletionSubmission,
  InitiationSubmission,
  NoteSubmission,
  Submission,
} from '../../contract/submissions';
import { chatKey } from '../../contract/topics';
import { completionTexts, initiationTexts } from '../cases/caseTexts';
import { incidentLabel } from '../incidents/incidents';
import { sentence } from '../wording';
import type { TimeAndId } from '../world';
import { isFileRefused } from './files';
import { type Kind, newSubmission, type Verdict } from './kind';

/** The lane of one incident. It is ordered because a case must be initiated before it is completed. */
export const incidentLane = (incidentId: string) => `incident/${incidentId}`;

/**
 * The verdict on a failed try. 404 or 409 may mean that an earlier try succeeded and the case has left that state.
 * @param mayHaveSucceeded whether there was such a try
 */
function judge(error: unknown, mayHaveSucceeded: boolean): Verdict {
  if (isRetryable(error)) return 'later';
  return mayHaveSucceeded && [404, 409].includes(statusOf(error)) ? 'verify' : 'never';
}

const shared = {
  laneOf: ({ content }: InitiationSubmission | CompletionSubmission) => incidentLane(content.incidentId),
  isOrdered: true,
  needsCheck: () => false,
  needsUpload: () => false,
  remembersTries: true,
  answerWait: 60_000,
  whenUnanswered: 'verify',
  whenMissing: 'send',
  askedText: () => null,
} as const;

/** Initiation: the member confirms who takes part, and the case begins (S2 §4). */
export const initiationKind: Kind<'initiation'> = {
  ...shared,
  // It is sent without a key, so no server recognises its repeat.
  judge: (error, { wasTried }) => judge(error, wasTried),
  renewed: (submission) => submission,
  failureText: (error) => [initiationTexts.failure(error), messageOr(error, '')].filter(Boolean).join('. '),
  sentText: ({ content }) => `Your case has begun: ${content.label}`,
  refusedText: ({ content, reason }) => `The case could not be initiated: ${sentence(content.label)} ${reason ?? ''}`,
};

/** Completion: the member marks the case as done, with photos (S2 §4, §5). */
export const completionKind: Kind<'completion'> = {
  ...shared,
  // The chat of a completed case takes no messages, so what was written to it before must arrive first.
  laneBefore: ({ content: { chatId } }) => (chatId ? chatKey({ kind: 'incident', chatId }) : null),
  // A server that recognises repeats would have repeated its first answer. So its refusal means that no try with this key has arrived.
  judge: (error, { wasTried, replacesTried = false }, isRepeatable) =>
    judge(error, wasTried && (replacesTried || !isRepeatable)),
  renewed: (submission) => submission,
  failureText: completionTexts.failure,
  sentText: ({ content }) => `${completionTexts.success} ${content.label}`,
  refusedText: ({ content, reason }) => `The case could not be completed: ${sentence(content.label)} ${reason ?? ''}`,
};

/** Whether it is an act on a case, or a message, which may be one to the chat of a case. */
const needsCase = ({ kind }: Submission) => kind === 'initiation' || kind === 'completion' || kind === 'message';

/**
 * Whether the server has refused it because the case was not the member's any more, or not begun: it is completed, has another team, or is
 * deleted. This is asked of completions, whose card usually leaves the list with their form, and of messages to the case's chat.
 */
export const isCaseGone = ({ status, refusedBy }: Submission) =>
  status === 'refused' && [403, 404, 409].includes(refusedBy ?? 0);

/** Whether Retry is offered. What was refused because of what somebody else has done with the case (409) could never arrive. */
export const hasRetry = (submission: Submission) =>
  submission.status === 'refused' && !(needsCase(submission) && submission.refusedBy === 409);

/** Whether it was a report that was made a note of an incident, and that incident takes no notes any more, or is gone (DECISIONS 385). */
export const canBecomeReport = (submission: Submission): submission is NoteSubmission =>
  submission.kind === 'note' && submission.content.report !== undefined && isCaseGone(submission);

/**
 * Whether it would be refused again as long as nobody changes anything: its file is refused or gone, or the case is not the member's any
 * more. Then another button than Retry is the main one (DECISIONS 351).
 */
export const isRetryUseless = (submission: Submission) =>
  isFileRefused(submission) || canBecomeReport(submission) || (needsCase(submission) && isCaseGone(submission));

/**
 * Whether this is the waiting initiation of a case whose completion waits behind it. The completion would be refused without it. An
 * initiation that was refused is not needed: somebody else has begun the case.
 */
export const isNeeded = (one: Submission, others: readonly Submission[]) =>
  one.kind === 'initiation' &&
  one.status === 'waiting' &&
  others.some(
    (other) =>
      other.kind === 'completion' && other.status === 'waiting' && other.content.incidentId === one.content.incidentId,
  );

/** A new initiation. */
export const initiationOf = (myCase: MyCase, participatingUserIds: readonly WireId[], world: TimeAndId) =>
  newSubmission(
    'initiation',
    { incidentId: myCase.incidentId, label: incidentLabel(myCase), participatingUserIds },
    world,
  );

/** A new completion. `wasTried` tells whether an earlier try with other content may have completed the case. */
export const completionOf = (
  myCase: MyCase,
  {
    wasTried,
    ...details
  }: Pick<CompletionSubmission['content'], 'resolutionNotes' | 'place' | 'files'> & {
    readonly wasTried: boolean;
  },
  world: TimeAndId,
): CompletionSubmission => ({
  ...newSubmission(
    'completion',
    { incidentId: myCase.incidentId, label: incidentLabel(myCase), chatId: myCase.chatId, ...details },
    world,
  ),
  wasTried,
  ...(wasTried && { replacesTried: true }),
});

/**
 * The act on a case that waits to be sent, and the case as the app shows it meanwhile. If its initiation waits, the case can
 * already be completed.
 */
export function withPending(
  myCase: MyCase,
  waiting: readonly Submission[],
): { readonly myCase: MyCase; readonly pending: 'initiation' | 'completion' | null } {
  const waits = (kind: Submission['kind']) =>
    waiting.some(
      (one) =>
        one.kind === kind &&
        one.status === 'waiting' &&
        'incidentId' in one.content &&
        one.content.incidentId === myCase.incidentId,
    );
  const hasInitiated = myCase.status === 'ASSIGNED' && waits('initiation');
  const shown: MyCase = hasInitiated ? { ...myCase, status: 'IN_PROGRESS' } : myCase;
  if (waits('completion')) return { myCase: shown, pending: 'completion' };
  return { myCase: shown, pending: hasInitiated ? 'initiation' : null };
}
