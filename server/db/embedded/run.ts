import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Account, Programs } from './programs';

/** Windows lacks Unix sockets that PostgreSQL's client could use, signals and /bin/sh. */
export const isWindows = process.platform === 'win32';

export const USER = 'postgres';

/** Settings for one organisation on a small machine. */
const defaults = {
  // Committed data must be on the disk, whatever the configuration file of the cluster says.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '25',
  shared_buffers: '32MB',
  // Each of these saves a process.
  io_method: 'sync',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_worker_slots: '1',
  autovacuum_max_workers: '1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // Memory files in the cluster's folder, so that a killed database leaves nothing in the system's shared memory.
  dynamic_shared_memory_type: 'mmap',
  unix_socket_permissions: '0700',
  // Logs what the database does, but not failed statements, which would contain names and phone numbers (DECISIONS 21).
  log_min_messages: 'log',
  log_checkpoints: 'off',
  lc_messages: 'C',
};

/**
 * Runs PostgreSQL, and stops it in mode "fast" (open transactions are rolled back) when descriptor 3 is closed: by the server on
 * purpose, or by the system when the server is killed. Exits when PostgreSQL exits. Deletes the scratch folder after a stop, but
 * not after a crash.
 */
const WATCHDOG = `
"$@" 3<&- &
database=$!
{ read -r _ <&3; kill -INT $database; } &
watcher=$!
wait $database
code=$?
kill $watcher 2>/dev/null
wait $watcher 2>/dev/null && [ -n "$SCRATCH" ] && rm -rf "$SCRATCH"
exit $code
`;

/** What is needed to start the database. */
export interface Runner {
  readonly folder: string;
  readonly programs: Programs;
  readonly account: Account;
  /** Settings that extend or override our defaults. */
  readonly settings: Readonly<Record<string, string>>;
  readonly scratch: string | null;
}

/** A database that accepts connections. */
export interface Running {
  /** Asks the database to stop. */
  end(): void;
  /** Resolves with its last log lines when it has stopped. */
  readonly ended: Promise<string>;
}

/**
 * Starts the database and waits until it accepts connections.
 * @throws Error with the database's log lines when it stops before that.
 */
export async function launch({ folder, programs, account, settings, scratch }: Runner): Promise<Running> {
  const options = Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = startIn(folder, account, programs.postgres, options, scratch ?? '');
  const words: string[] = [];
  const ended = once(child, 'exit').then(
    () => lastOf(words),
    (error: Error) => error.message,
  );
  const isReady = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stderr ?? process.stdin }).on('line', (line) => {
      words.push(line);
      if (words.length > 20) words.shift();
      if (line.includes('ready to accept connections')) resolve(true);
    });
    ended.then(() => resolve(false));
  });
  if (!(await isReady)) throw new Error(await ended);
  return { ended, end: () => end(child, folder, programs) };
}

/** Stops the database in mode "fast": open transactions are rolled back, and the memory is written to the disk. */
function end(child: ChildProcess, folder: string, { pg_ctl }: Programs): void {
  if (isWindows) execFile(pg_ctl, ['stop', '-m', 'fast', '-W', '-D', folder], () => {});
  else child.stdio[3]?.destroy();
}

/** The reason why the database stopped, from its log, without the time and process at the start of each line. */
function lastOf(words: readonly string[]): string {
  const plain = words.map((line) => line.replace(/^.*? (?=(LOG|FATAL|PANIC|DETAIL|HINT): )/, ''));
  // A hint to another line is no reason. After a crash one says that data may be corrupted, when only the disk is full.
  const isReason = (place: number): boolean =>
    /^(FATAL|PANIC):/.test(plain[place] ?? '') || (/^(DETAIL|HINT):/.test(plain[place] ?? '') && isReason(place - 1));
  const reasons = plain.filter((_, place) => isReason(place));
  return (reasons.length > 0 ? reasons.slice(0, 3) : plain.slice(-1)).join(' ') || 'PostgreSQL ended without a word.';
}

/**
 * Starts a program of PostgreSQL on a folder. Another account might not be allowed to enter a parent folder (/root, or a private
 * DATA_DIR), so it gets the open folder itself as descriptor 4.
 */
function startIn(
  folder: string,
  account: Account,
  program: string,
  args: readonly string[],
  scratch = '',
): ChildProcess {
  const descriptor = account.uid === undefined ? null : openSync(folder, 'r');
  const command = [program, '-D', descriptor === null ? folder : '/proc/self/fd/4', ...args];
  const [file = '', ...rest] = isWindows ? command : ['/bin/sh', '-c', WATCHDOG, 'sh', ...command];
  try {
    return spawn(file, rest, {
      ...account,
      // A separate process group, so that Ctrl-C in a terminal only reaches the server, which stops the database after closing its
      // connections.
      detached: true,
      windowsHide: true,
      env: { ...process.env, SCRATCH: scratch },
      stdio: ['ignore', 'ignore', 'pipe', isWindows ? 'ignore' : 'pipe', descriptor ?? 'ignore'],
    });
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Creates the cluster under another name and then renames it, so that a killed start leaves no incomplete cluster. */
export async function makeCluster(
  dataDir: string,
  folder: string,
  programs: Programs,
  account: Account,
): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  // The remains of a start that was killed. Its initdb may still be writing, hence the retries.
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  mkdirSync(unfinished, { mode: 0o700 });
  chmodSync(unfinished, 0o700);
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(unfinished, uid, gid);
  // With a socket, access to its folder is the permission, and only the account and root have it. Without sockets a password is
  // used.
  const access = isWindows
    ? ['--auth=scram-sha-256', `--pwfile=${join(dataDir, 'postgres-password')}`]
    : ['--auth-local=trust', '--auth-host=reject'];
  // Makes texts compare in the same way on every machine.
  const texts = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const child = startIn(unfinished, account, programs.initdb, ['-U', USER, '--no-instructions', ...access, ...texts]);
  let words = '';
  child.stderr?.on('data', (data) => {
    words += data;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(words.trim().split('\n').at(0) || `initdb ended with ${code}.`);
  renameSync(unfinished, folder);
}
