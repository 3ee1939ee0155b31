import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config';
import { inDataFolder } from '../../db/folder';
import { diskStorage } from './disk';
import type { Storage } from './storage';

/** The places for stored media and for uploads that are still arriving. */
export interface MediaStore {
  readonly storage: Storage;
  /** The folder of all media on the local disk. */
  readonly folder: string;
  /** A local folder with one subfolder for each upload in progress. */
  readonly incoming: string;
}

/**
 * Opens the media storage in `dataDir`/media. Folders that are made are for the account of the server alone.
 * @throws ConfigError when the folder cannot be used.
 */
export function openMediaStore({ dataDir }: Pick<Config, 'dataDir'>, storage?: Storage): MediaStore {
  const folder = join(dataDir, 'media');
  const [files, incoming] = [join(folder, 'files'), join(folder, 'incoming')];
  inDataFolder(folder, () => {
    for (const part of [files, incoming]) mkdirSync(part, { recursive: true, mode: 0o700 });
  });
  return { storage: storage ?? diskStorage(files), folder, incoming };
}
