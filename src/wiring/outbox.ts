import { type EventObject, fromCallback } from 'xstate';
import { outboxMachine } from '../machines/chat/outbox.machine';
import type { ShelfCommand } from '../machines/chat/ports';
import { later } from '../services/later';
import { takeDeliveryTurn } from '../services/turn';
import { lazily } from '../views/lazily';
import { arrivingWith } from './arriving';
import type { Doors } from './doors';

/** The outbox with its ports: the shelf on this device, the turn among its tabs, and the way out. */
export function provideOutbox(doors: Doors) {
  const delivery = lazily(async () => (await import('./delivery')).provideDelivery(doors));
  return outboxMachine.provide({
    actors: {
      delivery: arrivingWith(() => delivery.loaded),
      // It is no tab's turn before it has the code of a delivery.
      deliveryTurn: fromCallback<EventObject, { userId: string }>(({ input, sendBack }) =>
        takeDeliveryTurn(input.userId, delivery.load, () => sendBack({ type: 'turn.granted' })),
      ),
      shelf: fromCallback<ShelfCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const shelf = later<ShelfCommand>(
          async () => (await import('../services/shelf')).openShelf(input.userId, sendBack),
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
