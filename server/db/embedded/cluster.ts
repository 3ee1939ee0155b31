import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ConfigError } from '../../config';
import { isForbidden, isNoRoom, keptText, noRoom, unusable } from '../folder';
import { isAnswered, isShortEnough } from '../socket';
import { accountFor, findPrograms, giveToAccount, makeScratch, programsFor } from './programs';
import { isWindows, launch, makeCluster, type Runner, type Running, USER } from './run';

/** The connection data of the database. `host` is an address or the folder of a Unix socket. */
export interface Reach {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
}

/** A PostgreSQL cluster of this server, which runs as its child process. */
export interface Cluster {
  readonly reach: Reach;
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Settings of PostgreSQL that override or extend ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Called when the database has crashed, and with each new reason why it cannot be started again. `words` are its last log lines. The
   * start is tried until it succeeds.
   */
  readonly onTrouble?: (trouble: string, words: string) => void;
}

const PORT = 5432;

/** How long the database of a killed server may take to stop, in milliseconds. It first writes its memory to the disk. */
const LEFTOVER_WITHIN = 30_000;

/** How long a database that cannot be ended from here may still answer because it is just ending, in milliseconds. */
const OTHER_WITHIN = 2000;

/**
 * The first and the longest wait before another attempt to restart a crashed database, in milliseconds. The wait doubles with each
 * attempt.
 */
const [FIRST_WAIT, LONGEST_WAIT] = [100, 2000];

/** The folder of the cluster of a data folder. */
export const clusterIn = (dataDir: string) => join(dataDir, 'postgres');

/**
 * Starts the database of a data folder, and creates it if it is missing.
 * @throws ConfigError when that is not possible.
 */
export async function openCluster(
  dataDir: string,
  { settings = {}, onTrouble = () => {} }: ClusterOptions = {},
): Promise<Cluster> {
  if (existsSync(join(dataDir, 'db', 'PG_VERSION')))
    throw new ConfigError(
      `${join(dataDir, 'db')} holds a database of an unreleased version (PGlite), which cannot be read. Move it away, or set DATA_DIR.`,
    );
  const folder = clusterIn(dataDir);
  const account = accountFor(folder);
  let scratch: string | null = null;
  const scratchOf = () => {
    scratch ??= makeScratch(account);
    return scratch;
  };
  try {
    const programs = await programsFor(account, await findPrograms(), scratchOf);
    const password = isWindows
      ? keptText(dataDir, 'postgres-password', randomBytes(24).toString('base64url'))
      : undefined;
    if (existsSync(folder)) giveToAccount(folder, account);
    else await makeCluster(dataDir, folder, programs, account);
    const address = isWindows ? await freeAddress() : { host: socketFolder(folder, scratchOf), port: PORT };
    const reach = { ...address, user: USER, database: 'postgres', ...(password === undefined ? {} : { password }) };
    const listening = isWindows
      ? { listen_addresses: address.host, port: String(address.port), unix_socket_directories: '' }
      : { listen_addresses: '', port: String(PORT), unix_socket_directories: '.' };
    const runner = { folder, programs, account, settings: { ...settings, ...listening }, scratch };
    await endLeftover(runner, reach);
    return await keepRunning(runner, reach, onTrouble);
  } catch (error) {
    if (scratch) rmSync(scratch, { recursive: true, force: true });
    if (error instanceof ConfigError) throw error;
    const { message } = error as Error;
    if (isForbidden(message)) throw unusable(dataDir, error as Error);
    throw isNoRoom(message) ? noRoom(folder) : new ConfigError(`The database in ${folder} cannot be used: ${message}`);
  }
}

/** Starts the database, and restarts it whenever it crashes. */
async function keepRunning(
  runner: Runner,
  reach: Reach,
  onTrouble: (trouble: string, words: string) => void,
): Promise<Cluster> {
  const stopping = new AbortController();
  let running = await launch(runner);
  const life = (async () => {
    for (;;) {
      const words = await running.ended;
      if (stopping.signal.aborted) return;
      onTrouble('the embedded database has ended and is started again', words);
      const next = await launchAgain();
      if (!next) return;
      running = next;
      if (stopping.signal.aborted) running.end();
    }
  })();

  async function launchAgain(): Promise<Running | null> {
    const reasons = new Set<string>();
    for (let wait = FIRST_WAIT; !stopping.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        await endLeftover(runner, reach);
        return await launch(runner);
      } catch (error) {
        const { message } = error as Error;
        // Some name a process, which is another one each time.
        const reason = message.replaceAll(/\d+/g, '');
        // Otherwise nothing would tell why the server answers 503 for hours: a full disk, a damaged file.
        if (!reasons.has(reason)) onTrouble('the embedded database cannot be started again yet', message);
        reasons.add(reason);
        // The processes of the crashed database may still hold its shared memory.
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return null;
  }

  return {
    reach,
    async stop() {
      stopping.abort();
      running.end();
      await life;
    },
  };
}

/** The folder in which clients find the socket: that of the cluster, or a short link to it if the socket's path would be too long. */
function socketFolder(folder: string, scratch: () => string): string {
  if (isShortEnough(join(folder, `.s.PGSQL.${PORT}`))) return folder;
  const link = join(scratch(), 'socket');
  symlinkSync(folder, link);
  return link;
}

/** A loopback port that is free at the moment. */
async function freeAddress(): Promise<{ host: string; port: number }> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return { host: '127.0.0.1', port };
}

/**
 * Stops a database that a killed server left behind, if its watchdog was killed, too. If something answers at the socket, which is in a
 * folder that nobody else may enter, it is the database. The pid file may name a process that is not the database: the pid now belongs
 * to another process, or the database runs in another container, where pids mean other processes.
 * @throws ConfigError when a database is running that cannot be ended from here.
 */
async function endLeftover(runner: Runner, reach: Reach): Promise<void> {
  const { folder, programs, account } = runner;
  const file = join(folder, 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  if (isWindows) {
    // pg_ctl signals the process through a pipe that only a PostgreSQL has, so it cannot stop another process.
    if (isAlive(pid))
      await promisify(execFile)(programs.pg_ctl, ['stop', '-m', 'fast', '-D', folder], account).catch(() => {});
    return;
  }
  const socket = join(reach.host, `.s.PGSQL.${reach.port}`);
  if (!(await isAnswered(socket))) {
    // PostgreSQL would refuse to start.
    if (isAlive(pid)) rmSync(file);
    return;
  }
  const start = performance.now();
  if (isAlive(pid) && runsIn(folder, pid)) {
    process.kill(pid, 'SIGINT');
    while (isAlive(pid)) {
      if (performance.now() > start + LEFTOVER_WITHIN)
        throw new ConfigError(`The database of an earlier start (process ${pid}) does not end. End it by hand.`);
      await pause(20);
    }
    return;
  }
  while (await isAnswered(socket)) {
    if (performance.now() > start + OTHER_WITHIN)
      throw new ConfigError(
        `Another server, perhaps in another container, runs the database in ${folder}. Stop it, or set DATA_DIR.`,
      );
    await pause(20);
  }
  await endLeftover(runner, reach);
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process works in a folder, as its database does. Where the system does not tell it, there are no containers either. */
function runsIn(folder: string, pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return its.ino === ours.ino && its.dev === ours.dev;
  } catch {
    return false;
  }
}
