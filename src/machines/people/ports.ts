import type { PasswordRequest } from '../../contract/profile';
import type { Place } from '../../rules/incidents';
import type { Setting, SettingValue } from '../../rules/settings';
import { call } from '../ports';

/** One of the PUTs of the profile's settings, S2 §7. Rejects with a CallFailure. */
export const saveSetting = call<unknown, { readonly setting: Setting; readonly value: SettingValue }>('saveSetting');

/** PUT /api/profile/location. Rejects with a CallFailure. */
export const saveLocation = call<unknown, { readonly place: Place }>('saveLocation');

/** PUT /api/profile/password. A fresh token that comes with the answer is the session's when this is done. Rejects with a CallFailure. */
export const changePassword = call<unknown, PasswordRequest>('changePassword');

/** What this browser can do about push messages, and whether this device gets those of the member. */
export const lookAtPush = call<'unsupported' | 'off' | 'enabled', { readonly userId: string }>('lookAtPush');

/** Asks the member whether notices may be shown. */
export const askPermission = call<'unsupported' | 'granted' | 'refused'>('askPermission');

/** The organisation's public key of web push, or null where there is none. Rejects with a CallFailure. */
export const fetchPushKey = call<string | null>('fetchPushKey');

/** Subscribes this browser and tells the server. Rejects where either refuses; then nothing is subscribed. */
export const subscribe = call<void, { readonly key: string; readonly userId: string }>('subscribe');

/** Gives up the subscription in this browser and tells the server. Rejects where the browser does not. */
export const unsubscribe = call<void>('unsubscribe');
