import { safeParse } from 'valibot';
import { FileDraft, fileDraftsOf } from '../contract/drafts';
import type { Submission } from '../contract/submissions';
import { announceDrafts } from './chatDrafts';
import { database, whenOpenedLate } from './database';
import { whenForgotten } from './forget';
import { isDraftSent } from './journal';
import { noteUnread, setAside } from './quarantine';
import { world } from './world';

/**
 * The files that are attached to a message that is not sent yet. Each is a draft of its own, so that the transaction that stores its
 * message can delete it.
 */

/** The drafts of the files of this page, and whether the device has them already. */
const drafts = new WeakMap<Blob, { readonly key: string; isStored: boolean }>();
let work: Promise<unknown> = Promise.resolve();

/** The key of the draft from which a message got its file; undefined if it has none, or the device does not have it (yet). */
export function fileDraftOf(submission: Submission): string | undefined {
  const file = submission.kind === 'message' ? submission.content.media?.blob : undefined;
  const draft = file && drafts.get(file);
  return draft?.isStored ? draft.key : undefined;
}

/** Waits until all files that were attached before are stored, or could not be stored. */
export const fileDraftsWritten = (): Promise<unknown> => work;

interface FileDrafts {
  /** Stores the files that are new, and deletes those of the last call that are gone. */
  order(files: readonly File[]): void;
  close(): void;
}

interface FileDraftsOptions {
  readonly userId: string;
  readonly chat: string;
  /** Called once with the stored files, in the order in which they were attached; also if there are none. */
  restored(files: readonly File[]): void;
  /** The browser could not store a file. */
  failed(): void;
}

/** Opens the attached files of a member in one chat. They are stored at once, because they are not typed letter by letter. */
export function openFileDrafts({ userId, chat, restored, failed }: FileDraftsOptions): FileDrafts {
  const prefix = fileDraftsOf(chat);
  let last: readonly File[] = [];
  let isOpen = true;
  let isForgotten = false;
  const ignoreForgetting = whenForgotten(userId, () => {
    isForgotten = true;
  });

  const write = async (added: readonly File[], removed: readonly string[]) => {
    const db = await database();
    if (isForgotten) return;
    const transaction = db.transaction('drafts', 'readwrite');
    const changes = [
      ...added.map((file) => transaction.store.put({ userId, chat: drafts.get(file)?.key ?? '', draft: file })),
      ...removed.map((key) => transaction.store.delete([userId, key])),
    ];
    transaction.commit();
    await Promise.all([...changes, transaction.done]);
    for (const file of added) {
      const draft = drafts.get(file);
      if (draft) draft.isStored = true;
    }
    announceDrafts(userId);
  };
  const find = async (key: string): Promise<File[]> => {
    // Checked before the draft is read, because the code that deletes the note has deleted the draft before.
    if (isDraftSent(userId, key)) return [];
    const row: { draft?: unknown } | undefined = await (await database()).get('drafts', [userId, key]);
    if (!row) return [];
    const { success, output } = safeParse(FileDraft, row.draft);
    if (!success) await setAside(userId, 'draft', row, { store: 'drafts', key: [userId, key] });
    else drafts.set(output, { key, isStored: true });
    return success ? [output] : [];
  };
  /** The file of one draft. A draft that the browser fails to read is listed in the tray. */
  const read = (key: string): Promise<File[]> =>
    find(key).catch((error) => {
      console.error('An attached file of this browser cannot be read', error);
      const settle = noteUnread(userId, key, async () => {
        settle();
        const files = await read(key);
        if (isOpen) restored(files);
      });
      return [];
    });
  const restore = async () => {
    try {
      const db = await database();
      const keys = await db.getAllKeys('drafts', IDBKeyRange.bound([userId, prefix], [userId, `${prefix}\uffff`]));
      const files = await Promise.all(keys.map(([, key]) => read(key)));
      if (isOpen) restored(files.flat());
    } catch (error) {
      console.error('The attached files of this browser cannot be read', error);
      whenOpenedLate(() => isOpen && restore());
    }
  };
  void restore();

  return {
    order(files) {
      const added = files.filter((file) => !drafts.has(file));
      const removed = last.filter((file) => !files.includes(file)).flatMap((file) => drafts.get(file)?.key ?? []);
      last = files;
      if (added.length + removed.length === 0) return;
      // The time comes first, so that the keys are in the order of attaching.
      const now = world.now();
      added.forEach((file, index) => {
        drafts.set(file, { key: `${prefix}${now}-${index}-${world.createId()}`, isStored: false });
      });
      work = work
        .then(() => write(added, removed))
        .catch((error) => {
          console.error('This browser cannot keep what is attached', error);
          if (isOpen && added.length > 0) failed();
        });
    },
    close() {
      isOpen = false;
      ignoreForgetting();
    },
  };
}
