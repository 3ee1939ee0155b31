import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config';

/**
 * Locks a data folder for this process, because two servers on one folder would corrupt its database and media, which have no lock
 * of their own. The lock file names its owner, so that a lock left behind by a killed server is recognised.
 * @returns a function that releases the lock.
 * @throws ConfigError when a running server holds the folder.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'server.lock');
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
    if (owner && isRunning(owner))
      throw new ConfigError(`Another server (process ${owner.pid}) is using ${folder}. Stop it, or set DATA_DIR.`);
    if (read(file) === found) unlinkSync(file);
  }
  throw new ConfigError(`Another server is starting on ${folder}.`);
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
