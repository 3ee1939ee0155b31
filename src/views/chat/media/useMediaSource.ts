import { useSelector } from '@xstate/react';
import type { Message } from '../../../contract/chats';
import { selectMedia } from '../../../machines/chat/outbox.select';
import { mediaAddress } from '../../../rules/mediaAddress';
import { isTemp } from '../../../rules/messages';
import { useApp } from '../../app';
import { useChat } from '../chat';
import { useObjectUrl } from './useObjectUrl';

interface MediaSource {
  /** Where it is to be had; null where it is not, or not yet. */
  readonly address: string | null;
  /** The file itself, of an own message that is still on its way. */
  readonly file: Blob | undefined;
}

/** Where a message's media comes from: the API server, and nowhere else (DECISIONS 6); of an unsent one, from this device. */
export function useMediaSource(message: Message): MediaSource {
  const { config } = useApp();
  const { outbox } = useChat();
  const waiting = useSelector(outbox, selectMedia(isTemp(message) ? message.clientMessageId : null));
  const file = waiting?.blob;
  const local = useObjectUrl(file);
  return { address: file ? local : mediaAddress(config.apiBase, message.mediaUrl), file };
}
