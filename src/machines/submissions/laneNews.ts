import type { EventObject } from 'xstate';
import type { MessageSubmission } from '../../contract/submissions';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { submissionsOf } from '../../rules/submissions/queue';
import { fromStream } from '../supervision';
import type { QueueRef, QueueSnapshot } from './queue.machine';

/** The queue's news about one chat. */
export type LaneNewsEvent =
  | { type: 'lane.changed'; messages: readonly MessageSubmission[] }
  /** All submitted messages are stored on the device or confirmed by the server. */
  | { type: 'lane.secured' }
  | { type: 'upload.began' }
  | { type: 'upload.ended' }
  | { type: 'upload.refused'; reason: string };

/** Listens to the queue for one chat and reports only its own messages. */
export const laneNews = fromStream<EventObject, { queue: QueueRef; chat: ChatAddress }>(({ input, sendBack }) => {
  const key = chatKey(input.chat);
  const tell = (event: LaneNewsEvent) => sendBack(event);
  let all: QueueSnapshot['context']['items'] | null = null;
  let known: readonly MessageSubmission[] = [];
  let wasUploading = false;
  let wasSecured = true;

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
        tell({ type: 'upload.refused', reason: reason ?? '' });

    const ids = new Set(messages.map(({ id }) => id));
    const ours = items.filter(({ submission }) => ids.has(submission.id));
    const isSecured = ours.every(({ keeping }) => keeping === 'kept');
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
