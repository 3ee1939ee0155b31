import type { AnyRouter } from '@tanstack/react-router';
import type { SessionRef, SessionSnapshot } from '../machines/session/session.machine';
import { selectRoles, selectToken } from '../machines/session/session.select';

/** Runs the guards again whenever somebody signs in or out, here or in another tab, or gets other roles. */
export function followSession(router: AnyRouter, session: SessionRef): void {
  const situationOf = (snapshot: SessionSnapshot) => [selectToken(snapshot), selectRoles(snapshot)] as const;
  let [token, roles] = situationOf(session.getSnapshot());
  session.subscribe((snapshot) => {
    const [tokenNow, rolesNow] = situationOf(snapshot);
    if (tokenNow === token && rolesNow === roles) return;
    [token, roles] = [tokenNow, rolesNow];
    router.invalidate();
  });
}

/**
 * On another screen the focus goes to its heading, so that it is read out and the keyboard starts there: unless the screen
 * itself has put it somewhere.
 */
export function focusHeadings(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const screen = document.querySelector('main') ?? document.body;
    const focused = document.activeElement;
    if (focused && focused !== document.body && screen.contains(focused)) return;
    const heading = screen.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}
