import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config';

/**
 * Runs `work` on the data folder. Creates the folder if it is missing, readable by its owner only.
 * @throws ConfigError when the folder cannot be created or written.
 */
export function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return work();
  } catch (error) {
    throw error instanceof ConfigError ? error : unusable(folder, error as Error);
  }
}

/** What is said when a data folder cannot be created or written. */
export const unusable = (folder: string, { message }: Error) =>
  isNoRoom(message)
    ? noRoom(folder)
    : new ConfigError(`The folder ${folder} cannot be used: ${message} Set DATA_DIR to another one.`);

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
