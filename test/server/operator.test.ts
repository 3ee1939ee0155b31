import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../server/app';
import { createVapid } from '../../server/areas/notifications/push/vapid';
import { createTokens } from '../../server/areas/session/tokens';
import { ConfigError } from '../../server/config';
import { unusable } from '../../server/db/folder';
import { resetPasswordByHand } from '../../server/resetPassword';
import { copyOfTemplate, newDatabase } from '../kit/database';
import { newFolder } from '../kit/folder';
import { commandOf, startServerProcess } from '../kit/process';
import { call, startTestServer, testConfig } from '../kit/server';

/** What the server tells the person who runs it. */

const scratch = newFolder();
afterAll(() => rmSync(scratch, { recursive: true }));
afterEach(() => vi.restoreAllMocks());
const folder = (name: string) => {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
};

/** How long a start may take on a busy machine, in milliseconds. */
const SLOW = 240_000;

it('with SEED=none a start warns of the demo logins that are still open, and of no others', {
  timeout: SLOW,
}, async () => {
  const { dataDir, databaseUrl, remove } = await copyOfTemplate();
  await resetPasswordByHand(testConfig({ dataDir, databaseUrl }), 'captain');
  const server = await startServerProcess(
    { SEED: 'none', SUPERADMIN_PASSWORD: 'kennel-and-crate', DATABASE_URL: databaseUrl },
    { dataDir },
  );
  try {
    expect(server.output()).toContain(
      'WARNING: anybody can log in as member, inventory, admin, superadmin, ravi, tara, because the demo organisation is in the database of DATABASE_URL and its password rescue-demo is public.',
    );
    expect(server.output()).toContain('npm run reset-password');
    expect(server.output()).not.toContain('A new organisation');
  } finally {
    await server.discard();
    await remove();
  }
});

it('of a new organisation a start tells at once, with the generated password, although it then fails', {
  timeout: SLOW,
}, async () => {
  const { databaseUrl, drop } = await newDatabase();
  const listener = createListener().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const start = () =>
    spawnSync(process.execPath, commandOf(), {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(scratch, 'taken'),
        DATABASE_URL: databaseUrl,
        SEED: 'none',
        SUPERADMIN_PASSWORD: '',
      },
      encoding: 'utf8',
      timeout: SLOW,
    });
  const first = start();
  expect(first.stdout).toMatch(
    /^A new organisation was created in the database of DATABASE_URL\.\nSuper admin 'superadmin', password \(shown once\): \S{16,}\n/,
  );
  expect(first.stderr).toContain(`Port ${port} is taken.`);
  const second = start();
  expect(second.stderr).toContain(`Port ${port} is taken.`);
  expect(second.stdout).not.toMatch(/organisation|password/);
  listener.close();
  await drop();
});

it('the address that a start prints is reached, also if the server listens on one address only', {
  skip: process.platform !== 'linux',
}, async () => {
  // On Linux all addresses that begin with 127 are of this machine.
  const server = await startTestServer({ host: '127.0.0.2' });
  expect(server.address).toBe(`http://127.0.0.2:${server.port}`);
  expect((await call(server.address, '/api/health')).status).toBe(200);
  await server.close();
});

it('a server goes on although the disk with its log is full (DECISIONS 386)', {
  timeout: SLOW,
  skip: !existsSync('/dev/full'),
}, async () => {
  const { dataDir, databaseUrl, remove } = await copyOfTemplate();
  const probe = createListener().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const child = spawn(process.execPath, commandOf(), {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
  });
  const ended = once(child, 'exit');
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/api/health`, { headers }).then(({ status }) => status, String);
  await expect.poll(() => ask(), { timeout: SLOW }).toBe(200);
  // It warns of a proxy that it does not know.
  expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toBe(200);
  expect(await ask()).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await remove();
});

describe('SUPERADMIN_PASSWORD', () => {
  it.each([
    ['admin', 'A password needs at least 8 characters.'],
    ['password1', 'This password is one of the most common ones. Please choose another one.'],
  ])('%s is refused before anything is stored, as for everybody else (DECISIONS P11)', async (password, reason) => {
    const { databaseUrl, drop } = await newDatabase();
    const dataDir = folder(password);
    const config = testConfig({ dataDir, databaseUrl, seed: 'none', superadminPassword: password });
    const told = vi.fn();
    await expect(createServer(config, { onSeeded: told })).rejects.toThrow(
      new ConfigError(`SUPERADMIN_PASSWORD cannot be used. ${reason}`),
    );
    expect(told).not.toHaveBeenCalled();
    const better = { ...config, superadminPassword: 'kennel-and-crate' };
    await (await createServer(better, { onSeeded: told })).close();
    expect(told).toHaveBeenCalledExactlyOnceWith({ password: null });
    // It is used only once, so later starts do not look at it.
    await (await createServer(config)).close();
    await drop();
  });
});

describe('npm run reset-password', () => {
  it.each([
    ['a database', null],
    ['a folder', 'postgres://nobody@127.0.0.1:1/none'],
  ])('makes no organisation where there is none: %s is missing (DECISIONS 304)', async (_, databaseUrl) => {
    const dataDir = join(scratch, 'mistyped');
    const reset = resetPasswordByHand(testConfig({ dataDir, databaseUrl }), 'superadmin');
    await expect(reset).rejects.toThrow(`There is no organisation in ${dataDir}`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('leaves an empty database as it was', async () => {
    const { databaseUrl, drop } = await newDatabase();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const namesIn = async () =>
      (await client.query('select relname from pg_class union select nspname from pg_namespace')).rows;
    const before = await namesIn();
    const reset = resetPasswordByHand(testConfig({ dataDir: folder('reset'), databaseUrl }), 'superadmin');
    await expect(reset).rejects.toThrow(
      new ConfigError(
        'The database of DATABASE_URL has no organisation. Set DATABASE_URL and DATA_DIR as for the server.',
      ),
    );
    expect(await namesIn()).toEqual(before);
    await client.end();
    await drop();
  });

  it('names the database in which it has looked', async () => {
    const { remove, ...place } = await copyOfTemplate();
    const config = testConfig(place);
    await expect(resetPasswordByHand(config, 'nobody')).rejects.toThrow('in the database of DATABASE_URL.');
    expect(await resetPasswordByHand(config, 'tara')).toMatch(/ \(in the database of DATABASE_URL\)$/);
    await remove();
  });
});

describe('a damaged file in the data folder is named', () => {
  const half = Buffer.alloc(16, 7).toString('base64url');
  it.each([
    ['jwt-secret', '', 'everybody has to log in again'],
    ['jwt-secret', 'half of it\n', 'everybody has to log in again'],
    ['vapid-key', '', 'members get push messages again once they open the app'],
    ['vapid-key', half, 'members get push messages again once they open the app'],
  ])('%s with the content %j', (name, content, after) => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, name), content);
    const kept = {
      dataDir,
      jwtSecret: null,
      tokenTtl: 60,
      vapid: { privateKey: null, subject: 'mailto:a@example.org' },
    };
    const read = () => (name === 'jwt-secret' ? createTokens(kept) : createVapid(kept));
    expect(read).toThrow(
      new ConfigError(
        `${join(dataDir, name)} is damaged. Put it back from a backup, or delete it: the next start makes another one, and ${after}.`,
      ),
    );
    rmSync(join(dataDir, name));
    expect(read).not.toThrow();
    rmSync(dataDir, { recursive: true });
  });
});

it('a STATIC_DIR without the app is warned of', async () => {
  const said: string[] = [];
  const staticDir = folder('no app');
  const server = await startTestServer({ staticDir, logLevel: 'warn' }, { log: { write: (line) => said.push(line) } });
  await server.close();
  expect(said.join('')).toContain(`STATIC_DIR ${staticDir} has no index.html: only the API is served, not the app.`);
});

describe('of a folder that the account of the server may not use', () => {
  const { username } = userInfo();
  const forbidden = new Error('listen EACCES: permission denied server.1.socket');

  it('a start says to whom it must be given, and not to take another one, where a new organisation would begin', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    const restored = folder('restored');
    expect(unusable(restored, forbidden).message).toBe(
      `The folder ${restored} cannot be used: ${forbidden.message}. Give it to the account that runs the server; as root: chown -R ${username} ${restored}`,
    );
    const missing = join(scratch, 'missing');
    expect(unusable(missing, forbidden).message).toContain(`as root: mkdir -p ${missing} && chown -R`);
    // The words of PostgreSQL, if only the database was copied by root.
    expect(unusable(restored, new Error('FATAL:  data directory "." has wrong ownership')).message).toContain('chown');
  });

  it('root, who may use every file, is told to take another one', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    expect(unusable(scratch, forbidden).message).toMatch(/Set DATA_DIR to another one\.$/);
  });
});
