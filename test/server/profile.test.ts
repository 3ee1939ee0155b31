import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../server/db/schema';
import type { Profile } from '../../src/contract/people';
import { loseAnswersOf } from '../kit/awayDatabase';
import { call, signIn, startTestServer, stompClient, type TestServer } from '../kit/server';

let server: TestServer;
let mira: string;
beforeAll(async () => {
  server = await startTestServer();
  mira = await signIn(server.base, 'member');
});
afterAll(() => server.close());

const put = (path: string, body: unknown, token = mira) =>
  call(server.base, `/api/${path}`, { method: 'PUT', body, token });
const get = (path: string, token: string) => call(server.base, `/api/${path}`, { token });
const rowOf = async (username: string) => {
  const [row] = await server.db.select().from(users).where(eq(users.username, username));
  if (!row) throw new Error(`no ${username}`);
  return row;
};

describe('a setting of the profile', () => {
  it.each([
    ['availability', { availabilityStatus: 'Unavailable' }],
    ['availability', { availabilityStatus: 'Available' }],
    ['medicine-box', { hasMedicineBox: false }],
    ['medicine-box', { hasMedicineBox: true }],
    ['shelter', { canProvideShelter: true }],
    ['vehicle', { hasVehicle: false, vehicleType: null }],
    ['vehicle', { hasVehicle: true, vehicleType: 'Car' }],
  ])('%s %j is kept, answered with the profile, and told to all tabs of the member alone', async (path, body) => {
    const tab = await stompClient(server.base, mira);
    const news = await tab.subscribe('/topic/members/1', 'profile.changed');
    const tara = await stompClient(server.base, await signIn(server.base, 'tara'));
    const others = await tara.subscribe('/topic/members/7', 'profile.changed');
    expect(await put(`profile/${path}`, body)).toMatchObject({ status: 200, body: { id: '1', ...body } });
    await news.next();
    expect((await get('profile', mira)).body).toMatchObject(body);
    await tara.settled();
    expect(others.all).toEqual([]);
    await Promise.all([tab.close(), tara.close()]);
  });

  it('location is kept, and only since when is a part of the profile (DECISIONS 372)', async () => {
    expect((await get('profile', await signIn(server.base, 'tara'))).body).toMatchObject({ locatedAt: null });
    const before = Date.now();
    const { status, body } = await put('profile/location', { latitude: 12.5, longitude: 77.25 });
    expect([status, 'latitude' in (body as object)]).toEqual([200, false]);
    expect(Date.parse(String((body as Profile).locatedAt))).toBeGreaterThanOrEqual(before);
    expect(await rowOf('member')).toMatchObject({ latitude: 12.5, longitude: 77.25 });
  });

  it.each([
    ['availability', { availabilityStatus: true }],
    ['availability', { availabilityStatus: 'Away' }],
    ['availability', {}],
    ['availability', { availabilityStatus: 'Available', id: '2' }],
    ['medicine-box', { hasMedicineBox: 'yes' }],
    ['medicine-box', { hasMedicineBox: true, roles: ['ADMIN'] }],
    ['shelter', { canProvideShelter: null }],
    ['vehicle', { hasVehicle: true, vehicleType: null }],
    ['vehicle', { hasVehicle: false, vehicleType: 'Car' }],
    ['vehicle', { hasVehicle: true, vehicleType: 'Tank' }],
    ['vehicle', { hasVehicle: true }],
    ['location', { latitude: 91, longitude: 0 }],
    ['location', { latitude: null, longitude: null }],
    ['location', { latitude: 1 }],
  ])('%s %j is refused, and changes nothing', async (path, body) => {
    const before = await rowOf('member');
    expect(await put(`profile/${path}`, body)).toMatchObject({ status: 400, body: { message: /./ } });
    expect(await rowOf('member')).toEqual(before);
  });
});

describe('a password', () => {
  const change = (token: string, oldPassword: unknown, newPassword: unknown) =>
    put('profile/password', { oldPassword, newPassword }, token);

  it('that was changed is valid from now on, and the old one no longer', async () => {
    const token = await signIn(server.base, 'ravi');
    expect((await change(token, 'rescue-demo', 'kennel-and-crate')).status).toBe(200);
    await signIn(server.base, 'ravi', 'kennel-and-crate');
    await expect(signIn(server.base, 'ravi')).rejects.toThrow('401');
  });

  it('whose change loses the answer of its COMMIT ends the connections all the same (DECISIONS 392)', async () => {
    const [here, there] = [await signIn(server.base, 'admin'), await signIn(server.base, 'admin')];
    const other = await stompClient(server.base, there);
    const answerAgain = loseAnswersOf(server.db);
    const { status } = await change(here, 'rescue-demo', 'kennel-and-crate');
    answerAgain();
    expect(status).toBe(503);
    await other.closed;
    expect((await get('profile', there)).status).toBe(401);
  });

  it('that was changed ends all other sessions, by HTTP and realtime, and the own one goes on with a new token', async () => {
    const [here, there] = [await signIn(server.base, 'tara'), await signIn(server.base, 'tara')];
    const [own, other] = [await stompClient(server.base, here), await stompClient(server.base, there)];
    const [atHome, elsewhere] = [await own.subscribe('/topic/members/7'), await other.subscribe('/topic/members/7')];
    const { status, body } = await change(here, 'rescue-demo', 'kennel-and-crate');
    expect(status).toBe(200);
    const { token } = body as { token: string };
    expect(decodeJwt(token)).toMatchObject({ sub: 'tara', id: '7', firstName: 'Tara' });

    // What has changed in the directory just before is told a second later, and may come first.
    expect(await elsewhere.next(({ type }: { type: string }) => type === 'session.ended')).toMatchObject({
      reason: 'Your password was changed. Please log in again.',
    });
    await other.closed;
    for (const ended of [here, there])
      expect(await get('profile', ended)).toMatchObject({
        status: 401,
        body: { message: 'Your session has ended. Please log in again.' },
      });
    await expect(stompClient(server.base, there)).rejects.toThrow('Your session has ended.');

    expect((await get('profile', token)).status).toBe(200);
    await own.sendAndWait('/app/gchat/send', { text: 'Still here', clientMessageId: 'after-change' });
    expect(atHome.all.map((news) => (news as { type: string }).type)).not.toContain('session.ended');
    // The password is changed a second time, because the new token belongs to the same session.
    expect((await change(token, 'kennel-and-crate', 'crate-and-kennel')).status).toBe(200);
    await own.sendAndWait('/app/gchat/send', { text: 'And here', clientMessageId: 'after-another' });
    expect((await get('profile', token)).status).toBe(401);
    await own.close();
  });

  it('is not changed by a wrong old one: 400, and the session stays', async () => {
    const before = await rowOf('member');
    expect(await change(mira, 'wrong', 'kennel-and-crate')).toMatchObject({
      status: 400,
      body: { message: 'The old password is wrong.' },
    });
    expect(await rowOf('member')).toEqual(before);
    expect((await get('profile', mira)).status).toBe(200);
  });

  it.each([
    ['seven77', 'A password needs at least 8 characters.'],
    ['Password123', 'This password is one of the most common ones. Please choose another one.'],
    ['rescue-demo', 'This is your old password. Please choose a new one.'],
    ['', 'Password is required.'],
    [7, 'Password is required.'],
    ['x'.repeat(201), 'Password may have at most 200 characters.'],
  ])('cannot be %j', async (newPassword, message) => {
    expect(await change(mira, 'rescue-demo', newPassword)).toMatchObject({ status: 400, body: { message } });
  });

  it('is not guessed: after so many tries in a minute it is 429, for this member alone', async () => {
    const strict = await startTestServer({ limits: { loginsPerMember: 3 } });
    const [token, other] = [await signIn(strict.base, 'member'), await signIn(strict.base, 'tara')];
    const guess = (by: string) =>
      call(strict.base, '/api/profile/password', {
        method: 'PUT',
        token: by,
        body: { oldPassword: 'guess', newPassword: 'kennel-and-crate' },
      });
    for (let tries = 0; tries < 3; tries++) expect((await guess(token)).status).toBe(400);
    const refused = await guess(token);
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('Too many tries') } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await guess(other)).status).toBe(400);
    await strict.close();
  });

  it('that two tabs change at once is changed once', async () => {
    const token = await signIn(server.base, 'captain');
    const answers = await Promise.all([
      change(token, 'rescue-demo', 'kennel-and-crate'),
      change(token, 'rescue-demo', 'crate-and-kennel'),
    ]);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    expect([400, 401]).toContain(answers.map(({ status }) => status).sort()[1]);
  });
});

describe('after a reset', () => {
  it('a member can only read the profile and choose a new password (P9)', async () => {
    const superadmin = await signIn(server.base, 'superadmin');
    const before = await signIn(server.base, 'inventory');
    const open = await stompClient(server.base, before);
    const news = await open.subscribe('/topic/members/3', 'session.ended');
    const { status, body } = await call(server.base, '/api/admin/users/3/reset-password', {
      method: 'PUT',
      token: superadmin,
    });
    const { password } = body as { password: string };
    expect([status, password]).toEqual([200, expect.stringMatching(/^[a-km-np-z2-9]{12}$/)]);
    expect(await news.next()).toEqual({ reason: 'Your password was reset. Please log in again.' });
    await open.closed;
    expect((await get('profile', before)).status).toBe(401);
    await expect(signIn(server.base, 'inventory')).rejects.toThrow('401');

    const token = await signIn(server.base, 'inventory', password);
    const isRefused = { status: 403, body: { message: 'Please choose a new password first.' } };
    expect(await get('profile', token)).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    for (const path of ['volunteers', 'chat/groups', 'incidents/live', 'notifications', 'inventory/items'])
      expect(await get(path, token)).toMatchObject(isRefused);
    expect(await put('profile/shelter', { canProvideShelter: true }, token)).toMatchObject(isRefused);
    await expect(stompClient(server.base, token)).rejects.toThrow('Please choose a new password first.');

    const changed = await put('profile/password', { oldPassword: password, newPassword: 'shelf-and-box' }, token);
    expect(changed.status).toBe(200);
    const fresh = (changed.body as { token: string }).token;
    expect((await get('profile', fresh)).body).toMatchObject({ mustChangePassword: false });
    expect((await get('volunteers', fresh)).status).toBe(200);
    await (await stompClient(server.base, fresh)).close();
  });
});

describe('the directory', () => {
  it('has all active members by first name, the caller among them, and nobody who is pending or gone', async () => {
    const { status, body } = await get('volunteers', mira);
    expect(status).toBe(200);
    expect((body as { fullName: string }[]).map(({ fullName }) => fullName)).toEqual([
      'Asha Menon',
      'Indu Rao',
      'Kabir Sethi',
      'Mira Nair',
      'Ravi Kulkarni',
      'Sara Thomas',
      'Tara Joshi',
    ]);
    expect((body as unknown[])[3]).toEqual({
      id: '1',
      fullName: 'Mira Nair',
      firstName: 'Mira',
      position: 'MEMBER',
      availabilityStatus: 'Available',
    });
  });

  it('shows of a member what S2 §3 lists, but neither username, address nor location', async () => {
    expect((await get('volunteers/2', mira)).body).toEqual({
      id: '2',
      firstName: 'Kabir',
      lastName: 'Sethi',
      phoneNumber: '9000000001',
      joinedSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      position: 'MEMBER',
      experienceLevel: 'Expert',
      roles: ['MEMBER', 'RESCUE_CAPTAIN'],
      hasVehicle: true,
      vehicleType: 'Car',
      canProvideShelter: true,
      hasMedicineBox: false,
    });
  });

  it.each(['8', '9', '999', '0', 'x', '1e1'])('knows no member %s', async (id) => {
    expect(await get(`volunteers/${id}`, mira)).toMatchObject({
      status: 404,
      body: { message: 'There is no such member.' },
    });
  });
});
