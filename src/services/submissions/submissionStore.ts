import type { Submission } from '../../contract/submissions';
import type { Removal, StoreCommand, StoreEvent } from '../../machines/submissions/ports';
import { backOff } from '../../rules/submissions/retry';
import { announceDrafts } from '../drafts/draftNews';
import { storeDrafts, type TakenDrafts, takeDrafts } from '../drafts/drafts';
import { fileDraftOf, fileDraftsWritten } from '../drafts/fileDrafts';
import { database, whenOpenedLate, whenWiped } from '../storage/database';
import { whenForgotten } from '../storage/forget';
import { world } from '../world';
import { entriesOf, hasEntry, removeEntry, removeVersion, whenWritten, writeEntry, writeRemoval } from './journal';
import { registerPage, whenPageGone } from './livePages';
import { channelOf, deleteQuarantined, readAgain, readQuarantine, saveCopy } from './quarantine';
import { withReadableFiles } from './readableFiles';
import { orphansOf, readStored, recover } from './submissionRecovery';
import { deleteSubmissions, deleteTakenDrafts, moveSubmissionLast, storeSubmission } from './submissionRows';

/** The member is warned when less storage than this is free, in bytes. It is room for about twenty photos. */
const TIGHT = 20_000_000;

const noDrafts: TakenDrafts = { drafts: [], versions: [], written: Promise.resolve() };

/**
 * Opens the store of one member's submissions. It is on disk and shared by all tabs. Commands are carried out one after the other.
 * Other tabs are told of each change and read the store again.
 */
export function openSubmissionStore(
  userId: string,
  say: (news: StoreEvent) => void,
): { execute(command: StoreCommand): void; close(): void } {
  const channel = channelOf(userId);
  let isOpen = true;
  let isForgotten = false;
  const ignoreForgetting = whenForgotten(userId, (isSo) => {
    isForgotten = isSo;
  });
  /** Whether the browser was asked not to clear the stored data. */
  let hasAsked = false;
  const thisPage = registerPage();
  const closing = new AbortController();
  /** Ids of submissions that another tab is withdrawing. If one disappears from the database, it was not sent. */
  const withdrawing = new Set<string>();
  /** Ids of submissions that were in the database. If one disappears from it, another tab has sent or withdrawn it. */
  const kept = new Set<string>();
  /** Ids of submissions that were in a database that the browser has deleted. The tab that sends stores them again (DECISIONS 266). */
  const lost = new Set<string>();
  /** Ids of submissions that a new one replaces, by the id of the new one. Each stays in the database until the new one is there. */
  const replaced = new Map<string, string>();
  const madeFrom = createMadeFrom(userId);
  /** The last command about each submission. */
  const last = new Map<string, StoreCommand>();
  /** The number of consecutive reads that failed. */
  let failures = 0;
  let nextRead: ReturnType<typeof setTimeout> | undefined;
  let work: Promise<unknown> = Promise.resolve();
  const tell = (news: StoreEvent) => isOpen && say(news);
  const enqueue = (task: () => Promise<unknown>) => {
    work = work.then(task).catch((error) => console.error('The store of submissions failed', error));
  };

  /**
   * A read that fails is tried again until it succeeds.
   * @returns what is only in entries of pages that are gone
   */
  const read = async (): Promise<Submission[]> => {
    clearTimeout(nextRead);
    try {
      const db = await database();
      const recovered = await recover(db, userId, isForgotten ? [] : entriesOf(userId));
      // The tab that sends may be another one, and may have read the store before.
      if (recovered.hasStored) channel.postMessage(null);
      const { submissions, unreadable, unreadableIds } = await readStored(db, userId, recovered);
      const quarantined = await readQuarantine(userId, unreadable);
      const orphans = await orphansOf(recovered);
      const present = new Set(submissions.map(({ id }) => id));
      for (const id of present) {
        kept.add(id);
        lost.delete(id);
      }
      failures = 0;
      tell({
        type: 'store.read',
        submissions,
        quarantined,
        withdrawn: [...withdrawing, ...unreadableIds].filter((id) => !present.has(id)),
        lost: isForgotten ? [] : [...lost],
      });
      return orphans.filter(({ id }) => !present.has(id));
    } catch (error) {
      console.error('What waits in this browser cannot be read', error);
      failures++;
      // A single failure may be an accident. It is not reported, so that this tab does not stop sending because of it.
      if (failures > 1) tell({ type: 'store.unreadable' });
      if (isOpen) nextRead = setTimeout(() => enqueue(read), backOff(failures, world.random()));
      whenOpenedLate(readLater);
      return [];
    }
  };
  const readLater = () => isOpen && enqueue(read);
  /** The database does not have the replaced submission any more. */
  const forget = (id: string, old: string) => {
    replaced.delete(id);
    kept.delete(old);
    removeEntry(userId, old);
    tell({ type: 'store.removed', id: old });
  };
  /** @param entry the entry in the journal */
  const put = async (submission: Submission, taken: TakenDrafts, entry: string | null) => {
    const { id } = submission;
    try {
      const db = await database();
      await Promise.all([taken.written, fileDraftsWritten()]);
      // Written below as one record with its files, so one that cannot be read would fail the record.
      const whole = await withReadableFiles(userId, submission);
      const file = fileDraftOf(submission);
      if (isForgotten) throw new Error('The member is forgotten here');
      const old = replaced.get(id);
      const isStored = await storeSubmission(db, userId, whole, { wasKept: kept.has(id), replaces: old, taken, file });
      removeVersion(userId, id, entry);
      if (file || taken.drafts.length > 0) announceDrafts(userId);
      if (old) forget(id, old);
      channel.postMessage(null);
      kept.add(id);
      lost.delete(id);
      madeFrom.forget(id, taken);
      tell({ type: 'store.kept', id });
      if (!isStored || failures > 0) enqueue(read);
    } catch (error) {
      console.error('This browser cannot keep a submission', error);
      // The entry stays, because it is the only copy. It is rewritten without the keys of the text drafts, so that its recovery does not
      // delete them: what the member types into them from now on is something else.
      if (!isForgotten && hasEntry(userId, id, entry)) writeNow(submission);
      tell({ type: 'store.failed', id });
    }
    void lookForRoom();
  };
  /** @param sent the drafts that were sent with it, if it was sent from memory. What was written since then has other versions. */
  const remove = async (command: Removal, sent: TakenDrafts, ordered: string | null) => {
    const { id, drafts } = command;
    let entry = ordered;
    if (drafts) {
      // What is deleted here is the only copy until then (DECISIONS 384).
      await storeDrafts(userId, drafts);
      // If it was submitted again meanwhile, the journal has that.
      if (!isForgotten && last.get(id) === command) entry = writeRemoval(userId, id, thisPage.name);
    }
    // If the browser could not store the new one, it was sent from memory, and what it replaces is still stored.
    const old = replaced.get(id);
    try {
      const db = await database();
      await deleteSubmissions(db, userId, old ? [id, old] : [id]);
      await deleteTakenDrafts(db, userId, sent);
      removeVersion(userId, id, entry);
      if (old) forget(id, old);
      channel.postMessage({ removed: id });
    } catch (error) {
      // The entry stays, so that it is deleted when the store is read the next time.
      console.error('A submission cannot be taken from this browser', error);
    }
    // There may be room only now.
    if (drafts) await storeDrafts(userId, drafts);
    if (last.get(id) === command) last.delete(id);
    tell({ type: 'store.removed', id });
  };
  const moveLast = async (id: string) => {
    const db = await database();
    if (!isForgotten) await moveSubmissionLast(db, userId, id);
  };
  /** Asks the browser, once, not to clear the stored data, and reports when little storage is free. */
  const lookForRoom = async () => {
    // Not awaited, because some browsers ask the member.
    if (!hasAsked) navigator.storage?.persist?.().catch(() => {});
    hasAsked = true;
    const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
    if (quota === undefined || usage === undefined) return;
    const freeBytes = Math.max(quota - usage, 0);
    tell({ type: 'store.tight', freeBytes: freeBytes < TIGHT ? freeBytes : null });
  };
  const carryOut = async (command: StoreCommand, taken: TakenDrafts, entry: string | null) => {
    switch (command.type) {
      case 'store.put':
        return put(command.submission, taken, entry);
      case 'store.moveLast':
        return moveLast(command.id);
      case 'store.recover':
        tell({ type: 'store.recovered', unstored: await read() });
        return;
      case 'store.remove':
        return remove(command, taken, entry);
      case 'quarantine.copy':
        return saveCopy(command.key);
      case 'quarantine.retry':
        await readAgain(command.key);
        await read();
        return;
      case 'quarantine.delete':
        await deleteQuarantined(command.key).catch((error) => console.error('A record cannot be deleted', error));
        channel.postMessage(null);
        await read();
        return;
    }
  };

  const writeNow = (submission: Submission, { drafts, versions }: Partial<TakenDrafts> = {}) =>
    writeEntry(userId, submission, {
      drafts: drafts ?? [],
      versions: versions ?? [],
      replaces: replaced.get(submission.id) ?? null,
      file: fileDraftOf(submission) ?? null,
      isChange: kept.has(submission.id),
      page: thisPage.name,
    });
  /** Writes the entry of a command at once, because the page may be killed before the command is carried out. */
  const writeCommand = (command: StoreCommand, taken: TakenDrafts) => {
    if (isForgotten) return null;
    if (command.type === 'store.put') return writeNow(command.submission, taken);
    // One that was taken back into drafts is deleted only after they are stored.
    return command.type === 'store.remove' && !command.drafts ? writeRemoval(userId, command.id, thisPage.name) : null;
  };

  channel.onmessage = ({ data }) => {
    lost.delete(data?.removed ?? data?.withdrawing);
    const id: unknown = data?.withdrawing;
    if (typeof id === 'string') withdrawing.add(id);
    else enqueue(read);
  };
  const ignoreWiping = whenWiped(() => {
    for (const id of kept) lost.add(id);
    kept.clear();
    enqueue(read);
  });
  const watched = new Set<string>();
  const ignoreEntries = whenWritten(userId, (page) => {
    if (watched.has(page)) return;
    watched.add(page);
    whenPageGone(page, closing.signal, () => {
      watched.delete(page);
      enqueue(read);
    });
  });
  enqueue(read);
  return {
    execute(command) {
      if (command.type === 'store.put' && command.replaces !== undefined) {
        replaced.set(command.submission.id, command.replaces);
        channel.postMessage({ withdrawing: command.replaces });
      }
      const taken = madeFrom.takenBy(command);
      const entry = writeCommand(command, taken);
      if (command.type === 'store.put') last.set(command.submission.id, command);
      if (command.type === 'store.remove') {
        last.set(command.id, command);
        kept.delete(command.id);
        lost.delete(command.id);
        if (command.isWithdrawn) channel.postMessage({ withdrawing: command.id });
      }
      enqueue(() => carryOut(command, taken, entry));
    },
    close() {
      isOpen = false;
      channel.onmessage = null;
      clearTimeout(nextRead);
      closing.abort();
      ignoreEntries();
      ignoreForgetting();
      ignoreWiping();
      // Closed after the last commands, because they still notify the other tabs.
      enqueue(async () => {
        channel.close();
        thisPage.end();
      });
    },
  };
}

/** The drafts from which submissions were made that the database does not have (yet), with the versions that they contain. */
function createMadeFrom(userId: string) {
  const bySubmission = new Map<string, TakenDrafts>();
  return {
    /** The drafts that this command deletes. A submission that could not be stored keeps them until it is stored or sent. */
    takenBy(command: StoreCommand): TakenDrafts {
      if (command.type === 'store.put') {
        const { drafts, submission } = command;
        // Taken at once, because what is written from now on is not part of the submission.
        if (drafts) bySubmission.set(submission.id, takeDrafts(userId, drafts));
        return bySubmission.get(submission.id) ?? noDrafts;
      }
      if (command.type !== 'store.remove') return noDrafts;
      const made = bySubmission.get(command.id);
      bySubmission.delete(command.id);
      return (!command.isWithdrawn && made) || noDrafts;
    },
    /** The database has the submission now, so these drafts are deleted. Those of a later version stay. */
    forget(id: string, taken: TakenDrafts): void {
      if (bySubmission.get(id) === taken) bySubmission.delete(id);
    },
  };
}
