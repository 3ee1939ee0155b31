import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Notification, PushPayload } from '../../../../src/contract/notifications';
import { type Follower, linkOf, pathOfLink } from '../../../../src/rules/notifications';
import type { Config } from '../../../config';
import type { Db } from '../../../db/open';
import { pushSubscriptions } from '../../../db/schema';
import type { Told } from '../notify';
import { subscriptionsOf } from '../subscriptions';
import { pushTitles } from '../texts';
import { mayBePushService, publicLookup } from './addresses';
import { encrypt } from './encrypt';
import { createPost } from './post';
import { createVapid } from './vapid';

type Subscription = typeof pushSubscriptions.$inferSelect;

/** A message for one browser. */
interface Delivery {
  readonly subscription: Subscription;
  readonly payload: PushPayload;
}

/** Web push: delivers notifications to members' devices while the app is closed (DECISIONS 34, P12). */
export interface Push {
  /** The public key with which browsers subscribe, in base64url. */
  readonly publicKey: string;
  /**
   * Sends notifications to all browsers of their recipients. Returns immediately, so that neither an answer nor a transaction waits
   * for a push service.
   */
  send(told: Told): void;
  /** Sends to subscriptions that were read earlier, because they are deleted by the time of sending. Returns immediately. */
  deliver(deliveries: readonly Delivery[]): void;
  /** Drops the messages that are waiting and aborts those being sent. */
  close(): Promise<void>;
}

/** The most messages that are sent at the same time, and the most that may wait. Messages beyond that are dropped. */
const AT_ONCE = 16;
const MOST_WAITING = 10_000;
/** How long a push service keeps a message for a device that is off, in seconds. Older news is not worth delivering. */
const TTL = 24 * 60 * 60;

interface Sources {
  readonly db: Db;
  readonly config: Pick<Config, 'vapid' | 'dataDir' | 'pushToLoopback'>;
  readonly log: FastifyBaseLogger;
}

export function createPush({ db, config, log }: Sources): Push {
  const vapid = createVapid(config);
  const post = createPost(publicLookup(config.pushToLoopback));
  const waiting: Delivery[] = [];
  const underway = new Set<Promise<void>>();
  /** How many messages are being sent now, at most `AT_ONCE`. */
  let senders = 0;
  let isClosed = false;

  /** Runs `work` in the background; `close` waits for it. */
  function start(work: () => Promise<void>): void {
    const done: Promise<void> = work()
      .catch((error) => log.error({ err: error }, 'a push message was not sent'))
      .finally(() => underway.delete(done));
    underway.add(done);
  }

  function deliver(deliveries: readonly Delivery[]): void {
    if (isClosed) return;
    const room = MOST_WAITING - waiting.length;
    if (deliveries.length > room) log.warn({ left: deliveries.length - room }, 'too many push messages wait');
    waiting.push(...deliveries.slice(0, Math.max(0, room)));
    for (let count = Math.min(AT_ONCE - senders, waiting.length); count > 0; count--) {
      senders++;
      start(async () => {
        try {
          for (let next = waiting.shift(); next; next = waiting.shift()) await sendOne(next);
        } finally {
          senders--;
        }
      });
    }
  }

  /** Never throws. The log names only the push service, because the full address is a secret of the browser. */
  async function sendOne({ subscription, payload }: Delivery): Promise<void> {
    const { endpoint: address } = subscription;
    const service = URL.canParse(address) ? new URL(address).origin : 'none';
    try {
      if (!mayBePushService(address, config.pushToLoopback)) throw new Error('this is no push service');
      const endpoint = new URL(address);
      const body = encrypt(JSON.stringify(payload), subscription);
      const status = await post.send({ endpoint, body, ttl: TTL, authorization: await vapid.authorize(endpoint) });
      if (status === 404 || status === 410) await forget(subscription);
      else if (status >= 300) log.warn({ service, status }, 'a push service has refused a message');
    } catch (error) {
      if (!isClosed) log.warn({ service, reason: reasonOf(error) }, 'a push message was not sent');
    }
  }

  /** Deletes a subscription that no longer exists, unless the browser has subscribed again with the same address. */
  const forget = async ({ endpoint, userId, auth }: Subscription) => {
    const { endpoint: address, userId: owner, auth: secret } = pushSubscriptions;
    await db.delete(pushSubscriptions).where(and(eq(address, endpoint), eq(owner, userId), eq(secret, auth)));
  };

  return {
    publicKey: vapid.publicKey,
    deliver,
    send(told) {
      if (told.length === 0 || isClosed) return;
      start(async () => {
        const subscriptions = await subscriptionsOf(
          db,
          told.map(({ userId }) => userId),
        );
        deliver(
          told.flatMap(({ userId, notification }) =>
            subscriptions
              .filter((subscription) => subscription.userId === userId)
              .map(({ roles, ...subscription }) => ({
                subscription,
                payload: payloadOf({ id: String(userId), roles }, notification),
              })),
          ),
        );
      });
    },
    async close() {
      isClosed = true;
      waiting.length = 0;
      post.close();
      await Promise.all(underway);
    },
  };
}

/** Contains only what the lock screen needs. A press leads where the same notification leads within the app, or else to their list. */
function payloadOf(me: Follower, notification: Notification): PushPayload {
  const { id, type, message } = notification;
  return {
    memberId: me.id,
    title: pushTitles[type as keyof typeof pushTitles],
    body: message,
    path: `/#${pathOfLink(linkOf(notification, me) ?? { to: '/notifications' })}`,
    tag: `notification-${id}`,
  };
}

/** The reason why a message could not be sent, without its address, which some system errors contain in their message. */
function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  return code ?? (name === 'Error' ? message : name);
}
