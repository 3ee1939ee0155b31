import { safeParse } from 'valibot';
import { FileDraft, fileOf } from '../contract/drafts';
import { CallFailure } from '../contract/failure';
import { Submission } from '../contract/submissions';
import { FILE_GONE, filesOf, isCopyOf, withCopies } from '../rules/submissions/files';
import { database } from './database';
import { fileDraftOf } from './fileDrafts';

/** Whether the browser can still read a file. A picked one cannot be read any more when it has changed on the disk or is gone. */
const isReadable = (file: Blob) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** The files of this submission that the device has stored, with it or as the draft from which it was made. */
async function storedFiles(userId: string, submission: Submission): Promise<readonly Blob[]> {
  try {
    const db = await database();
    const key = fileDraftOf(submission);
    // The draft is read first, because it is deleted in the transaction that stores the submission.
    const draft = key && (await db.get('drafts', [userId, key]));
    const row = await db.getFromIndex('submissions', 'submission', [userId, submission.id]);
    const kept = safeParse(Submission, row?.submission);
    const attached = safeParse(FileDraft, draft ? draft.draft : null);
    return [kept.success ? filesOf(kept.output) : [], attached.success ? fileOf(attached.output) : []].flat();
  } catch (error) {
    console.error('The stored copy of a file cannot be read', error);
    return [];
  }
}

/**
 * The submission with files that can be read: one that has changed on the disk since it was picked, or is gone, is replaced by the copy
 * of this device's store (DECISIONS 264). A browser reports such a file as a failure of the network, so a try with it would be repeated
 * for ever. Rejects with a refusal if there is no copy.
 */
export async function withReadableFiles<Kind extends Submission>(userId: string, submission: Kind): Promise<Kind> {
  const gone: Blob[] = [];
  for (const file of filesOf(submission)) if (!(await isReadable(file))) gone.push(file);
  if (gone.length === 0) return submission;
  const stored = await storedFiles(userId, submission);
  const copies = new Map<Blob, Blob>();
  for (const file of gone) {
    const copy = stored.find(isCopyOf(file));
    if (!copy || !(await isReadable(copy))) throw new CallFailure('refused', 0, FILE_GONE);
    copies.set(file, copy);
  }
  return withCopies(submission, copies);
}
