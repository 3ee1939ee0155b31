import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import { createAhead } from '../api/ahead';
import { database, inTime } from './database';
import { whenForgotten } from './forget';
import { createGoneMembers } from './goneMembers';
import { keepUndeletedCaches, undeletedCaches } from './undeletedCaches';

type Row = { readonly value: unknown } | undefined;
/** The longest wait for a cached answer, in milliseconds. The database may hang after it was opened. */
const READ_LIMIT = 10_000;
/** The rows that are being read ahead, by member and key. */
const ahead = createAhead<Row>();
const answerKey = (userId: string, key: string) => JSON.stringify([userId, key]);

/**
 * Reads a cached answer before its screen is there to ask for it. The next `readCached` of the same key gets this row if it comes
 * within 10 s; all later ones read again.
 */
export const readCachedAhead = (userId: string, key: string): void =>
  ahead.keep(answerKey(userId, key), rowOf(userId, key));

/** The store keeps its first name, `known`, because browsers have data in it. */
const rowOf = async (userId: string, key: string): Promise<Row> => (await database()).get('known', [userId, key]);

/**
 * The members who have logged out in another tab while this tab may still take them for signed in. Every tab deletes what is cached of
 * them, so that nothing remains that a tab was just storing.
 */
const loggedOut = createGoneMembers('saathi.known', (userId) => void pruneCached(userId, '', []));

/** The member has logged out here: deletes all of their cached answers, and tells the other tabs. */
export async function deleteAllCached(userId: string): Promise<void> {
  loggedOut.tell(userId);
  await deleteCaches(userId);
}

/** Deletes all cached answers of these members, who have logged out. Those that cannot be deleted now are deleted at the next start. */
export async function deleteCaches(...userIds: readonly string[]): Promise<void> {
  for (const userId of userIds)
    if (await pruneCached(userId, '', [])) keepUndeletedCaches(undeletedCaches().filter((one) => one !== userId));
}

/** The member's session has ended in this tab, so answers may be stored again after their next login. */
export const endLogout = loggedOut.end;

/** Stores an answer of the server, so that it can be shown without a network. Never rejects, because the app works without it. */
export async function writeCached(userId: string, key: string, value: unknown): Promise<void> {
  loggedOut.listen();
  ahead.drop(answerKey(userId, key));
  let isForgotten = false;
  const ignoreForgetting = whenForgotten(userId, (isSo) => {
    isForgotten = isSo;
  });
  try {
    const db = await database();
    if (!isForgotten && !loggedOut.has(userId)) await db.put('known', { userId, key, value });
  } catch (error) {
    console.error('This browser cannot cache what the server has said', key, error);
  } finally {
    ignoreForgetting();
  }
}

/**
 * The cached answer under this key; undefined if there is none or it cannot be read within 10 s. A malformed one is deleted and not
 * quarantined, because it holds no work of the member and the server can send it again. One that the browser fails to read stays: it may
 * only have closed the database, and there may be no network.
 */
export async function readCached<Schema extends GenericSchema>(
  userId: string,
  key: string,
  schema: Schema,
): Promise<InferOutput<Schema> | undefined> {
  try {
    const reading = ahead.take(answerKey(userId, key)) ?? rowOf(userId, key);
    const row = await inTime(reading, READ_LIMIT, () => new Error(`Not read within ${READ_LIMIT} ms`));
    if (row === undefined) return undefined;
    const { success, output } = safeParse(schema, row.value);
    if (success) return output;
    console.error('A cached answer of the server is malformed', key);
    await deleteCached(userId, key);
  } catch (error) {
    console.error('The cached answers cannot be read', key, error);
  }
  return undefined;
}

/** Changes a cached answer; without one nothing happens. Never rejects. */
export async function changeCached(userId: string, key: string, change: (value: unknown) => unknown): Promise<void> {
  ahead.drop(answerKey(userId, key));
  try {
    const { store, done } = (await database()).transaction('known', 'readwrite');
    const row = await store.get([userId, key]);
    if (row) await store.put({ userId, key, value: change(row.value) });
    await done;
  } catch (error) {
    console.error('A cached answer cannot be changed', key, error);
  }
}

/** Deletes a cached answer. Never rejects. */
export async function deleteCached(userId: string, key: string): Promise<void> {
  ahead.drop(answerKey(userId, key));
  try {
    await (await database()).delete('known', [userId, key]);
  } catch (error) {
    console.error('A cached answer cannot be deleted', key, error);
  }
}

/**
 * Deletes the member's cached answers whose keys begin with `prefix`, except the keys in `except`. Never rejects.
 * @returns whether they are deleted
 */
export async function pruneCached(userId: string, prefix: string, except: readonly string[]): Promise<boolean> {
  ahead.clear();
  try {
    const { store, done } = (await database()).transaction('known', 'readwrite');
    const rows = await store.getAllKeys(IDBKeyRange.bound([userId, prefix], [userId, `${prefix}\uffff`]));
    await Promise.all([...rows.filter(([, key]) => !except.includes(key)).map((row) => store.delete(row)), done]);
    return true;
  } catch (error) {
    console.error('Cached answers cannot be deleted', error);
    return false;
  }
}
