import { type ChatAddress, chatKey } from '../../contract/topics';
import type { OutboxSnapshot } from './outbox.machine';

/** The outgoing messages of one chat, in order. A fresh list: for a chart that opens, not for a view. */
export const pendingOf = (snapshot: OutboxSnapshot, chat: ChatAddress) =>
  snapshot.context.items.filter((item) => chatKey(item.chat) === chatKey(chat));

/** How many messages wait, failed ones included. */
export const selectWaitingCount = (snapshot: OutboxSnapshot) => snapshot.context.items.length;

/** Why a message was refused for good; null while it is on its way, undefined when the outbox does not know it. */
export const selectRefusal = (clientMessageId: string | null) => (snapshot: OutboxSnapshot) =>
  snapshot.context.items.find((item) => item.body.clientMessageId === clientMessageId)?.refusal;
