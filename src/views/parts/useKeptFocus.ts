import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus on a link of a list whose element is made anew, as that of a card that moves to another row. Without this the focus
 * would be lost, and the keys would begin at the top again.
 * @param ids the entries of the list; a new array when they change
 * @returns props for the list
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]) {
  /** The address of the focused link. An element that is removed reports no loss of the focus. */
  const focused = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the entries may have moved the link.
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const link = list.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(focused.current)}"]`);
    link?.focus({ preventScroll: true });
  }, [list, ids]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target.getAttribute('href');
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
