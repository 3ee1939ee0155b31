import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { isNetworkFailure } from '../contract/failure';
import { AnyNumber } from '../contract/primitives';
import type { Recalled } from '../machines/feed.machine';
import { keepKnown, readKnown } from '../services/known';
import type { Gateways } from './gateways';

/** What is kept, and when the server said it, in milliseconds since 1970. */
const recordOf = <Data>(schema: v.GenericSchema<unknown, Data>) => v.object({ asOf: AnyNumber, value: schema });

/** The same with all ids in the type in which they came, because they go back to the server (`wireId`). */
function asItCame(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asItCame);
  if (typeof value !== 'object' || value === null) return value;
  const { wireId, ...fields } = value as Readonly<Record<string, unknown>>;
  const id = 'userId' in fields ? 'userId' : 'id';
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asItCame(field)])),
    ...(wireId !== undefined && { [id]: wireId }),
  };
}

/** What the server has said last under a key, kept on this device for the member who is signed in. */
export interface Kept<Data> {
  /** Asks the server, and keeps what it says. Rejects as `ask` does. */
  fetch(key: string, ask: () => Promise<Data>): Promise<Data>;
  /** Keeps what the server has just said, as by a topic. */
  keep(key: string, value: Data): void;
  /** What was kept; null where nothing is, or nothing that can be read. */
  recall(key: string): Promise<Recalled<Data> | null>;
  /** The server's answer, and where there is no connection what it has said last. Rejects as `ask` does. */
  fetchOrRecall(key: string, ask: () => Promise<Data>): Promise<Data>;
}

/** @param schema what is kept must be when it is read, and what it becomes */
export function keptOf<Data>({ userId }: Pick<Gateways, 'userId'>, schema: v.GenericSchema<unknown, Data>): Kept<Data> {
  const record = recordOf(schema);
  const kept: Kept<Data> = {
    async fetch(key, ask) {
      const asker = userId();
      const value = await ask();
      // Not after a log-out meanwhile: the device may have been told to forget the member.
      if (userId() === asker) kept.keep(key, value);
      return value;
    },
    keep(key, value) {
      const me = userId();
      if (me !== null) void keepKnown(me, key, { asOf: Date.now(), value: asItCame(value) });
    },
    async recall(key) {
      const asker = userId();
      const row = asker === null ? undefined : await readKnown(asker, key, record);
      return row && userId() === asker ? { data: row.value, asOf: row.asOf } : null;
    },
    fetchOrRecall: (key, ask) =>
      kept.fetch(key, ask).catch(async (error) => {
        const recalled = isNetworkFailure(error) ? await kept.recall(key) : null;
        if (recalled) return recalled.data;
        throw error;
      }),
  };
  return kept;
}

/**
 * The two ports of a feed whose data are kept: they are painted at once the next time, and refreshed behind.
 * @param keyOf where the data of a query are kept; null where they are not
 * @param ask rejects with a CallFailure
 */
export function keptFeed<Data, Query>(
  kept: Kept<Data>,
  keyOf: (query: Query) => string | null,
  ask: (query: Query, signal: AbortSignal) => Promise<Data>,
) {
  return {
    fetchData: fromPromise<Data, Query>(({ input, signal }) => {
      const key = keyOf(input);
      return key === null ? ask(input, signal) : kept.fetch(key, () => ask(input, signal));
    }),
    recall: fromPromise<Recalled<Data> | null, Query>(async ({ input }) => {
      const key = keyOf(input);
      return key === null ? null : kept.recall(key);
    }),
  };
}
