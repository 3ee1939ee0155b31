import { type PointerEvent, useState } from 'react';
import type { Message } from '../../../contract/chats';

/** The id of the message under the mouse, so that only this message needs a menu button. */
export function useHoveredRow(messageAt: (element: Element) => Message | undefined) {
  const [messageId, setMessageId] = useState<string | null>(null);
  return {
    messageId,
    handlers: {
      onPointerOver: ({ pointerType, target }: PointerEvent) =>
        setMessageId(pointerType === 'mouse' ? (messageAt(target as Element)?.id ?? null) : null),
      onPointerLeave: () => setMessageId(null),
    },
  };
}
