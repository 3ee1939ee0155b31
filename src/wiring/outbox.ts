import { type EventObject, fromCallback } from 'xstate';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { ChatAddress } from '../contract/topics';
import { deliveryMachine } from '../machines/chat/delivery.machine';
import { outboxMachine } from '../machines/chat/outbox.machine';
import type { ShelfCommand } from '../machines/chat/ports';
import { later } from '../services/later';
import { takeDeliveryTurn } from '../services/turn';
import { chatTopicThrough, type Doors } from './doors';

/** The outbox with its ports: the shelf on this device, the turn among its tabs, and the way out. */
export function provideOutbox(doors: Doors) {
  const uploadMedia = fromCallback<EventObject, { chat: ChatAddress; blob: Blob; name: string }>(
    ({ input: { chat, blob, name }, sendBack }) => {
      const form = new FormData();
      form.append('media', blob, name);
      return chat.kind === 'global'
        ? doors.upload(chatEndpoints.globalMedia, {}, form, sendBack)
        : doors.upload(chatEndpoints.chatMedia, { chatId: chat.chatId }, form, sendBack);
    },
  );
  return outboxMachine.provide({
    actors: {
      delivery: deliveryMachine.provide({ actors: { chatTopic: chatTopicThrough(doors), uploadMedia } }),
      deliveryTurn: fromCallback<EventObject, { userId: string }>(({ input, sendBack }) =>
        takeDeliveryTurn(input.userId, () => sendBack({ type: 'turn.granted' })),
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
