import { type EventObject, fromCallback } from 'xstate';
import type { deliveryMachine } from '../machines/chat/delivery.machine';
import { outboxMachine } from '../machines/chat/outbox.machine';
import type { ShelfCommand } from '../machines/chat/ports';
import { later } from '../services/later';
import { arrivingWith } from './arriving';
import type { Doors } from './doors';

/** The outbox with its ports: the shelf on this device, the turn among its tabs, and the way out. */
export function provideOutbox(doors: Doors) {
  let delivery: typeof deliveryMachine | null = null;
  return outboxMachine.provide({
    actors: {
      delivery: arrivingWith(() => delivery),
      // It is no tab's turn before it has the code of a delivery.
      deliveryTurn: fromCallback<EventObject, { userId: string }>(({ input, sendBack }) => {
        const turn = later<never>(async () => {
          const { provideDelivery, takeTurn } = await import('./late');
          delivery ??= provideDelivery(doors);
          return { order() {}, close: takeTurn(`delivery.${input.userId}`, () => sendBack({ type: 'turn.granted' })) };
        });
        return turn.close;
      }),
      shelf: fromCallback<ShelfCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const shelf = later<ShelfCommand>(
          async () => (await import('./late')).openShelf(input.userId, sendBack),
          (order) =>
            order.type === 'shelf.put' &&
            sendBack({ type: 'shelf.failed', clientMessageId: order.outgoing.body.clientMessageId }),
        );
        receive(shelf.order);
        return shelf.close;
      }),
    },
  });
}
