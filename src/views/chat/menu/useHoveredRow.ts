import { type PointerEvent, useState } from 'react';
import type { Message } from '../../../contract/chats';

/** The message that the mouse is at, so that only this one need have a button for its menu. */
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
