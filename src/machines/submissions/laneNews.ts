import type { EventObject } from 'xstate';
import type { MessageSubmission } from '../../contract/submissions';
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
  const ids = new Set(messages.map(({ id }) => id));
  return { messages, items: all.filter(({ submission }) => ids.has(submission.id)) };
}

const haveChanged = (before: Lane, { messages }: Lane) =>
  messages.length !== before.messages.length || messages.some((message, index) => message !== before.messages[index]);

/** The messages whose file was refused since `before`. */
const newlyRefused = (before: Lane, { messages }: Lane) => {
  const waited = new Set(before.messages.filter(({ status }) => status === 'waiting').map(({ id }) => id));
  return messages.filter(({ id, content, status }) => content.media && status === 'refused' && waited.has(id));
};

/** The items whose upload the server has answered with an error of its own. */
const failedUploads = ({ items }: Lane) => items.filter((item) => item.trouble?.isAnswered && isUnuploaded(item));

const isUnuploaded = ({ submission }: Item) =>
  submission.kind === 'message' && submission.content.media !== null && submission.content.body.mediaUrl === null;

/** The id of the last message that was submitted since `before`; messages that come from the store do not count. */
function submittedSince(before: Lane, { items }: Lane) {
  const known = new Set(before.messages.map(({ id }) => id));
  return items.findLast(({ submission, keeping }) => !known.has(submission.id) && keeping !== 'kept')?.submission.id;
}

/** Whether `lane.secured` holds; `latest` is the id of the message that was submitted last. */
function isSecured({ items, messages }: Lane, latest: string | null) {
  const mayStayInMemory = new Set(
    messages
      .filter((message) => isFileGone(message) || (message.id !== latest && message.content.media === null))
      .map(({ id }) => id),
  );
  return items.every(
    ({ submission, keeping }) => keeping === 'kept' || (keeping === 'memory' && mayStayInMemory.has(submission.id)),
  );
}

/** Listens to the queue for one chat and reports only its own messages. */
export const laneNews = fromStream<EventObject, { queue: QueueRef; chat: ChatAddress }>(({ input, sendBack }) => {
  const chat = chatKey(input.chat);
  const tell = (event: LaneNewsEvent) => sendBack(event);
  let all: QueueSnapshot['context']['items'] | null = null;
  let lane: Lane = { items: [], messages: [] };
  let latest: string | null = null;
  let wasSecured = true;
  let wasUploading = false;
  /** The ids of the messages whose upload has failed before. */
  const failedBefore = new Set<string>();

  const look = ({ context: { items } }: QueueSnapshot) => {
    if (items === all) return;
    all = items;
    const before = lane;
    lane = laneOf(items, chat);
    if (haveChanged(before, lane)) tell({ type: 'lane.changed', messages: lane.messages });

    for (const { reason } of newlyRefused(before, lane))
      tell({ type: 'upload.failed', reason: reason ?? '', isRefused: true });
    const known = new Set(before.messages.map(({ id }) => id));
    for (const { submission, trouble } of failedUploads(lane)) {
      // What had failed before the chat was opened is shown at the message only.
      if (known.has(submission.id) && !failedBefore.has(submission.id))
        tell({ type: 'upload.failed', reason: trouble?.text ?? '', isRefused: false });
      failedBefore.add(submission.id);
    }

    latest = submittedSince(before, lane) ?? latest;
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
