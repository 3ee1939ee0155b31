import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config';

/**
 * Takes a data folder for this process, because neither the embedded database nor the media have a lock of their own and two
 * servers on one folder would ruin them. The lock is a file that names its owner, so that one left behind by a killed server is recognised at once.
 * @returns gives the folder back.
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

/** A process, told apart from a later one with the same number by when it started (where the system says so). */
interface Owner {
  readonly pid: number;
  readonly started: string | null;
}

const identify = (pid: number): Owner => ({ pid, started: startOf(pid) });

/**
 * When a process started, in clock ticks since boot, plus the boot's own id: Linux only, null elsewhere. A process that has
 * ended and only waits for its parent to notice has no start any more.
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

/** What a lock file says, or null when it was not written to its end. */
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
