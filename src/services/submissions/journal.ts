import type { Submission } from '../../contract/submissions';

/**
 * A write-ahead log in localStorage: each submission and each change of it is written here at once, because the page may be killed in
 * the milliseconds that the database needs. Files do not fit and are left out; the file of a message is found by the key of its draft.
 */
const PREFIX = 'saathi.journal/';
const prefixOf = (userId: string) => `${PREFIX}${encodeURIComponent(userId)}/`;
const entryKey = (userId: string, id: string) => prefixOf(userId) + id;
/** The number of entries of this page. It orders those of one press on Send, which have the same time. */
let count = 0;

/** An entry of the journal. It is not parsed yet, because local storage may contain anything. */
export interface JournalEntry {
  readonly id: string;
  readonly submission: unknown;
  /** The keys of the drafts from which it was made. */
  readonly drafts: readonly string[];
  /** The versions of these drafts that it contains (services/drafts/draftRows.ts); null if an earlier version of the app wrote it. */
  readonly versions: readonly string[] | null;
  /** The key of the draft that is the file of the message; null if it has none. */
  readonly file: string | null;
  /** The id of the submission that it replaces; null if there is none. */
  readonly replaces: string | null;
  /** Whether files were left out. */
  readonly hasFiles: boolean;
  /** Whether it is a change of what was stored before. If that is gone, another tab has sent or withdrawn it. */
  readonly isChange: boolean;
  /** Whether it was sent or withdrawn, so that it is to be deleted from the database. */
  readonly isRemoved: boolean;
  /** The page that wrote it (services/submissions/livePages.ts). */
  readonly page: string;
  readonly place: number;
  /** The entry as it is stored. */
  readonly text: string | null;
}

/** What is written together with a submission. `file`: the key of the draft that is the file of the message. */
type EntryDetails = Pick<JournalEntry, 'page'> &
  Partial<Pick<JournalEntry, 'drafts' | 'versions' | 'file' | 'replaces' | 'isChange'>>;

/**
 * Writes a submission into the journal before it is stored. Never throws: if local storage is full, only the database gets the submission.
 * @returns the entry as it is stored, or null if it could not be stored
 */
export function writeEntry(userId: string, submission: Submission, details: EntryDetails): string | null {
  let hasFiles = false;
  const text = JSON.stringify(submission, (_, value: unknown) => {
    if (!(value instanceof Blob)) return value;
    hasFiles = true;
    return null;
  });
  return keep(userId, submission.id, { submission: JSON.parse(text), ...details, hasFiles, place: ++count });
}

/** Writes down that a submission is to be deleted, together with the drafts from which it was made. */
export function writeRemoval(userId: string, id: string, page: string): string | null {
  const { drafts, versions, file } = parseEntry(id, tryOut(() => localStorage.getItem(entryKey(userId, id))) ?? null);
  return keep(userId, id, { submission: null, drafts, versions, file, isRemoved: true, page, place: ++count });
}

function keep(userId: string, id: string, entry: Partial<JournalEntry>): string | null {
  try {
    const text = JSON.stringify(entry);
    localStorage.setItem(entryKey(userId, id), text);
    return text;
  } catch (error) {
    console.error('This browser cannot write down what is sent', error);
    return null;
  }
}

/**
 * Calls back when another tab writes something, with the page that wrote it.
 * @returns a function that ends this
 */
export function whenWritten(userId: string, callback: (page: string) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (newValue !== null && key?.startsWith(prefixOf(userId))) callback(parseEntry('', newValue).page);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Deletes an entry. */
export function removeEntry(userId: string, id: string): void {
  tryOut(() => localStorage.removeItem(entryKey(userId, id)));
}

/** Deletes an entry, because the database has this version of the submission, or none any more. The entry of a later version stays. */
export function removeVersion(userId: string, id: string, text: string | null): void {
  if (hasEntry(userId, id, text)) removeEntry(userId, id);
}

/**
 * Whether the entry is still there. Another tab may have deleted it, and the entry of a later version may have taken its place.
 * @param text the entry as `writeEntry` returned it
 */
export const hasEntry = (userId: string, id: string, text: string | null): boolean =>
  text !== null && tryOut(() => localStorage.getItem(entryKey(userId, id))) === text;

/** The entries of a member, in the order in which they were sent. */
export function entriesOf(userId: string): JournalEntry[] {
  const entries = tryOut(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .map((key) => parseEntry(key.slice(prefixOf(userId).length), localStorage.getItem(key))),
  );
  return (entries ?? []).sort((a, b) => sentAt(a) - sentAt(b) || a.place - b.place);
}

/**
 * Tells whether a draft was sent but is not deleted yet, for example because the page was killed. Call it before you read the draft:
 * sending deletes first the draft, then the entry. The other order could read a draft that is deleted a moment later, find no entry, and
 * restore what was sent.
 * @returns a function that tells it of one draft; the draft of a file has no version
 */
export function sentDrafts(userId: string): (draft: string, version?: string) => boolean {
  const entries = entriesOf(userId);
  return (draft, version = '') =>
    entries.some(
      ({ drafts, versions, file }) =>
        file === draft || (drafts.includes(draft) && (versions === null || versions.includes(version))),
    );
}

/** Deletes all entries of a member. */
export function forgetEntries(userId: string): void {
  for (const { id } of entriesOf(userId)) removeEntry(userId, id);
}

/** An entry that is not JSON is returned as text, so that it is listed as unreadable like other malformed records. */
function parseEntry(id: string, text: string | null): JournalEntry {
  const parsed = tryOut(() => JSON.parse(text ?? '') as { readonly [Name in keyof JournalEntry]?: unknown } | null);
  const entry = parsed ?? { submission: text };
  return {
    id,
    submission: entry.submission,
    drafts: textsIn(entry.drafts) ?? [],
    versions: textsIn(entry.versions),
    file: typeof entry.file === 'string' ? entry.file : null,
    replaces: typeof entry.replaces === 'string' ? entry.replaces : null,
    hasFiles: entry.hasFiles === true,
    isChange: entry.isChange === true,
    isRemoved: entry.isRemoved === true,
    page: String(entry.page ?? ''),
    place: Number(entry.place) || 0,
    text,
  };
}

const textsIn = (list: unknown): string[] | null =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string') : null;

function sentAt({ submission }: JournalEntry): number {
  const at = (submission as { queuedAt?: unknown } | null | undefined)?.queuedAt;
  return typeof at === 'number' ? at : 0;
}

/** Local storage may be blocked, and text may be malformed. */
function tryOut<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
