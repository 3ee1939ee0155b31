import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newTemporaryPassword, resetToTemporary } from '../../server/areas/session/newPassword';
import { pushSubscriptions } from '../../server/db/schema';
import { resetPasswordByHand } from '../../server/resetPassword';
import { copyOfTemplate, type Place } from '../kit/database';
import { openPushService, type PushService, subscribe } from '../kit/pushService';
import { runWhileLocked } from '../kit/runWhileLocked';
import { call, signIn, startTestServer, type TestServer, testConfig } from '../kit/server';

/** A lost device goes on showing what its subscription brings, so a new password has to end that. */
let service: PushService;
let place: Place;
let server: TestServer;
const start = async () => {
  server = await startTestServer({ ...place, pushToLoopback: true });
};
beforeAll(async () => {
  service = await openPushService();
  place = await copyOfTemplate();
  await start();
});
afterAll(async () => {
  await server.close();
  await place.remove();
  await service.close();
});
afterEach(() => server.db.delete(pushSubscriptions));

const addresses = async () =>
  (await server.db.select().from(pushSubscriptions).orderBy(asc(pushSubscriptions.createdAt))).map(
    ({ endpoint }) => endpoint,
  );
/** Subscribes a new browser. @returns its address */
async function subscribed(token: string): Promise<string> {
  const browser = service.browser();
  expect(await subscribe(server.base, token, browser)).toBe(200);
  return browser.endpoint;
}

it('a reset ends the subscriptions of all devices of the member', async () => {
  const superadmin = await signIn(server.base, 'superadmin');
  const others = await subscribed(await signIn(server.base, 'ravi'));
  for (let devices = 0; devices < 2; devices++) await subscribed(await signIn(server.base, 'tara'));
  const path = '/api/admin/users/7/reset-password';
  expect((await call(server.base, path, { method: 'PUT', token: superadmin })).status).toBe(200);
  expect(await addresses()).toEqual([others]);
});

it('so does a reset by hand', async () => {
  await subscribed(await signIn(server.base, 'captain'));
  await server.close();
  await resetPasswordByHand(testConfig(place), 'captain');
  await start();
  expect(await addresses()).toEqual([]);
});

it('a device whose session has just been ended cannot subscribe any more', async () => {
  const lost = await signIn(server.base, 'inventory');
  const status = await runWhileLocked(
    server.db,
    async (tx) => resetToTemporary(tx, 3, await newTemporaryPassword()),
    () => subscribe(server.base, lost, service.browser()),
  );
  expect(status).toMatchObject({ value: 401 });
  expect(await addresses()).toEqual([]);
});

it('a member who changes the password keeps the subscription of this session, and those of their other sessions end', async () => {
  const [here, there] = [await signIn(server.base, 'member'), await signIn(server.base, 'member')];
  const others = await subscribed(await signIn(server.base, 'ravi'));
  await subscribed(there);
  const own = await subscribed(here);
  const change = (token: string, oldPassword: string, newPassword: string) =>
    call(server.base, '/api/profile/password', { method: 'PUT', token, body: { oldPassword, newPassword } });
  expect((await change(here, 'wrong', 'kennel-and-crate')).status).toBe(400);
  expect(await addresses()).toHaveLength(3);
  const { body } = await change(here, 'rescue-demo', 'kennel-and-crate');
  expect(await addresses()).toEqual([others, own]);
  // The new token belongs to the same session.
  expect((await change((body as { token: string }).token, 'kennel-and-crate', 'crate-and-kennel')).status).toBe(200);
  expect(await addresses()).toEqual([others, own]);
});

it('a subscription belongs to the session that last subscribed with its browser', async () => {
  const shared = service.browser();
  const [before, now] = [await signIn(server.base, 'admin'), await signIn(server.base, 'admin')];
  for (const token of [before, now]) expect(await subscribe(server.base, token, shared)).toBe(200);
  const body = { oldPassword: 'rescue-demo', newPassword: 'kennel-and-crate' };
  expect((await call(server.base, '/api/profile/password', { method: 'PUT', token: now, body })).status).toBe(200);
  expect(await addresses()).toEqual([shared.endpoint]);
});
