import { database } from './database';
import { saveFile } from './saveFile';

/** A record of this device that could not be read as what it should be, as the tray lists it. */
export interface Quarantined {
  readonly key: string;
  readonly what: string | null;
  /** Milliseconds since 1970. */
  readonly foundAt: number;
  readonly isReadable: boolean;
}

/** Says to all tabs of a member that something has been set aside. */
export const channelOf = (userId: string) => new BroadcastChannel(`saathi.submissions.${userId}`);

/** Where a record was found. */
type Origin = { store: 'drafts'; key: [string, string] } | { store: 'submissions'; key: number };

/**
 * Moves a malformed record to the quarantine, so that nothing of it is lost and nothing else is held up by it. One that the
 * browser cannot read at all leaves only a note that it was there. `what`: 'message', 'draft' …
 */
export async function setAside(userId: string, what: string | null, record: unknown, from: Origin): Promise<void> {
  console.error(`A kept ${what ?? 'record'} of this device cannot be read and is set aside`);
  try {
    const transaction = (await database()).transaction([from.store, 'quarantine'], 'readwrite', {
      durability: 'strict',
    });
    await Promise.all([
      transaction.objectStore('quarantine').add({ userId, what, foundAt: Date.now(), record }),
      transaction.objectStore(from.store).delete(from.key),
      transaction.done,
    ]);
    const channel = channelOf(userId);
    channel.postMessage(null);
    channel.close();
  } catch (error) {
    console.error('It could not be set aside either', error);
  }
}

/** What is set aside for a member, oldest first. A record that cannot be read at all is listed, too. */
export async function readQuarantine(userId: string): Promise<Quarantined[]> {
  const db = await database();
  const keys = await db.getAllKeysFromIndex('quarantine', 'member', userId);
  return Promise.all(
    keys.map(async (key) => {
      const row = await db.get('quarantine', key).catch(() => undefined);
      return {
        key: String(key),
        what: row?.what ?? null,
        foundAt: row?.foundAt ?? 0,
        isReadable: row?.record !== undefined,
      };
    }),
  );
}

export async function deleteQuarantined(key: string): Promise<void> {
  await (await database()).delete('quarantine', Number(key));
}

/** Hands a record to the member as a JSON file; files within it become data URLs. */
export async function saveCopy(key: string): Promise<void> {
  const row = await (await database()).get('quarantine', Number(key));
  const text = JSON.stringify(await plain(row?.record), null, 2);
  saveFile(`saathi-${row?.what ?? 'record'}.json`, text, 'application/json');
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
