import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { ConfigError } from '../../config';
import { inDataFolder, keptText } from '../../db/folder';
import type { Db } from '../../db/open';
import { media, organisation } from '../../db/schema';
import type { MediaStore } from './store';
import { idInName } from './uploads';

/**
 * Checks that the media folder and the database belong together. With the wrong database no file would have a row, and the sweep
 * would delete all files; with the wrong folder no row would have a file. A file in the folder holds the organisation's id. A
 * folder without it is marked if its files have rows, or, with `isNew`, if it is empty or the database has files.
 * @param isNew whether the database was empty when this server began to start, or is in the same folder
 * @throws ConfigError when they do not belong together.
 */
export async function checkSameOrganisation(db: Db, { folder, storage }: MediaStore, isNew: boolean): Promise<void> {
  const id = await organisationId(db);
  const files = await someOf(storage);
  const isTaken = isNew ? files.length === 0 || (await db.$count(media)) > 0 : await haveRow(db, files);
  const found = inDataFolder(folder, () => keptText(folder, 'organisation', isTaken ? id : null));
  if (found === id) return;
  if (found === null && files.length === 0)
    throw new ConfigError(
      `The database of DATABASE_URL is used with another data folder than ${folder}, which has none of its files. Set DATA_DIR to that one; if it is lost, write ${id} into the file ${join(folder, 'organisation')}.`,
    );
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

/** How many files are looked at: enough to tell whether the folder belongs to the database, however many it has. */
const SOME = 100;

/** The ids of some stored files. */
async function someOf(storage: MediaStore['storage']): Promise<string[]> {
  const ids: string[] = [];
  for await (const { name } of storage.list()) {
    ids.push(idInName(name));
    if (ids.length === SOME) break;
  }
  return ids;
}

const haveRow = async (db: Db, ids: readonly string[]) =>
  ids.length > 0 && (await db.$count(media, inArray(media.id, [...ids]))) > 0;
