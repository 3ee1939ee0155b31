import { isFileGone } from '../../rules/submissions/files';
import { goesOut, type Item, isPresent } from '../../rules/submissions/queue';
import { repeatedText, stageOf } from '../../rules/submissions/texts';
import { remembering } from '../remembering';
import type { QueueSnapshot } from './queue.machine';

/** One submission's item; undefined if it is not in the queue (any more). */
export const selectItem = (id: string | null) => (snapshot: QueueSnapshot) =>
  snapshot.context.items.find((item) => item.submission.id === id && isPresent(item));
/** Why a submission was refused; null while it is not refused, undefined if it is not in the queue. */
export const selectRefusal = (id: string | null) => (snapshot: QueueSnapshot) => {
  const submission = selectItem(id)(snapshot)?.submission;
  return submission && (submission.status === 'refused' ? (submission.reason ?? '') : null);
};
/** What the server has answered to the last try of a submission that is repeated by itself, in words; null if there is no such failure. */
export const selectTrouble = (id: string | null) => (snapshot: QueueSnapshot) => {
  const item = selectItem(id)(snapshot);
  return item?.head === 'backingOff' && item.trouble?.isAnswered ? repeatedText(item.trouble.text) : null;
};
/** The uploaded fraction of a submission, 0 to 1; undefined if it is not being uploaded. */
export const selectProgress = (id: string | null) => (snapshot: QueueSnapshot) => {
  const item = selectItem(id)(snapshot);
  return item?.head === 'uploading' ? item.fraction : undefined;
};
/** The local file of an unsent message, used as its preview. */
export const selectMedia = (id: string | null) => (snapshot: QueueSnapshot) => {
  const submission = selectItem(id)(snapshot)?.submission;
  return submission?.kind === 'message' ? submission.content.media : undefined;
};

const itemsOf = ({ context }: QueueSnapshot) => context.items;
/** All submissions that wait, ask or were refused, in the order of submitting. The same array until one of them changes. */
export const selectItems = remembering(itemsOf, (items) => items.filter(isPresent));
/** The submissions of `selectItems`, without the state of their sending. */
export const selectSubmissions = remembering(selectItems, (items) => items.map(({ submission }) => submission));
/** The number of submissions that are sent automatically. */
export const selectWaitingCount = ({ context: { items } }: QueueSnapshot) => items.filter(goesOut).length;
/** The number of submissions that are only in this page's memory. */
export const selectUnkeptCount = ({ context }: QueueSnapshot) =>
  context.items.filter(({ keeping, submission }) => keeping === 'memory' && !isFileGone(submission)).length;
/** The quarantined records of this device. */
export const selectQuarantined = ({ context }: QueueSnapshot) => context.quarantined;
/** Whether this device's store cannot be read, so that more may wait than is shown. */
export const selectIsUnreadable = ({ context }: QueueSnapshot) => context.isUnreadable;
/** The free storage of this device in bytes when it is small; null otherwise. */
export const selectFreeBytes = ({ context }: QueueSnapshot) => context.freeBytes;

/** The uploaded fraction of an item, 0 to 1; null if nothing is being uploaded. */
export const selectProgressOf = ({ head, fraction }: Item) =>
  head === 'uploading' || (head === 'sending' && fraction > 0) ? fraction : null;

/** The state of a submission in words; undefined if it is not in the queue. */
export const selectStage = (id: string) => (snapshot: QueueSnapshot) => {
  const item = selectItem(id)(snapshot);
  return item && stageOf(item, snapshot.context.items, snapshot.matches('leading'));
};
