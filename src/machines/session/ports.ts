import type { EventObject } from 'xstate';
import type { LoginRequest, Profile, TokenClaims } from '../../contract/people';
import type { SignupRequest } from '../../contract/signup';
import type { Cached } from '../feed.machine';
import { call, stream } from '../ports';
import type { SignupForm } from './signup.form';

/** A token and its claims; `claims` is null if they cannot be decoded. */
export interface DecodedToken {
  readonly token: string;
  readonly claims: TokenClaims | null;
}

/** The stored token of this browser, or null. */
export const readToken = call<DecodedToken | null>('readToken');

/** Decodes a new token and, if that works, stores it for the next start. */
export const keepToken = call<DecodedToken, { token: string }>('keepToken');

/** Removes this token from the browser. If another tab has stored another one meanwhile, that one stays. */
export const dropToken = call<void, { token: string }>('dropToken');

/** Changes of the token by other tabs: sends `token.stored` with the decoded token, and `token.removed`. */
export const tokenChanges = stream('tokenChanges');

/**
 * Sends `page.shown` with its time (`at`, in milliseconds since 1970) whenever the page becomes visible. It is needed because
 * timers stop while the device sleeps.
 */
export const pageReturns = stream('pageReturns');

/** GET /api/profile. Rejects with a CallFailure. */
export const fetchProfile = call<Profile>('fetchProfile');

/** The copy of the member's profile that this device has cached, or null (DECISIONS 182). */
export const readCachedProfile = call<Cached<Profile> | null, { readonly userId: string }>('readCachedProfile');

/**
 * Sends `profile.changed` when the member's profile or roles have changed on the server, when their session has ended, or when such
 * news may have been missed (DECISIONS P10, P17).
 */
export const memberNews = stream<EventObject, { readonly userId: string }>('memberNews');

/** POST /api/auth/login; the answer is the token. Rejects with a CallFailure. */
export const logIn = call<string, LoginRequest>('logIn');

/** POST /api/auth/signup. Rejects with a CallFailure. */
export const signUp = call<unknown, SignupRequest>('signUp');

export type SignupDraftCommand = { type: 'draft.keep'; form: SignupForm };
/**
 * Keeps what is entered at the sign-up, except the password, until the screen is left. At the start it sends `form.restored` with what
 * was entered in this tab before a reload. Its input is what the form has already, after a restart of the chart. DECISIONS 312
 */
export const signupDraft = stream<SignupDraftCommand, SignupForm>('signupDraft');

/** Deletes everything that this browser keeps of a member, except the token. Rejects if the browser fails. */
export const forgetDevice = call<void, { userId: string }>('forgetDevice');

/** Keeps the app on this device. Sends `version.found` whenever a newer version than that of this tab is available. */
export const versions = stream('versions');

/** Activates the new version and reloads the page. */
export const takeVersion = call<void>('takeVersion');
