import type { MyCase } from '../../contract/cases';
import { messageOr, statusOf } from '../../contract/failure';
import type { WireId } from '../../contract/primitives';
import type { CompletionSubmission, InitiationSubmission, Submission } from '../../contract/submissions';
import { completionTexts, initiationTexts } from '../caseTexts';
import { animalTitle, locationText } from '../incidents';
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
  failureText: (error) => [initiationTexts.failure(error), messageOr(error, '')].filter(Boolean).join('. '),
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

type Made = { now(): number; createId(): string };
const labelOf = ({ animalType, location }: MyCase) => `${animalTitle(animalType)}, ${locationText(location)}`;

/** A confirmation of who takes part in a case. */
export const initiationOf = (
  myCase: MyCase,
  participatingUserIds: readonly WireId[],
  world: Made,
): InitiationSubmission => ({
  id: world.createId(),
  kind: 'initiation',
  queuedAt: world.now(),
  status: 'waiting',
  wasTried: false,
  reason: null,
  content: { incidentId: myCase.incidentId, label: labelOf(myCase), participatingUserIds },
});

/** `wasTried`: whether an earlier try with other content may have completed the case. */
export const completionOf = (
  myCase: MyCase,
  {
    wasTried,
    ...details
  }: Pick<CompletionSubmission['content'], 'resolutionNotes' | 'place' | 'files'> & {
    readonly wasTried: boolean;
  },
  world: Made,
): CompletionSubmission => ({
  id: world.createId(),
  kind: 'completion',
  queuedAt: world.now(),
  status: 'waiting',
  wasTried,
  reason: null,
  content: { incidentId: myCase.incidentId, label: labelOf(myCase), ...details },
});

/** Which act on a case waits to be sent, and the case as it is treated meanwhile. One whose initiation waits can be completed. */
export function withPending(
  myCase: MyCase,
  waiting: readonly Submission[],
): { readonly myCase: MyCase; readonly pending: 'initiation' | 'completion' | null } {
  const ofCase = waiting.filter(
    (one) =>
      (one.kind === 'initiation' || one.kind === 'completion') &&
      one.status === 'waiting' &&
      one.content.incidentId === myCase.incidentId,
  );
  if (ofCase.some(({ kind }) => kind === 'completion')) return { myCase, pending: 'completion' };
  if (ofCase.length === 0 || myCase.status !== 'ASSIGNED') return { myCase, pending: null };
  return { myCase: { ...myCase, status: 'IN_PROGRESS' }, pending: 'initiation' };
}
