import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '../../server/areas/notifications/notify';
import { createPush, PAUSES } from '../../server/areas/notifications/push/push';
import { LONGEST_PAUSE } from '../../server/areas/notifications/push/queue';
import { notifications, pushSubscriptions } from '../../server/db/schema';
import { sendReport, startSignedInServer } from '../kit/incidents';
import { subscribe, testPush } from '../kit/pushService';

const tests = testPush();
const { said } = tests;

const base = () => tests.signedIn.server.base;
/** The levels of the lines of the log with these words. */
const levelsOf = (words: string) =>
  said
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
    .filter(({ msg }) => msg === words)
    .map(({ level }) => ({ 30: 'info', 40: 'warn', 50: 'error' })[level]);

/** Sends as the server does, but with short pauses between the tries. */
function pusher(pauses: readonly number[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'push-'));
  const { log } = fastify({ logger: { level: 'debug', stream: { write: (line) => said.push(line) } } });
  const config = { vapid: { privateKey: null, subject: 'mailto:nobody@example.org' }, dataDir, pushToLoopback: true };
  const push = createPush({ db: tests.signedIn.server.db, config, log }, pauses);
  const close = async () => {
    await push.close();
    rmSync(dataDir, { recursive: true });
  };
  return { ...push, close };
}

const [MEMBER, CAPTAIN] = [1, 2];
/** Stores a notification for the captain, if nobody else is named. */
const hello = (about: { readonly relatedEntityId?: number; readonly recipients?: number[] } = {}) =>
  notify(tests.signedIn.server.db, { type: 'INCIDENT', message: 'Hello.', recipients: [CAPTAIN], ...about });

describe('a push message that fails', () => {
  let push: ReturnType<typeof pusher>;
  beforeEach(() => {
    push = pusher(PAUSES.map(() => 20));
  });
  afterEach(() => push.close());

  it.each([429, 503])('with %d is sent again', async (status) => {
    const busy = tests.service.browser((attempt) => (attempt < 4 ? { status, headers: {} } : 201));
    await subscribe(base(), tests.signedIn.tokens.captain, busy);
    push.send(await hello());
    await expect.poll(() => busy.delivered).toHaveLength(4);
    // The device shows the four as one.
    expect(new Set(busy.delivered.map(({ payload }) => payload.tag)).size).toBe(1);
  });

  it('is tried for the last time within half an hour, however long a push service asks to wait (DECISIONS 387)', () => {
    expect(Math.max(...PAUSES)).toBeLessThanOrEqual(LONGEST_PAUSE);
    expect(PAUSES.length * LONGEST_PAUSE).toBeLessThanOrEqual(30 * 60_000);
  });

  it('is given up after three further tries, also if the push service asks for no pause', async () => {
    const broken = tests.service.browser(() => ({ status: 500, headers: { 'retry-after': '0' } }));
    await subscribe(base(), tests.signedIn.tokens.captain, broken);
    push.send(await hello());
    await expect.poll(() => levelsOf('a push service has refused a message')).toEqual(['info', 'info', 'info', 'warn']);
    expect(broken.delivered).toHaveLength(4);
  });

  it.each<[string, (endpoint: string) => Promise<unknown>]>([
    [
      'to a browser whose subscription has ended meanwhile',
      (endpoint) => tests.signedIn.server.db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)),
    ],
    ['of what was read meanwhile', () => tests.signedIn.server.db.update(notifications).set({ isRead: true })],
    ['if there is newer news of the same thing', () => hello({ relatedEntityId: 5 })],
  ])('is not sent %s', async (_, happen) => {
    const left = tests.service.browser(async () => {
      await happen(left.endpoint);
      return { status: 503, headers: {} };
    });
    await subscribe(base(), tests.signedIn.tokens.captain, left);
    push.send(await hello({ relatedEntityId: 5 }));
    await expect.poll(() => left.delivered).toHaveLength(1);
    // A message that is tried as many times afterwards: then the further try of the first would have been made, too.
    const busy = tests.service.browser((attempt) => (attempt < 4 ? { status: 503, headers: {} } : 201));
    await subscribe(base(), tests.signedIn.tokens['member in team'], busy);
    push.send(await hello({ recipients: [MEMBER] }));
    await expect.poll(() => busy.delivered).toHaveLength(4);
    expect(left.delivered).toHaveLength(1);
  });

  it('because the connection has broken is sent again', async () => {
    const browser = tests.service.browser((attempt) => (attempt < 3 ? 'cut' : 201));
    await subscribe(base(), tests.signedIn.tokens.captain, browser);
    push.send(await hello());
    await expect.poll(() => browser.delivered).toHaveLength(1);
  });

  it('because the database was away is sent when that is back', async () => {
    const { db } = tests.signedIn.server;
    const patient = pusher(Array(200).fill(20));
    const browser = tests.service.browser();
    await subscribe(base(), tests.signedIn.tokens.captain, browser);
    await db.execute(sql`alter table push_subscriptions rename to elsewhere`);
    patient.send(await hello());
    await expect.poll(() => levelsOf('the browsers of those to be notified were not found')).toContain('info');
    await db.execute(sql`alter table elsewhere rename to push_subscriptions`);
    await expect.poll(() => browser.delivered).toHaveLength(1);
    await patient.close();
  });
});

it('the stop of a server lets push messages arrive', async () => {
  const own = await startSignedInServer({ pushToLoopback: true });
  // More than are sent to one push service at the same time.
  const browsers = Array.from({ length: 9 }, () => tests.service.browser(() => setTimeout(300, 201)));
  for (const browser of browsers) await subscribe(own.server.base, own.tokens.captain, browser);
  await sendReport(own.server.base, own.tokens['member not in team']);
  await own.server.close();
  expect(browsers.map(({ delivered }) => delivered.length)).toEqual(Array(9).fill(1));
});
