import { mkdirSync } from 'node:fs';
import { ConfigError } from '../config';

/**
 * Does something with files of the data folder, which is made if need be.
 * @throws ConfigError when the folder cannot be made or written.
 */
export function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    mkdirSync(folder, { recursive: true });
    return work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The folder ${folder} cannot be used: ${(error as Error).message} Set DATA_DIR to another one.`,
    );
  }
}
