import { useSelector } from '@xstate/react';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '../../../contract/chats';
import { selectIsFollowing } from '../../../machines/chat/viewport.select';
import type { Timeline } from '../../../rules/timeline';
import { useChat } from '../chat';

const NONE: readonly number[] = [];

/**
 * The keyboard's way through the messages: the list is one stop of the Tab key, at the newest message to begin with; arrow
 * keys, Home and End go from one to the next; Enter or Space opens a message's menu. Where the focus is, is a matter of the
 * document, so no chart knows it.
 */
export function useRovingRows(timeline: Timeline, messageAt: (element: Element) => Message | undefined) {
  const { overlay, viewport } = useChat();
  const isFollowing = useSelector(viewport, selectIsFollowing);
  const [focused, setFocused] = useState<string | null>(null);
  const found = focused === null ? -1 : timeline.findLastIndex(({ id }) => id === focused);
  const current = found >= 0 ? found : timeline.length - 1;

  function focusRow(list: Element, index: number) {
    const message = timeline[Math.max(0, Math.min(index, timeline.length - 1))];
    if (!message) return;
    // A row that is far away is drawn now, so that it can take the focus; taking it scrolls it into view.
    flushSync(() => setFocused(message.id));
    list.querySelector<HTMLElement>(`[data-message="${CSS.escape(message.id)}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = { ArrowUp: current - 1, ArrowDown: current + 1, Home: 0, End: timeline.length - 1 }[event.key];
    const target = event.target as HTMLElement;
    if (next !== undefined) {
      event.preventDefault();
      focusRow(event.currentTarget, next);
    } else if ((event.key === 'Enter' || event.key === ' ') && target.dataset.message !== undefined) {
      event.preventDefault();
      const message = messageAt(target);
      const { left, width, bottom } = (target.querySelector('[data-bubble]') ?? target).getBoundingClientRect();
      if (message) overlay.send({ type: 'menu.open', message, x: left + width / 2, y: bottom });
    }
  }

  return {
    /** The place of the row that Tab leads to. */
    current,
    /** The id of the message that has the focus, or has lent it to its menu; null while none has. */
    focused,
    /** The row that Tab leads to stays in the document, however far it is scrolled away; the newest is there by itself. */
    keepMounted: isFollowing && focused === null ? NONE : [current],
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent) => setFocused(messageAt(event.target)?.id ?? null),
      /** Not when a message's own menu takes the focus: that one gives it back. */
      onBlur({ relatedTarget, currentTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget) && !relatedTarget?.closest('dialog')) setFocused(null);
      },
    },
  };
}
