import type { OutboxSnapshot } from './outbox.machine';

/** Why a message was refused for good; null while it is on its way, undefined when the outbox does not know it. */
export const selectRefusal = (clientMessageId: string | null) => (snapshot: OutboxSnapshot) =>
  snapshot.context.items.find((item) => item.body.clientMessageId === clientMessageId)?.refusal;
