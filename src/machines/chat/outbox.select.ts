import type { OutboxSnapshot } from './outbox.machine';

/** Why a message was refused for good; null while it is on its way, undefined when the outbox does not know it. */
export const selectRefusal = (clientMessageId: string | null) => (snapshot: OutboxSnapshot) =>
  snapshot.context.items.find((item) => item.body.clientMessageId === clientMessageId)?.refusal;

/** How many messages are on their way, or wait for a connection. */
export const selectWaitingCount = ({ context }: OutboxSnapshot) =>
  context.items.filter(({ refusal }) => refusal === null).length;
/** How many messages the server has refused: nothing more happens to them by itself. */
export const selectRefusedCount = ({ context }: OutboxSnapshot) =>
  context.items.filter(({ refusal }) => refusal !== null).length;
/** How much of a message's file has gone out, 0 to 1; undefined while it is not being uploaded. */
export const selectProgress = (clientMessageId: string | null) => (snapshot: OutboxSnapshot) =>
  clientMessageId === null ? undefined : snapshot.context.progress[clientMessageId];
/** The local file of an unsent message, used as its preview. */
export const selectMedia = (clientMessageId: string | null) => (snapshot: OutboxSnapshot) =>
  snapshot.context.items.find((item) => item.body.clientMessageId === clientMessageId)?.media;
export const selectItems = (snapshot: OutboxSnapshot) => snapshot.context.items;
