import { redirect } from '@tanstack/react-router';
import { waitFor } from 'xstate';
import type { SessionRef } from '../machines/session/session.machine';
import {
  selectIsProfileSettled,
  selectIsSignedIn,
  selectKeepsPlace,
  selectRoles,
} from '../machines/session/session.select';

/** What the login screen's address may carry: where the member wanted to go (DECISIONS 43). */
export interface Wanted {
  to?: string;
}

/** Only an address inside the app: somebody else may have made the link. */
export const readWanted = ({ to }: Record<string, unknown>): Wanted =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {};

/** The path of the screen that a member at this address gets to see. */
export const wantedPath = ({ pathname, search }: { pathname: string; search: object }): string =>
  pathname === '/login' || pathname === '/signup' ? (readWanted({ ...search }).to ?? '/chat') : pathname;

/** Who may see which route (S1 §2, S2 §2). Each throws a redirect where the visitor may not. */
export function createGuards(session: SessionRef) {
  const isSignedIn = () => selectIsSignedIn(session.getSnapshot());
  /** The last session whose end by hand has led to /login. Addresses that are opened after that are wanted again. */
  let left = 0;
  const leavesPlace = () => {
    const { visit } = session.getSnapshot().context;
    if (selectKeepsPlace(session.getSnapshot()) || left === visit) return false;
    left = visit;
    return true;
  };
  return {
    /** A visitor without a valid, unexpired token is sent to /login, and comes back after it. */
    member({ location }: { location: { href: string } }) {
      if (isSignedIn()) return;
      const keepsPlace = !leavesPlace() && !['/', '/chat'].includes(location.href);
      throw redirect({ to: '/login', search: keepsPlace ? { to: location.href } : {}, replace: true });
    },

    /** /login and /signup are for visitors: with a valid, unexpired token they lead on (DECISIONS 3, 43). */
    visitor({ search }: { search: object }) {
      if (!isSignedIn()) return;
      // Read again: what `validateSearch` leaves out, the router still passes on.
      const { to } = readWanted({ ...search });
      if (to) throw redirect({ href: to, replace: true });
      throw redirect({ to: '/chat', replace: true });
    },

    /** An unknown path. */
    stray() {
      throw redirect({ to: isSignedIn() ? '/chat' : '/login', replace: true });
    },

    /**
     * The same rule as in the navigation: a member who does not see the link goes to / (DECISIONS 30). The profile's roles count once they are
     * loaded, so nobody is turned away before.
     */
    role: (isAllowed: (roles: readonly string[]) => boolean) => async () => {
      const mayPass = () => isAllowed(selectRoles(session.getSnapshot()));
      if (!mayPass()) await waitFor(session, (now) => selectIsProfileSettled(now) || !selectIsSignedIn(now));
      if (!mayPass()) throw redirect({ to: '/', replace: true });
    },
  };
}
