import { fromPromise } from 'xstate';
import type { LoginRequest, Profile, TokenClaims } from '../../contract/people';
import type { SignupRequest } from '../../contract/signup';
import { fromStream } from '../supervision';

const unprovided = (port: string) => new Error(`${port} must be provided`);

/** A token and what it says; `claims` is null where it cannot be decoded. */
export interface DecodedToken {
  readonly token: string;
  readonly claims: TokenClaims | null;
}

/** The token that this browser keeps, or null. */
export const readToken = fromPromise<DecodedToken | null>(() => Promise.reject(unprovided('readToken')));

/** Decodes a token that the server has just granted and, where that works, keeps it for the next start. */
export const keepToken = fromPromise<DecodedToken, { token: string }>(() => Promise.reject(unprovided('keepToken')));

/** Removes this token from the browser; another one, which another tab has stored meanwhile, stays. */
export const dropToken = fromPromise<void, { token: string }>(() => Promise.reject(unprovided('dropToken')));

const stream = (port: string) =>
  fromStream(() => {
    throw unprovided(port);
  });

/** What other tabs do with the token: says `token.stored` with the decoded token, and `token.removed`. */
export const tokenChanges = stream('tokenChanges');

/** Says `page.shown` with its time (`at`, in milliseconds since 1970) whenever the app comes to the front again: timers have stood still while the device slept. */
export const pageReturns = stream('pageReturns');

/** GET /api/profile. Rejects with a CallFailure. */
export const fetchProfile = fromPromise<Profile>(() => Promise.reject(unprovided('fetchProfile')));

/** POST /api/auth/login; the answer is the token. Rejects with a CallFailure. */
export const logIn = fromPromise<string, LoginRequest>(() => Promise.reject(unprovided('logIn')));

/** POST /api/auth/signup. Rejects with a CallFailure. */
export const signUp = fromPromise<unknown, SignupRequest>(() => Promise.reject(unprovided('signUp')));
