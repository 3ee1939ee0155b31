import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config';
import { openCluster } from '../../server/db/embedded/cluster';
import { findPrograms, makeScratch, programsFor } from '../../server/db/embedded/programs';
import { isUnavailable } from '../../server/db/errors';
import { type Db, type OpenDatabase, openDatabase } from '../../server/db/open';
import type { Message } from '../../src/contract/chats';
import { newFolder } from '../kit/folder';
import { type ServerProcess, startServerProcess } from '../kit/process';
import { call, signIn, stompClient } from '../kit/server';

const scratch = newFolder();
afterAll(() => rmSync(scratch, { recursive: true }));
/** How long a database may take to end or to start again on a busy machine, in milliseconds. */
const SLOW = { timeout: 30_000 };

const clusterOf = (dataDir: string) => join(dataDir, 'postgres');
const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8'), 10);

interface Process {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly group: number;
}

/** The state of a process by the system; null if it does not exist or has ended. */
function processOf(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return state === 'Z' ? null : { pid, name, parent: Number(parent), group: Number(group) };
  } catch {
    return null;
  }
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => processOf(Number(pid)) ?? []);

/** The main processes of a data folder's database: those that no other process of it has started. */
function postmastersOf(dataDir: string): number[] {
  const all = processes().filter(({ pid }) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === clusterOf(dataDir);
    } catch {
      return false;
    }
  });
  return all.filter(({ parent }) => !all.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/** A data folder with the demo organisation, to be copied: making it takes most of a server's first start. */
let demo: Promise<string> | null = null;
async function makeDemo() {
  const server = await startServerProcess();
  await server.stop();
  return server.dataDir;
}
afterAll(async () => {
  if (demo) rmSync(await demo, { recursive: true });
});

async function copyOfDemo(): Promise<string> {
  demo ??= makeDemo();
  const dataDir = mkdtempSync(join(scratch, 'copy-'));
  cpSync(await demo, dataDir, { recursive: true });
  return dataDir;
}

/** Runs a test with a server process on an embedded database of its own. */
const withServer = (test: (server: ServerProcess) => Promise<void>) => async () => {
  const server = await startServerProcess({}, { dataDir: await copyOfDemo() });
  try {
    await test(server);
  } finally {
    await server.discard();
  }
};

/** Runs a test with an embedded database in this process. */
const withDatabase = (test: (database: OpenDatabase, dataDir: string) => Promise<void>) => async () => {
  const dataDir = await copyOfDemo();
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  try {
    await test(database, dataDir);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
};

const AWAY = { message: 'The database cannot be reached at the moment. Please try again.' };

describe('a database that crashes', () => {
  it(
    'is answered with 503 (for a SEND on the personal topic), and is started again with all its data',
    withServer(async ({ base, dataDir, output }) => {
      const token = await signIn(base, 'member');
      const mira = await stompClient(base, token);
      const refusals = await mira.subscribe('/topic/members/1', 'refusal');
      await mira.sendAndWait('/app/gchat/send', { text: 'before', clientMessageId: 'before' });
      // The database cannot start without this file, so it stays away until the test restores the file.
      const [version, away] = [join(clusterOf(dataDir), 'PG_VERSION'), join(scratch, 'PG_VERSION')];
      renameSync(version, away);
      process.kill(postmasterOf(dataDir), 'SIGKILL');
      const logged = () => output().match(/cannot be started again yet/g);
      await expect.poll(logged, SLOW).toHaveLength(1);
      await expect.poll(async () => (await call(base, '/api/profile', { token })).status, SLOW).toBe(503);
      const login = { username: 'member', password: 'rescue-demo' };
      const { status, body, headers } = await call(base, '/api/auth/login', { body: login });
      expect({ status, body }).toEqual({ status: 503, body: AWAY });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      mira.send('/app/gchat/send', { text: 'meanwhile', clientMessageId: 'meanwhile' });
      expect(await refusals.next()).toMatchObject({ status: 503, ...AWAY, clientMessageId: 'meanwhile' });
      await expect(stompClient(base, token)).rejects.toThrow('The connection was closed.');

      renameSync(away, version);
      await expect.poll(async () => (await call(base, '/api/profile', { token })).status, SLOW).toBe(200);
      // The realtime connection stayed open although the database was gone.
      await mira.sendAndWait('/app/gchat/send', { text: 'meanwhile', clientMessageId: 'meanwhile' });
      const stored = (await call(base, '/api/gchat/messages', { token })).body as Message[];
      expect(stored.slice(-2).map(({ text }) => text)).toEqual(['before', 'meanwhile']);
      expect([postmastersOf(dataDir), logged()?.length]).toEqual([[postmasterOf(dataDir)], 1]);
      await mira.close();
    }),
  );

  it(
    'breaks only the transactions that are open',
    withDatabase(async ({ db }, dataDir) => {
      const broken = db.transaction(async (tx) => {
        await tx.execute(sql`create table half (id int)`);
        process.kill(postmasterOf(dataDir), 'SIGKILL');
        await expect.poll(() => tx.execute(sql`select 1`).then(() => 'alive', isUnavailable), SLOW).toBe(true);
      });
      expect(await broken.catch(isUnavailable)).toBe(true);
      const tables = () => db.execute(sql`select 1 from pg_tables where tablename = 'half'`);
      await expect.poll(() => tables().then(({ rows }) => rows.length, String), SLOW).toBe(0);
    }),
  );

  it(
    'costs no connections: as many transactions as before can be open afterwards',
    withDatabase(async ({ db }, dataDir) => {
      const POOL = 10;
      const atOnce = <Result>(work: (tx: Db) => Promise<Result>) =>
        Promise.allSettled(Array.from({ length: POOL }, () => db.transaction(work)));
      /** Waits within a transaction until all of them are open. @returns the process that serves it */
      const together = () => {
        let inside = 0;
        return async (tx: Db) => {
          const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
          inside++;
          await expect.poll(() => inside, SLOW).toBe(POOL);
          return Number(rows[0]?.pid);
        };
      };
      const served = await atOnce(together());
      const postmaster = postmasterOf(dataDir);
      // A stopped main process cannot end the others when one of them is killed.
      process.kill(postmaster, 'SIGSTOP');
      // Never 0, because that would mean the test run itself.
      for (const one of served) if (one.status === 'fulfilled') process.kill(one.value, 'SIGKILL');
      // The server has not noticed yet: each of these starts on a connection that is gone.
      const lost = await atOnce(async () => {});
      process.kill(postmaster, 'SIGCONT');
      expect(lost.map((one) => one.status === 'rejected' && isUnavailable(one.reason))).toEqual(Array(POOL).fill(true));
      await expect.poll(() => db.execute(sql`select 1`).then(() => 'back', String), { timeout: 60_000 }).toBe('back');
      const after = await atOnce(together());
      expect(after.map(({ status }) => status)).toEqual(Array(POOL).fill('fulfilled'));
    }),
  );
});

describe('a server that is killed', () => {
  it(
    'ends its database, too, and the next server has all that was stored',
    withServer(async (server) => {
      const token = await signIn(server.base, 'member');
      const mira = await stompClient(server.base, token);
      await mira.sendAndWait('/app/gchat/send', { text: 'kept', clientMessageId: 'kept' });
      const postmaster = postmasterOf(server.dataDir);
      await server.kill();
      await expect.poll(() => processOf(postmaster), SLOW).toBe(null);
      await server.start();
      const stored = (await call(server.base, '/api/gchat/messages', { token })).body as Message[];
      expect(stored.at(-1)?.text).toBe('kept');
      expect(postmastersOf(server.dataDir)).toEqual([postmasterOf(server.dataDir)]);
    }),
  );

  it(
    'together with the watchdog leaves a database, which the next server ends before it starts its own',
    withServer(async (server) => {
      const postmaster = postmasterOf(server.dataDir);
      const { group, parent } = processOf(postmaster) as Process;
      const watchdogs = processes().filter((one) => one.group === group && one.name === 'sh');
      expect(watchdogs.map(({ pid }) => pid)).toContain(parent);
      for (const { pid } of watchdogs) process.kill(pid, 'SIGSTOP');
      await server.kill();
      for (const { pid } of watchdogs) process.kill(pid, 'SIGKILL');
      expect(processOf(postmaster)).not.toBe(null);
      await server.start();
      expect(processOf(postmaster)).toBe(null);
      const [only, ...others] = postmastersOf(server.dataDir);
      expect([only, ...others]).toEqual([postmasterOf(server.dataDir)]);
      expect(only).not.toBe(postmaster);
    }),
  );

  it(
    'does not disturb another process that has the id of its database by now',
    withServer(async (server) => {
      await server.stop();
      writeFileSync(join(clusterOf(server.dataDir), 'postmaster.pid'), `${process.pid}\n`);
      await server.start();
      expect(postmastersOf(server.dataDir)).toEqual([postmasterOf(server.dataDir)]);
    }),
  );
});

/** Runs a test with a database whose pid file says that it is another process, as it does in another container. */
const withOtherPid = async (pid: number, test: (dataDir: string, file: string) => Promise<void>) =>
  withDatabase(async ({ db }, dataDir) => {
    const file = join(clusterOf(dataDir), 'postmaster.pid');
    const written = readFileSync(file, 'utf8');
    writeFileSync(file, written.replace(/^\d+/, String(pid)));
    try {
      await test(dataDir, file);
    } finally {
      writeFileSync(file, written);
    }
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  })();

describe('a database of another container', () => {
  const refusal = (dataDir: string) =>
    `Another server, perhaps in another container, runs the database in ${clusterOf(dataDir)}. Stop it, or set DATA_DIR.`;

  it('is left alone when its process does not exist here: the start is refused', () =>
    withOtherPid(2 ** 22 + 1, async (dataDir) => {
      await expect(openCluster(dataDir)).rejects.toThrow(refusal(dataDir));
    }));

  it('is left alone when its number belongs to another process here, which is not disturbed', async () => {
    const other = spawn('sleep', ['1000']);
    const ended = once(other, 'exit');
    await withOtherPid(Number(other.pid), async (dataDir) => {
      await expect(openCluster(dataDir)).rejects.toThrow(refusal(dataDir));
    });
    other.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
});

it(
  'a database that is too busy to answer is not taken for one that has ended',
  withDatabase(async ({ db }, dataDir) => {
    const file = join(clusterOf(dataDir), 'postmaster.pid');
    const [postmaster, written] = [postmasterOf(dataDir), readFileSync(file, 'utf8')];
    const waiting: Socket[] = [];
    process.kill(postmaster, 'SIGSTOP');
    try {
      for (let isFull = false; !isFull; ) {
        const socket = connect(join(clusterOf(dataDir), '.s.PGSQL.5432'));
        waiting.push(socket);
        isFull = await once(socket, 'connect').then(
          () => false,
          (error) => error.code === 'EAGAIN',
        );
      }
      await expect(openCluster(dataDir)).rejects.toThrow(
        `The database in ${clusterOf(dataDir)} cannot be used: connect EAGAIN`,
      );
      expect(readFileSync(file, 'utf8')).toBe(written);
    } finally {
      process.kill(postmaster, 'SIGCONT');
      for (const socket of waiting) socket.destroy();
    }
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  }),
);

describe('a server that ends', () => {
  it(
    'shuts its database down, which Ctrl-C in a terminal does not reach',
    withServer(async (server) => {
      const postmaster = processOf(postmasterOf(server.dataDir)) as Process;
      const mine = processOf(process.pid) as Process;
      // A terminal sends its signals to a group, and the server is in that of this process.
      expect(postmaster.group).not.toBe(mine.group);
      expect(await server.stop()).toBe(0);
      expect(processOf(postmaster.pid)).toBe(null);
      // PostgreSQL removes this file when it has written everything; if it is killed, the file stays.
      expect(existsSync(join(clusterOf(server.dataDir), 'postmaster.pid'))).toBe(false);
    }),
  );
});

describe('the embedded database', () => {
  it(
    'stores durably, and listens to nobody but this server',
    withDatabase(async ({ db }, dataDir) => {
      const { rows } = await db.execute(
        sql`select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_permissions') order by name`,
      );
      expect(rows).toEqual([
        { name: 'fsync', setting: 'on' },
        { name: 'full_page_writes', setting: 'on' },
        { name: 'listen_addresses', setting: '' },
        { name: 'synchronous_commit', setting: 'on' },
        { name: 'unix_socket_permissions', setting: '0700' },
      ]);
      expect(statSync(clusterOf(dataDir)).mode & 0o777).toBe(0o700);
      expect(statSync(join(clusterOf(dataDir), '.s.PGSQL.5432')).mode & 0o777).toBe(0o700);
    }),
  );

  it('works below a folder whose path is too long for a socket, and leaves nothing elsewhere', async () => {
    const before = readdirSync(tmpdir());
    const dataDir = join(scratch, 'x'.repeat(120));
    mkdirSync(dataDir);
    const { reach, stop } = await openCluster(dataDir);
    expect(reach.host.length).toBeLessThan(90);
    expect(dirname(dirname(reach.host))).toBe(tmpdir());
    expect(statSync(dirname(reach.host)).mode & 0o777).toBe(0o700);
    await stop();
    expect(existsSync(dirname(reach.host))).toBe(false);
    expect(before).not.toContain(basename(dirname(reach.host)));
  });

  it('is reported as missing in one line on a machine without its programs', async () => {
    await expect(findPrograms('sunos-x64')).rejects.toThrow(
      'There is no embedded database for sunos-x64. Set DATABASE_URL to a Postgres server.',
    );
  });

  it('starts from a restored copy that belongs to root, and goes on with it as its own account', {
    skip: process.getuid?.() !== 0,
  }, async () => {
    const restored = await copyOfDemo();
    const ownersOf = () => [clusterOf(restored), join(clusterOf(restored), 'base', '1')].map((it) => statSync(it).uid);
    expect(ownersOf()).toEqual([0, 0]);
    const { stop } = await openCluster(restored);
    expect(ownersOf()).toEqual([65_534, 65_534]);
    await stop();
  });

  it("tells PostgreSQL's reason when it does not start", async () => {
    const dataDir = await copyOfDemo();
    rmSync(join(clusterOf(dataDir), 'postgresql.conf'));
    await expect(openCluster(dataDir)).rejects.toThrow(
      /cannot be used: .*could not access the server configuration file/,
    );
  });

  it('runs from a folder that only root may read', { skip: process.getuid?.() !== 0 }, async () => {
    const closed = join(scratch, 'closed');
    const programs = await findPrograms();
    const native = dirname(dirname(programs.postgres));
    cpSync(native, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    chmodSync(closed, 0o700);
    const bin = (name: string) => join(closed, 'native', 'bin', name);
    const account = { uid: 65_534, gid: 65_534 };
    const private_ = makeScratch(account);
    const readable = await programsFor(
      account,
      { initdb: bin('initdb'), postgres: bin('postgres'), pg_ctl: bin('pg_ctl') },
      () => private_,
    );
    expect(readable.postgres).toBe(join(private_, 'native', 'bin', 'postgres'));
    expect(await programsFor(account, readable, () => '')).toEqual(readable);
    rmSync(private_, { recursive: true });
  });
});
