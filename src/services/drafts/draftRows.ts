import { unwrap } from 'idb';
import * as v from 'valibot';
import { type Database, type DraftRow, type DraftRows, database, readOrNothing } from '../storage/database';

/**
 * A draft as one tab has stored it. Each write gives it a new version id. A tab replaces or deletes only versions that it has read or
 * written, so nothing is lost when two tabs write at once (DECISIONS 265).
 */
export interface StoredDraft {
  readonly version: string;
  readonly draft: unknown;
}

/** What earlier versions of the app have stored has no version. */
const UNNAMED = '';

/** A row may be malformed, so what cannot be read of it counts as absent. */
const Row = v.object({
  version: v.fallback(v.string(), UNNAMED),
  draft: v.unknown(),
  others: v.fallback(v.array(v.object({ version: v.string(), draft: v.unknown() })), []),
});

/** All drafts in a row: first what was stored last, then what other tabs have stored before. */
export function draftsIn(row: DraftRow | undefined): readonly StoredDraft[] {
  const { success, output } = v.safeParse(Row, row);
  return success ? [{ version: output.version, draft: output.draft }, ...output.others] : [];
}

/** Reads a row. Rejects if the browser fails. */
export const readRow = async (userId: string, key: string): Promise<DraftRow | undefined> =>
  (await database()).get('drafts', [userId, key]);

/** Stores these drafts as one row, or deletes the row if there are none. */
export function putRow(store: DraftRows, userId: string, key: string, [newest, ...others]: readonly StoredDraft[]) {
  if (!newest) return store.delete([userId, key]);
  return store.put({ userId, chat: key, ...newest, ...(others.length > 0 && { others }) });
}

/**
 * Deletes the drafts with these versions from a row, and stores another one in their place if there is one. A row that the browser cannot
 * read is replaced, but never deleted.
 * @returns the drafts that are still there and that this page has not seen
 */
export async function changeRow(
  store: DraftRows,
  userId: string,
  key: string,
  seen: readonly string[],
  written: StoredDraft | null = null,
): Promise<readonly StoredDraft[]> {
  const row = await readOrNothing<DraftRow>(unwrap(store).get([userId, key]));
  const rest = draftsIn(row).filter(({ version }) => !seen.includes(version));
  if (written) await putRow(store, userId, key, [written, ...rest]);
  else if (row) await putRow(store, userId, key, rest);
  return rest;
}

/** The store of the drafts, in a transaction of its own. */
export const draftRows = (db: Database) => db.transaction('drafts', 'readwrite').store;
