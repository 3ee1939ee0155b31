import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, isNull, lt, notExists } from 'drizzle-orm';
import { media, messages } from '../../db/schema';
import { UPLOAD_TIMEOUT } from '../../http/timeouts';
import type { App } from '../app';
import { idInName, removeFiles } from './uploads';

const HOUR = 60 * 60_000;
/** How long an uploaded file may wait for a message that refers to it, in milliseconds. */
const UNSENT = 24 * HOUR;
/** The age after which no upload can still be running, in milliseconds. */
const SETTLED = UPLOAD_TIMEOUT + HOUR;
/** How many files are looked up in one query. */
const BATCH = 500;

type Stores = Pick<App, 'db' | 'media'>;

/**
 * Removes media that are no longer needed: uploads older than a day to which no message refers, files whose row was deleted with its
 * chat or never written, and remains of crashed uploads.
 */
export async function sweepMedia(app: Stores, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  await removeUnsent(app, before(UNSENT));
  await removeUnknown(app, before(SETTLED));
  await removeBroken(app.media.incoming, before(SETTLED));
}

/**
 * Removes uploads that were never sent. Files of incidents always count as sent. The rows are deleted first, so that a message that
 * arrives now either finds its file or is refused.
 */
async function removeUnsent({ db, media: { storage } }: Stores, before: Date): Promise<void> {
  const isSent = db.select({ id: messages.id }).from(messages).where(eq(messages.mediaId, media.id));
  const unsent = await db
    .delete(media)
    .where(and(lt(media.createdAt, before), isNull(media.incidentId), notExists(isSent)))
    .returning({ id: media.id });
  for (const { id } of unsent) await removeFiles(storage, id);
}

/** Removes files without a row. Recent files are left alone, because a file is stored before its row. */
async function removeUnknown({ db, media: { storage } }: Stores, before: Date): Promise<void> {
  let batch: string[] = [];
  const removeBatch = async () => {
    const ids = batch.map(idInName);
    const known = new Set(
      (await db.select({ id: media.id }).from(media).where(inArray(media.id, ids))).map(({ id }) => id),
    );
    for (const name of batch) if (!known.has(idInName(name))) await storage.remove(name);
    batch = [];
  };
  for await (const { name, keptAt } of storage.list()) {
    if (keptAt < before) batch.push(name);
    if (batch.length >= BATCH) await removeBatch();
  }
  if (batch.length > 0) await removeBatch();
}

/** Removes what uploads have left that broke off because the server crashed. */
async function removeBroken(folder: string, before: Date): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    // An upload that ends just now removes its folder itself.
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
}
