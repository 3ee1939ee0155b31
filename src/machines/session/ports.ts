import type { EventObject } from 'xstate';
import type { LoginRequest, Profile, TokenClaims } from '../../contract/people';
import type { SignupRequest } from '../../contract/signup';
import { call, stream } from '../ports';

/** A token and what it says; `claims` is null where it cannot be decoded. */
export interface DecodedToken {
  readonly token: string;
  readonly claims: TokenClaims | null;
}

/** The token that this browser keeps, or null. */
export const readToken = call<DecodedToken | null>('readToken');

/** Decodes a token that the server has just granted and, where that works, keeps it for the next start. */
export const keepToken = call<DecodedToken, { token: string }>('keepToken');

/** Removes this token from the browser; another one, which another tab has stored meanwhile, stays. */
export const dropToken = call<void, { token: string }>('dropToken');

/** What other tabs do with the token: says `token.stored` with the decoded token, and `token.removed`. */
export const tokenChanges = stream('tokenChanges');

/** Says `page.shown` with its time (`at`, in milliseconds since 1970) whenever the app comes to the front again: timers have stood still while the device slept. */
export const pageReturns = stream('pageReturns');

/** GET /api/profile. Rejects with a CallFailure. */
export const fetchProfile = call<Profile>('fetchProfile');

/**
 * Says `profile.changed` when the member's profile or roles have changed on the server, their session has ended, or news of that may
 * have been missed (DECISIONS P10, P17).
 */
export const memberNews = stream<EventObject, { readonly userId: string }>('memberNews');

/** POST /api/auth/login; the answer is the token. Rejects with a CallFailure. */
export const logIn = call<string, LoginRequest>('logIn');

/** POST /api/auth/signup. Rejects with a CallFailure. */
export const signUp = call<unknown, SignupRequest>('signUp');

/** Deletes everything that this browser keeps of a member, except the token. Rejects where the browser does not. */
export const forgetDevice = call<void, { userId: string }>('forgetDevice');

/** Has the app kept on this device; says `version.found` whenever another version than the one of this tab could be had. */
export const versions = stream('versions');

/** Has the new version begin and loads the page anew. */
export const takeVersion = call<void>('takeVersion');
