import { array, type GenericSchema, type InferOutput, safeParse } from 'valibot';
import { database, whenOpenedLate } from '../storage/database';
import { whenForgotten } from '../storage/forget';
import { sentDrafts } from '../submissions/journal';
import { noteUnreadable, setAside } from '../submissions/quarantine';
import { world } from '../world';
import { announceDrafts } from './chatDrafts';
import { changeRow, draftRows, draftsIn, putRow, readRow, type StoredDraft } from './draftRows';

/** A draft is stored when the member has not typed for this time, in milliseconds. */
const PAUSE = 300;

/** The stored draft of one member in one place, for example a chat. */
interface DraftStore<Draft> {
  /** Stores the draft after the pause. Null deletes it. */
  save(draft: Draft | null): void;
  /**
   * Reads the stored draft again: what another tab has stored since, or null if it was deleted. Undefined if nothing is new, or if an
   * unstored change of this page will overwrite it.
   */
  readAgain(): Promise<Draft | null | undefined>;
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
  /** Whether all tabs show one draft, so that what is stored last replaces what another tab has stored. */
  readonly isShared?: boolean;
  /** Called with false when the browser fails to store the draft, and with true when it stores it again after such a failure. */
  keeping?(isKept: boolean): void;
  /** Called when it is known whether there is a stored draft, after `restored`. */
  known?(): void;
}

/** What this page knows of one stored draft. */
interface Known {
  /** The versions in the store that are part of what this page shows. It replaces and deletes only these. */
  seen: readonly string[];
  /** Those that other tabs have stored beside them, as this page read them last. */
  others: readonly StoredDraft[];
}

/** A change that is being stored. */
interface Change {
  /** The draft that is written; null if the stored one is deleted. */
  readonly written: StoredDraft | null;
  /** Its transaction, once that has begun and if it reads first. */
  transaction?: { abort(): void };
  /** Whether another write stores it instead, because the page closes. */
  isReplaced?: boolean;
}

const keyOf = (userId: string, chat: string) => `${userId} ${chat}`;
/** All drafts that were opened in this page. It stays when a draft is closed, because a form may be closed before it is sent. */
const known = new Map<string, Known>();
/** All drafts that are open in this page, or are still being written. */
const opened = new Set<{ readonly key: string; take(): Promise<void>; store(): Promise<void> }>();

/** The drafts from which a submission was made. */
export interface TakenDrafts {
  /** Their keys. */
  readonly drafts: readonly string[];
  /** Their stored versions that the submission contains. Only these may be deleted when it is stored. */
  readonly versions: readonly string[];
  /** Ends when all of these versions are stored. */
  readonly written: Promise<unknown>;
}

/**
 * Call it when these drafts are sent. What is not stored yet is stored at once; otherwise a later write would bring it back. A stored
 * draft that was not read yet is not part of what is sent: it stays, and what was typed without it is not stored.
 */
export function takeDrafts(userId: string, chats: readonly string[]): TakenDrafts {
  const keys = chats.map((chat) => keyOf(userId, chat));
  const due = [...opened].filter(({ key }) => keys.includes(key));
  const written = Promise.all(due.map((draft) => draft.take()));
  return { drafts: chats, versions: keys.flatMap((key) => known.get(key)?.seen ?? []), written };
}

/**
 * Stores at once what is written in these drafts, also what the browser could not store before. Call it before and after you delete the
 * submission that was taken back into them: before, because it is the only copy; after, because there may be room only then.
 */
export async function storeDrafts(userId: string, chats: readonly string[]): Promise<void> {
  const keys = chats.map((chat) => keyOf(userId, chat));
  await Promise.all([...opened].filter(({ key }) => keys.includes(key)).map((draft) => draft.store()));
}

/** A stored draft, with its version; null if there is none. One that cannot be parsed is moved to the quarantine. */
async function readNewest<Schema extends GenericSchema>(userId: string, chat: string, schema: Schema) {
  const row = await readRow(userId, chat);
  const [newest] = draftsIn(row);
  if (!newest) return null;
  const { success, output } = safeParse(schema, newest.draft);
  if (success) return { version: newest.version, draft: output };
  await setAside(userId, chat, row);
  return null;
}

/** A stored draft; null if there is none. One that cannot be parsed is moved to the quarantine. Rejects if the browser fails. */
export async function readDraft<Schema extends GenericSchema>(
  userId: string,
  chat: string,
  schema: Schema,
): Promise<InferOutput<Schema> | null> {
  return (await readNewest(userId, chat, schema))?.draft ?? null;
}

/** Changes a stored draft that is not open on any screen. Rejects if the browser cannot store it. */
export async function changeDraft<Schema extends GenericSchema>(
  userId: string,
  chat: string,
  schema: Schema,
  change: (draft: InferOutput<Schema> | null) => InferOutput<Schema>,
): Promise<void> {
  const newest = await readNewest(userId, chat, schema);
  const draft = change(newest?.draft ?? null);
  const written = { version: world.createId(), draft };
  await changeRow(draftRows(await database()), userId, chat, newest ? [newest.version] : [], written);
  announceDrafts(userId);
}

/** Opens a member's draft. */
export function openDraft<Schema extends GenericSchema>({
  userId,
  chat,
  schema,
  restored,
  pause = PAUSE,
  isShared = false,
  keeping,
  known: tellKnown,
}: DraftOptions<Schema>): DraftStore<InferOutput<Schema>> {
  type Draft = InferOutput<Schema>;
  const key = keyOf(userId, chat);
  const mine: Known = { seen: [], others: [] };
  let pending: { draft: Draft | null } | null = null;
  /** What the browser could not store. */
  let unstored: { draft: Draft | null } | null = null;
  /** The last change that is being stored. */
  let inFlight: Change | null = null;
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
    const isSent = sentDrafts(userId);
    const row = await readRow(userId, chat);
    // What this page has written itself is shown already: it may have been stored before the database could be read.
    const found = draftsIn(row).filter(({ version }) => !isSent(chat, version) && !mine.seen.includes(version));
    settle?.();
    settle = null;
    if (found.length === 0) return;
    const { success, output } = safeParse(
      array(schema),
      found.map(({ draft }) => draft),
    );
    if (!success) return setAside(userId, chat, row);
    // A screen that was closed before, or whose draft was empty, did not know this one and must not replace or delete it.
    if (!isOpen || pending?.draft === null) pending = null;
    if (!isOpen) return;
    mine.seen = [...mine.seen, ...found.map(({ version }) => version)];
    // The newest first: each one that follows comes before what is shown already (DECISIONS 250).
    for (const draft of output) restored(draft);
  };
  /**
   * Reads the draft, later if the database opens later. A draft that the browser fails to read stays stored and is listed in the
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
      });
    await find().catch((error) => {
      console.error('A draft of this browser cannot be read', error);
      settle ??= noteUnreadable(userId, chat, restore);
    });
  };
  const store = async (change: Change, isClosing: boolean) => {
    const { written } = change;
    const { seen } = mine;
    const db = await database();
    if (isForgotten || change.isReplaced) return;
    const rows = draftRows(db);
    if (isShared || isClosing) {
      const put = putRow(rows, userId, chat, written ? [written, ...mine.others] : mine.others);
      // Without an explicit commit the browser aborts the transaction when the page closes at this moment. For the same reason the row is
      // not read in it.
      rows.transaction.commit();
      await Promise.all([put, rows.transaction.done]);
    } else {
      change.transaction = rows.transaction;
      const others = changeRow(rows, userId, chat, seen, written);
      await Promise.all([others, rows.transaction.done]);
      mine.others = await others;
    }
    mine.seen = mine.seen.filter((version) => version === written?.version || !seen.includes(version));
    announceDrafts(userId);
    // It was replaced unless the browser can read it again.
    if (!written || mine.others.length > 0) return;
    settle?.();
    settle = null;
  };
  const read = () => {
    isRead = false;
    reading = restore().then(() => {
      isRead = true;
      tellKnown?.();
    });
  };
  const report = (isStored: boolean) => {
    if (isOpen && isStored !== isKept) keeping?.(isStored);
    isKept = isStored;
  };
  const put = (change: Change, isClosing: boolean) => {
    const { written } = change;
    inFlight = change;
    const ended = store(change, isClosing)
      .then(
        () => {
          unstored = null;
          report(true);
        },
        (error) => {
          if (change.isReplaced) return;
          console.error('This browser cannot keep a draft', error);
          mine.seen = mine.seen.filter((version) => version !== written?.version);
          unstored = written && { draft: written.draft as Draft };
          // One that could not be deleted is no loss.
          if (written) report(false);
        },
      )
      .then(() => {
        if (inFlight === change) inFlight = null;
      });
    writing = Promise.all([writing, ended]);
  };
  const write = async (isClosing = false) => {
    clearTimeout(timer);
    // Otherwise the transaction begins at once, because the page may be closing.
    if (!isRead) await reading;
    if (pending) {
      const { draft } = pending;
      const written = draft === null ? null : { version: world.createId(), draft };
      pending = null;
      if (written) mine.seen = [...mine.seen, written.version];
      put({ written }, isClosing);
    } else if (isClosing && inFlight) {
      // That write reads the row first, so the browser may abort it. It is ended here, because this one would wait for it.
      const { written, transaction } = inFlight;
      inFlight.isReplaced = true;
      try {
        transaction?.abort();
      } catch {
        // It is being committed already.
      }
      put({ written }, isClosing);
    }
    // A write that ends because another one stores it instead has stored nothing.
    for (let all = null; all !== writing; ) {
      all = writing;
      await all;
    }
  };
  const entry = {
    key,
    async take() {
      if (isRead) return write();
      clearTimeout(timer);
      pending = null;
    },
    store() {
      pending ??= unstored;
      return write();
    },
  };
  opened.add(entry);
  known.set(key, mine);
  read();
  const writeLast = () => void write(true);
  window.addEventListener('pagehide', writeLast);
  const ignoreForgetting = whenForgotten(userId, (isSo) => {
    isForgotten = isSo;
  });

  return {
    save(draft) {
      pending = { draft };
      clearTimeout(timer);
      timer = setTimeout(write, pause);
    },
    async readAgain() {
      const { seen } = mine;
      const newest = await readNewest(userId, chat, schema);
      const isNew = newest ? !seen.includes(newest.version) : seen.length > 0;
      if (!isOpen || !isRead || pending || inFlight || mine.seen !== seen || !isNew) return undefined;
      mine.seen = newest ? [newest.version] : [];
      return newest?.draft ?? null;
    },
    close() {
      isOpen = false;
      void write().then(() => {
        opened.delete(entry);
        // Until then the page may close, and its browser would abort a write that has begun.
        window.removeEventListener('pagehide', writeLast);
      });
      ignoreForgetting();
    },
  };
}
