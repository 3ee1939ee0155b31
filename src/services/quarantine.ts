import * as v from 'valibot';
import type { Quarantined } from '../machines/submissions/ports';
import { database } from './database';
import { whenForgotten } from './forget';
import { saveFile } from './saveFile';

/** The fields of a quarantined row that the tray shows. The row may itself be malformed, so each field has a default. */
const Listed = v.object({
  what: v.fallback(v.nullable(v.string()), null),
  foundAt: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)), 0),
  record: v.optional(v.unknown()),
});
const listed = (row: unknown) => {
  const { success, output } = v.safeParse(Listed, row);
  return success ? output : { what: null, foundAt: 0, record: row };
};

/** A stored draft that the browser failed to read. */
interface Unread {
  readonly userId: string;
  readonly chat: string;
  readonly foundAt: number;
  read(): Promise<void>;
}
/** The unread drafts of this page, by their key in the tray. */
const unread = new Map<string, Unread>();

/** Tells all tabs of a member that their stored submissions or their quarantine have changed. */
export const channelOf = (userId: string) => new BroadcastChannel(`saathi.submissions.${userId}`);

const tellTabs = (userId: string) => {
  const channel = channelOf(userId);
  channel.postMessage(null);
  channel.close();
};

/**
 * Lists in the tray a draft that the browser failed to read. The draft stays stored until it is overwritten. `read` tries to read
 * it again.
 * @returns a function that removes it from the list
 */
export function noteUnread(userId: string, chat: string, read: () => Promise<void>): () => void {
  const key = `draft/${chat}`;
  const draft = { userId, chat, foundAt: Date.now(), read };
  unread.set(key, draft);
  tellTabs(userId);
  const ignoreForgetting = whenForgotten(userId, () => unread.delete(key));
  return () => {
    ignoreForgetting();
    if (unread.get(key) !== draft) return;
    unread.delete(key);
    tellTabs(userId);
  };
}

/** Tries again to read an unread draft. */
export const readAgain = async (key: string): Promise<void> => unread.get(key)?.read();

/** The store and the key where a record was found. */
type Origin = { store: 'drafts'; key: [string, string] } | { store: 'submissions'; key: number };

/**
 * Moves a malformed record to the quarantine, so that it is not lost and does not block other records. If the browser cannot read
 * the record at all, the quarantine gets an entry without content.
 * @param what the kind of the record, such as 'message' or 'draft'
 */
export async function setAside(userId: string, what: string | null, record: unknown, from: Origin): Promise<void> {
  console.error(`A kept ${what ?? 'record'} of this device cannot be read and is set aside`);
  try {
    const transaction = (await database()).transaction([from.store, 'quarantine'], 'readwrite', {
      durability: 'strict',
    });
    const origin = transaction.objectStore(from.store);
    // Another tab may have moved it at the same moment.
    if ((await origin.getKey(from.key)) === undefined) return;
    await Promise.all([
      transaction.objectStore('quarantine').add({ userId, what, foundAt: Date.now(), record }),
      origin.delete(from.key),
      transaction.done,
    ]);
    tellTabs(userId);
  } catch (error) {
    console.error('It could not be set aside either', error);
  }
}

/**
 * The quarantined records of a member, oldest first, then their unread drafts. Records that cannot be read at all are listed too.
 */
export async function readQuarantine(userId: string): Promise<Quarantined[]> {
  const db = await database();
  const keys = await db.getAllKeysFromIndex('quarantine', 'member', userId);
  const setAside = await Promise.all(
    keys.map(async (key) => {
      const { what, foundAt, record } = listed(await db.get('quarantine', key).catch(() => undefined));
      return { key: String(key), what, foundAt, isReadable: record !== undefined, isUnread: false };
    }),
  );
  const drafts = [...unread].filter(([, draft]) => draft.userId === userId);
  return [
    ...setAside,
    ...drafts.map(([key, { foundAt }]) => ({ key, what: 'draft', foundAt, isReadable: false, isUnread: true })),
  ];
}

/** Deletes a quarantined record or an unread draft. */
export async function deleteQuarantined(key: string): Promise<void> {
  const draft = unread.get(key);
  if (draft) {
    await (await database()).delete('drafts', [draft.userId, draft.chat]);
    unread.delete(key);
  } else await (await database()).delete('quarantine', Number(key));
}

/** Offers a quarantined record to the member as a file. */
export async function saveCopy(key: string): Promise<void> {
  const { what, record } = listed(await (await database()).get('quarantine', Number(key)));
  await saveAsFile(what, record);
}

/** Offers a record to the member as a JSON file. Blobs in it become data URLs. */
export async function saveAsFile(what: string | null, record: unknown): Promise<void> {
  const text = JSON.stringify(await plain(record), null, 2);
  saveFile(`saathi-${what ?? 'record'}.json`, text, 'application/json');
}

async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return dataUrlOf(value);
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(async ([name, part]) => [name, await plain(part)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const dataUrlOf = (blob: Blob) =>
  new Promise<unknown>((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
