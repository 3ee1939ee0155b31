import * as v from 'valibot';
import type { Quarantined } from '../../machines/submissions/ports';
import { openChannel } from '../channel';
import { saveFile } from '../device/saveFile';
import { database } from '../storage/database';
import { whenForgotten } from '../storage/forget';

/** A time in milliseconds since 1970; 0 in place of anything else. */
const Moment = v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)), 0);
/** The fields of a quarantined row that the tray shows. The row may itself be malformed, so each field has a default. */
const Listed = v.object({
  what: v.fallback(v.nullable(v.string()), null),
  foundAt: Moment,
  record: v.optional(v.unknown()),
});
const listed = (row: unknown) => {
  const { success, output } = v.safeParse(Listed, row);
  return success ? output : { what: null, foundAt: 0, record: row };
};

/** A stored draft that the browser failed to read. */
interface Unread {
  readonly userId: string;
  readonly draftKey: string;
  readonly foundAt: number;
  read(): Promise<void>;
}
/** The unread drafts of this page, by their key in the tray. */
const unread = new Map<string, Unread>();

/** Tells all tabs of a member that their stored submissions or their quarantine have changed. */
export const channelOf = (userId: string) => openChannel(`saathi.submissions.${userId}`);

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
export function listUnreadable(userId: string, draftKey: string, read: () => Promise<void>): () => void {
  const key = `draft/${draftKey}`;
  const draft = { userId, draftKey, foundAt: Date.now(), read };
  unread.set(key, draft);
  tellTabs(userId);
  const ignoreForgetting = whenForgotten(userId, (isForgotten) => isForgotten && unread.delete(key));
  return () => {
    ignoreForgetting();
    if (unread.get(key) !== draft) return;
    unread.delete(key);
    tellTabs(userId);
  };
}

/** Tries again to read an unread draft. */
export const readAgain = async (key: string): Promise<void> => unread.get(key)?.read();

/** Moves a malformed draft to the quarantine, so that it is not lost when the member writes in its place. */
export async function setAside(userId: string, draftKey: string, record: unknown): Promise<void> {
  console.error('A kept draft of this device cannot be read and is set aside');
  try {
    const transaction = (await database()).transaction(['drafts', 'quarantine'], 'readwrite', { durability: 'strict' });
    const drafts = transaction.objectStore('drafts');
    // Another tab may have moved it at the same moment.
    if ((await drafts.getKey([userId, draftKey])) === undefined) return;
    await Promise.all([
      transaction.objectStore('quarantine').add({ userId, what: 'draft', foundAt: Date.now(), record }),
      drafts.delete([userId, draftKey]),
      transaction.done,
    ]);
    tellTabs(userId);
  } catch (error) {
    console.error('It could not be set aside either', error);
  }
}

/** A stored submission that cannot be read. Its row is undefined if the browser itself cannot read it. */
export interface Unreadable {
  readonly key: number;
  readonly row: { readonly id?: unknown; readonly submission?: unknown } | undefined;
}

const SUBMISSION_KEY = /^submission\/(\d+)$/;
/** The key of a submission in its store, from its key in the tray; null if the record is something else. */
const seqIn = (key: string) => {
  const [, seq] = SUBMISSION_KEY.exec(key) ?? [];
  return seq === undefined ? null : Number(seq);
};

/** What the tray shows of a submission that cannot be read. It may be malformed, so each field has a default. */
const Envelope = v.object({ kind: v.fallback(v.nullable(v.string()), null), queuedAt: Moment });
function listedSubmission({ key, row }: Unreadable): Quarantined {
  const { success, output } = v.safeParse(Envelope, row?.submission);
  const { kind, queuedAt } = success ? output : { kind: null, queuedAt: 0 };
  const foundAt = queuedAt || Date.now();
  return { key: `submission/${key}`, what: kind, foundAt, isReadable: row !== undefined, isUnreadable: false };
}

/**
 * The records of a member that cannot be read: those in the quarantine, oldest first, then these submissions, then the unread drafts.
 * Records of which nothing can be read are listed, too.
 */
export async function readQuarantine(userId: string, submissions: readonly Unreadable[]): Promise<Quarantined[]> {
  const db = await database();
  const keys = await db.getAllKeysFromIndex('quarantine', 'member', userId);
  const setAside = await Promise.all(
    keys.map(async (key) => {
      const { what, foundAt, record } = listed(await db.get('quarantine', key).catch(() => undefined));
      return { key: String(key), what, foundAt, isReadable: record !== undefined, isUnreadable: false };
    }),
  );
  const drafts = [...unread].filter(([, draft]) => draft.userId === userId);
  return [
    ...setAside,
    ...submissions.map(listedSubmission),
    ...drafts.map(([key, { foundAt }]) => ({ key, what: 'draft', foundAt, isReadable: false, isUnreadable: true })),
  ];
}

/** Deletes a record that the tray lists. */
export async function deleteQuarantined(key: string): Promise<void> {
  const db = await database();
  const draft = unread.get(key);
  const seq = seqIn(key);
  if (draft) {
    await db.delete('drafts', [draft.userId, draft.draftKey]);
    unread.delete(key);
  } else if (seq !== null) await db.delete('submissions', seq);
  else await db.delete('quarantine', Number(key));
}

/** Offers a record that the tray lists to the member as a file. */
export async function saveCopy(key: string): Promise<void> {
  const db = await database();
  const seq = seqIn(key);
  if (seq === null) {
    const { what, record } = listed(await db.get('quarantine', Number(key)));
    return saveAsFile(what, record);
  }
  const row = await db.get('submissions', seq);
  await saveAsFile(listedSubmission({ key: seq, row }).what, row);
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
