import type { Message } from '../contract/chats';
import type { MessageSubmission } from '../contract/submissions';

/** How far the clocks of a server and a device may differ, in milliseconds. */
const CLOCK_DIFFERENCE = 5 * 60_000;

/**
 * Whether an arrived message is the echo of one that this sender published: by clientMessageId (S1 §4), or, where the server does
 * not give it back, by the same text, media and reply, not older than the sending (DECISIONS W2).
 */
export const isEchoOf =
  ({ content: { body }, queuedAt }: MessageSubmission, senderId: string) =>
  (message: Message): boolean => {
    if (message.sender.id !== senderId) return false;
    if (message.clientMessageId !== null) return message.clientMessageId === body.clientMessageId;
    const isOlder = Date.parse(message.timestamp) < queuedAt - CLOCK_DIFFERENCE;
    return (
      !isOlder &&
      (message.text || null) === (body.text || null) &&
      message.mediaUrl === (body.mediaUrl || null) &&
      message.parentMessageId === (body.parentMessageId === null ? null : String(body.parentMessageId))
    );
  };
