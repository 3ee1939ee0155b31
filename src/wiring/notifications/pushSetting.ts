import { fromPromise } from 'xstate';
import { pushMachine } from '../../machines/people/push.machine';
import { askPermission, closePushOffer, lookAtPush, subscribe, unsubscribe } from '../../services/device/push';
import type { Gateways } from '../gateways';
import { fetchPushKey, subscriptionSender, unsubscriptionSender } from './push';

/** What push messages need from the app. */
export interface PushWiring {
  /** The configured public key of web push; empty if there is none. */
  readonly vapidPublicKey: string;
  /** When the session expires, in milliseconds since 1970. */
  expiresAt(): number;
}

/** Enable Notifications with its ports. */
export const providePush = ({ api, apiOptions }: Gateways, { vapidPublicKey, expiresAt }: PushWiring) =>
  pushMachine.provide({
    actors: {
      lookAtPush: fromPromise(({ input }) => lookAtPush(input.userId)),
      closePushOffer: fromPromise(closePushOffer),
      askPermission: fromPromise(askPermission),
      fetchPushKey: fromPromise(() => fetchPushKey(api, vapidPublicKey)),
      subscribe: fromPromise(({ input: { key, userId } }) =>
        subscribe({ memberId: userId, expiresAt: expiresAt() }, key, subscriptionSender(api)),
      ),
      unsubscribe: fromPromise(() => unsubscribe(unsubscriptionSender(apiOptions, api))),
    },
  });
