import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { type ChatAddress, chatKey } from '../../../src/contract/topics';
import { deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { outboxMachine } from '../../../src/machines/chat/outbox.machine';
import { selectItems } from '../../../src/machines/chat/outbox.select';
import type { StoreCommand, StoreEvent } from '../../../src/machines/chat/ports';
import type { UploadEvent } from '../../../src/machines/chat/ports.media';
import type { Outgoing } from '../../../src/rules/outgoing';
import { streamPort } from '../../kit/walk';
import { scriptedWire } from './wire';

export const isIt = (item: Outgoing, clientMessageId: string) => item.body.clientMessageId === clientMessageId;

/** A store that several outboxes share, as the tabs of one browser do. */
export function scriptedStore(stored: readonly Outgoing[] = []) {
  const tabs = new Set<(event: StoreEvent) => void>();
  let items = stored;
  let isBroken = false;
  const tell = (from?: (event: StoreEvent) => void) => {
    for (const tab of tabs) if (tab !== from) tab({ type: 'store.read', items });
  };
  return {
    items: () => items.map(({ body }) => body.clientMessageId),
    break() {
      isBroken = true;
    },
    mend() {
      isBroken = false;
    },
    read: () => tell(),
    clear() {
      items = [];
      tell();
    },
    logic: fromCallback<StoreCommand, { userId: string }>(({ sendBack, receive }) => {
      tabs.add(sendBack);
      queueMicrotask(() => tabs.has(sendBack) && sendBack({ type: 'store.read', items }));
      receive((command) => {
        if (command.type === 'store.remove') items = items.filter((item) => !isIt(item, command.clientMessageId));
        else {
          const { clientMessageId } = command.outgoing.body;
          if (isBroken) return queueMicrotask(() => sendBack({ type: 'store.failed', clientMessageId }));
          const at = items.findIndex((item) => isIt(item, clientMessageId));
          items = at < 0 ? [...items, command.outgoing] : items.with(at, command.outgoing);
          queueMicrotask(() => sendBack({ type: 'store.kept', clientMessageId }));
        }
        tell(sendBack);
      });
      return () => tabs.delete(sendBack);
    }),
  };
}

/** An outbox with real deliveries over a scripted connection and a scripted store. */
export function sending({ store = scriptedStore(), wire = scriptedWire(), hasTurn = true } = {}) {
  const clock = new SimulatedClock();
  const uploads = streamPort<UploadEvent, { name: string }>();
  let grant = () => {};
  const actors = {
    store: store.logic,
    delivery: deliveryMachine.provide({
      actors: { chatTopic: wire.chatTopic, uploadMedia: uploads.logic as never },
    }),
    deliveryLeader: fromCallback(({ sendBack }) => {
      grant = () => sendBack({ type: 'leader.elected' });
      if (hasTurn) queueMicrotask(grant);
    }),
  };
  const machine = outboxMachine.provide({ actors: actors as never, actions: { logFailure: () => {} } });
  const actor = createActor(machine, { clock, input: { me: 'mira' } }).start();
  const waiting = (chat: ChatAddress) =>
    selectItems(actor.getSnapshot())
      .filter((item) => chatKey(item.chat) === chatKey(chat))
      .map(({ body }) => body.clientMessageId);
  const queue = (...queued: Outgoing[]) => {
    for (const item of queued) actor.send({ type: 'message.queue', outgoing: item });
  };
  return { actor, clock, wire, uploads, store, queue, waiting, grant: () => grant() };
}
