import { useSelector } from '@xstate/react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '../../../contract/chats';
import { selectIsFollowing, selectOriginal, selectUnread } from '../../../machines/chat/viewport.select';
import { rowKey, type Timeline } from '../../../rules/chat/timeline';
import { useChat } from '../chat';

const NONE: readonly number[] = [];
/** An own message gets another id when it is confirmed, but its row stays the same. */
const keyOfRow = (message: Message | undefined) => (message ? rowKey(message) : null);

/**
 * Keyboard navigation of the messages. The list is one stop of the Tab key: at first the newest message, or the first unread one if the
 * list has opened there. The up and down keys, Home and End move between messages; Enter or Space opens a message's menu. A message that
 * is shown because it was asked for, the original of a reply for example, gets the focus. No chart knows the focus, because it belongs to
 * the document.
 */
export function useRovingRows(
  scroller: RefObject<HTMLElement | null>,
  timeline: Timeline,
  messageAt: (element: Element) => Message | undefined,
) {
  const { overlay, viewport } = useChat();
  const isFollowing = useSelector(viewport, selectIsFollowing);
  const [focused, setFocused] = useState<string | null>(null);
  const found = focused === null ? -1 : timeline.findLastIndex((message) => rowKey(message) === focused);
  const unread = useSelector(viewport, selectUnread);
  const start = isFollowing ? -1 : timeline.findLastIndex(({ id }) => id === unread);
  const current = [found, start].find((index) => index >= 0) ?? timeline.length - 1;

  const original = useSelector(viewport, selectOriginal);
  const focusOriginal = useEffectEvent((id: string) => {
    // The list scrolls to it already, perhaps smoothly.
    const place = timeline.findLastIndex((message) => message.id === id);
    if (scroller.current && place >= 0) focusRow(scroller.current, place, true);
  });
  useLayoutEffect(() => {
    if (original) requestAnimationFrame(() => focusOriginal(original.messageId));
  }, [original]);

  function focusRow(list: Element, index: number, preventScroll = false) {
    const message = timeline[Math.max(0, Math.min(index, timeline.length - 1))];
    if (!message) return;
    // Renders a distant row now, so that it can take the focus. The browser scrolls a focused row into view.
    flushSync(() => setFocused(rowKey(message)));
    list.querySelector<HTMLElement>(`[data-message="${CSS.escape(message.id)}"]`)?.focus({ preventScroll });
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
    /** The index of the row where Tab stops. */
    current,
    /** The key of the row that has the focus, or whose menu has it; otherwise null. */
    focused,
    /** The row where Tab stops stays mounted, however far it is scrolled away. At the end of the list the newest is mounted anyway. */
    keepMounted: isFollowing && focused === null ? NONE : [current],
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent) => setFocused(keyOfRow(messageAt(event.target))),
      /** A message's menu that takes the focus does not count: it gives the focus back when it closes. */
      onBlur({ relatedTarget, currentTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget) && !relatedTarget?.closest('dialog')) setFocused(null);
      },
    },
  };
}
