import { safeParse } from 'valibot';
import { FileDraft, fileOf } from '../contract/drafts';
import { Submission } from '../contract/submissions';
import { announceDrafts } from './chatDrafts';
import { type Database, database, whenOpenedLate } from './database';
import { writeDrafts } from './drafts';
import { fileDraftOf, fileDraftsWritten } from './fileDrafts';
import { whenForgotten } from './forget';
import { isNoted, type Noted, note, notesOf, strike, strikeVersion } from './journal';
import {
  channelOf,
  deleteQuarantined,
  type Quarantined,
  readAgain,
  readQuarantine,
  saveCopy,
  setAside,
} from './quarantine';

/** The news that the store sends to the queue. */
type StoreNews =
  | {
      type: 'store.read';
      submissions: readonly Submission[];
      quarantined: readonly Quarantined[];
      withdrawn: readonly string[];
    }
  | { type: 'store.kept'; id: string }
  | { type: 'store.failed'; id: string }
  | { type: 'store.removed'; id: string }
  | { type: 'store.tight'; room: number | null };

type StoreOrder =
  | { type: 'store.put'; submission: Submission; drafts?: readonly string[] }
  | { type: 'store.remove'; id: string; isWithdrawn?: true }
  | { type: 'store.moveLast'; id: string }
  | { type: 'quarantine.copy'; key: string }
  | { type: 'quarantine.retry'; key: string }
  | { type: 'quarantine.delete'; key: string };

/** The member is warned when less storage than this is free, in bytes. It is room for about twenty photos. */
const TIGHT = 20_000_000;

/**
 * Opens the store of one member's submissions. It is on disk and shared by all tabs. Orders are carried out one after the other.
 * Other tabs are told of each change and read the store again. Malformed records are moved to the quarantine.
 */
export function openSubmissionStore(
  userId: string,
  say: (news: StoreNews) => void,
): { order(order: StoreOrder): void; close(): void } {
  const channel = channelOf(userId);
  let isOpen = true;
  let isForgotten = false;
  const ignoreForgetting = whenForgotten(userId, () => {
    isForgotten = true;
  });
  let hasAsked = false;
  /** Those that another tab is withdrawing: when they are gone, they were not sent. */
  const withdrawing = new Set<string>();
  let work: Promise<unknown> = Promise.resolve();
  const tell = (news: StoreNews) => isOpen && say(news);
  const enqueue = (task: () => Promise<void>) => {
    work = work.then(task);
  };

  const read = async () => {
    try {
      const db = await database();
      // The tab that sends may be another one, and may have read the store before.
      if (!isForgotten && (await recover(db, userId))) channel.postMessage(null);
      const submissions = await readGood(db, userId);
      const quarantined = await readQuarantine(userId);
      const present = new Set(submissions.map(({ id }) => id));
      const withdrawn = [...withdrawing].filter((id) => !present.has(id));
      for (const id of withdrawn) withdrawing.delete(id);
      tell({ type: 'store.read', submissions, quarantined, withdrawn });
    } catch (error) {
      console.error('What waits in this browser cannot be read', error);
      whenOpenedLate(() => isOpen && enqueue(read));
    }
  };
  /** @param noted the entry in the journal */
  const put = async (submission: Submission, texts: readonly string[], noted: string | null) => {
    const { id } = submission;
    try {
      const db = await database();
      await Promise.all([writeDrafts(userId, texts), fileDraftsWritten()]);
      const drafts = [...texts, fileDraftOf(submission) ?? []].flat();
      if (isForgotten) throw new Error('The member is forgotten here');
      const transaction = db.transaction(['submissions', 'drafts'], 'readwrite', {
        durability: 'strict',
      });
      const store = transaction.objectStore('submissions');
      const seq = await store.index('submission').getKey([userId, id]);
      await Promise.all([
        store.put({ userId, id, submission, ...(seq !== undefined && { seq }) }),
        ...drafts.map((draft) => transaction.objectStore('drafts').delete([userId, draft])),
        transaction.done,
      ]);
      strikeVersion(userId, id, noted);
      if (drafts.length > 0) announceDrafts(userId);
      channel.postMessage(null);
      tell({ type: 'store.kept', id });
    } catch (error) {
      console.error('This browser cannot keep a submission', error);
      // The note stays, because it is the only copy. The drafts stay, too: what is written there from now on is something else.
      if (!isForgotten && isNoted(userId, id, noted)) note(userId, submission, [], fileDraftOf(submission));
      tell({ type: 'store.failed', id });
    }
    void lookForRoom();
  };
  const remove = async (id: string, isWithdrawn: boolean) => {
    strike(userId, id);
    if (isWithdrawn) channel.postMessage({ withdrawing: id });
    try {
      const store = (await database()).transaction('submissions', 'readwrite').store;
      const seq = await store.index('submission').getKey([userId, id]);
      if (seq !== undefined) await store.delete(seq);
      await store.transaction.done;
      channel.postMessage(null);
    } catch (error) {
      console.error('A submission cannot be taken from this browser', error);
    }
    tell({ type: 'store.removed', id });
  };
  const moveLast = async (id: string) => {
    const db = await database();
    if (isForgotten) return;
    const store = db.transaction('submissions', 'readwrite', { durability: 'strict' }).store;
    const row = await store.index('submission').get([userId, id]);
    if (row?.seq !== undefined) {
      const { seq, ...rest } = row;
      await store.delete(seq);
      await store.add(rest);
    }
    await store.transaction.done;
  };
  /** Asks the browser, once, not to clear the stored data, and reports when little storage is free. */
  const lookForRoom = async () => {
    try {
      // Not awaited, because some browsers ask the member.
      if (!hasAsked) navigator.storage?.persist?.().catch(() => {});
      hasAsked = true;
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      if (quota === undefined || usage === undefined) return;
      const room = Math.max(quota - usage, 0);
      tell({ type: 'store.tight', room: room < TIGHT ? room : null });
    } catch (error) {
      console.error('The room in this browser is not known', error);
    }
  };
  const carryOut = async (order: StoreOrder, noted: string | null) => {
    switch (order.type) {
      case 'store.put':
        return put(order.submission, order.drafts ?? [], noted);
      case 'store.moveLast':
        return moveLast(order.id).catch((error) => console.error('A kept submission cannot be moved', error));
      case 'store.remove':
        return remove(order.id, order.isWithdrawn === true);
      case 'quarantine.copy':
        return saveCopy(order.key).catch((error) => console.error('No copy can be saved', error));
      case 'quarantine.retry':
        await readAgain(order.key);
        return read();
      case 'quarantine.delete':
        await deleteQuarantined(order.key).catch((error) => console.error('A record cannot be deleted', error));
        channel.postMessage(null);
        return read();
    }
  };

  channel.onmessage = ({ data }) => {
    const id: unknown = data?.withdrawing;
    if (typeof id === 'string') withdrawing.add(id);
    else enqueue(read);
  };
  enqueue(read);
  return {
    order(order) {
      // Noted at once, because the page may be killed before the first order is carried out.
      const noted =
        order.type === 'store.put' && !isForgotten
          ? note(userId, order.submission, order.drafts ?? [], fileDraftOf(order.submission))
          : null;
      enqueue(() => carryOut(order, noted));
    },
    close() {
      isOpen = false;
      channel.onmessage = null;
      ignoreForgetting();
      // Closed after the last orders, because they still notify the other tabs.
      enqueue(async () => channel.close());
    },
  };
}

/**
 * Stores what a page noted before it was killed, new submissions and changes of stored ones, and deletes the drafts from which they
 * were made. A malformed note of a new one is stored, too, and set aside when the rows are read.
 * @returns whether it has stored any
 */
async function recover(db: Database, userId: string): Promise<boolean> {
  let hasStored = false;
  for (const entry of notesOf(userId)) {
    const { id, drafts: texts, file, text } = entry;
    // Not read within the transaction, because a row that the browser cannot read would abort it.
    const draft = file === null ? undefined : await db.get('drafts', [userId, file]).catch(() => undefined);
    const seq = await db.getKeyFromIndex('submissions', 'submission', [userId, id]);
    const row = seq === undefined ? undefined : await db.get('submissions', seq).catch(() => undefined);
    const submission = seq === undefined ? newOf(entry, draft?.draft) : changedOf(entry, row?.submission);
    const transaction = db.transaction(['submissions', 'drafts'], 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore('submissions');
    const drafts = file === null ? texts : [...texts, file];
    // Checked within the transaction, because the tab that noted it may have stored, sent and removed it meanwhile.
    const isDue =
      submission !== undefined &&
      isNoted(userId, id, text) &&
      (await store.index('submission').getKey([userId, id])) === seq;
    if (isDue)
      await Promise.all([
        store.put({ userId, id, submission, ...(seq !== undefined && { seq }) }),
        ...drafts.map((key) => transaction.objectStore('drafts').delete([userId, key])),
      ]);
    await transaction.done;
    hasStored ||= isDue;
    strikeVersion(userId, id, text);
    if (drafts.length > 0) announceDrafts(userId);
  }
  return hasStored;
}

/**
 * The submission to store for a note without a row; undefined if its files are lost, as the drafts from which it was made are still
 * there then. It may be malformed.
 */
function newOf({ submission, file, hasFiles }: Noted, draft: unknown): unknown {
  if (file !== null) return withFile(submission, draft);
  return hasFiles ? undefined : submission;
}

/**
 * The submission to store for a note of a change; undefined if there is none that can be read. Of a submission with files only the row
 * has all; then the note tells whether a try may have arrived.
 */
function changedOf({ id, submission, hasFiles }: Noted, stored: unknown): Submission | undefined {
  const { wasTried, isByHand } = (submission ?? {}) as { readonly [Name in keyof Submission]?: unknown };
  const { success, output } = safeParse(Submission, hasFiles ? { ...(stored ?? {}), wasTried, isByHand } : submission);
  return success && output.id === id ? output : undefined;
}

/** A noted message with its file. Either may be malformed. */
function withFile(noted: unknown, draft: unknown): unknown {
  const { content, ...rest } = (noted ?? {}) as { readonly content?: { readonly media?: object } };
  const { success, output } = safeParse(FileDraft, draft);
  const blob = success ? fileOf(output) : draft;
  return { ...rest, content: { ...content, media: { ...content?.media, blob } } };
}

/** All well-formed submissions of a member, in order. Malformed ones are moved to the quarantine. */
async function readGood(db: Database, userId: string): Promise<Submission[]> {
  const good: Submission[] = [];
  for (const [key, row] of await readRows(db, userId)) {
    const { success, output } = safeParse(Submission, row?.submission);
    if (success && output.id === row?.id) good.push(output);
    else await setAside(userId, whatOf(row), row, { store: 'submissions', key });
  }
  return good;
}

/** A row that may be malformed. */
type Found = { readonly id?: unknown; readonly submission?: unknown } | undefined;

/** The rows of a member with their keys, in order. If the browser cannot read all at once, they are read one by one. */
async function readRows(db: Database, userId: string): Promise<(readonly [number, Found])[]> {
  try {
    const rows = await db.getAllFromIndex('submissions', 'member', userId);
    return rows.map((row) => [row.seq ?? 0, row] as const).sort(([a], [b]) => a - b);
  } catch (error) {
    console.error('What waits in this browser cannot be read all at once', error);
  }
  const keys = await db.getAllKeysFromIndex('submissions', 'member', userId);
  return Promise.all(
    keys
      .sort((a, b) => a - b)
      .map(async (key) => [key, await db.get('submissions', key).catch(() => undefined)] as const),
  );
}

/** The kind that a malformed row names, or null. */
function whatOf(row: Found): string | null {
  const what = (row?.submission as { kind?: unknown } | null | undefined)?.kind;
  return typeof what === 'string' ? what : null;
}
