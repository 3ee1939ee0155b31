import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/config';
import { notifications, pushSubscriptions } from '../../server/db/schema';
import { copyOfTemplate } from '../kit/database';
import {
  callsIn,
  idIn,
  makeIncident,
  type Person,
  sendCompletion,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { type PushService, subscribe, testPush } from '../kit/pushService';
import { call, signIn, startTestServer } from '../kit/server';
import { suppliesIn } from '../kit/supplies';

const tests = testPush();
const { said } = tests;

const { asked, read } = callsIn(() => tests.signedIn);
const base = () => tests.signedIn.server.base;
/** Causes a notification to captains and above. */
const report = () => sendReport(base(), tests.signedIn.tokens['member not in team']);
const owners = () => tests.signedIn.server.db.select().from(pushSubscriptions);

describe('a push message', () => {
  it('reaches every browser of the recipients, signed, encrypted, with no more than the lock screen needs', async () => {
    const [kabir, kabirs, asha, mira] = [1, 2, 3, 4].map(() => tests.service.browser()) as [
      ReturnType<PushService['browser']>,
      ReturnType<PushService['browser']>,
      ReturnType<PushService['browser']>,
      ReturnType<PushService['browser']>,
    ];
    for (const browser of [kabir, kabirs])
      expect(await subscribe(base(), tests.signedIn.tokens.captain, browser)).toBe(200);
    expect(await subscribe(base(), tests.signedIn.tokens.admin, asha)).toBe(200);
    expect(await subscribe(base(), tests.signedIn.tokens['member in team'], mira)).toBe(200);
    const { body } = await report();
    for (const { delivered } of [kabir, kabirs, asha]) await expect.poll(() => delivered).toHaveLength(1);
    const [own] = await read<{ id: string }[]>('notifications', 'captain');
    const [{ payload, headers, claims, publicKey }] = kabir.delivered as [(typeof kabir.delivered)[number]];
    expect(payload).toEqual({
      memberId: '2',
      title: 'Incident',
      body: 'New report: Dog at Near the old bridge.',
      path: `/#/incident/${idIn(body)}`,
      tag: `notification-${own?.id}`,
    });
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(await read('notifications/vapid-public-key')).toEqual({ publicKey });
    expect(claims).toMatchObject({ aud: tests.service.origin, sub: 'mailto:nobody@example.org' });
    // At most a day (RFC 8292 §2).
    const left = Number(claims.exp) - Date.now() / 1000;
    expect(left > 60 * 60 && left <= 24 * 60 * 60).toBe(true);
    expect(asha.delivered[0]?.payload.memberId).toBe('4');
    expect(mira.delivered).toEqual([]);
  });

  it('leads to what it is about, as far as its member may see that', async () => {
    const { makeItem, makeRequisition } = suppliesIn(() => tests.signedIn);
    const readers = ['member in team', 'captain', 'inventory manager', 'admin'] as const;
    const browsers = new Map<Person, ReturnType<PushService['browser']>>();
    for (const person of readers) {
      const browser = tests.service.browser();
      browsers.set(person, browser);
      expect(await subscribe(base(), tests.signedIn.tokens[person], browser)).toBe(200);
    }
    const pathsOf = (person: Person) =>
      [...new Set(browsers.get(person)?.delivered.map(({ payload: { title, path } }) => `${title} ${path}`))].sort();

    await makeRequisition('APPROVED', await makeItem([[5]]), { by: 'member in team' });
    await expect.poll(() => pathsOf('inventory manager')).toEqual(['Supplies /#/inventory']);
    await expect.poll(() => pathsOf('member in team')).toEqual(['Supplies /#/profile/first-aid-kit/1']);

    const incidentId = await makeIncident(tests.signedIn.server, 'IN_PROGRESS');
    expect((await sendCompletion(base(), tests.signedIn.tokens['member in team'], incidentId)).status).toBe(200);
    const points = 'Points /#/leaderboard';
    await expect.poll(() => pathsOf('member in team')).toContain(points);
    await expect.poll(() => pathsOf('captain')).toEqual([`Incident /#/incident/${incidentId}`]);
  });

  it('about their own request leads an inventory manager to their kit (DECISIONS 274)', async () => {
    const { makeItem, makeRequisition } = suppliesIn(() => tests.signedIn);
    const [indu, sara] = [tests.service.browser(), tests.service.browser()];
    expect(await subscribe(base(), tests.signedIn.tokens['inventory manager'], indu)).toBe(200);
    expect(await subscribe(base(), tests.signedIn.tokens['super admin'], sara)).toBe(200);
    const id = await makeRequisition('PENDING', await makeItem([[5]], { name: 'Splint' }), { by: 'inventory manager' });
    for (const act of ['approve', 'dispatch'])
      expect((await asked('super admin', `inventory/requisitions/${id}/${act}`, { method: 'POST' })).status).toBe(200);
    await expect.poll(() => indu.delivered).toHaveLength(2);
    expect(indu.delivered.map(({ payload }) => [payload?.body, payload?.path]).sort()).toEqual([
      ['Your request for supplies has been approved: Splint × 1.', '/#/profile/first-aid-kit/3'],
      [
        'Your supplies are on their way: Splint × 1. Please confirm when you have received them.',
        '/#/profile/first-aid-kit/3',
      ],
    ]);
    expect(sara.delivered.map(({ payload }) => payload?.path)).toEqual(['/#/inventory']);
  });

  it('never delays an answer or another message', async () => {
    const [silent, prompt] = [tests.service.browser(() => 'never'), tests.service.browser()];
    await subscribe(base(), tests.signedIn.tokens.captain, silent);
    await subscribe(base(), tests.signedIn.tokens.captain, prompt);
    const before = performance.now();
    expect((await report()).status).toBe(201);
    expect(performance.now() - before).toBeLessThan(5000);
    await expect.poll(() => prompt.delivered).toHaveLength(1);
  });

  it.each([404, 410])('that is answered with %d ends the subscription', async (status) => {
    const gone = tests.service.browser(() => status);
    await subscribe(base(), tests.signedIn.tokens.captain, gone);
    await report();
    await expect.poll(owners).toEqual([]);
  });

  it.each([400, 401, 403, 413, 429, 500, 503])(
    'that is answered with %d does not, and the log keeps the address',
    async (status) => {
      const refusing = tests.service.browser(() => status);
      await subscribe(base(), tests.signedIn.tokens.captain, refusing);
      await report();
      await expect.poll(() => said.filter((line) => line.includes('push service'))).toHaveLength(1);
      expect(JSON.parse(said.find((line) => line.includes('push service')) ?? '')).toMatchObject({
        service: tests.service.origin,
        status,
      });
      expect(said.join('')).not.toContain(new URL(refusing.endpoint).pathname);
      expect(said.join('')).not.toContain(refusing.auth);
      expect(await owners()).toHaveLength(1);
    },
  );

  it.each([401, 403])('that is answered with %d ends it if its app was not opened for a month', async (status) => {
    const [used, left] = [tests.service.browser(() => status), tests.service.browser(() => status)];
    for (const browser of [used, left]) await subscribe(base(), tests.signedIn.tokens.captain, browser);
    const setOpened = (browser: typeof used, days: number) =>
      tests.signedIn.server.db
        .update(pushSubscriptions)
        .set({ createdAt: new Date(Date.now() - days * 24 * 60 * 60_000) })
        .where(eq(pushSubscriptions.endpoint, browser.endpoint));
    await setOpened(used, 29);
    await setOpened(left, 31);
    await report();
    await expect.poll(async () => (await owners()).map(({ endpoint }) => endpoint)).toEqual([used.endpoint]);
    await expect.poll(() => used.delivered).toHaveLength(1);
    expect(await owners()).toHaveLength(1);
  });

  it('does not follow redirects of a push service', async () => {
    const elsewhere = tests.service.browser();
    const pointing = tests.service.browser(() => ({ status: 307, headers: { location: elsewhere.endpoint } }));
    await subscribe(base(), tests.signedIn.tokens.captain, pointing);
    await report();
    await expect.poll(() => pointing.delivered).toHaveLength(1);
    await expect.poll(() => said.filter((line) => line.includes('"status":307'))).toHaveLength(1);
    expect(elsewhere.delivered).toEqual([]);
  });

  it('that cannot be delivered is logged without its address', async () => {
    const lost = { ...tests.service.browser(), endpoint: 'http://127.0.0.1:1/secret-of-the-browser' };
    await subscribe(base(), tests.signedIn.tokens.captain, lost);
    await report();
    await expect.poll(() => said.filter((line) => line.includes('ECONNREFUSED'))).toHaveLength(1);
    expect(said.join('')).not.toContain('secret-of-the-browser');
  });
});

/** Characters of three bytes each that cannot be compressed: more than an index of the database takes. */
const unlike = (count: number) =>
  String.fromCharCode(...Array.from({ length: count }, () => randomInt(0x4e00, 0x9f00)));

describe('a subscription', () => {
  it('belongs to the member who subscribed last', async () => {
    const shared = tests.service.browser();
    await subscribe(base(), tests.signedIn.tokens.captain, shared);
    await subscribe(base(), tests.signedIn.tokens.admin, shared);
    expect(await owners()).toMatchObject([{ userId: 4, endpoint: shared.endpoint }]);
    await report();
    await expect.poll(() => shared.delivered).toHaveLength(1);
    expect(shared.delivered[0]?.payload.memberId).toBe('4');
  });

  it('ends at log-out, for its owner alone', async () => {
    const shared = tests.service.browser();
    const { endpoint } = shared;
    await subscribe(base(), tests.signedIn.tokens.captain, shared);
    const leave = (person: 'admin' | 'captain') =>
      asked(person, 'notifications/subscribe', { method: 'DELETE', body: { endpoint } });
    expect((await leave('admin')).status).toBe(200);
    expect(await owners()).toHaveLength(1);
    expect((await leave('captain')).status).toBe(200);
    expect(await owners()).toEqual([]);
    expect((await leave('captain')).status).toBe(200);
  });

  it('of a browser that subscribes again has its new keys', async () => {
    const browser = tests.service.browser();
    const renewed = { ...tests.service.browser(), endpoint: browser.endpoint };
    await subscribe(base(), tests.signedIn.tokens.captain, browser);
    await subscribe(base(), tests.signedIn.tokens.captain, renewed);
    expect(await owners()).toMatchObject([{ auth: renewed.auth, p256dh: renewed.p256dh }]);
  });

  it('is kept for the last 20 browsers with which a member has subscribed', async () => {
    const browsers = Array.from({ length: 21 }, () => tests.service.browser());
    for (const browser of browsers) await subscribe(base(), tests.signedIn.tokens.captain, browser);
    const kept = (await owners()).map(({ endpoint }) => endpoint);
    expect(kept).toHaveLength(20);
    expect(kept).not.toContain(browsers[0]?.endpoint);
  });

  it('that is malformed is refused', async () => {
    const good = tests.service.browser();
    const body = { endpoint: good.endpoint, p256dh: good.p256dh, auth: good.auth };
    for (const wrong of [
      { ...body, endpoint: 'http://push.example.org/x' },
      { ...body, endpoint: 'https://10.0.0.1/x' },
      { ...body, endpoint: 'https://[fd00::1]/x' },
      { ...body, endpoint: 'push' },
      { ...body, endpoint: `https://push.example.org/${unlike(1_900)}` },
      { ...body, p256dh: good.auth },
      { ...body, auth: good.p256dh },
      { ...body, more: true },
      { endpoint: good.endpoint },
      {},
    ])
      expect(await asked('captain', 'notifications/subscribe', { body: wrong })).toMatchObject({
        status: 400,
        body: { message: /./ },
      });
    expect(await owners()).toEqual([]);
  });

  it('needs a login, like its end and its key', async () => {
    for (const [method, path] of [
      ['POST', 'subscribe'],
      ['DELETE', 'subscribe'],
      ['GET', 'vapid-public-key'],
    ] as const)
      expect((await call(base(), `/api/notifications/${path}`, { method })).status).toBe(401);
  });
});

describe('a server outside of tests', () => {
  it('pushes to no machine of its own network, whatever its database says', async () => {
    const own = await startSignedInServer({ logLevel: 'debug' }, { log: { write: (line) => said.push(line) } });
    const browser = tests.service.browser();
    const before = tests.service.count();
    expect(await subscribe(own.server.base, own.tokens.captain, browser)).toBe(400);
    for (const [index, host] of ['127.0.0.1', 'localhost', '[::1]'].entries()) {
      const { port } = new URL(browser.endpoint);
      const endpoint = `https://${host}:${port}/${index}`;
      const { p256dh, auth } = browser;
      await own.server.db.insert(pushSubscriptions).values({ endpoint, userId: 2, p256dh, auth });
    }
    await sendReport(own.server.base, own.tokens['member not in team']);
    await expect.poll(() => said.filter((line) => line.includes('this is no push service'))).toHaveLength(3);
    expect(tests.service.count()).toBe(before);
    await own.server.close();
  });

  it('keeps its key in a file that only it can read', async () => {
    const place = await copyOfTemplate();
    const keyOf = async () => {
      const server = await startTestServer(place);
      const token = await signIn(server.base, 'captain');
      const answer = await call(server.base, '/api/notifications/vapid-public-key', { token });
      await server.close();
      return (answer.body as { publicKey: string }).publicKey;
    };
    const first = await keyOf();
    expect(Buffer.from(first, 'base64url')).toHaveLength(65);
    expect(await keyOf()).toBe(first);
    const file = join(place.dataDir, 'vapid-key');
    expect(existsSync(file)).toBe(true);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first).not.toContain(readFileSync(file, 'utf8'));
    await place.remove();
  });

  it('uses a configured pair of keys, and refuses half a pair or keys that do not match', async () => {
    // The example of RFC 8291 §5.
    const VAPID_PUBLIC_KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
    const VAPID_PRIVATE_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
    const { vapid } = readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT: 'mailto:it@example.org' });
    expect(vapid).toEqual({ privateKey: VAPID_PRIVATE_KEY, subject: 'mailto:it@example.org' });
    const own = await startTestServer({ vapid });
    const token = await signIn(own.base, 'tara');
    expect((await call(own.base, '/api/notifications/vapid-public-key', { token })).body).toEqual({
      publicKey: VAPID_PUBLIC_KEY,
    });
    await own.close();
    const other = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    for (const wrong of [
      { VAPID_PUBLIC_KEY },
      { VAPID_PRIVATE_KEY },
      { VAPID_PUBLIC_KEY: other, VAPID_PRIVATE_KEY },
      { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: 'x' },
      { VAPID_SUBJECT: 'it@example.org' },
    ])
      expect(() => readConfig(wrong)).toThrow(ConfigError);
  });
});

it('what is not pushed is still in the list', async () => {
  await report();
  const rows = await tests.signedIn.server.db.select().from(notifications).where(eq(notifications.userId, 2));
  expect(rows.length).toBeGreaterThan(0);
});
