import { type EventObject, fromCallback } from 'xstate';
import type { UploadAnswer } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { ChatAddress } from '../contract/topics';
import { deliveryMachine } from '../machines/chat/delivery.machine';
import type { UploadEvent } from '../machines/chat/ports.media';
import { createUpload, type UploadNews } from '../services/upload';
import { chatTopicThrough, type Doors } from './doors';

export { takeTurn } from '../services/turn';

/** The delivery of one message with its ports: the way of its file and its own. */
export function provideDelivery(doors: Doors) {
  const upload = createUpload(doors.calls);
  const uploadMedia = fromCallback<EventObject, { chat: ChatAddress; blob: Blob; name: string }>(
    ({ input: { chat, blob, name }, sendBack }) => {
      const form = new FormData();
      form.append('media', blob, name);
      const say = (news: UploadNews<UploadAnswer>) =>
        sendBack(
          (news.type === 'upload.done'
            ? { type: 'upload.done', mediaUrl: news.answer.mediaUrl, mediaType: news.answer.mediaType ?? 'FILE' }
            : news) satisfies UploadEvent,
        );
      return chat.kind === 'global'
        ? upload(chatEndpoints.globalMedia, { form }, say)
        : upload(chatEndpoints.chatMedia, { params: { chatId: chat.chatId }, form }, say);
    },
  );
  return deliveryMachine.provide({ actors: { chatTopic: chatTopicThrough(doors), uploadMedia } });
}
