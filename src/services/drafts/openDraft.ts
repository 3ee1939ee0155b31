import { array, type GenericSchema, type InferOutput, safeParse } from 'valibot';
import { database, whenOpenedLate, whenWiped } from '../storage/database';
import { whenForgotten } from '../storage/forget';
import { sentDrafts } from '../submissions/journal';
import { listUnreadable, setAside } from '../submissions/quarantine';
import { world } from '../world';
import { announceDrafts, whenDraftsChange } from './draftNews';
import { changeRow, draftRows, draftsIn, putRow, readRow, type StoredDraft } from './draftRows';
import { readNewest, registerOpen } from './drafts';

/** A draft is stored when the member has not typed for this time, in milliseconds. */
const PAUSE = 300;

/** The stored draft of one member under one key, for example that of a chat. */
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
  /** The key of the draft: that of a chat, or one of `draftKeys`. */
  readonly key: string;
  /** The shape of a stored draft. A draft of another shape is moved to the quarantine, and the new one starts empty. */
  readonly schema: Schema;
  /** Called with the stored draft, if there is one. */
  restored(draft: InferOutput<Schema>): void;
  /** The pause before storing, in milliseconds. Pass 0 for a draft that is not typed letter by letter. */
  readonly pause?: number;
  /** Whether all tabs show one draft, so that what is stored last replaces what another tab has stored. */
  readonly isShared?: boolean;
  /**
   * Called when another tab that shows the same has sent, changed or deleted it, and nothing was written here since: with all that is
   * stored now, the newest first.
   */
  replaced?(drafts: readonly InferOutput<Schema>[]): void;
  /** Called with false when the browser fails to store the draft, and with true when it stores it again after such a failure. */
  keeping?(isKept: boolean): void;
  /** Called when it is known whether there is a stored draft, after `restored`. */
  known?(): void;
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

/** Opens a member's draft. */
export function openDraft<Schema extends GenericSchema>({
  userId,
  key,
  schema,
  restored,
  pause = PAUSE,
  isShared = false,
  replaced,
  keeping,
  known,
}: DraftOptions<Schema>): DraftStore<InferOutput<Schema>> {
  type Draft = InferOutput<Schema>;
  const { mine, unregister } = registerOpen(userId, key, { take, store: storeNow });
  let pending: { draft: Draft | null } | null = null;
  /** What the browser could not store. */
  let unstored: { draft: Draft | null } | null = null;
  /** The versions that were sent from this page: they are not shown here any more. */
  let sent: readonly string[] = [];
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

  read();
  const writeLast = () => void write(true);
  window.addEventListener('pagehide', writeLast);
  const ignoreForgetting = whenForgotten(userId, (isSo) => {
    isForgotten = isSo;
  });
  const stopFollowing = replaced && followNews();

  return {
    save(draft) {
      pending = { draft };
      clearTimeout(timer);
      timer = setTimeout(write, pause);
    },
    async readAgain() {
      const { seen } = mine;
      const newest = await readNewest(userId, key, schema);
      const isNew = newest ? !seen.includes(newest.version) : seen.length > 0;
      if (!isOpen || !isRead || pending || inFlight || mine.seen !== seen || !isNew) return undefined;
      mine.seen = newest ? [newest.version] : [];
      return newest?.draft ?? null;
    },
    close() {
      isOpen = false;
      stopFollowing?.();
      void write().then(() => {
        unregister();
        // Until then the page may close, and its browser would abort a write that has begun.
        window.removeEventListener('pagehide', writeLast);
      });
      ignoreForgetting();
    },
  };

  function read(): void {
    isRead = false;
    reading = restore().then(() => {
      isRead = true;
      known?.();
    });
  }

  /**
   * Reads the draft, later if the database opens later. A draft that the browser fails to read stays stored and is listed in the
   * tray.
   */
  async function restore(): Promise<void> {
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
      settle ??= listUnreadable(userId, key, restore);
    });
  }

  async function find(): Promise<void> {
    const isSent = sentDrafts(userId);
    const row = await readRow(userId, key);
    // What this page has written itself is shown already: it may have been stored before the database could be read.
    const found = draftsIn(row).filter(({ version }) => !isSent(key, version) && !mine.seen.includes(version));
    unlist();
    if (found.length === 0) return;
    const { success, output } = safeParse(
      array(schema),
      found.map(({ draft }) => draft),
    );
    if (!success) return setAside(userId, key, row);
    // A screen that was closed before, or whose draft was empty, did not know this one and must not replace or delete it.
    if (!isOpen || pending?.draft === null) pending = null;
    if (!isOpen) return;
    mine.seen = [...mine.seen, ...found.map(({ version }) => version)];
    // The newest first: each one that follows comes before what is shown already (DECISIONS 250).
    for (const draft of output) restored(draft);
  }

  function unlist(): void {
    settle?.();
    settle = null;
  }

  function followNews(): () => void {
    const stopWatching = whenDraftsChange(userId, follow);
    // What the browser has deleted together with its database was neither sent nor changed.
    const ignoreWiping = whenWiped(() => {
      mine.seen = [];
    });
    return () => {
      stopWatching();
      ignoreWiping();
    };
  }

  /** What this tab shows may have been sent, changed or deleted in another one that shows it, too. */
  async function follow(): Promise<void> {
    const { seen } = mine;
    const shown = seen.filter((version) => !sent.includes(version));
    const isSent = sentDrafts(userId);
    const found = draftsIn(await readRow(userId, key)).filter(({ version }) => !isSent(key, version));
    const isThere = (version: string) => found.some((stored) => stored.version === version);
    if (shown.every(isThere) || !isOpen || !isRead || pending || inFlight || unstored || mine.seen !== seen) return;
    const { success, output } = safeParse(
      array(schema),
      found.map(({ draft }) => draft),
    );
    // One that cannot be read is set aside when the draft is opened the next time.
    if (!success) return;
    mine.seen = found.map(({ version }) => version);
    mine.others = [];
    replaced?.(output);
  }

  /** The draft was sent: what is not stored yet is stored now, if the stored draft was read. */
  async function take(): Promise<void> {
    if (isRead) {
      const written = write();
      sent = mine.seen;
      return written;
    }
    clearTimeout(timer);
    pending = null;
  }

  function storeNow(): Promise<void> {
    pending ??= unstored;
    return write();
  }

  async function write(isClosing = false): Promise<void> {
    clearTimeout(timer);
    // Otherwise the transaction begins at once, because the page may be closing.
    if (!isRead) await reading;
    if (pending) {
      const { draft } = pending;
      const written = draft === null ? null : { version: world.createId(), draft };
      pending = null;
      if (written) mine.seen = [...mine.seen, written.version];
      put({ written }, isClosing);
    } else if (isClosing && inFlight) putInstead(inFlight);
    await allWritten();
  }

  /** Stores a change again, because the write that is going on reads the row first, so that the browser may abort it. */
  function putInstead(change: Change): void {
    change.isReplaced = true;
    // Ended here, because the new write would wait for it.
    if (change.transaction) abort(change.transaction);
    put({ written: change.written }, true);
  }

  /** Waits for all writes, and for those that begin meanwhile: one that another write has replaced has stored nothing. */
  async function allWritten(): Promise<void> {
    for (let all = null; all !== writing; ) {
      all = writing;
      await all;
    }
  }

  function put(change: Change, isClosing: boolean): void {
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
  }

  async function store(change: Change, isClosing: boolean): Promise<void> {
    const { written } = change;
    const { seen } = mine;
    const db = await database();
    if (isForgotten || change.isReplaced) return;
    const rows = draftRows(db);
    if (isShared || isClosing) {
      const put = putRow(rows, userId, key, written ? [written, ...mine.others] : mine.others);
      // Without an explicit commit the browser aborts the transaction when the page closes at this moment. For the same reason the row is
      // not read in it.
      rows.transaction.commit();
      await Promise.all([put, rows.transaction.done]);
    } else {
      change.transaction = rows.transaction;
      const others = changeRow(rows, userId, key, seen, written);
      await Promise.all([others, rows.transaction.done]);
      mine.others = await others;
    }
    mine.seen = mine.seen.filter((version) => version === written?.version || !seen.includes(version));
    announceDrafts(userId);
    // It was replaced unless the browser can read it again.
    if (written && mine.others.length === 0) unlist();
  }

  function report(isStored: boolean): void {
    if (isOpen && isStored !== isKept) keeping?.(isStored);
    isKept = isStored;
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed already.
  }
}
