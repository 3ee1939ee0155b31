import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTokens } from '../../server/areas/session/tokens';
import { ConfigError, readConfig } from '../../server/config';
import { inDataFolder } from '../../server/db/folder';
import { lockFolder } from '../../server/db/lock';
import type { Message } from '../../src/contract/chats';
import { newDatabase } from '../kit/database';
import { newFolder } from '../kit/folder';
import { commandOf, startServerProcess } from '../kit/process';
import { call, signIn, stompClient } from '../kit/server';
import { mayMount, onSmallDisk } from '../kit/smallDisk';

const scratch = newFolder();
afterAll(() => rmSync(scratch, { recursive: true }));
/** A number that no process has, because Linux gives none above 2^22. */
const GONE = 2 ** 22 + 1;
/** How long a start may take on a busy machine, in milliseconds. */
const SLOW = 240_000;
const folder = (name: string) => {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
};

/** Runs a server that must refuse to start. @returns its exit code and its output on stderr. */
function failedStart(env: Record<string, string>, ...args: string[]): { code: number | null; lines: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [...commandOf(), ...args], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(scratch, 'unused'), ...env },
    encoding: 'utf8',
    timeout: SLOW,
  });
  return { code: status, lines: stderr.trim().split('\n') };
}

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      dataDir: join(process.cwd(), 'data'),
      staticDir: join(process.cwd(), 'dist'),
      seed: 'demo',
      tokenTtl: 604_800,
      databaseUrl: null,
      jwtSecret: null,
      superadminPassword: null,
      trustProxy: false,
      apiBase: null,
      mapTiles: null,
      vapid: { privateKey: null, subject: 'mailto:nobody@example.org' },
      logLevel: 'warn',
      limits: {
        signupsPerAddress: 200,
        // DECISIONS 117, 219.
        loginsPerMember: 10,
        loginsPerAccount: 5,
        // DECISIONS 66, 84 and docs/media.md.
        reportsPerHour: 60,
        uploadsAtOnce: 4,
        uploadsPerHour: 300,
        uploadIdle: 60_000,
        bodyWithin: 30_000,
        formFiles: 10,
        formBytes: 262_144_000,
        imagePixels: 80_000_000,
        recordingParts: 100_000,
        // DECISIONS 44, 95.
        frameBytes: 65_536,
        waitingBytes: 1_048_576,
        unreadBytes: 1_048_576,
        connectWithin: 5_000,
        closeWithin: 10_000,
        anonymousConnections: 500,
        connectionsPerMember: 100,
      },
    });
    expect(readConfig({ SIGNUPS_PER_HOUR: '500' }).limits.signupsPerAddress).toBe(500);
    expect(readConfig({ PORT: '', SEED: ' ' })).toMatchObject({ port: 8080, seed: 'demo' });
  });

  it.each([
    [{ PORT: '70000' }, "PORT must be a whole number from 0 to 65535, not '70000'."],
    [{ PORT: 'http' }, "PORT must be a whole number from 0 to 65535, not 'http'."],
    [{ PORT: '-1' }, "PORT must be a whole number from 0 to 65535, not '-1'."],
    [{ SEED: 'nil' }, "SEED must be demo or none, not 'nil'."],
    [{ SIGNUPS_PER_HOUR: '0' }, "SIGNUPS_PER_HOUR must be a whole number from 1 to 10000, not '0'."],
    [{ TOKEN_TTL: '0' }, "TOKEN_TTL must be a whole number from 1 to 31536000, not '0'."],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters.'],
    ...['yes', '1', 'loopback,', '10.0.0.0/33', '10.0.0.1/8/8', '::1/x'].map(
      (value): [Record<string, string>, string] => [
        { TRUST_PROXY: value },
        `TRUST_PROXY must be no or the addresses of the proxies, as in loopback or 10.0.0.0/8,192.168.1.5, not '${value}'.`,
      ],
    ),
  ])('refuses %j in one clear line', (env, line) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(line));
  });
});

it('the addresses of proxies are read from a list', () => {
  const proxies = ['loopback', '10.0.0.0/8', 'fd00::/8', '192.168.1.5'];
  expect(readConfig({ TRUST_PROXY: proxies.join(', ') }).trustProxy).toEqual(proxies);
  expect(readConfig({ TRUST_PROXY: 'no' }).trustProxy).toBe(false);
});

describe('a start that cannot succeed', () => {
  it('says why in one line and exits with 1: wrong value', () => {
    expect(failedStart({ PORT: 'x' })).toEqual({
      code: 1,
      lines: ["PORT must be a whole number from 0 to 65535, not 'x'."],
    });
  });

  it('an option, because there are none', () => {
    const line =
      "'--port' is not understood. The settings are environment variables, as in PORT=8081 npm start: see README.md.";
    expect(failedStart({}, '--port', '8081')).toEqual({ code: 1, lines: [line] });
  });

  it('a full disk, of the first start', { skip: !mayMount }, () =>
    onSmallDisk(20, (dataDir) => {
      expect(failedStart({ DATA_DIR: dataDir })).toEqual({
        code: 1,
        lines: [
          `There is no space left on the disk of ${join(dataDir, 'postgres')}. Free some, or set DATA_DIR to a folder on another disk.`,
        ],
      });
    }),
  );

  it('a full disk, of a later start', async () => {
    const full = folder('no-room');
    // The server writes the new secret into this file, which behaves like one on a full disk.
    symlinkSync('/dev/full', join(full, 'jwt-secret.unfinished'));
    const { databaseUrl, drop } = await newDatabase();
    expect(failedStart({ DATA_DIR: full, DATABASE_URL: databaseUrl })).toEqual({
      code: 1,
      lines: [`There is no space left on the disk of ${full}. Free some, or set DATA_DIR to a folder on another disk.`],
    });
    await drop();
  });

  it('a folder that cannot be used', () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    const { code, lines } = failedStart({ DATA_DIR: join(file, 'data') });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The folder .* cannot be used: .*DATA_DIR/)],
    });
  });

  it.skipIf(process.platform !== 'linux')('a folder where none can be made: Node would try for ever', () => {
    expect(failedStart({ DATA_DIR: '/proc/saathi/data' })).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(
          /^The folder \/proc\/saathi\/data cannot be used: ENOENT.*Set DATA_DIR to another one\.$/,
        ),
      ],
    });
  });

  it('a folder with the database of an unreleased version', () => {
    const path = folder('unreleased');
    mkdirSync(join(path, 'db'));
    writeFileSync(join(path, 'db', 'PG_VERSION'), '17\n');
    expect(failedStart({ DATA_DIR: path })).toEqual({
      code: 1,
      lines: [
        `${join(path, 'db')} holds a database of an unreleased version (PGlite), which cannot be read. Move it away, or set DATA_DIR.`,
      ],
    });
    expect(existsSync(join(path, 'postgres'))).toBe(false);
  });

  it('a database that is not there', () => {
    const { code, lines } = failedStart({ DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/)]);
    expect(lines.join()).not.toContain('secret');
  });
});

describe('a data folder', () => {
  it.each([
    ['', {}],
    [', whatever its database is', { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }],
  ])('belongs to one server at a time%s', async (name, env) => {
    const path = folder(`locked${name}`);
    const release = await lockFolder(path);
    writeFileSync(join(path, 'other'), '');
    const { code, lines } = failedStart({ DATA_DIR: path, ...env });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`Another server (process ${process.pid}) is using ${path}. Stop it, or set DATA_DIR.`],
    });
    release();
  });

  it.each([
    ['of a process that is gone', JSON.stringify({ pid: GONE, started: null })],
    ['of an earlier process with a number that is used again', JSON.stringify({ pid: 1, started: 'other-boot/17' })],
    ['that was not written to its end', '{"pid":'],
    ['that is empty', ''],
  ])('is free when the lock in it is one %s', async (_, left) => {
    const path = folder(`left ${left.length}`);
    const file = join(path, 'server.lock');
    writeFileSync(file, left);
    const release = await lockFolder(path);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    release();
    expect(readdirSync(path)).toEqual([]);
  });

  it.each([
    ['', 'container'],
    [', however long its path is', 'x'.repeat(120)],
  ])(
    'is taken while its server runs, although its process has another number in another container%s',
    async (_, name) => {
      const path = folder(name);
      const release = await lockFolder(path);
      writeFileSync(join(path, 'server.lock'), JSON.stringify({ pid: GONE, started: 'boot/17' }));
      const env = { DATA_DIR: path, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' };
      const { code, lines } = failedStart(env);
      expect({ code, lines }).toEqual({
        code: 1,
        lines: [`Another server, perhaps in another container, is using ${path}. Stop it, or set DATA_DIR.`],
      });
      release();
      expect(failedStart(env).lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
      expect(readdirSync(path)).toEqual([]);
    },
  );

  it('goes to exactly one of several servers that start at once, also after one was killed', async () => {
    const path = folder('at once');
    const killed = spawn(process.execPath, [
      '--eval',
      `require('net').createServer().listen(${JSON.stringify(join(path, 'server.1.socket'))}, () => process.kill(process.pid, 'SIGKILL'))`,
    ]);
    await once(killed, 'exit');
    expect(readdirSync(path)).toEqual(['server.1.socket']);
    const started = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(path)));
    const releases = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(releases).toHaveLength(1);
    expect(readdirSync(path).sort()).toEqual(['server.2.socket', 'server.lock']);
    releases[0]?.();
    expect(readdirSync(path)).toEqual([]);
  });
});

it('a data folder that is made is for its owner alone', () => {
  const path = join(scratch, 'above', 'data');
  inDataFolder(path, () => {});
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o700, 0o700]);
});

it('a secret that was not completely written is generated again, and then kept', async () => {
  const path = folder('secret');
  writeFileSync(join(path, 'jwt-secret.unfinished'), '', { mode: 0o600 });
  const kept = { jwtSecret: null, dataDir: path, tokenTtl: 60 };
  const member = {
    id: 7,
    username: 'member',
    firstName: 'Mira',
    lastName: '',
    roles: [],
    mustChangePassword: false,
    tokenEpoch: 0,
  };
  const token = await createTokens(kept).issue(member);
  expect(readFileSync(join(path, 'jwt-secret'), 'utf8')).toMatch(/^[\w-]{64}$/);
  expect((await createTokens(kept).verify(token)).userId).toBe(7);
});

describe('a server process', () => {
  it('keeps data and secret through kill -9, refuses a taken port, and ends on Ctrl-C', {
    timeout: 3 * SLOW,
  }, async () => {
    const server = await startServerProcess();
    try {
      expect(server.output()).toMatch(/^Saathi is ready on http:\/\/localhost:\d+$/m);
      expect(server.output()).toContain('member, captain, inventory, admin, superadmin, ravi, tara');
      expect(server.output()).toContain(`A new organisation was created in ${server.dataDir}.`);
      expect(statSync(join(server.dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
      const token = await signIn(server.base, 'member');
      const client = await stompClient(server.base, token);
      const sent = Array.from({ length: 20 }, (_, count) => `kept-${count}`);
      for (const clientMessageId of sent) await client.sendAndWait('/app/gchat/send', { text: 'x', clientMessageId });
      await server.kill();
      await client.closed;

      await server.start();
      const { body } = await call(server.base, '/api/gchat/messages', { token });
      const kept = (body as Message[]).map(({ clientMessageId }) => clientMessageId);
      expect(kept.slice(-20)).toEqual(sent);
      expect(kept.length).toBe(32);

      const port = new URL(server.base).port;
      const taken = failedStart({ PORT: port, DATA_DIR: folder('taken'), SEED: 'none' });
      expect(taken).toEqual({ code: 1, lines: [`Port ${port} is taken. Stop what uses it, or set PORT.`] });

      const listening = await stompClient(server.base, token);
      const start = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - start).toBeLessThan(3000);
      expect((await listening.error).headers.message).toBe('The server is shutting down.');
      expect(readdirSync(server.dataDir).filter((name) => name.startsWith('server'))).toEqual([]);
    } finally {
      await server.discard();
    }
  });

  it('with SEED=none has only a super admin, whose generated password it shows once', {
    timeout: 3 * SLOW,
  }, async () => {
    const server = await startServerProcess({ SEED: 'none', SUPERADMIN_PASSWORD: '' });
    try {
      const password = /password \(shown once\): (\S{16,})/.exec(server.output())?.[1] ?? '';
      const token = await signIn(server.base, 'superadmin', password);
      const { body } = await call(server.base, '/api/profile', { token });
      expect(body).toMatchObject({ username: 'superadmin', roles: ['MEMBER', 'SUPER_ADMIN'] });
      expect((await call(server.base, '/api/gchat/messages', { token })).body).toEqual([]);
      const demo = { username: 'member', password: 'rescue-demo' };
      expect((await call(server.base, '/api/auth/login', { body: demo })).status).toBe(401);
      expect(server.output()).not.toContain('rescue-demo');
      await server.stop();
      await server.start();
      expect(server.output().match(/shown once/g)).toHaveLength(1);
    } finally {
      await server.discard();
    }
  });

  it.each([
    ['while it makes the database', 'postgres.unfinished/PG_VERSION'],
    ['while it fills the database', 'postgres/PG_VERSION'],
  ])('killed %s starts without a problem the next time', { timeout: 3 * SLOW }, async (_, sign) => {
    const path = folder(sign.split('/')[0] ?? '');
    const child = spawn(process.execPath, commandOf(), {
      env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: path },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    try {
      await expect.poll(() => existsSync(join(path, sign)), { interval: 2, timeout: SLOW }).toBe(true);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    const server = await startServerProcess({ DATA_DIR: path });
    try {
      const token = await signIn(server.base, 'member');
      expect((await call(server.base, '/api/gchat/messages', { token })).body).toHaveLength(12);
    } finally {
      await server.discard();
    }
  });
});
