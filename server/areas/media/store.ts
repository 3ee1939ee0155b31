import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config';
import { inDataFolder } from '../../db/folder';
import { diskStorage } from './disk';
import type { Storage } from './storage';

/** Where media is kept, and where uploads are while they arrive. */
export interface MediaStore {
  readonly storage: Storage;
  /** The folder of all media on the local disk. */
  readonly folder: string;
  /** A folder of the local disk with a folder for each upload on its way. */
  readonly incoming: string;
}

/**
 * Media lives in `dataDir`/media.
 * @throws ConfigError when the folder cannot be used.
 */
export function openMediaStore({ dataDir }: Pick<Config, 'dataDir'>, storage?: Storage): MediaStore {
  const folder = join(dataDir, 'media');
  const [files, incoming] = [join(folder, 'files'), join(folder, 'incoming')];
  inDataFolder(folder, () => {
    for (const part of [files, incoming]) mkdirSync(part, { recursive: true });
  });
  return { storage: storage ?? diskStorage(files), folder, incoming };
}
