import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { isSettling } from '../buttons/usePressGuard';

const isDialogOpen = () => document.querySelector('dialog:modal') !== null;

/**
 * Moves the focus to the same button of the next card when the card with the focus leaves its list, so that one decision after the
 * other can be made by the keyboard. Without this the focus would go to the heading, above all cards (DECISIONS 287). While the list
 * settles, its keys do nothing, like its presses: somebody else's act may have moved the focus.
 * @param list its children are the cards; the buttons have the attribute `data-act`
 * @param ids the ids of the cards, in the order in which they are shown
 * @returns props for the list
 */
export function useNextCard(list: RefObject<HTMLElement | null>, ids: readonly string[]) {
  /** The button with the focus. An element that is removed reports no loss of the focus to React. */
  const focused = useRef<{ readonly id: string; readonly act: string } | null>(null);
  const shown = useRef(ids);
  const look = () => {
    const card = [...(list.current?.children ?? [])].findIndex((one) => one.contains(document.activeElement));
    const [id, act] = [ids[card], document.activeElement?.getAttribute('data-act')];
    focused.current = id && act ? { id, act } : null;
  };
  useLayoutEffect(() => {
    // A dialog gives the focus back when it closes. If the card goes at the same moment, the focus moves on from that card.
    if (isDialogOpen()) return;
    const [before, was] = [shown.current, focused.current];
    shown.current = ids;
    // A dialog that closes gives the focus back while React renders, and React reports no focus then.
    look();
    if (!was || ids.includes(was.id) || document.activeElement !== document.body) return;
    const place = before.indexOf(was.id);
    const isLeft = (id: string) => ids.includes(id);
    const next = before.slice(place).find(isLeft) ?? before.slice(0, place).findLast(isLeft);
    if (next === undefined) return;
    list.current?.children[ids.indexOf(next)]?.querySelector<HTMLElement>(`[data-act="${was.act}"]`)?.focus();
  });
  return {
    onFocus: look,
    onBlur: () => {
      if (!isDialogOpen()) focused.current = null;
    },
    /** A key that is held down decides only once, and not about the next card, too. */
    onKeyDown: (event: KeyboardEvent) => {
      const isPress = event.key === 'Enter' || event.key === ' ';
      if (isPress && (event.repeat || isSettling(list.current))) event.preventDefault();
    },
  };
}
