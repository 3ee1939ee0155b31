import { useSelector } from '@xstate/react';
import { useLayoutEffect, useState } from 'react';
import type { Message } from '../../../contract/chats';
import { selectMedia } from '../../../machines/submissions/queue.select';
import { mediaAddress } from '../../../rules/mediaAddress';
import { isTemp } from '../../../rules/messages';
import { useApp } from '../../app';
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

/**
 * An object URL of a local file; null before the first effect, which runs before anything is painted. It is revoked when the file changes
 * or the component unmounts.
 */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);

  useLayoutEffect(() => {
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
