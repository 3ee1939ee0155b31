import type { EventObject } from 'xstate';
import type { MessageSubmission, Submission } from '../../contract/submissions';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { isFileGone } from '../../rules/submissions/files';
import { submissionsOf } from '../../rules/submissions/queue';
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

const isUnuploaded = (submission: Submission) =>
  submission.kind === 'message' && submission.content.media !== null && submission.content.body.mediaUrl === null;

/** Listens to the queue for one chat and reports only its own messages. */
export const laneNews = fromStream<EventObject, { queue: QueueRef; chat: ChatAddress }>(({ input, sendBack }) => {
  const key = chatKey(input.chat);
  const tell = (event: LaneNewsEvent) => sendBack(event);
  let all: QueueSnapshot['context']['items'] | null = null;
  let known: readonly MessageSubmission[] = [];
  let wasUploading = false;
  let wasSecured = true;
  /** The ids of the messages whose upload has failed before. */
  const troubled = new Set<string>();
  /** The id of the message that was submitted last. */
  let latest: string | null = null;

  const look = ({ context: { items } }: QueueSnapshot) => {
    if (items === all) return;
    all = items;
    const messages = submissionsOf(items, 'message').filter(({ content }) => chatKey(content.chat) === key);
    const before = new Map(known.map(({ id, status }) => [id, status]));
    if (messages.length !== known.length || messages.some((message, index) => message !== known[index])) {
      known = messages;
      tell({ type: 'lane.changed', messages });
    }
    for (const { id, content, status, reason } of messages)
      if (content.media && status === 'refused' && before.get(id) === 'waiting')
        tell({ type: 'upload.failed', reason: reason ?? '', isRefused: true });

    const ids = new Set(messages.map(({ id }) => id));
    const ours = items.filter(({ submission }) => ids.has(submission.id));
    for (const { submission, keeping } of ours)
      if (!before.has(submission.id) && keeping !== 'kept') latest = submission.id;
    for (const { submission, trouble } of ours) {
      if (!trouble?.isAnswered || !isUnuploaded(submission)) continue;
      const isNew = before.has(submission.id) && !troubled.has(submission.id);
      troubled.add(submission.id);
      if (isNew) tell({ type: 'upload.failed', reason: trouble.text, isRefused: false });
    }
    const isEarlierText = ({ id, content }: MessageSubmission) => id !== latest && content.media === null;
    const passed = new Set(messages.filter((one) => isEarlierText(one) || isFileGone(one)).map(({ id }) => id));
    const isSecured = ours.every(
      ({ submission, keeping }) => keeping === 'kept' || (keeping === 'memory' && passed.has(submission.id)),
    );
    if (isSecured && !wasSecured) tell({ type: 'lane.secured' });
    wasSecured = isSecured;
    const isUploading = ours.some(({ head }) => head === 'uploading');
    if (isUploading !== wasUploading) {
      wasUploading = isUploading;
      tell({ type: isUploading ? 'upload.began' : 'upload.ended' });
    }
  };
  const subscription = input.queue.subscribe(look);
  look(input.queue.getSnapshot());
  return () => subscription.unsubscribe();
});
