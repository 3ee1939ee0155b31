import { safeParse } from 'valibot';
import { FileDraft, fileDraftsOf, fileOf } from '../../contract/drafts';
import type { Submission } from '../../contract/submissions';
import { database, whenOpenedLate, whenWiped } from '../storage/database';
import { whenForgotten } from '../storage/forget';
import { sentDrafts } from '../submissions/journal';
import { listUnreadable, setAside } from '../submissions/quarantine';
import { world } from '../world';
import { announceDrafts, draftsUnder, whenDraftsChange } from './draftNews';

/**
 * The files of a message that is not sent yet: what is attached, and the recording. Each is a draft of its own, so that the transaction
 * that stores its message can delete it.
 */

/** `isStored`: the device has something under this key that can be sent instead of the file. */
interface Draft {
  readonly key: string;
  isStored: boolean;
}

/** The drafts of the files of this page. */
const drafts = new WeakMap<Blob, Draft>();
/** The files of this page that are on the device, or are being written. */
const written = new WeakSet<Blob>();
/** The files of this page by the keys of their drafts, so that one that is read again is the same file and is attached once. */
const read = new Map<string, WeakRef<File>>();
let work: Promise<unknown> = Promise.resolve();

/** Whether the file is attached and this device does not have it (yet). */
export const isFileDraftUnstored = (file: File): boolean => drafts.get(file)?.isStored === false;

/** The key of the draft from which a message got its file; undefined if it has none, or the device does not have it (yet). */
export function fileDraftOf(submission: Submission): string | undefined {
  const file = submission.kind === 'message' ? submission.content.media?.blob : undefined;
  const draft = file && drafts.get(file);
  return draft?.isStored ? draft.key : undefined;
}

/** Waits until all files that were attached before are stored, or could not be stored. */
export const fileDraftsWritten = (): Promise<unknown> => work;

/** This file was made from another one and replaces it: it takes over the draft of that one. Call this before the file is stored. */
export function replaceFileDraft(other: File, file: File): void {
  const draft = drafts.get(other);
  if (draft) drafts.set(file, draft);
}

/** The draft of a file; a new one if it has none yet. */
function draftOf(file: FileDraft, prefix: string, index: number): Draft {
  // The time comes first, so that the keys are in the order of attaching.
  const key = `${prefix}${world.now()}-${index}-${world.createId()}`;
  const draft = drafts.get(fileOf(file)) ?? { key, isStored: false };
  drafts.set(fileOf(file), draft);
  return draft;
}

type Added = readonly (readonly [Draft, FileDraft])[];

function rememberWritten(added: Added): void {
  for (const [draft, file] of added) {
    written.add(fileOf(file));
    read.set(draft.key, new WeakRef(fileOf(file)));
    // The original of a photo can be sent instead of the smaller one, but a part of a recording cannot replace the whole.
    if (!(file instanceof File)) draft.isStored = false;
  }
}

/** The device does not have these any more. They are stored again if they come back: a recording does with 'Undo'. */
function forgetWritten(gone: Added): void {
  for (const [draft, file] of gone) {
    draft.isStored = false;
    written.delete(fileOf(file));
  }
}

/** Writes drafts of a member, unless the member is forgotten before `close`. */
function writerOf(userId: string) {
  let isForgotten = false;
  const close = whenForgotten(userId, (isSo) => {
    isForgotten = isSo;
  });
  const write = async (added: Added, removed: readonly string[]) => {
    const db = await database();
    if (isForgotten) return;
    const transaction = db.transaction('drafts', 'readwrite');
    const changes = [
      ...added.map(([{ key }, draft]) => transaction.store.put({ userId, chat: key, draft })),
      ...removed.map((key) => transaction.store.delete([userId, key])),
    ];
    transaction.commit();
    await Promise.all([...changes, transaction.done]);
    for (const [draft] of added) draft.isStored = true;
    announceDrafts(userId);
  };
  return { write, close };
}

/**
 * Stores a recording whose chat was left while it was being recorded. A chart of this chat that is opened meanwhile reads the stored
 * files after that.
 */
export function keepRest(userId: string, chat: string, coming: Promise<FileDraft | null>): void {
  const { write, close } = writerOf(userId);
  work = work
    .then(async () => {
      const file = await coming;
      if (!file) return;
      const added = [[draftOf(file, fileDraftsOf(chat), 0), file]] as const;
      rememberWritten(added);
      await write(added, []);
    })
    .catch((error) => console.error('This browser cannot keep what was recorded', error))
    .finally(close);
}

interface FileDrafts {
  /** Stores the files that are new, and deletes those of the last call that are gone. */
  save(files: readonly FileDraft[]): void;
  close(): void;
}

interface FileDraftsOptions {
  readonly userId: string;
  readonly chat: string;
  /** Called with the stored files, in the order in which they were attached. Called again if the browser gives one back later. */
  restored(files: readonly FileDraft[]): void;
  /** Called when another tab that shows these, too, has sent or removed them. */
  gone(files: readonly File[]): void;
  /** The browser could not store a file. */
  failed(): void;
}

/** Opens the attached files of a member in one chat. They are stored at once, because they are not typed letter by letter. */
export function openFileDrafts({ userId, chat, restored, gone, failed }: FileDraftsOptions): FileDrafts {
  const prefix = fileDraftsOf(chat);
  /** The files of the last call. */
  let last: Added = [];
  let isOpen = true;
  const { write, close } = writerOf(userId);

  const find = async (key: string): Promise<FileDraft[]> => {
    if (sentDrafts(userId)(key)) return [];
    const row: { draft?: unknown } | undefined = await (await database()).get('drafts', [userId, key]);
    if (!row) return [];
    const { success, output } = safeParse(FileDraft, row.draft);
    if (!success) {
      await setAside(userId, key, row);
      return [];
    }
    const known = read.get(key)?.deref();
    if (known) return [output instanceof File ? known : { ...output, file: known }];
    const file = fileOf(output);
    drafts.set(file, { key, isStored: true });
    written.add(file);
    read.set(key, new WeakRef(file));
    return [output];
  };
  /** The file of one draft. A draft that the browser fails to read is listed in the tray. */
  const findOrList = (key: string): Promise<FileDraft[]> =>
    find(key).catch((error) => {
      console.error('An attached file of this browser cannot be read', error);
      const settle = listUnreadable(userId, key, async () => {
        settle();
        const files = await findOrList(key);
        if (isOpen) restored(files);
      });
      return [];
    });
  const storedKeys = async () =>
    (await (await database()).getAllKeys('drafts', draftsUnder(userId, prefix))).map(([, key]) => key);
  const restore = async () => {
    try {
      const files = await Promise.all((await storedKeys()).map(findOrList));
      if (isOpen) restored(files.flat());
    } catch (error) {
      console.error('The attached files of this browser cannot be read', error);
      whenOpenedLate(() => isOpen && restore());
    }
  };
  // Everything that an earlier chart of this chat wanted to store is written first.
  void work.then(restore);

  /** What is shown here may have been sent or removed in another tab that shows it, too (DECISIONS 265). */
  const stopFollowing = whenDraftsChange(userId, async () => {
    // While this tab is still writing, the device does not have what is shown here. It looks again when it has written.
    const own = work;
    await own;
    const keys = await storedKeys();
    if (work !== own || !isOpen) return;
    const lost = last.filter(([draft]) => draft.isStored && !keys.includes(draft.key));
    if (lost.length === 0) return;
    last = last.filter((one) => !lost.includes(one));
    forgetWritten(lost);
    gone(lost.map(([, file]) => fileOf(file)));
  });
  // What the browser has deleted together with its database was neither sent nor removed.
  const ignoreWiping = whenWiped(() => forgetWritten(last));

  return {
    save(files) {
      const kept = files.map((file, index) => [draftOf(file, prefix, index), file] as const);
      const keys = kept.map(([{ key }]) => key);
      const added = kept.filter(([, file]) => !written.has(fileOf(file)));
      const removed = last.filter(([{ key }]) => !keys.includes(key));
      last = kept;
      if (added.length + removed.length === 0) return;
      forgetWritten(removed);
      rememberWritten(added);
      const removedKeys = removed.map(([{ key }]) => key);
      work = work
        .then(() => write(added, removedKeys))
        .catch((error) => {
          console.error('This browser cannot keep what is attached', error);
          if (isOpen && added.length > 0) failed();
        });
    },
    close() {
      isOpen = false;
      stopFollowing();
      ignoreWiping();
      close();
    },
  };
}
