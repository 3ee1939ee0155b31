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
 * @throws HttpError 409 when a name or barcode is taken or the key was used for something else, and what `work` throws.
 */
export async function change(app: App, call: ChangeCall, work: (tx: Db) => Promise<Changed>): Promise<unknown> {
  let news: SupplyNews = {};
  const once = onceKeyOf(call.request, call.caller.id, call.body);
  const { answer } = await withUniqueNames(() =>
    doOnce(app.db, once, async (tx) => {
      const changed = await work(tx);
      news = changed.news;
      return changed.answer;
    }),
  );
  await publishSupplyNews(app, news);
  return answer;
}
