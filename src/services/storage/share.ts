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

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads or takes what was shared after what this page does with it already: what is still being stored in a draft would be shown and
 * attached a second time.
 */
function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const done = last.then(act);
  last = done.catch(() => {});
  return done;
}

/**
 * What was shared, for this member; null if nothing is waiting for them. Something shared while nobody was signed in belongs to this
 * member from now on. Rejects if the browser fails.
 */
export const readShared = (userId: string): Promise<Shared | null> => inTurn(() => waitingFor(userId));

async function waitingFor(userId: string): Promise<Shared | null> {
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

/**
 * Hands over what was shared with `hand`, unless another tab has done so: it would be in the draft twice. Rejects if the browser fails.
 * @param otherwise the result if it is not there any more
 */
export const handOverShared = <Result>(
  userId: string,
  hand: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> =>
  inTurn(async () => {
    const isThere = hasCaches() && (await caches.has(SHARE_CACHE));
    return isThere && (await recordOf(userId, await caches.open(SHARE_CACHE))) ? hand() : otherwise;
  });

/**
 * Gives the shared files that were marked for this chat to `take`, and deletes them here when it has stored them. Rejects if the browser
 * fails.
 * @param take resolves to whether it has taken them; those that it has not wait here until the chat is opened again
 */
export function takeForChat(
  userId: string,
  chat: string,
  take: (files: readonly File[]) => Promise<boolean>,
): Promise<void> {
  return inTurn(async () => {
    if (!hasCaches() || !(await caches.has(SHARE_CACHE))) return;
    const cache = await caches.open(SHARE_CACHE);
    const record = await recordOf(userId, cache);
    if (record?.chat !== chat) return;
    if (await take((await Promise.all(record.files.map(fileIn(cache)))).flat())) await dropShared();
  });
}

/** Deletes what was shared. */
export async function dropShared(): Promise<void> {
  if (hasCaches()) await caches.delete(SHARE_CACHE);
}
