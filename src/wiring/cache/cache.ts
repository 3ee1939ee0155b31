import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { isRetryable, isWithdrawn } from '../../contract/failure';
import { unreadableIn } from '../../contract/lists';
import { AnyNumber } from '../../contract/primitives';
import type { Cached } from '../../machines/feed.machine';
import { changeCached, deleteCached, readCached, writeCached } from '../../services/storage/answerCache';
import type { Gateways } from '../gateways';

/** A cached answer, and when the server sent it, in milliseconds since 1970. */
const recordOf = <Data>(schema: v.GenericSchema<unknown, Data>) => v.object({ asOf: AnyNumber, value: schema });

/**
 * The value as the device stores it: with all ids in their original types (`wireId`), because they are sent back to the server, and with
 * the entries of its lists that could not be read, so that the member is still told how many (W4). The contract parses it when it is read.
 */
export function asItCame(value: unknown): unknown {
  if (Array.isArray(value)) return [...value.map(asItCame), ...unreadableIn(value).map((one) => JSON.parse(one))];
  if (typeof value !== 'object' || value === null) return value;
  const { wireId, ...fields } = value as Readonly<Record<string, unknown>>;
  const id = 'userId' in fields ? 'userId' : 'id';
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asItCame(field)])),
    ...(wireId !== undefined && { [id]: wireId }),
  };
}

/** The server's latest answers by key, cached on this device for the signed-in member. */
interface AnswerCache<Data> {
  /** Asks the server and caches its answer. Rejects as `orDelete` does. */
  fetch(key: string, ask: () => Promise<Data>): Promise<Data>;
  /** Waits for `answer`. Rejects as it does; then the cached answer about something that the member cannot have any more is deleted. */
  orDelete<Answer>(key: string, answer: Promise<Answer>): Promise<Answer>;
  /** Caches data that the server has just sent, for example on a topic. */
  write(key: string, value: Data): void;
  /** Changes the cached answer, if there is one, without making it look newer. */
  change(key: string, change: (data: Data) => Data): Promise<void>;
  /** The cached answer; null if there is none or it cannot be read. */
  read(key: string): Promise<Cached<Data> | null>;
}

/** @param schema parses a cached answer when it is read */
export function cacheOf<Data>(
  { userId }: Pick<Gateways, 'userId'>,
  schema: v.GenericSchema<unknown, Data>,
): AnswerCache<Data> {
  const record = recordOf(schema);
  const cache: AnswerCache<Data> = {
    async fetch(key, ask) {
      const memberId = userId();
      const value = await cache.orDelete(key, ask());
      // Not after a logout in the meantime, because the device may have been told to forget the member.
      if (userId() === memberId) cache.write(key, value);
      return value;
    },
    async orDelete(key, answer) {
      const memberId = userId();
      try {
        return await answer;
      } catch (error) {
        // Not awaited, because the screen waits for the error, and the database may hang.
        if (isWithdrawn(error) && memberId !== null) void deleteCached(memberId, key);
        throw error;
      }
    },
    write(key, value) {
      const memberId = userId();
      if (memberId !== null) void writeCached(memberId, key, { asOf: Date.now(), value: asItCame(value) });
    },
    async change(key, change) {
      const memberId = userId();
      if (memberId === null) return;
      await changeCached(memberId, key, (stored) => {
        const row = v.safeParse(record, stored);
        return row.success ? { asOf: row.output.asOf, value: asItCame(change(row.output.value)) } : stored;
      });
    },
    async read(key) {
      const memberId = userId();
      const row = memberId === null ? undefined : await readCached(memberId, key, record);
      return row && userId() === memberId ? { data: row.value, asOf: row.asOf } : null;
    },
  };
  return cache;
}

/**
 * Waits for `answer`. If it fails without being refused, because there is no network or the server is out of order (5xx), it gives what
 * this device has (DECISIONS 181).
 * @param read what this device has; nothing if that is not enough
 * @param mayRead whether the cached answer may be used after this error
 */
export const orCached = <Data>(
  answer: Promise<Data>,
  read: () => Promise<Data | null | undefined>,
  mayRead: (error: unknown) => boolean = isRetryable,
): Promise<Data> =>
  answer.catch(async (error) => {
    const cached = mayRead(error) ? await read() : null;
    if (cached) return cached;
    throw error;
  });

/**
 * The cache for a stream of this member. The stream may end only when somebody else is signed in already, because another tab has logged
 * in as them: from then on it reads nothing and writes nothing, so that nobody gets what was for the member before.
 */
export const cacheOfMember = <Data>(
  { userId }: Pick<Gateways, 'userId'>,
  memberId: string | null,
  schema: v.GenericSchema<unknown, Data>,
) => cacheOf({ userId: () => (userId() === memberId ? memberId : null) }, schema);

/**
 * The two ports of a feed whose answers are cached. The next time the copy is shown at once, and refreshed in the background.
 * @param keyOf the key of a query's answer; null if it is not cached
 * @param ask rejects with a CallFailure
 */
export function cachedFeed<Data, Query>(
  cache: AnswerCache<Data>,
  keyOf: (query: Query) => string | null,
  ask: (query: Query, signal: AbortSignal) => Promise<Data>,
) {
  return {
    fetchData: fromPromise<Data, Query>(({ input, signal }) => {
      const key = keyOf(input);
      return key === null ? ask(input, signal) : cache.fetch(key, () => ask(input, signal));
    }),
    readCache: fromPromise<Cached<Data> | null, Query>(async ({ input }) => {
      const key = keyOf(input);
      return key === null ? null : cache.read(key);
    }),
  };
}
