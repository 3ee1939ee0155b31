import type { Submission } from '../../contract/submissions';
import { announceDrafts } from '../drafts/draftNews';
import { changeRow, draftRows } from '../drafts/draftRows';
import type { TakenDrafts } from '../drafts/drafts';
import type { Database } from '../storage/database';

/** What the store does to submissions in the database. Each function is one transaction, which begins at once. */

const strict = { durability: 'strict' } as const;

interface StoredWith {
  /** Whether it has been in the database before. If it is missing now, another tab has sent or withdrawn it. */
  readonly wasKept: boolean;
  /** The id of the submission that it replaces. */
  readonly replaces: string | undefined;
  /** The drafts from which it was made. */
  readonly taken: TakenDrafts;
  /** The key of the draft that is its file. */
  readonly file: string | undefined;
}

/**
 * Stores a submission and deletes what it replaces and the drafts from which it was made.
 * @returns false if it was not stored, because another tab has sent or withdrawn it
 */
export async function storeSubmission(
  db: Database,
  userId: string,
  submission: Submission,
  { wasKept, replaces, taken, file }: StoredWith,
): Promise<boolean> {
  const { id } = submission;
  const transaction = db.transaction(['submissions', 'drafts'], 'readwrite', strict);
  const rows = transaction.objectStore('submissions');
  const drafts = transaction.objectStore('drafts');
  const seq = await rows.index('submission').getKey([userId, id]);
  const replacedSeq = replaces && (await rows.index('submission').getKey([userId, replaces]));
  const isGone = seq === undefined && wasKept;
  await Promise.all([
    replacedSeq && rows.delete(replacedSeq),
    !isGone && rows.put({ userId, id, submission, ...(seq !== undefined && { seq }) }),
    ...taken.drafts.map((draft) => changeRow(drafts, userId, draft, taken.versions)),
    file && drafts.delete([userId, file]),
    transaction.done,
  ]);
  return !isGone;
}

export async function deleteSubmissions(db: Database, userId: string, ids: readonly string[]): Promise<void> {
  const rows = db.transaction('submissions', 'readwrite', strict).store;
  for (const id of ids) {
    const seq = await rows.index('submission').getKey([userId, id]);
    if (seq !== undefined) await rows.delete(seq);
  }
  await rows.transaction.done;
}

/** Moves a submission behind all others of this device. */
export async function moveSubmissionLast(db: Database, userId: string, id: string): Promise<void> {
  const rows = db.transaction('submissions', 'readwrite', strict).store;
  const row = await rows.index('submission').get([userId, id]);
  if (row?.seq !== undefined) {
    const { seq, ...rest } = row;
    await rows.delete(seq);
    await rows.add(rest);
  }
  await rows.transaction.done;
}

/** Deletes the drafts from which a submission was made, in the versions that it contains. */
export async function deleteTakenDrafts(db: Database, userId: string, taken: TakenDrafts): Promise<void> {
  if (taken.drafts.length === 0) return;
  const rows = draftRows(db);
  const changed = taken.drafts.map((draft) => changeRow(rows, userId, draft, taken.versions));
  await Promise.all([...changed, rows.transaction.done]);
  announceDrafts(userId);
}
