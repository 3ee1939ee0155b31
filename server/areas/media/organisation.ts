import { ConfigError } from '../../config';
import { inDataFolder, keptText } from '../../db/folder';
import type { Db } from '../../db/open';
import { media, organisation } from '../../db/schema';
import type { MediaStore } from './store';

/**
 * Checks that media and database belong to the same organisation: with another database no file would have a row, and the sweep would
 * remove them all. A folder without a mark is marked with this organisation, unless it has files and the database has none.
 * @throws ConfigError when they do not belong together.
 */
export async function checkSameOrganisation(db: Db, { folder, storage }: MediaStore): Promise<void> {
  const id = await organisationId(db);
  const isTaken = (await isEmpty(storage)) || (await db.$count(media)) > 0;
  const found = inDataFolder(folder, () => keptText(folder, 'organisation', isTaken ? id : null));
  if (found === id) return;
  throw new ConfigError(
    `The media in ${folder} belong to another database. Set DATA_DIR and DATABASE_URL to what belongs together.`,
  );
}

async function organisationId(db: Db): Promise<string> {
  const read = async () => (await db.select().from(organisation))[0]?.id;
  const known = await read();
  if (known !== undefined) return known;
  await db.insert(organisation).values({});
  return (await read()) as string;
}

async function isEmpty(storage: MediaStore['storage']): Promise<boolean> {
  for await (const _ of storage.list()) return false;
  return true;
}
