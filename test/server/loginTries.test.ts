import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLoginTries, networkOf } from '../../server/areas/session/loginTries';
import { defaultLimits } from '../../server/config';
import { call, startTestServer, type TestServer } from '../kit/server';

describe('tries for one account from one network', () => {
  it('wait longer and longer after the fifth, up to a minute, and are forgotten after an hour', () => {
    let now = 0;
    const tries = createLoginTries(5, () => now);
    for (let free = 0; free < 5; free++) expect(tries.begin('sara', 'a')).toBe(0);
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const wait = tries.begin('sara', 'a');
      waits.push(wait / 1000);
      now += wait - 1;
      expect(tries.begin('sara', 'a')).toBe(1);
      now += 1;
      expect(tries.begin('sara', 'a')).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(tries.begin('ravi', 'a')).toBe(0);
    now += 60 * 60_000;
    for (let free = 0; free < 5; free++) expect(tries.begin('sara', 'a')).toBe(0);
  });

  it('are free again when one was right', () => {
    const tries = createLoginTries(5, () => 0);
    for (let free = 0; free < 5; free++) tries.begin('sara', 'a');
    tries.succeed('sara', 'a');
    expect(tries.begin('sara', 'a')).toBe(0);
  });
});

describe('tries for one account from several networks', () => {
  it('have delays of their own, and one network alone cannot keep the account locked for the others', () => {
    let now = 0;
    const tries = createLoginTries(5, () => now);
    for (let free = 0; free < 5; free++) tries.begin('sara', 'a');
    expect(tries.begin('sara', 'a')).toBe(1000);
    expect(tries.begin('sara', 'b')).toBe(0);
    // A stranger who tries as often as one network may, for an hour: a member elsewhere waits 12 s at most.
    for (const until = now + 3_600_000; now < until; now += tries.begin('sara', 'a'));
    expect(tries.begin('sara', 'c')).toBeLessThanOrEqual(12_000);
    now += 12_000;
    expect(tries.begin('sara', 'c')).toBe(0);
  });

  it('together wait longer and longer after the tenth, up to 12 s; a refused try counts for nobody', () => {
    let now = 0;
    const tries = createLoginTries(5, () => now);
    for (let free = 0; free < 10; free++) expect(tries.begin('sara', `free-${free}`)).toBe(0);
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      let wait = 0;
      for (let time = 0; time < 7; time++) wait = tries.begin('sara', 'patient');
      waits.push(wait / 1000);
      now += wait;
      expect(tries.begin('sara', `next-${round}`)).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 12, 12]);
    now += 12_000;
    for (let free = 0; free < 5; free++) {
      expect(tries.begin('sara', 'patient')).toBe(0);
      now += 12_000;
    }
  });
});

it('a login makes the next tries for its account free again, also those from all networks together', () => {
  const tries = createLoginTries(5, () => 0);
  for (let free = 0; free < 10; free++) tries.begin('sara', `free-${free}`);
  expect(tries.begin('sara', 'c')).toBe(1000);
  tries.succeed('sara', 'known');
  expect(tries.begin('sara', 'c')).toBe(0);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0db8:0000:0007:a:b:c:d', '2001:db8:0:7::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('a visitor at %s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

describe('a flood of wrong passwords', () => {
  let server: TestServer;
  beforeAll(async () => {
    // The server measures its delays with this clock. The test stops it, because on a slow machine a delay could end before the next try.
    vi.useFakeTimers({ toFake: ['performance'] });
    const { loginsPerMember, loginsPerAddress, loginsPerAccount } = defaultLimits;
    server = await startTestServer({
      trustProxy: ['loopback'],
      limits: { loginsPerMember, loginsPerAddress, loginsPerAccount },
    });
  });
  afterAll(async () => {
    await server.close();
    vi.useRealTimers();
  });

  const attempt = async (username: string, address: string, password = 'wrong') =>
    (
      await call(server.base, '/api/auth/login', {
        body: { username, password },
        headers: { 'x-forwarded-for': address },
      })
    ).status;
  const RIGHT = 'rescue-demo';
  const HOME = '198.51.100.7';

  it('on one account from 40 addresses is refused after a few tries, and the member can still log in from a known address', async () => {
    expect(await attempt('superadmin', HOME, RIGHT)).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => attempt('superadmin', `203.0.113.${index % 40}`)),
    );
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(14);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(386);
    expect(await attempt('superadmin', '192.0.2.1', RIGHT)).toBe(429);
    expect(await attempt('superadmin', HOME, RIGHT)).toBe(200);
    expect(await attempt('captain', '203.0.113.1', RIGHT)).toBe(200);
  });

  it('on one account from one address does not stop the member at another unknown address', async () => {
    expect(await attempt('admin', '203.0.113.77')).toBe(401);
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt('admin', '203.0.113.77')));
    expect(answers).toContain(429);
    expect(await attempt('admin', '192.0.2.44', RIGHT)).toBe(200);
  });

  it('does not reveal which accounts exist', async () => {
    const five = async (username: string) => {
      const statuses: number[] = [];
      for (let index = 0; index < 12; index++) statuses.push(await attempt(username, `203.0.113.${100 + index}`));
      return statuses;
    };
    expect(await five('ravi')).toEqual(await five('nobody-of-this-name'));
  });

  it('from one address blocks only members who have never logged in from it', async () => {
    expect(await attempt('tara', HOME, RIGHT)).toBe(200);
    await Promise.all(Array.from({ length: 120 }, (_, index) => attempt(`guess-${index}`, HOME)));
    expect(await attempt('guess-last', HOME)).toBe(429);
    expect(await attempt('inventory', HOME, RIGHT)).toBe(429);
    expect(await attempt('tara', HOME, RIGHT)).toBe(200);
  });
});

describe('X-Forwarded-For', () => {
  const warningsOf = async (trustProxy: false | string[], headers: HeadersInit) => {
    const lines: string[] = [];
    const server = await startTestServer(
      { trustProxy, logLevel: 'warn' },
      { log: { write: (line) => lines.push(line) } },
    );
    for (let count = 0; count < 3; count++) await call(server.base, '/config.json', { headers });
    await server.close();
    return lines.filter((line) => line.includes('TRUST_PROXY'));
  };
  it('that is not trusted from anybody causes one warning', async () => {
    const [line, ...more] = await warningsOf(false, { 'x-forwarded-for': '203.0.113.1' });
    expect(line).toContain('X-Forwarded-For arrives, but TRUST_PROXY is not set');
    expect(line).not.toContain('203.0.113.1');
    expect(more).toEqual([]);
  });
  it('that comes from another peer than the trusted proxies causes one warning, too', async () => {
    const [line, ...more] = await warningsOf(['10.0.0.0/8'], { 'x-forwarded-for': '203.0.113.1' });
    expect(line).toContain('X-Forwarded-For arrives, from 127.0.0.1, which TRUST_PROXY does not name');
    expect(line).not.toContain('203.0.113.1');
    expect(more).toEqual([]);
  });
  it.each([
    ['that does not come', false, {}],
    ['of a trusted proxy', ['loopback'], { 'x-forwarded-for': '203.0.113.1' }],
  ] as [string, false | string[], HeadersInit][])('%s is not', async (_, trustProxy, headers) => {
    expect(await warningsOf(trustProxy, headers)).toEqual([]);
  });
});
