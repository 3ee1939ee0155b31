import { jwtDecode } from 'jwt-decode';
import { safeParse } from 'valibot';
import { TokenClaims } from '../contract/people';

/** The name under which the browser keeps the token. */
const KEY = 'token';

/** A token and what it says; `claims` is null where it cannot be decoded. */
interface DecodedToken {
  readonly token: string;
  readonly claims: TokenClaims | null;
}

/** What another tab has done with the token. */
type TokenChange = ({ readonly type: 'token.stored' } & DecodedToken) | { readonly type: 'token.removed' };

interface TokenStore {
  read(): DecodedToken | null;
  /** Keeps the token where it can be decoded. In a browser that refuses storage it lives as long as the page. */
  keep(token: string): DecodedToken;
  /** Removes this token; another one, which another tab has stored meanwhile, stays. */
  drop(token: string): void;
  /** Listens to other tabs until the returned function is called. */
  watch(listener: (change: TokenChange) => void): () => void;
}

/** Reads what a token says, without checking its signature: that is for the server. */
function decodeToken(token: string): DecodedToken {
  try {
    const { success, output } = safeParse(TokenClaims, jwtDecode(token));
    return { token, claims: success ? output : null };
  } catch {
    return { token, claims: null };
  }
}

/**
 * The stored token of this browser, the same for all its tabs. A tab that was put away may have missed what others did, so
 * the storage is looked at again whenever the page comes to the front.
 */
export function createTokenStore(page: Window = window): TokenStore {
  const look = () => attempt(() => page.localStorage.getItem(KEY)) ?? null;
  /** What this tab knows to be stored. */
  let known = look();

  return {
    read: () => (known === null ? null : decodeToken(known)),
    keep(token) {
      const decoded = decodeToken(token);
      if (decoded.claims) {
        attempt(() => page.localStorage.setItem(KEY, token));
        known = look();
      }
      return decoded;
    },
    drop(token) {
      if (look() !== token) return;
      attempt(() => page.localStorage.removeItem(KEY));
      known = look();
    },
    watch(listener) {
      const compare = () => {
        const stored = look();
        if (stored === known) return;
        known = stored;
        listener(stored === null ? { type: 'token.removed' } : { type: 'token.stored', ...decodeToken(stored) });
      };
      page.addEventListener('storage', compare);
      page.addEventListener('pageshow', compare);
      page.document.addEventListener('visibilitychange', compare);
      return () => {
        page.removeEventListener('storage', compare);
        page.removeEventListener('pageshow', compare);
        page.document.removeEventListener('visibilitychange', compare);
      };
    },
  };
}

/** Storage throws where the browser forbids it; the app works without. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch (error) {
    console.error('The browser refuses to keep the token', error);
    return undefined;
  }
}
