import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** What tells a link or button of a list from the others: its address, or what it says itself. */
const addressOrId = (element: Element) => element.getAttribute('href') ?? element.getAttribute('data-id');

/**
 * Keeps the focus on a link of a list, or on a button with `data-id`, whose element is made again, as that of a card that moves to another
 * row. Without this the focus would be lost, and the keys would begin at the top again.
 * @param ids the entries of the list; a new array when they change
 * @returns props for the list
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]) {
  /** The name of the focused element. An element that is removed reports no loss of the focus. */
  const focused = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the entries may have moved the element.
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const name = CSS.escape(focused.current);
    const again = list.current?.querySelector<HTMLElement>(`a[href="${name}"], button[data-id="${name}"]`);
    again?.focus({ preventScroll: true });
  }, [list, ids]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = addressOrId(target);
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
