import { useSelector } from '@xstate/react';
import type { Message } from '../../../contract/chats';
import { selectMedia } from '../../../machines/submissions/queue.select';
import { isTemp } from '../../../rules/chat/messages';
import { mediaAddress } from '../../../rules/media/mediaAddress';
import { useApp } from '../../app';
import { useObjectUrl } from '../../parts/useObjectUrl';
import { useChat } from '../chat';

interface MediaSource {
  /** Its address; null if there is none, or none yet. */
  readonly address: string | null;
  /** The file itself, if it belongs to an own message that is not sent yet. */
  readonly file: Blob | undefined;
}

/** The source of a message's media: the API server and no other (DECISIONS 6), or this device if it is not sent yet. */
export function useMediaSource(message: Message): MediaSource {
  const { config } = useApp();
  const { queue } = useChat();
  const waiting = useSelector(queue, selectMedia(isTemp(message) ? message.clientMessageId : null));
  const file = waiting?.blob;
  const local = useObjectUrl(file);
  return { address: file ? local : mediaAddress(config.apiBase, message.mediaUrl), file };
}
