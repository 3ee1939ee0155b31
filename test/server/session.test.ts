import { eq } from 'drizzle-orm';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rememberAddress } from '../../server/areas/session/loginTries';
import { changePassword } from '../../server/areas/session/newPassword';
import { hashPassword, isPasswordOf } from '../../server/areas/session/passwords';
import { loginAddresses, notifications, userRoles, users } from '../../server/db/schema';
import { refuseTry } from '../../server/http/limit';
import { counted } from '../../src/rules/wording';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';
import { signupForm } from '../kit/signupForm';

const JWT_SECRET = 'a secret that only this test knows';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jwtSecret: JWT_SECRET });
});
afterAll(() => server.close());

const logIn = (username: unknown, password: unknown) =>
  call(server.base, '/api/auth/login', { body: { username, password } });
const form = signupForm();
const signUp = (changes: object = {}) => call(server.base, '/api/auth/signup', { body: { ...form, ...changes } });

describe('login', () => {
  it('answers with a token that says id, username, first name, prefixed roles and expiry', async () => {
    const now = Date.now() / 1000;
    const { status, body, headers } = await logIn('captain', 'rescue-demo');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const claims = decodeJwt((body as { token: string }).token);
    expect(claims).toMatchObject({
      sub: 'captain',
      id: expect.stringMatching(/^\d+$/),
      firstName: 'Kabir',
      roles: ['ROLE_MEMBER', 'ROLE_RESCUE_CAPTAIN'],
    });
    expect(claims.exp).toBeGreaterThan(now + 7 * 86_400 - 60);
    expect(claims.exp).toBeLessThan(now + 7 * 86_400 + 60);
  });

  it('takes the username in any case and with spaces around it', async () => {
    expect((await logIn(' CapTain ', 'rescue-demo')).status).toBe(200);
  });

  it('gives one answer, after the same time, for an unknown user and a wrong password', async () => {
    const timed = async (username: string) => {
      const start = performance.now();
      const { status, body } = await logIn(username, 'wrong');
      return { status, body, took: performance.now() - start };
    };
    // The other tests log in with a hash that is quicker to verify.
    const passwordHash = await hashPassword('rescue-demo');
    await server.db.update(users).set({ passwordHash }).where(eq(users.username, 'captain'));
    const known = [];
    const unknown = [];
    for (let round = 0; round < 7; round++) {
      known.push(await timed('captain'));
      unknown.push(await timed('nobody-of-this-name'));
    }
    for (const { status, body } of [...known, ...unknown])
      expect({ status, body }).toEqual({ status: 401, body: { message: 'Wrong username or password.' } });
    const median = (answers: { took: number }[]) => answers.map(({ took }) => took).sort((a, b) => a - b)[3] as number;
    const [slow, fast] = [median(known), median(unknown)].sort((a, b) => b - a) as [number, number];
    // Without a hash for unknown users the ratio would be more than ten.
    expect(slow / fast).toBeLessThan(3);
  });

  it('tells a pending member so, but only with the right password', async () => {
    expect(await logIn('pending', 'rescue-demo')).toMatchObject({
      status: 403,
      body: { message: 'Your account is pending approval from an administrator.' },
    });
    expect((await logIn('pending', 'wrong')).status).toBe(401);
  });

  it.each([
    [{ username: '', password: 'x' }, 'Username is required.'],
    [{ username: 'member' }, 'The field password is missing.'],
    [{ username: 'member', password: 'x', admin: true }, 'The field admin is unknown.'],
    [{ username: 'member', password: '' }, 'Password is required.'],
    [{ username: 7, password: 'x' }, 'Username is required.'],
    [{ username: 'member', password: 'x'.repeat(201) }, 'Password may have at most 200 characters.'],
    [{ username: 'mem\0ber', password: 'x' }, 'Text may not hold the character U+0000.'],
    [{ username: 'mem\ud83dber', password: 'x' }, 'Text may not hold half a character.'],
  ])('refuses %j', async (body, message) => {
    expect(await call(server.base, '/api/auth/login', { body })).toMatchObject({ status: 400, body: { message } });
  });
});

describe('sign-up', () => {
  it('makes a pending account that cannot log in', async () => {
    expect(await signUp()).toMatchObject({ status: 201, body: { message: expect.stringContaining('pending') } });
    expect((await logIn('nila', 'kennel-42')).status).toBe(403);
    const [stored] = await server.db.select().from(users).where(eq(users.username, 'nila'));
    expect(stored).toMatchObject({ status: 'PENDING', phoneNumber: '9876543210', vehicleType: null });
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('keeps the vehicle only of those who have one', async () => {
    await signUp({ username: 'v1', hasVehicle: true, vehicleType: 'Car' });
    await signUp({ username: 'v2', hasVehicle: true, vehicleType: '' });
    await signUp({ username: 'v3', hasVehicle: false, vehicleType: 'Car' });
    const found = await server.db.select({ name: users.username, type: users.vehicleType }).from(users);
    expect(found).toEqual(
      expect.arrayContaining([
        { name: 'v1', type: 'Car' },
        { name: 'v2', type: 'Bike' },
        { name: 'v3', type: null },
      ]),
    );
  });

  it.each(['MEMBER', 'Member', ' member '])('refuses the taken username %j', async (username) => {
    expect(await signUp({ username })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already taken') },
    });
  });

  it('makes one account of two sign-ups at once, and of one that is repeated because its answer was lost', async () => {
    const both = [signUp({ username: 'twin' }), signUp({ username: 'TWIN' })];
    const answers = [...(await Promise.all(both)), await signUp({ username: 'twin', lastName: 'Corrected' })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const notices = await server.db.select().from(notifications).where(eq(notifications.type, 'APPROVAL'));
    const [twin, ...others] = await server.db.select().from(users).where(eq(users.usernameKey, 'twin'));
    expect([twin?.lastName, others]).toEqual(['Corrected', []]);
    const about = notices.filter(({ triggeredBy }) => triggeredBy === twin?.id);
    // One for each admin.
    expect(new Set(about.map(({ userId }) => userId)).size).toBe(about.length);
    expect(about.length).toBeGreaterThan(0);
  });

  it.each([{ password: 'kennel-43' }, { phoneNumber: '9876543211' }])(
    'refuses a name that is taken with other %j',
    async (other) => {
      await signUp({ username: 'first-come' });
      expect((await signUp({ username: 'first-come', ...other })).status).toBe(409);
    },
  );

  it.each([
    [{ phoneNumber: '987654321' }, 'Phone number must be 10 digits.'],
    [{ phoneNumber: '98765432101' }, 'Phone number must be 10 digits.'],
    [{ phoneNumber: '98765 4321' }, 'Phone number must be 10 digits.'],
    [{ phoneNumber: null }, 'Phone number must be 10 digits.'],
    [{ firstName: ' ' }, 'First name is required.'],
    [{ lastName: undefined }, expect.any(String)],
    [{ experienceLevel: 'Guru' }, 'Choose one of the levels of experience.'],
    [{ hasVehicle: 'Yes' }, expect.stringContaining('hasVehicle')],
    [{ latitude: 91, longitude: 0 }, 'Latitude must be a number from -90 to 90.'],
    [{ roles: ['SUPER_ADMIN'] }, expect.any(String)],
    [{ status: 'ACTIVE' }, expect.any(String)],
  ])('refuses %j', async (changes, message) => {
    expect(await signUp({ username: 'never', ...changes })).toMatchObject({ status: 400, body: { message } });
    expect((await logIn('never', 'kennel-42')).status).toBe(401);
  });
});

describe('a token', () => {
  const profile = (token?: string) => call(server.base, '/api/profile', token === undefined ? {} : { token });
  const signed = (claims: object, secret = JWT_SECRET, alg = 'HS256') =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
  const soon = () => Math.floor(Date.now() / 1000) + 60;

  it('opens the profile of its owner', async () => {
    const { status, body } = await profile(await signIn(server.base, 'member'));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: '1',
      firstName: 'Mira',
      lastName: 'Nair',
      username: 'member',
      phoneNumber: expect.stringMatching(/^\d{10}$/),
      roles: ['MEMBER'],
      casesCompleted: 3,
      hearts: 3,
      distanceTraveled: 4.3,
      availabilityStatus: 'Available',
      hasMedicineBox: true,
      hasVehicle: true,
      vehicleType: 'Scooty',
      canProvideShelter: false,
      locatedAt: expect.any(String),
      mustChangePassword: false,
    });
  });

  it('is refused when it is missing, forged, unsigned, expired, or of nobody', async () => {
    const good = { id: '1', sub: 'member', exp: soon() };
    const none = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(good))}.`.replaceAll('=', '');
    const bad = [
      undefined,
      'x',
      none,
      await signed(good, 'another secret, made up by somebody'),
      await signed(good, JWT_SECRET, 'HS512'),
      await signed({ ...good, exp: soon() - 61 }),
      await signed({ ...good, id: '999' }),
      await signed({ ...good, id: 'x' }),
      await signed({ sub: 'member', exp: soon() }),
      await signed({ id: '1', sub: 'member' }),
    ];
    for (const token of bad) expect(await profile(token)).toMatchObject({ status: 401, body: { message: /./ } });
    expect((await profile(await signed(good))).status).toBe(200);
  });

  it('gives the rights that the database has now: changed roles and removal count at once', async () => {
    await signUp({ username: 'leaver' });
    const [{ id } = { id: 0 }] = await server.db.select().from(users).where(eq(users.username, 'leaver'));
    await server.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.id, id));
    await server.db.insert(userRoles).values({ userId: id, role: 'RESCUE_CAPTAIN' });
    const token = await signIn(server.base, 'leaver', 'kennel-42');
    const groups = () => call(server.base, '/api/chat/groups', { token });
    expect((await groups()).body).toHaveLength(2);

    await server.db.delete(userRoles).where(eq(userRoles.userId, id));
    expect((await groups()).body).toEqual([]);
    expect((await profile(token)).body).toMatchObject({ roles: [] });
    expect((await call(server.base, '/api/chat/messages/1', { token })).status).toBe(403);

    await server.db.update(users).set({ status: 'PENDING' }).where(eq(users.id, id));
    expect((await profile(token)).status).toBe(401);
    await server.db.delete(users).where(eq(users.id, id));
    expect((await profile(token)).status).toBe(401);
  });
});

describe('a new account', () => {
  it.each([
    ['captain\u200b', 'a zero-width space'],
    ['\u0441aptain', 'a Cyrillic letter'],
    ['ｍember2', 'a letter of full width'],
    ['mary ann', 'a space'],
    ['nila/bose', 'a slash'],
    ['nila\u202e', 'a turn of direction'],
    ['zoë', 'an accent'],
  ])('has no username like %j, with %s', async (username) => {
    expect(await signUp({ username })).toMatchObject({
      status: 400,
      body: { message: 'A username may have letters (a to z), digits, dots, dashes and underscores only.' },
    });
  });

  it('may have letters, digits, dot, dash and underscore in its name', async () => {
    expect((await signUp({ username: 'Mary.Ann-2_b' })).status).toBe(201);
  });

  it.each([
    ['kennel7', 'A password needs at least 8 characters.'],
    ['12345678', 'This password is one of the most common ones. Please choose another one.'],
    ['PassWord', 'This password is one of the most common ones. Please choose another one.'],
    ['24081990', 'This password is one of the most common ones. Please choose another one.'],
  ])('has no password like %j', async (password, message) => {
    expect(await signUp({ username: 'weak', password })).toMatchObject({ status: 400, body: { message } });
  });

  it('may have any other password of 8 characters', async () => {
    expect((await signUp({ username: 'strong', password: 'kennel-8' })).status).toBe(201);
  });
});

it('a member who is deleted during their own call is refused, and no address of theirs is stored (P7)', async () => {
  const { db } = server;
  await signUp({ username: 'leaver' });
  const [leaver] = await db
    .update(users)
    .set({ status: 'FORMER', passwordHash: '' })
    .where(eq(users.username, 'leaver'))
    .returning({ id: users.id });
  const id = leaver?.id ?? 0;
  const passwords = { oldPassword: form.password, newPassword: 'another-kennel-8' };
  await expect(changePassword(db, { id, sessionId: '' }, passwords)).rejects.toMatchObject({ statusCode: 401 });
  await expect(rememberAddress(db, id, '192.0.2.9')).rejects.toMatchObject({ statusCode: 401 });
  expect(await db.$count(loginAddresses, eq(loginAddresses.userId, id))).toBe(0);
  expect(await isPasswordOf('', form.password)).toBe(false);
});

describe('too many tries', () => {
  it('are refused with 429, for one username of one address only, also after the clock was set back', async () => {
    const strict = await startTestServer({ limits: { loginsPerMember: 3, loginsPerAddress: 8, signupsPerAddress: 2 } });
    const attempt = async (username: string) =>
      (await call(strict.base, '/api/auth/login', { body: { username, password: 'wrong' } })).status;
    try {
      // A machine without a battery for its clock may start hours ahead, until it has asked for the time.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60 * 60_000 });
      expect([await attempt('member'), await attempt('ｍember'), await attempt(' MEMBER')]).toEqual([401, 401, 401]);
      vi.useRealTimers();
      const refused = await call(strict.base, '/api/auth/login', {
        body: { username: 'member', password: 'rescue-demo' },
      });
      expect(refused).toMatchObject({ status: 429, body: { message: expect.stringMatching(/Too many tries/) } });
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds > 0 && seconds <= 60).toBe(true);
      expect(refused.body).toEqual({
        message: `Too many tries. Please wait ${counted(seconds, 'second')} and try again.`,
      });
      expect(() => refuseTry({ header: () => undefined } as never, 1)).toThrow('Please wait 1 second and');
      await signIn(strict.base, 'ravi');
      expect(await attempt('a')).toBe(401);
      expect(await attempt('b')).toBe(401);
      expect(await attempt('c')).toBe(401);
      expect(await attempt('d')).toBe(401);
      expect(await attempt('e')).toBe(429);

      const join = async (username: string) =>
        (await call(strict.base, '/api/auth/signup', { body: { ...form, username } })).status;
      expect([await join('j1'), await join('j2'), await join('j3')]).toEqual([201, 201, 429]);
    } finally {
      vi.useRealTimers();
      await strict.close();
    }
  });

  it('of a sign-up with a taken username count as tries to log in, whether the phone number fits or not', async () => {
    const strict = await startTestServer({ limits: { loginsPerAccount: 3 } });
    const join = async (username: string, changes: object = {}) =>
      (await call(strict.base, '/api/auth/signup', { body: { ...form, username, ...changes } })).status;
    try {
      expect(await join('guessed')).toBe(201);
      const guesses = [{ password: 'kennel-1' }, { phoneNumber: '9876543211' }, { password: 'kennel-2' }, {}];
      const answers: number[] = [];
      for (const guess of guesses) answers.push(await join('guessed', guess));
      expect(answers).toEqual([409, 409, 409, 429]);
      const login = await call(strict.base, '/api/auth/login', {
        body: { username: 'Guessed', password: 'kennel-42' },
      });
      expect([login.status, await join('another')]).toEqual([429, 201]);
    } finally {
      await strict.close();
    }
  });

  it('are counted by the address that a trusted proxy reports, never by one that a visitor claims', async () => {
    const behind = await startTestServer({ trustProxy: ['loopback'], limits: { loginsPerAddress: 2 } });
    const attempt = async (chain: string) =>
      (
        await call(behind.base, '/api/auth/login', {
          body: { username: 'x', password: 'wrong' },
          headers: { 'x-forwarded-for': chain },
        })
      ).status;
    try {
      expect([await attempt('198.51.100.1, 203.0.113.9'), await attempt('198.51.100.2, 203.0.113.9')]).toEqual([
        401, 401,
      ]);
      expect(await attempt('198.51.100.3, 203.0.113.9')).toBe(429);
      expect(await attempt('203.0.113.10')).toBe(401);
    } finally {
      await behind.close();
    }
  });
});
