import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Message } from '../../../contract/chats';
import { selectMedia } from '../../../machines/chat/outbox.select';
import { mediaAddress } from '../../../rules/mediaAddress';
import { isTemp } from '../../../rules/messages';
import { useApp } from '../../app';
import { useChat } from '../chat';

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

/** An address for a file of this device while it is shown; null until the page has one. The only place where such addresses are made. */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);

  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);

  return address;
}
