import type { Submission, SubmissionKind } from '../../contract/submissions';
import { movementText } from '../cases/movement';
import { snippetOf } from '../chat/messages';
import { toTempMessage } from '../chat/outgoing';
import { animalTitle } from '../incidents/incidents';
import { itemsText } from '../supplies/requisitions';
import { sentence } from '../wording';
import { filesOf } from './files';
import { type Item, isNext } from './queue';

/** The names of the kinds of submissions, singular and plural. */
const kindNames: { readonly [Kind in SubmissionKind]: readonly [one: string, many: string] } = {
  message: ['message', 'messages'],
  report: ['report', 'reports'],
  initiation: ['initiation', 'initiations'],
  completion: ['completed case', 'completed cases'],
  movement: ['movement', 'movements'],
  note: ['note', 'notes'],
  requisition: ['request for supplies', 'requests for supplies'],
  kitUse: ['used kit item', 'used kit items'],
};

/** '2 messages and 1 report'. */
export function countedKinds(submissions: readonly Submission[]): string {
  const parts = (Object.keys(kindNames) as SubmissionKind[]).flatMap((kind) => {
    const count = submissions.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kindNames[kind][count === 1 ? 0 : 1]}`];
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}

/** The heading of a submission in the tray. */
export function headingOf(submission: Submission): string {
  switch (submission.kind) {
    case 'message':
      return submission.content.chatName;
    case 'report':
      return `Report: ${animalTitle(submission.content.details.animalType)}`;
    case 'initiation':
      return `Initiate Case: ${submission.content.label}`;
    case 'completion':
      return `Complete Case: ${submission.content.label}`;
    case 'movement':
      return `${movementText(submission.content.movement)}: ${submission.content.label}`;
    case 'note':
      return `Note: ${submission.content.label}`;
    case 'requisition':
      return 'Request for supplies';
    case 'kitUse':
      return `Used from the first-aid kit: ${submission.content.name}`;
  }
}

/** The content of a submission in one line, for the tray. */
export function gistOf(submission: Submission): string {
  switch (submission.kind) {
    case 'message':
      return snippetOf(toTempMessage(submission, { id: '', firstName: '', lastName: '' }));
    case 'report':
      return submission.content.details.location;
    case 'initiation': {
      const count = submission.content.participatingUserIds.length;
      return `${count} ${count === 1 ? 'member takes' : 'members take'} part`;
    }
    case 'completion':
      return submission.content.resolutionNotes;
    case 'movement':
      return 'Your team will see it.';
    case 'note':
      return submission.content.text;
    case 'requisition':
      return itemsText(submission.content.items);
    case 'kitUse':
      return `${submission.content.used} used`;
  }
}

/** The number of its files. */
export const fileCountOf = (submission: Submission) => filesOf(submission).length;

/**
 * What is said before a submission is deleted.
 * @param isNeeded whether it is the start of a case whose completion waits behind it, so that it cannot be deleted yet (DECISIONS 342)
 */
export function deletionText(submission: Submission, isNeeded: boolean): string {
  if (isNeeded)
    return 'The completion of this case needs it. First press “Edit Notes and Photos” in My Cases: nothing is lost.';
  const files = fileCountOf(submission);
  return `It is not sent, and it is deleted from this device${files > 0 ? ` with its ${files === 1 ? 'file' : 'files'}` : ''}.`;
}

/** A number of bytes in whole megabytes. */
export const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? 'less than 1 MB' : `${Math.floor(bytes / 1_000_000)} MB`;

/** Said when nothing waits to be sent. */
export const ALL_SENT = 'Everything has been sent.';

/** Why the server has refused a submission. */
export const notSentText = (reason: string | null | undefined) => `Not sent. ${reason ?? ''}`;

/** Why a submission that is repeated by itself has failed. */
export const repeatedText = (reason: string) => `${sentence(reason)} It is tried again by itself.`;

/** The texts of the stages of a report other than the upload (S1 §2). */
export const stageTexts = { checking: 'Looking for similar incidents…', confirming: 'Processing...' } as const;

/**
 * The state of an item in words.
 * @param leads whether this tab sends for all
 */
export function stageOf(item: Item, items: readonly Item[], leads: boolean): string {
  const { submission, head, fraction, trouble, keeping } = item;
  if (submission.status === 'refused') return notSentText(submission.reason);
  if (submission.status === 'asking') return 'Waits for your answer';
  const warning = keeping === 'memory' ? ' Only while this page is open.' : '';
  switch (head) {
    case 'offline':
      return `Waiting for the connection.${warning}`;
    case 'backingOff':
      return `${repeatedText(trouble?.text ?? 'It did not get through.')}${warning}`;
    case 'checking':
    case 'confirming':
      return stageTexts[head];
    case 'verifying':
      return 'Looking whether it has arrived…';
    case 'uploading':
    case 'sending':
      return `Uploading, ${Math.floor(fraction * 100)}%`;
    case 'queued':
      if (!isNext(item, items)) return `After the one before it.${warning}`;
      return leads || keeping === 'memory' ? `Waiting.${warning}` : 'Another tab of this browser sends it.';
    default:
      return `Waiting.${warning}`;
  }
}
