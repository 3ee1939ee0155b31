import { notificationEndpoints } from '../../contract/endpoints/notifications';
import { statusOf } from '../../contract/failure';
import type { PushSubscriptionRequest } from '../../contract/notifications';
import type { PushDevice } from '../../contract/pushDevice';
import { type Api, type ApiOptions, createApi } from '../../services/api/api';
import { type PushMember, renewPush, unsubscribe } from '../../services/device/push';

/** The public key of web push: the configured one, otherwise the server's; null if there is none (DECISIONS 34, P12). */
export async function fetchPushKey(api: Api, configured: string): Promise<string | null> {
  if (configured !== '') return configured;
  try {
    return (await api.call(notificationEndpoints.vapidPublicKey, {})) || null;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

export const subscriptionSender = (api: Api) => (body: PushSubscriptionRequest) =>
  api.call(notificationEndpoints.subscribe, { body });

/**
 * Tells the server that a subscription has ended. Only our server has a call for that; other servers learn it from the push service
 * with the next message.
 */
export const unsubscriptionSender =
  ({ can }: Pick<ApiOptions, 'can'>, api: Api) =>
  async (endpoint: string) =>
    can('unsubscribe') && api.call(notificationEndpoints.unsubscribe, { body: { endpoint } });

/**
 * Called at a start of the app and after a login. Renews what has changed meanwhile. A known subscription is told again only to our
 * server, which keeps one row for it; another one might send every message twice then.
 */
export function renewSubscription({ can }: Pick<ApiOptions, 'can'>, api: Api, configured: string, member: PushMember) {
  const tell = subscriptionSender(api);
  return renewPush(member, () => fetchPushKey(api, configured), tell, can('unsubscribe') ? tell : async () => {});
}

/** Ends the push messages of a member whose session has ended, or anybody's. Without a token the server cannot be told. */
export function endPush(
  apiOptions: ApiOptions,
  token: string | null,
  memberId: string | null,
  isWanted: (device: PushDevice) => boolean,
): Promise<void> {
  const api = createApi({ ...apiOptions, token: () => token, onUnauthorized: async () => null });
  return unsubscribe(token === null ? async () => {} : unsubscriptionSender(apiOptions, api), memberId, isWanted);
}
