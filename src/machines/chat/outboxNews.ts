import type { EventObject } from 'xstate';
import { type ChatAddress, chatKey } from '../../contract/topics';
import type { Outgoing } from '../../rules/outgoing';
import { fromStream } from '../supervision';
import type { OutboxRef, OutboxSnapshot } from './outbox.machine';

/** What the outbox has to say about one chat. */
export type OutboxNewsEvent =
  | { type: 'outbox.changed'; items: readonly Outgoing[] }
  /** Of all that was handed over, the store or the server has a copy. */
  | { type: 'outbox.secured' }
  | { type: 'upload.began' }
  | { type: 'upload.settled' }
  | { type: 'upload.refused'; reason: string };

/** Listens to the outbox on behalf of one chat, which hears only of its own messages. */
export const outboxNews = fromStream<EventObject, { outbox: OutboxRef; chat: ChatAddress }>(({ input, sendBack }) => {
  const key = chatKey(input.chat);
  const tell = (event: OutboxNewsEvent) => sendBack(event);
  let all: readonly Outgoing[] | null = null;
  let known: readonly Outgoing[] = [];
  let wasUploading = false;
  let wasSecured = true;

  const look = ({ context }: OutboxSnapshot) => {
    if (context.items !== all) {
      all = context.items;
      const items = all.filter((item) => chatKey(item.chat) === key);
      const before = new Map(known.map((item) => [item.body.clientMessageId, item.refusal]));
      if (items.length !== known.length || items.some((item, index) => item !== known[index])) {
        known = items;
        tell({ type: 'outbox.changed', items });
      }
      for (const { body, media, refusal } of items) {
        if (media && refusal !== null && before.get(body.clientMessageId) === null)
          tell({ type: 'upload.refused', reason: refusal });
      }
    }
    const isSecured = known.every((item) => context.stored.has(item.body.clientMessageId));
    if (isSecured && !wasSecured) tell({ type: 'outbox.secured' });
    wasSecured = isSecured;
    const isUploading = known.some((item) => item.body.clientMessageId in context.progress);
    if (isUploading !== wasUploading) {
      wasUploading = isUploading;
      tell({ type: isUploading ? 'upload.began' : 'upload.settled' });
    }
  };
  const subscription = input.outbox.subscribe(look);
  look(input.outbox.getSnapshot());
  return () => subscription.unsubscribe();
});
