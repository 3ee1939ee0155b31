import type { PasswordRequest } from '../../contract/profile';
import type { Place } from '../../rules/incidents/incidents';
import type { Setting, SettingValue } from '../../rules/people/settings';
import { call } from '../ports';

/** One of the PUTs of the profile's settings, S2 §7. Rejects with a CallFailure. */
export const saveSetting = call<unknown, { readonly setting: Setting; readonly value: SettingValue }>('saveSetting');

/** PUT /api/profile/location. Rejects with a CallFailure. */
export const saveLocation = call<unknown, { readonly place: Place }>('saveLocation');

/**
 * PUT /api/profile/password. If the answer contains a new token, the session already uses it when this resolves. Rejects with a
 * CallFailure.
 */
export const changePassword = call<unknown, PasswordRequest>('changePassword');

/**
 * Whether this device gets the member's push messages. If not, why: the browser has no push, the member has forbidden notices in the
 * browser, somebody has closed the offer on this device, or it is simply off.
 */
export type PushStatus = 'unsupported' | 'denied' | 'declined' | 'off' | 'enabled';

/** Looks at the push messages of this device. Asks the member nothing. */
export const lookAtPush = call<PushStatus, { readonly userId: string }>('lookAtPush');

/** Remembers on this device that push messages need not be offered again. Rejects if the browser forbids storage. */
export const closePushOffer = call<void>('closePushOffer');

/** Asks the member for permission to show notices. */
export const askPermission = call<'unsupported' | 'granted' | 'refused'>('askPermission');

/** The organisation's public key of web push, or null if there is none. Rejects with a CallFailure. */
export const fetchPushKey = call<string | null>('fetchPushKey');

/** Subscribes this browser and tells the server. If one of them refuses, it rejects and nothing is subscribed. */
export const subscribe = call<void, { readonly key: string; readonly userId: string }>('subscribe');

/** Ends the subscription of this browser and tells the server. Rejects if the browser fails. */
export const unsubscribe = call<void>('unsubscribe');
