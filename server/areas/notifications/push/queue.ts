import type { FastifyBaseLogger } from 'fastify';
import { SOCKETS } from './post';

/** The most messages that are sent at the same time, and the most that may wait. Messages beyond that are dropped. */
const AT_ONCE = 16;
const MOST_WAITING = 10_000;
/** The longest pause that a push service may ask for, in milliseconds. */
export const LONGEST_PAUSE = 10 * 60_000;
/** The time for sending what is there when the server stops, in milliseconds. Unfinished answers get the same time, meanwhile. */
const GRACE = 2000;

interface QueueOptions<Message> {
  readonly log: FastifyBaseLogger;
  /** The pauses before the further tries of a message, in milliseconds. */
  readonly pauses: readonly number[];
  /** The name of the push service that a message goes to. */
  serviceOf(message: Message): string;
  /** Sends one message. */
  send(message: Message): Promise<void>;
  /** Called when nothing more is sent. */
  closed(): void;
}

/** The messages that wait to be sent: how many are sent at once and to whom, when one is tried again, and the end of the server. */
export interface Queue<Message> {
  add(messages: readonly Message[]): void;
  /** Runs `work` in the background; `close` waits for it. */
  start(work: () => Promise<void>): void;
  /**
   * Calls `again` after a pause, for `count` messages that were tried `tries` times before this one.
   * @param asked the pause that the push service asks for
   * @returns false when they are given up.
   */
  tryAgain(tries: number, count: number, again: () => void, asked?: number | null): boolean;
  isClosed(): boolean;
  /** Begins the end of the server: no message is tried again, and those that are there get `GRACE`. */
  end(): void;
  /** Waits for the messages that are there, as long as `end` lets them be sent. */
  close(): Promise<void>;
}

export function createQueue<Message>({ log, pauses, serviceOf, send, closed }: QueueOptions<Message>): Queue<Message> {
  const waiting: Message[] = [];
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

  function start(work: () => Promise<void>): void {
    const done: Promise<void> = work()
      .catch((error) => log.error({ err: error }, 'a push message was not sent'))
      .finally(() => underway.delete(done));
    underway.add(done);
  }

  /**
   * The next message of a service that has a free connection. Otherwise the messages to a service that does not answer would keep all
   * senders waiting.
   */
  function takeNext(): Message | undefined {
    const place = waiting.findIndex((one) => (busy.get(serviceOf(one)) ?? 0) < SOCKETS);
    return place < 0 ? undefined : waiting.splice(place, 1)[0];
  }

  async function sendOne(message: Message): Promise<void> {
    const service = serviceOf(message);
    const count = (change: number) => busy.set(service, (busy.get(service) ?? 0) + change);
    count(1);
    await send(message).finally(() => count(-1));
    if (busy.get(service) === 0) busy.delete(service);
  }

  async function sendAll(): Promise<void> {
    senders++;
    try {
      for (let next = takeNext(); next; next = takeNext()) await sendOne(next);
    } finally {
      senders--;
    }
  }

  function giveUp(): void {
    clearTimeout(grace);
    isClosed = true;
    waiting.length = 0;
    closed();
  }

  const queue: Queue<Message> = {
    start,
    add(messages) {
      if (isClosed) return;
      const room = MOST_WAITING - waiting.length - paused;
      if (messages.length > room) log.warn({ left: messages.length - room }, 'too many push messages wait');
      waiting.push(...messages.slice(0, Math.max(0, room)));
      for (let count = Math.min(AT_ONCE - senders, waiting.length); count > 0; count--) start(sendAll);
    },
    tryAgain(tries, count, again, asked = null) {
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
    },
    isClosed: () => isClosed,
    end() {
      isEnding = true;
      for (const timer of timers) clearTimeout(timer);
      grace ??= setTimeout(giveUp, GRACE);
    },
    async close() {
      queue.end();
      while (underway.size > 0) await Promise.all(underway);
      giveUp();
    },
  };
  return queue;
}
