import { type EventObject, fromCallback } from 'xstate';
import type { deliveryMachine } from '../machines/chat/delivery.machine';
import { outboxMachine } from '../machines/chat/outbox.machine';
import type { StoreCommand } from '../machines/chat/ports';
import { later } from '../services/later';
import { arrivingWith } from './arriving';
import type { Gateways } from './gateways';

/** The outbox with its ports: the store on this device, the turn among its tabs, and the way out. */
export function provideOutbox(gateways: Gateways) {
  let delivery: typeof deliveryMachine | null = null;
  return outboxMachine.provide({
    actors: {
      delivery: arrivingWith(() => delivery),
      // It is no tab's turn before it has the code of a delivery.
      deliveryLeader: fromCallback<EventObject, { userId: string }>(({ input, sendBack }) => {
        const turn = later<never>(async () => {
          const { provideDelivery, becomeLeader } = await import('./late');
          delivery ??= provideDelivery(gateways);
          return {
            order() {},
            close: becomeLeader(`delivery.${input.userId}`, () => sendBack({ type: 'leader.elected' })),
          };
        });
        return turn.close;
      }),
      store: fromCallback<StoreCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const store = later<StoreCommand>(
          async () => (await import('./late')).openMessageStore(input.userId, sendBack),
          (order) =>
            order.type === 'store.put' &&
            sendBack({ type: 'store.failed', clientMessageId: order.outgoing.body.clientMessageId }),
        );
        receive(store.order);
        return store.close;
      }),
    },
  });
}
