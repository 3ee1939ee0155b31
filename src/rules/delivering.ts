import type { SendBody } from '../contract/chatRequests';
import type { Message } from '../contract/chats';
import type { Outgoing } from './outgoing';

/** Whether a message that arrived is the echo of what this sender published (S1 §4). */
export const isEchoOf = (body: Pick<SendBody, 'clientMessageId'>, senderId: string) => (message: Message) =>
  message.clientMessageId === body.clientMessageId && message.sender.id === senderId;

/** Whether its file must still be uploaded before it can be published. */
export const needsUpload = ({ body, media }: Outgoing) => media !== null && body.mediaUrl === null;
