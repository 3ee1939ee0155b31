import { and, eq, gt, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import type { Notification, PushPayload } from '../../../../src/contract/notifications';
import { type Follower, linkOf, pathOfLink, tagOf } from '../../../../src/rules/notifications/notifications';
import type { Config } from '../../../config';
import type { Db } from '../../../db/open';
import { notifications, pushSubscriptions } from '../../../db/schema';
import type { Told } from '../notify';
import { subscriptionsOf } from '../subscriptions';
import { pushTitles } from '../texts';
import { mayBePushService, publicLookup } from './addresses';
import { encrypt } from './encrypt';
import { createPost, SOCKETS } from './post';
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
  /** Begins the end of the server: no message is tried again, and those that are there get `GRACE`. */
  end(): void;
  /** Waits for the messages that are there, as long as `end` lets them be sent. */
  close(): Promise<void>;
}

/** The most messages that are sent at the same time, and the most that may wait. Messages beyond that are dropped. */
const AT_ONCE = 16;
const MOST_WAITING = 10_000;
/** How long a push service keeps a message for a device that is off, in seconds. Older news is not worth delivering. */
const TTL = 24 * 60 * 60;
/**
 * The pauses before the further tries of a message, in milliseconds, and the longest that a push service may ask for. Together they stay
 * far below `TTL`.
 */
const PAUSES = [5_000, 30_000, 120_000];
const LONGEST_PAUSE = 10 * 60_000;
/** The time for sending what is there when the server stops, in milliseconds. Unfinished answers get the same time, meanwhile. */
const GRACE = 2000;

interface Sources {
  readonly db: Db;
  readonly config: Pick<Config, 'vapid' | 'dataDir' | 'pushToLoopback'>;
  readonly log: FastifyBaseLogger;
}

/** @param pauses the pauses before the further tries of a message, in milliseconds */
export function createPush({ db, config, log }: Sources, pauses: readonly number[] = PAUSES): Push {
  const vapid = createVapid(config);
  const post = createPost(publicLookup(config.pushToLoopback));
  const waiting: Queued[] = [];
  const underway = new Set<Promise<void>>();
  /** The pauses before further tries that are going on, and the number of messages that wait for their end. */
  const timers = new Set<NodeJS.Timeout>();
  let paused = 0;
  /** How many messages are being sent now, at most `AT_ONCE`; and to each push service, at most as many as it has connections. */
  let senders = 0;
  const busy = new Map<string, number>();
  let isEnding = false;
  let isClosed = false;
  let grace: NodeJS.Timeout | undefined;

  /** Runs `work` in the background; `close` waits for it. */
  function start(work: () => Promise<void>): void {
    const done: Promise<void> = work()
      .catch((error) => log.error({ err: error }, 'a push message was not sent'))
      .finally(() => underway.delete(done));
    underway.add(done);
  }

  function enqueue(messages: readonly Queued[]): void {
    if (isClosed) return;
    const room = MOST_WAITING - waiting.length - paused;
    if (messages.length > room) log.warn({ left: messages.length - room }, 'too many push messages wait');
    waiting.push(...messages.slice(0, Math.max(0, room)));
    for (let count = Math.min(AT_ONCE - senders, waiting.length); count > 0; count--) {
      senders++;
      start(async () => {
        try {
          for (let next = takeNext(); next; next = takeNext()) await sendOne(next);
        } finally {
          senders--;
        }
      });
    }
  }

  /**
   * The next message of a service that has a free connection. Otherwise the messages to a service that does not answer would keep all
   * senders waiting.
   */
  function takeNext(): Queued | undefined {
    const place = waiting.findIndex((one) => (busy.get(serviceOf(one)) ?? 0) < SOCKETS);
    return place < 0 ? undefined : waiting.splice(place, 1)[0];
  }

  /**
   * Calls `again` after a pause, for `count` messages that were tried `tries` times before this one.
   * @param asked the pause that the push service asks for
   * @returns false when they are given up.
   */
  function tryAgain(tries: number, count: number, again: () => void, asked: number | null = null): boolean {
    const pause = pauses[tries];
    if (pause === undefined || isEnding || waiting.length + paused + count > MOST_WAITING) return false;
    paused += count;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        paused -= count;
        again();
      },
      Math.min(Math.max(asked ?? 0, pause), LONGEST_PAUSE),
    );
    timers.add(timer);
    return true;
  }

  async function sendOne(message: Queued): Promise<void> {
    const service = serviceOf(message);
    const count = (change: number) => busy.set(service, (busy.get(service) ?? 0) + change);
    count(1);
    await tryOne(message, service).finally(() => count(-1));
    if (busy.get(service) === 0) busy.delete(service);
  }

  /** Never throws. The log names only the push service, because the full address is a secret of the browser. */
  async function tryOne(message: Queued, service: string): Promise<void> {
    const { subscription, payload, tries, notificationId } = message;
    const { endpoint: address } = subscription;
    const failed = (facts: object, words: string, asked: number | null = null) => {
      if (isClosed) return;
      const isLater = tryAgain(tries, 1, () => enqueue([{ ...message, tries: tries + 1 }]), asked);
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
      else if (status >= 300) log.warn({ service, status }, refusal);
    } catch (error) {
      failed({ reason: reasonOf(error) }, 'a push message was not sent');
    }
  }

  /** Finds the browsers of the recipients, and queues a message for each. */
  function sendTold(told: Told, tries: number): void {
    if (told.length === 0 || isClosed) return;
    start(async () => {
      const userIds = told.map(({ userId }) => userId);
      const subscriptions = await subscriptionsOf(db, userIds).catch((error) => {
        const isLater = tryAgain(tries, told.length, () => sendTold(told, tries + 1));
        log[isLater ? 'info' : 'error']({ err: error }, 'the browsers of those to be notified were not found');
        return [];
      });
      enqueue(
        told.flatMap(({ userId, notification }) =>
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

  function giveUp(): void {
    clearTimeout(grace);
    isClosed = true;
    waiting.length = 0;
    post.close();
  }

  const push: Push = {
    publicKey: vapid.publicKey,
    deliver: (deliveries) => enqueue(deliveries.map((one) => ({ ...one, tries: 0, notificationId: null }))),
    send: (told) => sendTold(told, 0),
    end() {
      isEnding = true;
      for (const timer of timers) clearTimeout(timer);
      grace ??= setTimeout(giveUp, GRACE);
    },
    async close() {
      push.end();
      while (underway.size > 0) await Promise.all(underway);
      giveUp();
    },
  };
  return push;
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
