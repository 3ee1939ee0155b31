import { jwtDecode } from 'jwt-decode';
import { safeParse } from 'valibot';
import { TokenClaims } from '../../contract/people';
import { TOKEN_KEY } from './tokenKey';

/** A token and its claims; `claims` is null if they cannot be decoded. */
interface DecodedToken {
  readonly token: string;
  readonly claims: TokenClaims | null;
}

/** What another tab has done with the token. */
type TokenChange = ({ readonly type: 'token.stored' } & DecodedToken) | { readonly type: 'token.removed' };

interface TokenStore {
  read(): DecodedToken | null;
  /**
   * Stores the token if it can be decoded. In a browser that refuses storage only the caller has it, until the page is reloaded.
   */
  keep(token: string): DecodedToken;
  /** Removes this token. If another tab has stored another one meanwhile, that one stays. */
  drop(token: string): void;
  /** Calls back when another tab has changed the token, until the returned function is called. */
  watch(listener: (change: TokenChange) => void): () => void;
}

/** Reads the claims of a token without checking its signature. The server checks it. */
export function decodeToken(token: string): DecodedToken {
  try {
    const { success, output } = safeParse(TokenClaims, jwtDecode(token));
    return { token, claims: success ? output : null };
  } catch {
    return { token, claims: null };
  }
}

/**
 * The stored token of this browser, shared by all its tabs. A tab in the background may miss the events of others, so the storage
 * is read again whenever the page becomes visible.
 */
export function createTokenStore(page: Window = window): TokenStore {
  const look = () => attempt(() => page.localStorage.getItem(TOKEN_KEY)) ?? null;
  /** The token in the storage as this tab last read it. */
  let known = look();

  return {
    read: () => (known === null ? null : decodeToken(known)),
    keep(token) {
      const decoded = decodeToken(token);
      if (decoded.claims) {
        attempt(() => page.localStorage.setItem(TOKEN_KEY, token));
        known = look();
      }
      return decoded;
    },
    drop(token) {
      if (look() !== token) return;
      attempt(() => page.localStorage.removeItem(TOKEN_KEY));
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

/** Storage throws if the browser forbids it. The app works without storage. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch (error) {
    console.error('The browser refuses to keep the token', error);
    return undefined;
  }
}
