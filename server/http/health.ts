import { sql } from 'drizzle-orm';
import { endpoints } from '../../src/contract/endpoints';
import type { Core } from '../core';
import { HttpError } from './httpError';
import { limit } from './limit';
import { route } from './route';

/** The calls that one address may make in a minute. */
const MOST = 120;
/** How long an answer of the database counts, and how long it may take, in milliseconds. */
const FRESH = 1000;
const WITHIN = 3000;

/**
 * The route that says whether the server and its database work: 503 if the database is not reached or is silent. However many ask, the
 * database is asked once a second at most, and not again while it has not answered.
 */
export function healthRoute(core: Core): void {
  let asked: Promise<void> | null = null;
  const ask = async () => {
    try {
      await core.db.execute(sql`select 1`);
    } finally {
      setTimeout(() => {
        asked = null;
      }, FRESH).unref();
    }
  };
  route(
    core,
    endpoints.health,
    async () => {
      asked ??= ask();
      await inTime(asked);
      return { status: 'ok' };
    },
    { limits: [limit(MOST, 'minute', ({ ip }) => ip)] },
  );
}

/** @throws HttpError 503 when the database is silent for too long. */
async function inTime(asked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HttpError(503, 'The database does not answer.')), WITHIN);
  });
  await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
