import type { AnyRouter } from '@tanstack/react-router';
import type { SessionRef, SessionSnapshot } from '../machines/session/session.machine';
import { selectRoles, selectVisit } from '../machines/session/session.select';
import { LoadFailure } from './lazy';

/**
 * Runs the guards again whenever somebody signs in or out, here or in another tab, or gets other roles. Calls `signedIn` first
 * when somebody has signed in.
 */
export function followSession(router: AnyRouter, session: SessionRef, signedIn: () => void): void {
  const situationOf = (snapshot: SessionSnapshot) => {
    const visit = selectVisit(snapshot);
    // The end of a session is one change, though its roles go a moment later.
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

/** Asks again for a screen that did not arrive. */
export function loadMissingScreens(router: AnyRouter): void {
  if (router.state.matches.some(({ error }) => error instanceof LoadFailure)) router.invalidate();
}

/**
 * While something is open over the page, the browser's Back closes that and stays on the page. On Android the browser does so itself
 * for dialogs; elsewhere Back would leave the page and take the dialog with it.
 */
export function closeOverlaysOnBack(router: AnyRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }: { action: string }) => {
      // While the next screen loads, what is open belongs to the screen that was left.
      if (action !== 'BACK' || router.state.status === 'pending') return false;
      // An address that was typed, or a link from outside, counts as Back for the router, but its entry has no state yet.
      if (window.history.state === null) return false;
      // The one that was opened last comes last in the page, too.
      const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
      if (!dialog) return false;
      // As Esc does: a dialog that must be answered stays.
      if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
      return true;
    },
  });
}

/**
 * On another screen the focus goes to its heading, as soon as there is one, so that it is read out and the keyboard starts
 * there: unless something on the screen has the focus already.
 */
export function focusHeadings(router: AnyRouter): void {
  const arrivals = new MutationObserver(() => {
    if (focusHeading()) arrivals.disconnect();
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    arrivals.disconnect();
    if (!focusHeading()) arrivals.observe(document.body, { childList: true, subtree: true });
  });
}

/** @returns whether the focus is on the screen now */
function focusHeading(): boolean {
  const screen = document.querySelector('main') ?? document.body;
  const focused = document.activeElement;
  if (focused && focused !== document.body && screen.contains(focused)) return true;
  const heading = screen.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
