import { redirect } from '@tanstack/react-router';
import { waitFor } from 'xstate';
import type { SessionRef } from '../machines/session/session.machine';
import {
  selectHasLoggedOut,
  selectIsProfileSettled,
  selectIsSignedIn,
  selectLastVisit,
  selectNoticesActor,
  selectRoles,
} from '../machines/session/session.select';
import { keepPage } from './unsavedForms';

/** Said to a member who opens a page without the role for it, or has lost the role while the page is open. */
const OTHER_ROLES = 'You do not have the role for that page.';

/** The search parameter of /login and /signup: the address that the member wanted to open (DECISIONS 43). */
export interface Wanted {
  to?: string;
}

/** Accepts only an address inside the app, because anybody can make such a link. */
export const readWanted = ({ to }: Record<string, unknown>): Wanted =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {};

/** The path of the screen that is shown at this address to a member who is signed in. */
export const wantedPath = ({ pathname, search }: { pathname: string; search: object }): string =>
  pathname === '/login' || pathname === '/signup' ? (readWanted({ ...search }).to ?? '/chat') : pathname;

/** Who may see which route (S1 §2, S2 §2). Each guard throws a redirect if the route is not allowed. */
export function createGuards(session: SessionRef) {
  const isSignedIn = () => selectIsSignedIn(session.getSnapshot());
  /**
   * The number of the last session that ended with Log Out and has led to /login. That one redirect does not keep the address; the
   * addresses that are opened after it are kept.
   */
  let redirected = 0;
  const dropsAddress = () => {
    const snapshot = session.getSnapshot();
    const visit = selectLastVisit(snapshot);
    if (!selectHasLoggedOut(snapshot) || redirected === visit) return false;
    redirected = visit;
    return true;
  };
  return {
    /** A visitor without a valid, unexpired token is sent to /login, and returns to this address after the login. */
    member({ location }: { location: { href: string } }) {
      if (isSignedIn()) return;
      const keepsAddress = !dropsAddress() && !['/', '/chat'].includes(location.href);
      throw redirect({ to: '/login', search: keepsAddress ? { to: location.href } : {}, replace: true });
    },

    /** With a valid, unexpired token /login and /signup redirect to the wanted address or to /chat (DECISIONS 3, 43). */
    visitor({ search }: { search: object }) {
      if (!isSignedIn()) return;
      // Checked again, because the router also passes parameters on that `validateSearch` has left out.
      const { to } = readWanted({ ...search });
      if (to) throw redirect({ href: to, replace: true });
      throw redirect({ to: '/chat', replace: true });
    },

    /** An unknown path. */
    unknown() {
      throw redirect({ to: isSignedIn() ? '/chat' : '/login', replace: true });
    },

    /**
     * The same rule as in the navigation: a member who does not see the link is redirected to / (DECISIONS 30). It waits until the profile
     * is loaded before it refuses, because the roles are in the profile. It says why, because the role may have been lost just now.
     */
    role:
      (isAllowed: (roles: readonly string[]) => boolean) =>
      async ({ preload, cause }: { preload: boolean; cause: string }) => {
        const mayPass = () => isAllowed(selectRoles(session.getSnapshot()));
        if (!mayPass()) await waitFor(session, (now) => selectIsProfileSettled(now) || !selectIsSignedIn(now));
        // A member who loses the role in the middle of a form may finish reading and copying it: the page stays until the form is closed.
        if (mayPass() || (cause === 'stay' && isSignedIn() && keepPage())) return;
        if (!preload && isSignedIn())
          selectNoticesActor(session.getSnapshot())?.send({ type: 'notice.show', tone: 'info', text: OTHER_ROLES });
        throw redirect({ to: '/', replace: true });
      },
  };
}
