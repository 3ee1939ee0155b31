import { and, eq, gt, lt, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import type { Notification, PushPayload } from '../../../../src/contract/notifications';
import { type Follower, linkOf, pathOfLink, tagOf } from '../../../../src/rules/notifications/notifications';
import type { Config } from '../../../config';
import type { Db } from '../../../db/open';
import { notifications, pushSubscriptions } from '../../../db/schema';
import type { ToTell } from '../notify';
import { subscriptionsOf } from '../subscriptions';
import { pushTitles } from '../texts';
import { mayBePushService, publicLookup } from './addresses';
import { encrypt } from './encrypt';
import { createPost } from './post';
import { createQueue, type Queue } from './queue';
import { createVapid } from './vapid';

type Subscription = typeof pushSubscriptions.$inferSelect;

/** A message for one browser. */
interface Delivery {
  readonly subscription: Subscription;
  readonly payload: PushPayload;
}

/** A message in the queue. */
interface Queued extends Delivery {
  /** How many times it was tried already. */
  readonly tries: number;
  /** The id of its notification, which is stored; null for a message whose recipient is no member any more. */
  readonly notificationId: number | null;
}

/** Web push: delivers notifications to members' devices while the app is closed (DECISIONS 34, P12). */
export interface Push extends Pick<Queue<Queued>, 'end' | 'close'> {
  /** The public key with which browsers subscribe, in base64url. */
  readonly publicKey: string;
  /**
   * Sends notifications to all browsers of their recipients. Returns immediately, so that neither an answer nor a transaction waits
   * for a push service.
   */
  send(toTell: ToTell): void;
  /** Sends to subscriptions that were read earlier, because they are deleted by the time of sending. Returns immediately. */
  deliver(deliveries: readonly Delivery[]): void;
}

/** How long a push service keeps a message for a device that is off, in seconds. Older news is not worth delivering. */
const TTL = 24 * 60 * 60;
/** The pauses before the further tries of a message, in milliseconds. Together they stay far below `TTL`. */
export const PAUSES = [5_000, 30_000, 120_000];

/** How long the app was not opened in a browser whose subscription is forgotten if its push service refuses us, in milliseconds. */
const UNHEARD_OF = 30 * 24 * 60 * 60_000;

interface Sources {
  readonly db: Db;
  readonly config: Pick<Config, 'vapid' | 'dataDir' | 'pushToLoopback'>;
  readonly log: FastifyBaseLogger;
}

/** @param pauses the pauses before the further tries of a message, in milliseconds */
export function createPush({ db, config, log }: Sources, pauses: readonly number[] = PAUSES): Push {
  const vapid = createVapid(config);
  const post = createPost(publicLookup(config.pushToLoopback));
  const queue = createQueue<Queued>({ log, pauses, serviceOf, send, closed: () => post.close() });

  /** Never throws. The log names only the push service, because the full address is a secret of the browser. */
  async function send(message: Queued): Promise<void> {
    const { subscription, payload, tries, notificationId } = message;
    const { endpoint: address } = subscription;
    const service = serviceOf(message);
    const failed = (facts: object, words: string, asked: number | null = null) => {
      if (queue.isClosed()) return;
      const isLater = queue.tryAgain(tries, 1, () => queue.add([{ ...message, tries: tries + 1 }]), asked);
      log[isLater ? 'info' : 'warn']({ service, ...facts }, words);
    };
    if (!mayBePushService(address, config.pushToLoopback))
      return log.warn({ service, reason: 'this is no push service' }, 'a push message was not sent');
    try {
      if (tries > 0 && notificationId !== null && !(await isStillNews(db, subscription, notificationId))) return;
      const endpoint = new URL(address);
      const body = encrypt(JSON.stringify(payload), subscription);
      const authorization = await vapid.authorize(endpoint);
      const { status, retryAfter } = await post.send({ endpoint, body, ttl: TTL, authorization });
      const refusal = 'a push service has refused a message';
      if (status === 404 || status === 410) await db.delete(pushSubscriptions).where(isStill(subscription));
      else if (status === 429 || status >= 500) failed({ status }, refusal, retryAfter);
      else if (status >= 300) {
        log.warn({ service, status }, refusal);
        if (status === 401 || status === 403) await forget(subscription);
      }
    } catch (error) {
      failed({ reason: reasonOf(error) }, 'a push message was not sent');
    }
  }

  /**
   * A push service refuses our signature: the subscription was made with an earlier key of this server, or this server's clock is wrong,
   * which would end the subscriptions of all. A browser that is in use is told of at each start of the app, and subscribes again if the
   * key has changed, so only one that was not heard of for long is forgotten (DECISIONS 34).
   */
  async function forget(subscription: Subscription): Promise<void> {
    const isUnheardOf = lt(pushSubscriptions.createdAt, new Date(Date.now() - UNHEARD_OF));
    await db.delete(pushSubscriptions).where(and(isStill(subscription), isUnheardOf));
  }

  /** Finds the browsers of the recipients, and queues a message for each. */
  function sendToBrowsers(toTell: ToTell, tries: number): void {
    if (toTell.length === 0 || queue.isClosed()) return;
    queue.start(async () => {
      const userIds = toTell.map(({ userId }) => userId);
      const subscriptions = await subscriptionsOf(db, userIds).catch((error) => {
        const isLater = queue.tryAgain(tries, toTell.length, () => sendToBrowsers(toTell, tries + 1));
        log[isLater ? 'info' : 'error']({ err: error }, 'the browsers of those to be notified were not found');
        return [];
      });
      queue.add(
        toTell.flatMap(({ userId, notification }) =>
          subscriptions
            .filter((subscription) => subscription.userId === userId)
            .map(({ roles, ...subscription }) => ({
              subscription,
              payload: payloadOf({ id: String(userId), roles }, notification),
              tries: 0,
              notificationId: Number(notification.id),
            })),
        ),
      );
    });
  }

  return {
    publicKey: vapid.publicKey,
    deliver: (deliveries) => queue.add(deliveries.map((one) => ({ ...one, tries: 0, notificationId: null }))),
    send: (toTell) => sendToBrowsers(toTell, 0),
    end: queue.end,
    close: queue.close,
  };
}

/** A condition: the subscription exists, and the browser has not subscribed again with the same address. */
const isStill = ({ endpoint, userId, auth }: Subscription) =>
  and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.auth, auth));

/**
 * Whether a message that has waited is still to be sent. Meanwhile the member may have logged out or read it, a lost phone may have been
 * cut off by a new password, and something newer may have been told of the same thing, which the older news would contradict.
 */
async function isStillNews(db: Db, subscription: Subscription, notificationId: number): Promise<boolean> {
  if ((await db.$count(pushSubscriptions, isStill(subscription))) === 0) return false;
  const newer = alias(notifications, 'newer');
  const isNewer = and(
    eq(newer.userId, notifications.userId),
    eq(newer.type, notifications.type),
    eq(newer.relatedEntityId, notifications.relatedEntityId),
    gt(newer.id, notifications.id),
  );
  const isNews = and(
    eq(notifications.id, notificationId),
    eq(notifications.isRead, false),
    notExists(db.select({ id: newer.id }).from(newer).where(isNewer)),
  );
  const found = await db.select({ id: notifications.id }).from(notifications).where(isNews);
  return found.length > 0;
}

/** The push service of a message, by its origin. */
const serviceOf = ({ subscription: { endpoint } }: Delivery) =>
  URL.canParse(endpoint) ? new URL(endpoint).origin : 'none';

/** Contains only what the lock screen needs. A press leads where the same notification leads within the app, or else to their list. */
function payloadOf(me: Follower, notification: Notification): PushPayload {
  const { id, type, message } = notification;
  return {
    memberId: me.id,
    title: pushTitles[type as keyof typeof pushTitles],
    body: message,
    path: `/#${pathOfLink(linkOf(notification, me) ?? { to: '/notifications' })}`,
    tag: tagOf(id),
  };
}

/** The reason why a message could not be sent, without its address, which some system errors contain in their message. */
function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  return code ?? (name === 'Error' ? message : name);
}
