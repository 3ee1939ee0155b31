import { focusHeading, takeFocus } from './navigation';

/**
 * From now on moves the focus when the control that has it is removed, as the 'Approve' of a request that is gone. Called once, when the
 * code for members is loaded: the screens before the login remove no control that has the focus.
 *
 * The nearest `data-rests-at` around the control is a selector for where the focus goes, looked for in the nearest element with such an
 * attribute that is still shown. If there is none, the focus goes to the heading of what the control was in. Without this the focus would
 * fall to the page, and a screen reader would say nothing. Rows of a chat and of a feed are also removed by scrolling, so while their list
 * is there the focus goes only to a row that stays, as one does whose link was deleted with its text.
 * Browsers other than Chromium do not report the removal.
 */
export function moveFocusOnRemoval(): void {
  // A key that is held down presses once only, and not also the control that gets the focus next (DECISIONS 287).
  document.addEventListener('keydown', (event) => {
    const { key, repeat, target } = event;
    const isPress = (key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement;
    if (repeat && isPress && target.closest('[data-rests-at]')) event.preventDefault();
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget || !(target instanceof Element)) return;
    const rows = target.closest('[role="log"], [role="feed"]');
    const row = target.closest('article');
    const around: HTMLElement[] = [];
    for (let parent = target.parentElement; parent; parent = parent.parentElement) around.push(parent);
    // When React has removed all that it removes at once, and what opens instead has taken the focus.
    queueMicrotask(() => {
      if (target.isConnected || document.activeElement !== document.body) return;
      if (rows?.isConnected) {
        if (row?.isConnected) row.focus({ preventScroll: true });
        return;
      }
      const left = around.filter(({ isConnected }) => isConnected);
      const hasRest = ({ dataset }: HTMLElement) => dataset.restsAt !== undefined;
      const rests = around.find(hasRest)?.dataset.restsAt;
      const place = left.find(hasRest);
      if (rests && place && [...place.querySelectorAll<HTMLElement>(rests)].some(tryFocus)) return;
      const nearest = left.find((element) => element.matches('article, section, dialog'));
      if (!takeFocus(nearest?.querySelector<HTMLElement>('h1, h2, h3') ?? null)) focusHeading();
    });
  });
}

/** Focuses an element, unless it is disabled or hidden. @returns whether it has the focus now */
function tryFocus(element: HTMLElement): boolean {
  element.focus();
  return document.activeElement === element;
}
