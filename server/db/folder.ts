import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config';

/**
 * Does something with files of the data folder, which is made if need be, for nobody's eyes but its owner's.
 * @throws ConfigError when the folder cannot be made or written.
 */
export function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (isNoRoom((error as Error).message)) throw noRoom(folder);
    throw new ConfigError(
      `The folder ${folder} cannot be used: ${(error as Error).message} Set DATA_DIR to another one.`,
    );
  }
}

/** Whether a system call, or PostgreSQL, has said that a disk is full. */
export const isNoRoom = (words: string) => /ENOSPC|EDQUOT|No space left|could not extend file|wrote only/i.test(words);

export const noRoom = (folder: string) =>
  new ConfigError(`There is no room left on the disk of ${folder}. Make some, or set DATA_DIR to a folder elsewhere.`);

/**
 * What a file says that is written once, when it is not there yet, and readable by its owner alone. It is moved to its place
 * complete, lest a killed start leave an empty one.
 * @param fresh what it says from now on; with null a file that is not there stays away
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
