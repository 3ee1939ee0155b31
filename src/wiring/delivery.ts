import { type EventObject, fromCallback } from 'xstate';
import type { UploadAnswer } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { ChatAddress } from '../contract/topics';
import { deliveryMachine } from '../machines/chat/delivery.machine';
import type { UploadEvent } from '../machines/chat/ports.media';
import { isLargeImage } from '../rules/media';
import { createUpload, type UploadNews } from '../services/upload';
import { chatTopicThrough, type Gateways } from './gateways';

/** The delivery of one message with its ports: the way of its file and its own. */
export function provideDelivery(gateways: Gateways) {
  const upload = createUpload(gateways.calls);
  const uploadMedia = fromCallback<EventObject, { chat: ChatAddress; blob: Blob; name: string }>(
    ({ input: { chat, blob, name }, sendBack }) => {
      const stop = new AbortController();
      const say = (news: UploadNews<UploadAnswer>) =>
        sendBack(
          (news.type === 'upload.done'
            ? { type: 'upload.done', mediaUrl: news.answer.mediaUrl, mediaType: news.answer.mediaType ?? 'FILE' }
            : news) satisfies UploadEvent,
        );
      const send = (file: File) => {
        if (stop.signal.aborted) return;
        const form = new FormData();
        form.append('media', file, file.name);
        const cancel =
          chat.kind === 'global'
            ? upload(chatEndpoints.globalMedia, { form }, say)
            : upload(chatEndpoints.chatMedia, { params: { chatId: chat.chatId }, form }, say);
        stop.signal.addEventListener('abort', cancel);
      };
      const file = new File([blob], name, { type: blob.type });
      madeSmall(file, stop.signal).then(send, () => send(file));
      return () => stop.abort();
    },
  );
  return deliveryMachine.provide({ actors: { chatTopic: chatTopicThrough(gateways, fromCallback), uploadMedia } });
}

/** A large image could not be made small when it was chosen: without network there was no code for it. So it is now. */
async function madeSmall(file: File, signal: AbortSignal): Promise<File> {
  if (!isLargeImage(file)) return file;
  const { compressImage } = await import('../services/images');
  return compressImage(file, signal);
}
