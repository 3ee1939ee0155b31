import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '../config';
import { inDataFolder, unusable } from './folder';
import { isAnswered, withShortPath } from './socket';

const LOCK = 'server.lock';

/**
 * Creates a data folder if it is missing, and locks it for this process, because two servers on one folder would corrupt its database
 * and media, which have no lock of their own (DECISIONS 268).
 * @returns a function that releases the lock.
 * @throws ConfigError when a running server holds the folder, or it cannot be used.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  inDataFolder(folder, () => {});
  let stopListening = () => {};
  try {
    stopListening = await listenAlone(folder);
    const release = takeLockFile(folder);
    return () => {
      release();
      stopListening();
    };
  } catch (error) {
    stopListening();
    throw error instanceof ConfigError ? error : unusable(folder, error as Error);
  }
}

/** The sockets of the servers on a folder. All but one were left behind. */
const SOCKET = /^server\.(\d+)\.socket$/;
const socketName = (number: number) => `server.${number}.socket`;

/** What a file system answers that can hold no sockets. */
const NO_SOCKETS = ['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'ENOSYS'];

/**
 * Listens at a socket in the folder, which ends with the process, however that ends. The id of a process means nothing in another
 * container, but a socket answers there, too. Each server listens before it looks at the others' sockets, so that of two that start at
 * the same time at least one sees the other and ends. Windows lacks such sockets, as do some file systems: there only the lock
 * file protects the folder.
 * @returns a function that ends it.
 * @throws ConfigError when another server listens.
 */
async function listenAlone(folder: string): Promise<() => void> {
  if (process.platform === 'win32') return () => {};
  return withShortPath(folder, socketName(9_999_999), async (short) => {
    for (;;) {
      await refuseOthers(folder, short, '');
      const numbers = readdirSync(folder).map((name) => Number(SOCKET.exec(name)?.[1] ?? 0));
      const mine = socketName(Math.max(0, ...numbers) + 1);
      const server = createServer((socket) => socket.destroy());
      try {
        await once(server.listen(join(short, mine)), 'listening');
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        // Another server has just taken the number.
        if (code === 'EADDRINUSE') continue;
        if (NO_SOCKETS.includes(code)) return () => {};
        throw error;
      }
      // A connection that cannot be accepted has still been answered.
      server.on('error', () => {}).unref();
      const stop = () => {
        // Closing removes the file only if its path is still the one at which it was made.
        if (short !== folder) rmSync(join(folder, mine), { force: true });
        server.close();
      };
      try {
        const others = await refuseOthers(folder, short, mine);
        for (const name of others) rmSync(join(folder, name), { force: true });
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    }
  });
}

/**
 * Looks for servers on the folder.
 * @param mine the name of this server's own socket, if it has one
 * @returns the names of the sockets that were left behind.
 * @throws ConfigError when a server answers, or has removed this server's own socket.
 */
async function refuseOthers(folder: string, short: string, mine: string): Promise<string[]> {
  const names = readdirSync(folder).filter((name) => SOCKET.test(name));
  const others = names.filter((name) => name !== mine);
  const answered = await Promise.all(others.map((name) => isAnswered(join(short, name))));
  if (answered.includes(true)) throw inUse(folder, parse(read(join(folder, LOCK))));
  // Between making its socket and listening, a server that starts looks like one that was killed.
  if (mine !== '' && !names.includes(mine)) throw isStarting(folder);
  return others;
}

function inUse(folder: string, owner: Owner | null): ConfigError {
  const who = owner && isRunning(owner) ? ` (process ${owner.pid})` : ', perhaps in another container,';
  return new ConfigError(`Another server${who} is using ${folder}. Stop it, or set DATA_DIR.`);
}
const isStarting = (folder: string) => new ConfigError(`Another server is starting on ${folder}.`);

/**
 * Writes the lock file. It names its owner, so that a lock left behind by a killed server is recognised.
 * @returns a function that removes it.
 * @throws ConfigError when a running server has it.
 */
function takeLockFile(folder: string): () => void {
  const file = join(folder, LOCK);
  const mine = JSON.stringify(identify(process.pid));
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        if (read(file) === mine) unlinkSync(file);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = read(file);
    const owner = found === mine ? null : parse(found);
    if (owner && isRunning(owner)) throw inUse(folder, owner);
    if (read(file) === found) unlinkSync(file);
  }
  throw isStarting(folder);
}

/** A process. Its start time, where the system tells it, distinguishes it from a later process with the same pid. */
interface Owner {
  readonly pid: number;
  readonly started: string | null;
}

const identify = (pid: number): Owner => ({ pid, started: startOf(pid) });

/**
 * The boot id and the process's start time in clock ticks since boot. Null except on Linux, and null for a zombie (a process that
 * has ended but that its parent has not collected yet).
 */
function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  const boot = read('/proc/sys/kernel/random/boot_id');
  // The second field is the program's name in brackets and may hold anything; the third is its state, the 22nd its start.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[19] && fields[0] !== 'Z' && boot ? `${boot.trim()}/${fields[19]}` : null;
}

function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = identify(owner.pid);
  return now.started === owner.started;
}

/** The owner that a lock file names, or null when the file is incomplete. */
function parse(text: string | null): Owner | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const { pid, started } = value as Owner;
    return Number.isInteger(pid) && pid > 0 ? { pid, started } : null;
  } catch {
    return null;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
