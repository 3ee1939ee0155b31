import type { AnyRouter, ParsedLocation, RouterHistory } from '@tanstack/react-router';
import type { SessionRef, SessionSnapshot } from '../machines/session/session.machine';
import { selectRoles, selectVisit } from '../machines/session/session.select';
import { LoadFailure } from './lazy';

/**
 * Runs the guards again whenever the member signs in or out, here or in another tab, or gets other roles. After a sign-in it calls
 * `signedIn` first.
 */
export function followSession(router: AnyRouter, session: SessionRef, signedIn: () => void): void {
  const situationOf = (snapshot: SessionSnapshot) => {
    const visit = selectVisit(snapshot);
    // When a session ends, its roles are cleared a moment after the visit. They are ignored here, so that the end is one change.
    return [visit, visit === null ? null : selectRoles(snapshot)] as const;
  };
  let [visit, roles] = situationOf(session.getSnapshot());
  session.subscribe((snapshot) => {
    const [visitNow, rolesNow] = situationOf(snapshot);
    if (visitNow === visit && rolesNow === roles) return;
    if (visitNow !== null && visitNow !== visit) signedIn();
    [visit, roles] = [visitNow, rolesNow];
    router.invalidate();
  });
}

/**
 * An address from outside (a click on a push notification, or a typed one) makes an entry of the browser's history without the number by
 * which the router tells Back from Forward. It gets the next number: Back from there would otherwise leave an open dialog or a form without
 * a question (DECISIONS 326). The address that is shown already replaces its own entry. Call it before the router is created, because it
 * must look at the entry first.
 */
export function numberNewEntries(routerHistory: () => RouterHistory): void {
  addEventListener('popstate', ({ timeStamp }) => {
    if (history.state) return;
    const { href, state } = routerHistory().location;
    const next = { __TSR_key: String(timeStamp), __TSR_index: state.__TSR_index + 1 };
    // The router has put its own function in the place of the browser's.
    History.prototype.replaceState.call(history, location.hash === `#${href}` ? state : next, '');
  });
}

/** Loads the screen again if its code could not be fetched. */
export function loadMissingScreens(router: AnyRouter): void {
  if (router.state.matches.some(({ error }) => error instanceof LoadFailure)) router.invalidate();
}

/**
 * While a dialog or a popup is open over the page, the browser's Back closes it and stays on the page. Browsers on Android do that
 * themselves for dialogs; elsewhere Back would leave the page and the dialog with it. A popup is closed by its button that has
 * `data-closes-on-back`.
 */
export function closeOverlaysOnBack(router: AnyRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }: { action: string }) => {
      // While the next screen loads, the open dialog belongs to the screen that is being left.
      if (action !== 'BACK' || router.state.status === 'pending') return false;
      // The dialog that was opened last comes last in the document.
      const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
      const open = dialog ?? document.querySelector<HTMLElement>('[data-closes-on-back]');
      const close = () => {
        if (!dialog) open?.click();
        // Esc does the same: a dialog that must be answered prevents `cancel` and stays open.
        else if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
      };
      // The router goes forward again now, and ignores the `popstate` with which that ends. A dialog that leads to another screen when it
      // closes would cancel the going forward if it closed before: the router would ignore the next Back instead.
      if (open) addEventListener('popstate', close, { once: true });
      return open !== null;
    },
  });
}

/**
 * After a change of the screen, moves the focus to its heading as soon as there is one, so that screen readers read it and the
 * keyboard starts there. Does nothing if an element of the screen has the focus already.
 */
export function focusHeadings(router: AnyRouter): void {
  let frame = 0;
  // With the next frame, because `focus` lays out the page, and the frame does that anyway.
  const look = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (focusHeading()) arrivals.disconnect();
    });
  };
  const arrivals = new MutationObserver(look);
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    arrivals.observe(document.body, { childList: true, subtree: true });
    look();
  });
}

/** Moves the focus to the heading of the screen. @returns whether it is on an element of the screen now */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1');
  // On a wide screen the heading may be in the list beside the main area, if nothing is open there yet.
  const screen = heading?.closest('[data-pane]') ?? document.querySelector('main') ?? document.body;
  const focused = document.activeElement;
  if (focused && focused !== document.body && screen.contains(focused)) return true;
  return takeFocus(heading);
}

/** What ends the search for a scroll position: the member scrolls or presses something. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Opens a screen where it was left when the member goes back to it, and any other screen at its top. The browser does this only for
 * pages that scroll as a whole. What a screen shows may arrive after it, so the position is tried until it is reached or the member does
 * something. The list beside a screen stays as it is while other screens are opened from it.
 */
export function keepScrollPositions(router: AnyRouter): void {
  /** The scroll distances of the list beside the screen and of the screen, in px, by the key of the entry in the browser's history. */
  const kept = new Map<string | undefined, readonly [pane: number, main: number]>();
  /** The distances that are not reached yet. */
  const wanted = new Map<Element, number>();
  let pane: Element | null = null;
  const main = () => document.querySelector('main');
  const positionOf = (element: Element | null) => (element && (wanted.get(element) ?? element.scrollTop)) ?? 0;
  const keyOf = ({ state }: ParsedLocation): string | undefined => state.__TSR_key;

  const look = () => {
    for (const [element, position] of wanted) {
      element.scrollTop = position;
      if (Math.abs(element.scrollTop - position) < 2) wanted.delete(element);
    }
    if (wanted.size === 0) arrivals.disconnect();
  };
  const arrivals = new MutationObserver(look);
  const stop = () => {
    wanted.clear();
    arrivals.disconnect();
  };
  for (const act of acts) window.addEventListener(act, stop, { capture: true, passive: true });

  /** What is still shown while the next screen loads. It may move: rows that were measured now move those below them. */
  let leaving: ParsedLocation | undefined;
  const remember = () => {
    if (!leaving) return;
    // If the next screen takes long, 'Loading…' is shown instead. It is too short to scroll: its position, 0, is not that of the screen.
    const showsLoading = router.state.matches.some(({ status }) => status === 'pending');
    if (!showsLoading) kept.set(keyOf(leaving), [positionOf(pane), positionOf(main())]);
  };
  window.addEventListener('scroll', remember, { capture: true, passive: true });

  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    leaving = fromLocation;
    remember();
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    leaving = undefined;
    stop();
    const before = pane;
    pane = document.querySelector('[data-pane]');
    // The screen that is opened may be the one that was left, if the member went back while the next one was still loading.
    if (!fromLocation) return;
    const [paneWas, mainWas] = kept.get(keyOf(toLocation)) ?? [0, 0];
    const screen = main();
    if (screen) wanted.set(screen, mainWas);
    if (pane && (pane !== before || !pathChanged)) wanted.set(pane, paneWas);
    arrivals.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
    look();
  });
}

/** Focuses a heading. @returns whether there was one */
export function takeFocus(heading: HTMLElement | null): boolean {
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
