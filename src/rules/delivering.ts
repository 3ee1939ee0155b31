import type { SendBody } from '../contract/chatRequests';
import type { Message } from '../contract/chats';
import type { Outgoing } from './outgoing';

/** Whether an arrived message is the echo of one that this sender published (S1 §4). */
export const isEchoOf = (body: Pick<SendBody, 'clientMessageId'>, senderId: string) => (message: Message) =>
  message.clientMessageId === body.clientMessageId && message.sender.id === senderId;

/** Whether the message's file must be uploaded before the message can be published. */
export const needsUpload = ({ body, media }: Outgoing) => media !== null && body.mediaUrl === null;
