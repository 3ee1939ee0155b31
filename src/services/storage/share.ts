import { safeParse } from 'valibot';
import { SHARE_CACHE, SHARED_RECORD, SharedRecord } from '../../contract/share';
import type { Shared } from '../../rules/share';

/** What another app has shared with this device and the service worker has stored (serviceWorker/share.ts). */

/** Whether this page has caches. They exist only in a secure context. */
const hasCaches = () => 'caches' in window;

/** The record, which belongs to this member from now on; null if there is none, it cannot be read, or it is another member's. */
async function recordOf(userId: string, cache: Cache): Promise<SharedRecord | null> {
  const kept = await cache.match(SHARED_RECORD);
  const { success, output } = safeParse(SharedRecord, await kept?.json().catch(() => null));
  return success && (output.owner === null || output.owner === userId) ? output : null;
}

const keepRecord = (cache: Cache, record: SharedRecord) =>
  cache.put(SHARED_RECORD, new Response(JSON.stringify(record)));

const fileIn =
  (cache: Cache) =>
  async ({ address, name, type }: SharedRecord['files'][number]): Promise<File[]> => {
    const kept = await cache.match(address);
    return kept ? [new File([await kept.blob()], name, { type })] : [];
  };

/**
 * What was shared, for this member; null if nothing is waiting for them. Something shared while nobody was signed in belongs to this
 * member from now on. Rejects if the browser fails.
 */
export async function readShared(userId: string): Promise<Shared | null> {
  if (!hasCaches() || !(await caches.has(SHARE_CACHE))) return null;
  const cache = await caches.open(SHARE_CACHE);
  const record = await recordOf(userId, cache);
  if (!record) {
    await dropShared();
    return null;
  }
  if (record.owner === null) await keepRecord(cache, { ...record, owner: userId });
  const files = (await Promise.all(record.files.map(fileIn(cache)))).flat();
  return { text: record.text, files, problems: record.problems };
}

/** Marks the shared files for this chat (`chatKey`), whose composer takes them. Rejects if the browser fails. */
export async function leaveForChat(userId: string, chat: string): Promise<void> {
  const cache = await caches.open(SHARE_CACHE);
  const record = await recordOf(userId, cache);
  if (record) await keepRecord(cache, { ...record, text: '', problems: [], chat });
}

let taking: Promise<unknown> = Promise.resolve();

/**
 * Gives the shared files that were marked for this chat to `take`, and deletes them here when it has stored them. Rejects if the browser
 * fails. If the chat is opened again while they are being stored, it waits for that: they would be attached twice.
 * @param take resolves to whether it has taken them; those that it has not wait here until the chat is opened again
 */
export function takeForChat(
  userId: string,
  chat: string,
  take: (files: readonly File[]) => Promise<boolean>,
): Promise<void> {
  const taken = taking.then(async () => {
    if (!hasCaches() || !(await caches.has(SHARE_CACHE))) return;
    const cache = await caches.open(SHARE_CACHE);
    const record = await recordOf(userId, cache);
    if (record?.chat !== chat) return;
    if (await take((await Promise.all(record.files.map(fileIn(cache)))).flat())) await dropShared();
  });
  taking = taken.catch(() => {});
  return taken;
}

/** Deletes what was shared. */
export async function dropShared(): Promise<void> {
  if (hasCaches()) await caches.delete(SHARE_CACHE);
}
