import type { Message } from '../../contract/chats';
import type { MessageSubmission } from '../../contract/submissions';

/** How far the clocks of a server and a device may differ, in milliseconds. */
const CLOCK_DIFFERENCE = 5 * 60_000;

/**
 * Whether an arrived message is the echo of one that this sender published: by clientMessageId (S1 §4). If the server does not return
 * that, it is the echo of a published message that looks the same (DECISIONS W2).
 */
export const isEchoOf =
  (submission: MessageSubmission, senderId: string) =>
  (message: Message): boolean =>
    message.clientMessageId === null
      ? submission.wasTried && looksLike(submission, senderId)(message)
      : message.sender.id === senderId && message.clientMessageId === submission.content.body.clientMessageId;

/** Whether a message of a server that gives no clientMessageId back has the same text, media and reply, and is not older. */
export const looksLike =
  ({ content: { body }, queuedAt }: MessageSubmission, senderId: string) =>
  (message: Message): boolean =>
    message.sender.id === senderId &&
    message.clientMessageId === null &&
    !(Date.parse(message.timestamp) < queuedAt - CLOCK_DIFFERENCE) &&
    (message.text || null) === (body.text || null) &&
    message.mediaUrl === (body.mediaUrl || null) &&
    message.parentMessageId === (body.parentMessageId === null ? null : String(body.parentMessageId));
