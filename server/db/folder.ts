import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config';

/**
 * Runs `work` on the data folder. Creates the folder if it is missing, readable by its owner only.
 * @throws ConfigError when the folder cannot be created or written.
 */
export function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    makeFolder(folder);
    return work();
  } catch (error) {
    throw error instanceof ConfigError ? error : unusable(folder, error as Error);
  }
}

/**
 * Creates a folder and those above it, if they are missing. Node's own `recursive` never returns where nothing can be created, such as in
 * /proc: it tries for ever, and the start would say nothing.
 */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error;
    makeFolder(dirname(folder));
    makeFolder(folder);
  }
}

/** What is said when a data folder cannot be created or written. */
export function unusable(folder: string, { message }: Error): ConfigError {
  if (isNoRoom(message)) return noRoom(folder);
  const advice = isForbidden(message) ? given(folder) : 'Set DATA_DIR to another one.';
  return new ConfigError(`The folder ${folder} cannot be used: ${message}. ${advice}`);
}

/**
 * Whether an error message says that the server's account may not use a file: after root has restored a backup for another account, for
 * example. Another folder would then be the wrong advice, because a new organisation would begin there. Root has other reasons.
 */
export const isForbidden = (words: string) =>
  /EACCES|Permission denied|wrong ownership/i.test(words) && process.getuid !== undefined && process.getuid() !== 0;

/** How a folder is given to the server's account. */
function given(folder: string): string {
  const make = existsSync(folder) ? '' : `mkdir -p ${folder} && `;
  return `Give it to the account that runs the server; as root: ${make}chown -R ${accountName()} ${folder}`;
}

/** The number of the account, if the system has no name for it. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** Whether an error message of the operating system or of PostgreSQL says that a disk is full. */
export const isNoRoom = (words: string) => /ENOSPC|EDQUOT|No space left|could not extend file|wrote only/i.test(words);

export const noRoom = (folder: string) =>
  new ConfigError(
    `There is no space left on the disk of ${folder}. Free some, or set DATA_DIR to a folder on another disk.`,
  );

/**
 * Reads a file, which is written first if it is missing, readable by its owner only. The new file is written under another name
 * and then renamed, so that a killed start leaves no empty file.
 * @param fresh the content of a new file; with null no file is written
 */
export function keptText(folder: string, name: string, fresh: string): string;
export function keptText(folder: string, name: string, fresh: string | null): string | null;
export function keptText(folder: string, name: string, fresh: string | null): string | null {
  const file = join(folder, name);
  if (!existsSync(file)) {
    if (fresh === null) return null;
    writeFileSync(`${file}.unfinished`, fresh, { mode: 0o600, flush: true });
    renameSync(`${file}.unfinished`, file);
  }
  return readFileSync(file, 'utf8');
}

/**
 * What is said of a file of `keptText` that cannot be what was written. It is not replaced, because an operator may have a backup, and
 * would not know why things are as after a change of the file (DECISIONS 304).
 * @param after what is so after the file was deleted, as the end of a sentence
 */
export const damaged = (folder: string, name: string, after: string) =>
  new ConfigError(
    `${join(folder, name)} is damaged. Put it back from a backup, or delete it: the next start makes another one, and ${after}.`,
  );
