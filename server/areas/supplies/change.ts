import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { doOnce, onceKeyOf } from '../../http/once';
import type { App } from '../app';
import { publishSupplyNews, type SupplyNews } from './news';
import { withUniqueNames } from './refusals';

/** A call that changes supplies. */
export interface ChangeCall {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly body: unknown;
}

/** The result of a change. */
export interface Changed {
  readonly answer: unknown;
  readonly news: SupplyNews;
}

/**
 * Carries out a change of supplies in one transaction, once per Idempotency-Key (DECISIONS 9), and publishes it after the commit.
 * @param concerned whom a repeat concerns, if it is not the caller. A repeat says once more what only makes apps fetch again, because
 * the answer to the first COMMIT may have been lost, and then nobody was told (DECISIONS 391).
 * @throws HttpError 409 when a name or barcode is taken or the key was used for something else, and what `work` throws.
 */
export async function changeSupplies(
  app: App,
  call: ChangeCall,
  work: (tx: Db) => Promise<Changed>,
  concerned: () => Promise<number | null> = async () => call.caller.id,
): Promise<unknown> {
  let news: SupplyNews | undefined;
  const newsAgain = async () => {
    const requesters = [await concerned().catch(() => null)];
    return { isOfInventory: true, requesters, owners: [call.caller.id], mayHaveNotified: true };
  };
  const once = onceKeyOf(call.request, call.caller.id, call.body);
  const { answer } = await withUniqueNames(() =>
    doOnce(app.db, once, async (tx) => {
      const changed = await work(tx);
      news = changed.news;
      return changed.answer;
    }),
  );
  await publishSupplyNews(app, news ?? (await newsAgain()));
  return answer;
}
