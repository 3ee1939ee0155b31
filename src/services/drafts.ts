import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import { announceDrafts } from './chatDrafts';
import { database, whenOpenedLate } from './database';
import { whenForgotten } from './forget';
import { isDraftSent } from './journal';
import { noteUnread, setAside } from './quarantine';

/** A draft is stored when the member has not typed for this time, in milliseconds. */
const PAUSE = 300;

/** The stored draft of one member in one place, for example a chat. */
interface DraftStore<Draft> {
  /** Stores the draft after the pause. Null deletes it. */
  order(draft: Draft | null): void;
  /** Stores at once what is not stored yet, and stops. */
  close(): void;
}

interface DraftOptions<Schema extends GenericSchema> {
  readonly userId: string;
  /** The name of the place that the draft belongs to. */
  readonly chat: string;
  /** The shape of a stored draft. A draft of another shape is moved to the quarantine, and the new one starts empty. */
  readonly schema: Schema;
  /** Called with the stored draft, if there is one. */
  restored(draft: InferOutput<Schema>): void;
  /** The pause before storing, in milliseconds. Pass 0 for a draft that is not typed letter by letter. */
  readonly pause?: number;
  /** Called with false when the browser fails to store the draft, and with true when it stores it again after such a failure. */
  keeping?(isKept: boolean): void;
}

/** All drafts that are open in this page. */
const opened = new Set<{ readonly userId: string; readonly chat: string; write(): Promise<void> }>();

/** The drafts that were opened in this page, and whose stored version was not read (yet). `drop` forgets what is to be stored. */
const unread = new Set<{ readonly userId: string; readonly chat: string; drop(): void }>();

/**
 * Which of these drafts may be deleted because they are being sent. A stored draft that was not read yet is not part of what is sent:
 * it stays, and what was typed without it is not stored in its place.
 */
export function draftsToDelete(userId: string, chats: readonly string[]): string[] {
  const left = [...unread].filter((draft) => draft.userId === userId && chats.includes(draft.chat));
  for (const draft of left) draft.drop();
  return chats.filter((chat) => !left.some((draft) => draft.chat === chat));
}

/**
 * Stores at once the pending text of these drafts. Call it before their stored texts are deleted; otherwise a later write would
 * bring them back.
 */
export async function writeDrafts(userId: string, chats: readonly string[]): Promise<void> {
  const due = [...opened].filter((draft) => draft.userId === userId && chats.includes(draft.chat));
  await Promise.all(due.map((draft) => draft.write()));
}

/** A stored draft; null if there is none. One that cannot be parsed is moved to the quarantine. Rejects if the browser fails. */
export async function readDraft<Schema extends GenericSchema>(
  userId: string,
  chat: string,
  schema: Schema,
): Promise<InferOutput<Schema> | null> {
  const row: { draft?: unknown } | undefined = await (await database()).get('drafts', [userId, chat]);
  if (!row) return null;
  const { success, output } = safeParse(schema, row.draft);
  if (success) return output;
  await setAside(userId, 'draft', row, { store: 'drafts', key: [userId, chat] });
  return null;
}

/** Changes a stored draft that is not open on any screen. Rejects if the browser cannot store it. */
export async function changeDraft<Schema extends GenericSchema>(
  userId: string,
  chat: string,
  schema: Schema,
  change: (draft: InferOutput<Schema> | null) => InferOutput<Schema>,
): Promise<void> {
  const draft = change(await readDraft(userId, chat, schema));
  await (await database()).put('drafts', { userId, chat, draft });
  announceDrafts(userId);
}

/** Opens a member's draft. */
export function openDraft<Schema extends GenericSchema>({
  userId,
  chat,
  schema,
  restored,
  pause = PAUSE,
  keeping,
}: DraftOptions<Schema>): DraftStore<InferOutput<Schema>> {
  type Draft = InferOutput<Schema>;
  let pending: { draft: Draft | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  let isForgotten = false;
  let isKept = true;
  /** The reading of the stored draft. Nothing is written before it has ended, because the stored draft would be replaced unread. */
  let reading: Promise<void>;
  let isRead = false;
  /** All writes so far. */
  let writing: Promise<unknown> = Promise.resolve();
  /** Removes this draft from the unread drafts that the tray lists; null if it is not listed. */
  let settle: (() => void) | null = null;

  const find = async () => {
    // The note is looked for before the draft is read. When a draft is sent, the draft is deleted first and its note afterwards. If the
    // draft were read first here, both could be deleted between the two steps, and a sent draft would be restored.
    const row: { draft?: unknown } | undefined = isDraftSent(userId, chat)
      ? undefined
      : await (await database()).get('drafts', [userId, chat]);
    unread.delete(entry);
    settle?.();
    settle = null;
    if (!row) return;
    const { success, output } = safeParse(schema, row.draft);
    if (!success) return setAside(userId, 'draft', row, { store: 'drafts', key: [userId, chat] });
    // A screen that was closed before, or whose draft was empty, did not know this one and must not replace or delete it.
    if (!isOpen || pending?.draft === null) pending = null;
    if (isOpen) restored(output);
  };
  /**
   * Reads the draft, later if the database opens late. A draft that the browser fails to read stays stored and is listed in the
   * tray.
   */
  const restore = async () => {
    const isThere = await database().then(
      () => true,
      () => false,
    );
    if (!isThere)
      return whenOpenedLate(() => {
        if (isOpen) read();
        else unread.delete(entry);
      });
    await find().catch((error) => {
      console.error('A draft of this browser cannot be read', error);
      settle ??= noteUnread(userId, chat, restore);
    });
  };
  const store = async (draft: Draft | null) => {
    const db = await database();
    if (isForgotten) return;
    const transaction = db.transaction('drafts', 'readwrite');
    const change =
      draft === null ? transaction.store.delete([userId, chat]) : transaction.store.put({ userId, chat, draft });
    // Without an explicit commit the browser aborts the transaction when the page closes at this moment.
    transaction.commit();
    await Promise.all([change, transaction.done]);
    unread.delete(entry);
    announceDrafts(userId);
    settle?.();
    settle = null;
  };
  const read = () => {
    isRead = false;
    reading = restore().then(() => {
      isRead = true;
    });
  };
  const report = (isStored: boolean) => {
    if (isOpen && isStored !== isKept) keeping?.(isStored);
    isKept = isStored;
  };
  const write = async () => {
    clearTimeout(timer);
    // Otherwise the transaction begins at once, because the page may be closing.
    if (!isRead) await reading;
    if (pending) {
      const { draft } = pending;
      pending = null;
      const put = store(draft).then(
        () => report(true),
        (error) => {
          console.error('This browser cannot keep a draft', error);
          // One that could not be deleted is no loss.
          if (draft !== null) report(false);
        },
      );
      writing = Promise.all([writing, put]);
    }
    await writing;
  };
  const entry = {
    userId,
    chat,
    write,
    drop() {
      clearTimeout(timer);
      pending = null;
    },
  };
  opened.add(entry);
  unread.add(entry);
  read();
  window.addEventListener('pagehide', write);
  const ignoreForgetting = whenForgotten(userId, () => {
    isForgotten = true;
  });

  return {
    order(draft) {
      pending = { draft };
      clearTimeout(timer);
      timer = setTimeout(write, pause);
    },
    close() {
      isOpen = false;
      window.removeEventListener('pagehide', write);
      void write();
      opened.delete(entry);
      ignoreForgetting();
    },
  };
}
