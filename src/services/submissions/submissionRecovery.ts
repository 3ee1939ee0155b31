import { safeParse } from 'valibot';
import { FileDraft, fileOf } from '../../contract/drafts';
import { Submission } from '../../contract/submissions';
import { announceDrafts } from '../drafts/draftNews';
import { changeRow } from '../drafts/draftRows';
import type { Database } from '../storage/database';
import { hasEntry, type JournalEntry, removeVersion } from './journal';
import { livePages } from './livePages';
import type { Unreadable } from './quarantine';

interface Recovered {
  /** Whether the database has changed. */
  readonly hasStored: boolean;
  /** The entries that the database could not store, with what they tell. */
  readonly unstored: readonly { readonly submission: Submission; readonly page: string }[];
  /** The ids of those that the database could not delete. */
  readonly undeleted: readonly string[];
}

/**
 * Carries out what a page wrote into the journal before it was killed: stores new submissions and changes of stored ones, deletes those
 * that are sent or withdrawn, and deletes the drafts from which they were made. A malformed entry of a new one is stored, too, and listed
 * as unreadable. An entry that cannot be carried out, because the disk is full for example, does not stop the others.
 */
export async function recover(db: Database, userId: string, entries: readonly JournalEntry[]): Promise<Recovered> {
  let hasStored = false;
  const unstored: { submission: Submission; page: string }[] = [];
  const undeleted: string[] = [];
  for (const entry of entries) {
    let plan: Plan | undefined;
    try {
      plan = await planOf(db, userId, entry);
      if (await carryOut(db, userId, entry, plan)) hasStored = true;
      removeVersion(userId, entry.id, entry.text);
      if (entry.file !== null || entry.drafts.length > 0) announceDrafts(userId);
    } catch (error) {
      console.error('What is in the journal cannot be stored', error);
      if (entry.isRemoved) undeleted.push(entry.id);
      const { success, output } = safeParse(Submission, plan?.due);
      if (success && output.id === entry.id) unstored.push({ submission: output, page: entry.page });
    }
  }
  return { hasStored, unstored, undeleted };
}

/** What an entry leads to. */
interface Plan {
  /** The key of the submission's row; undefined if it has none. */
  readonly seq: number | undefined;
  /** The submission to store, or undefined if none is. */
  readonly due: unknown;
}

/** Not read within the transaction, because a row that the browser cannot read would abort it. */
async function planOf(db: Database, userId: string, entry: JournalEntry): Promise<Plan> {
  const { id, file } = entry;
  const seq = await db.getKeyFromIndex('submissions', 'submission', [userId, id]);
  if (seq === undefined) {
    const draft = file === null ? undefined : await db.get('drafts', [userId, file]).catch(() => undefined);
    return { seq, due: newOf(entry, draft?.draft) };
  }
  const row = await db.get('submissions', seq).catch(() => undefined);
  return { seq, due: changedOf(entry, row?.submission) };
}

/** Stores or deletes the submission of an entry, and deletes the drafts from which it was made. @returns whether that was still due */
async function carryOut(db: Database, userId: string, entry: JournalEntry, { seq, due }: Plan): Promise<boolean> {
  const { id, drafts: texts, versions, file, replaces, text, isRemoved } = entry;
  const transaction = db.transaction(['submissions', 'drafts'], 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore('submissions');
  const drafts = transaction.objectStore('drafts');
  // Checked within the transaction, because the tab that wrote it may have stored, sent and removed it meanwhile.
  const isDue =
    (due !== undefined || isRemoved) &&
    hasEntry(userId, id, text) &&
    (await store.index('submission').getKey([userId, id])) === seq;
  const at = seq === undefined ? {} : { seq };
  const old = replaces && (await store.index('submission').getKey([userId, replaces]));
  if (isDue)
    await Promise.all([
      ...(isRemoved
        ? [seq !== undefined && store.delete(seq)]
        : [store.put({ userId, id, submission: due, ...at }), old && store.delete(old)]),
      ...texts.map((key) => (versions ? changeRow(drafts, userId, key, versions) : drafts.delete([userId, key]))),
      file !== null && drafts.delete([userId, file]),
      transaction.done,
    ]);
  await transaction.done;
  return isDue;
}

/** The submissions that could not be stored and whose page is gone. A page that still lives sends its submissions itself. */
export async function orphansOf({ unstored }: Recovered): Promise<Submission[]> {
  if (unstored.length === 0) return [];
  const living = await livePages();
  return unstored.filter(({ page }) => !living.has(page)).map(({ submission }) => submission);
}

/**
 * The submission to store for an entry without a row. It may be malformed. Undefined if nothing is to be stored: another tab has sent or
 * withdrawn the submission, or its files are lost. In the second case the drafts from which it was made are still there.
 */
function newOf({ submission, file, hasFiles, isChange, isRemoved }: JournalEntry, draft: unknown): unknown {
  if (isChange || isRemoved) return undefined;
  if (file !== null) return withFile(submission, draft);
  return hasFiles ? undefined : submission;
}

/**
 * The submission to store for an entry of a change; undefined if there is none that can be read. An entry has no files, so a submission
 * with files is taken from its row, and only `wasTried` and `isByHand` are taken from the entry.
 */
function changedOf({ id, submission, hasFiles, isRemoved }: JournalEntry, stored: unknown): Submission | undefined {
  if (isRemoved) return undefined;
  const { wasTried, isByHand } = (submission ?? {}) as { readonly [Name in keyof Submission]?: unknown };
  const { success, output } = safeParse(Submission, hasFiles ? { ...(stored ?? {}), wasTried, isByHand } : submission);
  return success && output.id === id ? output : undefined;
}

/** A message of the journal with its file. Either may be malformed. */
function withFile(written: unknown, draft: unknown): unknown {
  const { content, ...rest } = (written ?? {}) as { readonly content?: { readonly media?: object } };
  const { success, output } = safeParse(FileDraft, draft);
  const blob = success ? fileOf(output) : draft;
  return { ...rest, content: { ...content, media: { ...content?.media, blob } } };
}

/** What a member has stored. */
interface Stored {
  /** In order, as the entries have changed them. */
  readonly submissions: readonly Submission[];
  readonly unreadable: readonly Unreadable[];
  /** The ids under which those are stored. */
  readonly unreadableIds: readonly string[];
}

/**
 * All submissions of a member in the database. One that cannot be read stays where it is, and blocks no other: a newer version of the
 * app may have written it in another tab, or may read it later (DECISIONS 266).
 */
export async function readStored(db: Database, userId: string, { unstored, undeleted }: Recovered): Promise<Stored> {
  const changed = new Map(unstored.map(({ submission }) => [submission.id, submission]));
  const submissions: Submission[] = [];
  const unreadable: Unreadable[] = [];
  for (const [key, row] of await readRows(db, userId)) {
    const { success, output } = safeParse(Submission, row?.submission);
    if (!success || output.id !== row?.id) unreadable.push({ key, row });
    else if (!undeleted.includes(output.id)) submissions.push(changed.get(output.id) ?? output);
  }
  return { submissions, unreadable, unreadableIds: unreadable.length > 0 ? await idsOf(db, userId, unreadable) : [] };
}

/** The ids of these rows. They are read from the index, because the rows themselves may not be readable. */
async function idsOf(db: Database, userId: string, rows: readonly Unreadable[]): Promise<string[]> {
  const keys = new Set(rows.map(({ key }) => key));
  const ids: string[] = [];
  const index = db.transaction('submissions').store.index('submission');
  for (let at = await index.openKeyCursor(IDBKeyRange.bound([userId], [userId, []])); at; at = await at.continue())
    if (keys.has(at.primaryKey)) ids.push(at.key[1]);
  return ids;
}

/** The rows of a member with their keys, in order. If the browser cannot read all at once, they are read one by one. */
async function readRows(db: Database, userId: string): Promise<(readonly [number, Unreadable['row']])[]> {
  try {
    const rows = await db.getAllFromIndex('submissions', 'member', userId);
    return rows.map((row) => [row.seq ?? 0, row] as const).sort(([a], [b]) => a - b);
  } catch (error) {
    console.error('What waits in this browser cannot be read all at once', error);
  }
  const keys = await db.getAllKeysFromIndex('submissions', 'member', userId);
  return Promise.all(
    keys
      .sort((a, b) => a - b)
      .map(async (key) => [key, await db.get('submissions', key).catch(() => undefined)] as const),
  );
}
