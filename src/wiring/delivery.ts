import { type EventObject, fromCallback } from 'xstate';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { ChatAddress } from '../contract/topics';
import { deliveryMachine } from '../machines/chat/delivery.machine';
import { createUpload } from '../services/upload';
import { chatTopicThrough, type Doors } from './doors';

export { takeDeliveryTurn } from '../services/turn';

/** The delivery of one message with its ports: the way of its file and its own. */
export function provideDelivery(doors: Doors) {
  const upload = createUpload(doors.calls);
  const uploadMedia = fromCallback<EventObject, { chat: ChatAddress; blob: Blob; name: string }>(
    ({ input: { chat, blob, name }, sendBack }) => {
      const form = new FormData();
      form.append('media', blob, name);
      return chat.kind === 'global'
        ? upload(chatEndpoints.globalMedia, {}, form, sendBack)
        : upload(chatEndpoints.chatMedia, { chatId: chat.chatId }, form, sendBack);
    },
  );
  return deliveryMachine.provide({ actors: { chatTopic: chatTopicThrough(doors), uploadMedia } });
}
