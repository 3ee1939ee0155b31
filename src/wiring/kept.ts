import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { isNetworkFailure, isWithdrawn } from '../contract/failure';
import { AnyNumber } from '../contract/primitives';
import type { Recalled } from '../machines/feed.machine';
import { changeKnown, forgetKnown, keepKnown, readKnown } from '../services/known';
import type { Gateways } from './gateways';

/** A kept copy, and when the server sent it, in milliseconds since 1970. */
const recordOf = <Data>(schema: v.GenericSchema<unknown, Data>) => v.object({ asOf: AnyNumber, value: schema });

/**
 * The value as the device stores it: with all ids in their original types (`wireId`), because they are sent back to the server. When it
 * is read, the contract parses it again.
 */
export function asItCame(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asItCame);
  if (typeof value !== 'object' || value === null) return value;
  const { wireId, ...fields } = value as Readonly<Record<string, unknown>>;
  const id = 'userId' in fields ? 'userId' : 'id';
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asItCame(field)])),
    ...(wireId !== undefined && { [id]: wireId }),
  };
}

/** The server's latest answers by key, kept on this device for the signed-in member. */
export interface Kept<Data> {
  /** Asks the server and keeps its answer. Rejects as `orForget` does. */
  fetch(key: string, ask: () => Promise<Data>): Promise<Data>;
  /** Waits for `answer`. Rejects as it does; then the copy of something that the member cannot have any more is deleted. */
  orForget<Answer>(key: string, answer: Promise<Answer>): Promise<Answer>;
  /** Keeps data that the server has just sent, for example on a topic. */
  keep(key: string, value: Data): void;
  /** Changes the kept copy, if there is one, without making it look newer. */
  change(key: string, change: (data: Data) => Data): Promise<void>;
  /** The kept copy; null if there is none or it cannot be read. */
  recall(key: string): Promise<Recalled<Data> | null>;
  /** Like `fetch`, but if there is no connection and a kept copy, it answers with the copy. */
  fetchOrRecall(key: string, ask: () => Promise<Data>): Promise<Data>;
  /**
   * Waits for `answer`, and does not keep it. If there is no connection and a kept copy, it answers with the copy. Rejects
   * as `answer` does.
   */
  orRecall(key: string, answer: Promise<Data>): Promise<Data>;
}

/** @param schema parses a kept copy when it is read */
export function keptOf<Data>({ userId }: Pick<Gateways, 'userId'>, schema: v.GenericSchema<unknown, Data>): Kept<Data> {
  const record = recordOf(schema);
  const kept: Kept<Data> = {
    async fetch(key, ask) {
      const memberId = userId();
      const value = await kept.orForget(key, ask());
      // Not after a logout in the meantime, because the device may have been told to forget the member.
      if (userId() === memberId) kept.keep(key, value);
      return value;
    },
    async orForget(key, answer) {
      const memberId = userId();
      try {
        return await answer;
      } catch (error) {
        if (isWithdrawn(error) && memberId !== null) await forgetKnown(memberId, key);
        throw error;
      }
    },
    keep(key, value) {
      const me = userId();
      if (me !== null) void keepKnown(me, key, { asOf: Date.now(), value: asItCame(value) });
    },
    async change(key, change) {
      const me = userId();
      if (me === null) return;
      await changeKnown(me, key, (stored) => {
        const row = v.safeParse(record, stored);
        return row.success ? { asOf: row.output.asOf, value: asItCame(change(row.output.value)) } : stored;
      });
    },
    async recall(key) {
      const memberId = userId();
      const row = memberId === null ? undefined : await readKnown(memberId, key, record);
      return row && userId() === memberId ? { data: row.value, asOf: row.asOf } : null;
    },
    fetchOrRecall: (key, ask) => kept.orRecall(key, kept.fetch(key, ask)),
    orRecall: (key, answer) =>
      answer.catch(async (error) => {
        const recalled = isNetworkFailure(error) ? await kept.recall(key) : null;
        if (recalled) return recalled.data;
        throw error;
      }),
  };
  return kept;
}

/**
 * The two ports of a feed whose data are kept. The next time the copy is shown at once and refreshed in the background.
 * @param keyOf the key of a query's copy; null if it is not kept
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
