import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { counted } from '../../src/rules/wording';
import { HttpError } from './httpError';
import { readOnceHeader } from './once';

/** The lengths of the windows, in milliseconds. */
const WINDOWS = { minute: 60_000, hour: 60 * 60_000 };
/** How many times as many repeats as new calls a window lets through. */
const REPEATS = 5;
/** The most counts that one limit remembers. Beyond that, the one that was last used the longest ago is forgotten. */
const MOST_COUNTS = 5000;

/** The calls of one window. */
interface Count {
  readonly endsAt: number;
  fresh: number;
  repeats: number;
  /** The Idempotency-Keys of the calls that were let through. */
  readonly keys: Set<string>;
}

/** A limit as two hooks that share one count. */
interface Limit {
  /** Counts every call. */
  readonly each: preHandlerAsyncHookHandler;
  /**
   * For calls that are carried out once per Idempotency-Key. A repeat is no new call: it is let through although the limit is reached,
   * because its sender may only have lost the first answer (DECISIONS 390). Repeats have a limit of their own, because a repeat that
   * fails costs as much as any call.
   */
  readonly once: preHandlerAsyncHookHandler;
}

/**
 * Lets `most` calls with the same name through per window, and refuses more with 429 (DECISIONS 1) and a Retry-After header. It runs
 * after the body was read, so `nameOf` may use the body. The windows do not depend on the clock of the machine, which may be set back by
 * hours after a start.
 */
export function createLimit(
  most: number,
  window: keyof typeof WINDOWS,
  nameOf: (request: FastifyRequest) => string,
): Limit {
  const counts = new Map<string, Count>();
  const begin = (name: string, key: string | null): number => {
    const now = performance.now();
    const known = counts.get(name);
    const count =
      known && known.endsAt > now
        ? known
        : { endsAt: now + WINDOWS[window], fresh: 0, repeats: 0, keys: new Set<string>() };
    // Moves the count to the end of the map, because the first one is forgotten first.
    counts.delete(name);
    counts.set(name, count);
    const [oldest] = counts.keys();
    if (counts.size > MOST_COUNTS && oldest !== undefined) counts.delete(oldest);
    const isRepeat = key !== null && count.keys.has(key);
    if (isRepeat ? count.repeats >= most * REPEATS : count.fresh >= most) return Math.ceil((count.endsAt - now) / 1000);
    if (isRepeat) count.repeats++;
    else count.fresh++;
    if (key !== null) count.keys.add(key);
    return 0;
  };
  const hook =
    (keyOf: (request: FastifyRequest) => string | null): preHandlerAsyncHookHandler =>
    async (request, reply) => {
      const wait = begin(nameOf(request), keyOf(request));
      if (wait > 0) refuseTry(reply, wait);
    };
  return { each: hook(() => null), once: hook(readOnceHeader) };
}

/** The `nameOf` of a limit that each member has for themselves. */
export const byCaller = ({ caller }: FastifyRequest): string => String(caller?.id);

/** A limit that counts every call. */
export const limit = (...settings: Parameters<typeof createLimit>): preHandlerAsyncHookHandler =>
  createLimit(...settings).each;

/** @throws HttpError 429 with a Retry-After header, always. */
export function refuseTry(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', seconds);
  throw new HttpError(429, `Too many tries. Please wait ${counted(seconds, 'second')} and try again.`);
}
