import type { GenericSchema, InferOutput } from 'valibot';
import { FilesDraft, formFilesOf } from '../../contract/drafts';
import { openDraft } from './openDraft';

interface FormDraftOptions<Schema extends GenericSchema<unknown, object>> {
  readonly userId: string;
  /** The name of the form. */
  readonly form: string;
  /** The shape of what is written. */
  readonly schema: Schema;
  /** Called with what was written, if anything is stored. */
  restored(written: InferOutput<Schema>): void;
  /** The files that an earlier version stored together with what is written. */
  earlierFiles?(written: InferOutput<Schema>): readonly File[] | undefined;
  /** Called with the files, if there are any. */
  filesRestored(files: readonly File[]): void;
  /** Called with false when the browser fails to store the draft, and with true when it stores all of it again. */
  keeping(isKept: boolean): void;
  /** Called when everything that is stored has been restored. */
  known(): void;
}

interface FormDraft<Written> {
  /** Stores what is written. Null deletes it. */
  keepWritten(written: Written | null): void;
  /** Stores the files at once. */
  keepFiles(files: readonly File[]): void;
  close(): void;
}

/**
 * Opens the draft of a member's form. The files have a key of their own, because all photos and videos would otherwise be stored again
 * at each pause of typing.
 */
export function openFormDraft<Schema extends GenericSchema<unknown, object>>({
  userId,
  form,
  schema,
  restored,
  earlierFiles,
  filesRestored,
  keeping,
  known,
}: FormDraftOptions<Schema>): FormDraft<InferOutput<Schema>> {
  const unkept = new Set<'written' | 'files'>();
  const reportKeeping = (part: 'written' | 'files') => (isKept: boolean) => {
    const wasKept = unkept.size === 0;
    if (isKept) unkept.delete(part);
    else unkept.add(part);
    if ((unkept.size === 0) !== wasKept) keeping(unkept.size === 0);
  };
  const unread = new Set(['written', 'files']);
  const reportKnown = (part: 'written' | 'files') => () => {
    if (unread.delete(part) && unread.size === 0) known();
  };
  const files = openDraft({
    userId,
    key: formFilesOf(form),
    schema: FilesDraft,
    restored: filesRestored,
    pause: 0,
    keeping: reportKeeping('files'),
    known: reportKnown('files'),
  });
  const keepFiles = (chosen: readonly File[]) => files.save(chosen.length > 0 ? chosen : null);
  const written = openDraft({
    userId,
    key: form,
    schema,
    restored(stored) {
      const earlier = earlierFiles?.(stored);
      if (earlier) {
        // Ordered first, because the form may answer with what it has made of the stored draft.
        keepFiles(earlier);
        written.save({ ...stored, files: undefined } as InferOutput<Schema>);
      }
      restored(stored);
      if (earlier) filesRestored(earlier);
    },
    keeping: reportKeeping('written'),
    known: reportKnown('written'),
  });
  return {
    keepWritten: written.save,
    keepFiles,
    close() {
      written.close();
      files.close();
    },
  };
}
