import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import {
  CompletionDraft,
  draftKeys,
  FilesDraft,
  formFilesOf,
  formKeys,
  type KeptCompletion,
} from '../../contract/drafts';
import { joinedText } from '../../rules/joinedDrafts';
import { type DraftRow, database } from '../storage/database';
import { sentDrafts } from '../submissions/journal';
import { announceDrafts, draftsUnder, watchDrafts } from './draftNews';
import { draftRows, draftsIn } from './draftRows';

const PREFIX = draftKeys.completion('');
/** How the key of the files ends. */
const FILES = formFilesOf('');

/**
 * Reports the member's stored drafts of completions, those with files only, too. What was sent already is left out, and so is what cannot
 * be read: the form sets it aside when it is opened.
 * @returns a function that ends it
 */
export const watchCompletionDrafts = (
  userId: string,
  listener: (drafts: readonly KeptCompletion[]) => void,
): (() => void) =>
  watchDrafts(userId, async (store) => keptIn(userId, await store.getAll(draftsUnder(userId, PREFIX))), listener);

function keptIn(userId: string, rows: readonly DraftRow[]): KeptCompletion[] {
  const isSent = sentDrafts(userId);
  const read = <Schema extends GenericSchema>(schema: Schema, key: string): InferOutput<Schema>[] =>
    draftsIn(rows.find(({ chat }) => chat === key)).flatMap(({ version, draft }) => {
      const { success, output } = safeParse(schema, draft);
      return success && !isSent(key, version) ? [output] : [];
    });
  const forms = new Set(rows.map(({ chat }) => (chat.endsWith(FILES) ? chat.slice(0, -FILES.length) : chat)));
  return [...forms].flatMap((form) => {
    const written = read(CompletionDraft, form);
    const files = [...written.flatMap((draft) => draft.files ?? []), ...read(FilesDraft, formFilesOf(form)).flat()];
    const notes = written.reduce((all, draft) => joinedText(draft.notes, all), '');
    if (notes === '' && files.length === 0) return [];
    const label = written.find((draft) => draft.label)?.label ?? '';
    return [{ caseKey: form.slice(PREFIX.length), label, notes, files }];
  });
}

/** Deletes the draft of a completion with its files. */
export async function deleteCompletionDraft(userId: string, caseKey: string): Promise<void> {
  const rows = draftRows(await database());
  await Promise.all([
    ...formKeys(draftKeys.completion(caseKey)).map((key) => rows.delete([userId, key])),
    rows.transaction.done,
  ]);
  announceDrafts(userId);
}
