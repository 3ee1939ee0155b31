import { safeParse } from 'valibot';
import { FileDraft, FilesDraft, fileOf } from '../../contract/drafts';
import { CallFailure } from '../../contract/failure';
import { Submission } from '../../contract/submissions';
import { FILE_GONE, filesOf, isCopyOf, withCopies } from '../../rules/submissions/files';
import { database } from '../storage/database';

/** Whether the browser can still read a file. A picked one cannot be read any more when it has changed on the disk or is gone. */
const isReadable = (file: Blob) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** The files of a stored draft: those of a form, or the one of a message. */
function filesOfDraft({ draft }: { readonly draft: unknown }): readonly Blob[] {
  const ofForm = safeParse(FilesDraft, draft);
  if (ofForm.success) return ofForm.output;
  const ofMessage = safeParse(FileDraft, draft);
  return ofMessage.success ? [fileOf(ofMessage.output)] : [];
}

/** The files that the device has stored with this submission, and with the member's drafts, one of which it was made from. */
async function storedFiles(userId: string, submission: Submission): Promise<readonly Blob[]> {
  try {
    const db = await database();
    // The drafts are read first, because the transaction that stores the submission deletes its own.
    const drafts = await db.getAll('drafts', IDBKeyRange.bound([userId, ''], [userId, '\uffff']));
    const row = await db.getFromIndex('submissions', 'submission', [userId, submission.id]);
    const kept = safeParse(Submission, row?.submission);
    return [kept.success ? filesOf(kept.output) : [], drafts.flatMap(filesOfDraft)].flat();
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
