import type { EventObject } from 'xstate';
import type { MessageSubmission, Submission } from '../../contract/submissions';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { isFileGone } from '../../rules/submissions/files';
import { type Item, submissionsOf } from '../../rules/submissions/queue';
import { fromStream } from '../supervision';
import type { QueueRef, QueueSnapshot } from './queue.machine';

/** The queue's news about one chat. */
export type LaneNewsEvent =
  | { type: 'lane.changed'; messages: readonly MessageSubmission[] }
  /**
   * The last message is stored on the device or confirmed, and so is each earlier one with a file: until then its file is only in the
   * draft. Earlier texts that cannot be stored do not count (the journal has them), nor do files that can no longer be read.
   */
  | { type: 'lane.secured' }
  | { type: 'upload.began' }
  | { type: 'upload.ended' }
  /** The server has refused a file, or has failed with it for the first time; in that case the upload is repeated. */
  | { type: 'upload.failed'; reason: string; isRefused: boolean };

/** What the queue has for one chat. */
interface Lane {
  readonly items: readonly Item[];
  readonly messages: readonly MessageSubmission[];
}

function laneOf(all: readonly Item[], chat: string): Lane {
  const messages = submissionsOf(all, 'message').filter(({ content }) => chatKey(content.chat) === chat);
  const own = new Set<Submission>(messages);
  return { messages, items: all.filter(({ submission }) => own.has(submission)) };
}

const areSame = (some: readonly MessageSubmission[], others: readonly MessageSubmission[]) =>
  some.length === others.length && some.every((message, index) => message === others[index]);

const isUnuploaded = ({ submission }: Item) =>
  submission.kind === 'message' && submission.content.media !== null && submission.content.body.mediaUrl === null;

/** Whether `lane.secured` holds; `latest` is the id of the message that was submitted last. */
function isSecured({ items, messages }: Lane, latest: string | null) {
  const mayStayInMemory = new Set<Submission>(
    messages.filter((message) => isFileGone(message) || (message.id !== latest && message.content.media === null)),
  );
  return items.every(
    ({ submission, keeping }) => keeping === 'kept' || (keeping === 'memory' && mayStayInMemory.has(submission)),
  );
}

/** Listens to the queue for one chat and reports only its own messages. */
export const laneNews = fromStream<EventObject, { queue: QueueRef; chat: ChatAddress }>(({ input, sendBack }) => {
  const chat = chatKey(input.chat);
  const tell = (event: LaneNewsEvent) => sendBack(event);
  let all: QueueSnapshot['context']['items'] | null = null;
  let lane: Lane = { items: [], messages: [] };
  /** The id of the message that was submitted last. */
  let latest: string | null = null;
  let wasSecured = true;
  let wasUploading = false;
  /** The ids of the messages whose upload has failed before. */
  const failedBefore = new Set<string>();

  const look = ({ context: { items } }: QueueSnapshot) => {
    if (items === all) return;
    all = items;
    const before = lane.messages;
    lane = laneOf(items, chat);
    if (!areSame(before, lane.messages)) tell({ type: 'lane.changed', messages: lane.messages });

    const statuses = new Map(before.map(({ id, status }) => [id, status]));
    for (const { id, content, status, reason } of lane.messages)
      if (content.media && status === 'refused' && statuses.get(id) === 'waiting')
        tell({ type: 'upload.failed', reason: reason ?? '', isRefused: true });

    for (const item of lane.items) {
      const { submission, trouble, keeping } = item;
      const isNew = !statuses.has(submission.id);
      if (isNew && keeping !== 'kept') latest = submission.id;
      if (!trouble?.isAnswered || !isUnuploaded(item)) continue;
      // An upload that had failed before the chat was opened is shown only at its message.
      if (!isNew && !failedBefore.has(submission.id))
        tell({ type: 'upload.failed', reason: trouble.text, isRefused: false });
      failedBefore.add(submission.id);
    }

    const secured = isSecured(lane, latest);
    if (secured && !wasSecured) tell({ type: 'lane.secured' });
    wasSecured = secured;

    const isUploading = lane.items.some(({ head }) => head === 'uploading');
    if (isUploading !== wasUploading) tell({ type: isUploading ? 'upload.began' : 'upload.ended' });
    wasUploading = isUploading;
  };
  const subscription = input.queue.subscribe(look);
  look(input.queue.getSnapshot());
  return () => subscription.unsubscribe();
});
