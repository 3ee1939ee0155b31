import type { GenericSchema, InferOutput } from 'valibot';
import { database } from '../storage/database';
import { world } from '../world';
import { announceDrafts } from './draftNews';
import { changeRow, draftRows } from './draftRows';
import { readNewest } from './drafts';

/** A stored draft; null if there is none. One that cannot be parsed is moved to the quarantine. Rejects if the browser fails. */
export async function readDraft<Schema extends GenericSchema>(
  userId: string,
  key: string,
  schema: Schema,
): Promise<InferOutput<Schema> | null> {
  return (await readNewest(userId, key, schema))?.draft ?? null;
}

/** Changes a stored draft that is not open on any screen. Rejects if the browser cannot store it. */
export async function changeDraft<Schema extends GenericSchema>(
  userId: string,
  key: string,
  schema: Schema,
  change: (draft: InferOutput<Schema> | null) => InferOutput<Schema>,
): Promise<void> {
  const newest = await readNewest(userId, key, schema);
  const draft = change(newest?.draft ?? null);
  const written = { version: world.createId(), draft };
  const rows = draftRows(await database());
  const changed = changeRow(rows, userId, key, newest ? [newest.version] : [], written);
  // A full device is often noticed only at the end of the transaction.
  await Promise.all([changed, rows.transaction.done]);
  announceDrafts(userId);
}
