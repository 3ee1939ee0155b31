import type { Submission } from '../../contract/submissions';

/**
 * A write-ahead log in localStorage: each submission and each change of it is written here at once, because the page may be killed in
 * the milliseconds that the database needs. Files do not fit and are left out; the file of a message is found by the key of its draft.
 */
const PREFIX = 'saathi.journal/';
const prefixOf = (userId: string) => `${PREFIX}${encodeURIComponent(userId)}/`;
const keyOf = (userId: string, id: string) => prefixOf(userId) + id;
/** The number of notes of this page. It orders those of one press on Send, which have the same time. */
let count = 0;

/** An entry of the journal. It is not parsed yet, because local storage may contain anything. */
export interface Noted {
  readonly id: string;
  readonly submission: unknown;
  /** The keys of the drafts from which it was made. */
  readonly drafts: readonly string[];
  /** The versions of these drafts that it contains (services/drafts/draftRows.ts); null if an earlier version of the app has noted it. */
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
  /** The page that noted it (services/submissions/life.ts). */
  readonly page: string;
  readonly place: number;
  /** The entry as it is stored. */
  readonly text: string | null;
}

/** What is noted together with a submission. `file`: the key of the draft that is the file of the message. */
type NoteDetails = Pick<Noted, 'page'> & Partial<Pick<Noted, 'drafts' | 'versions' | 'file' | 'replaces' | 'isChange'>>;

/**
 * Notes a submission before it is stored. Never throws: if local storage is full, only the database gets the submission.
 * @returns the entry as it is stored, or null if it could not be stored
 */
export function note(userId: string, submission: Submission, details: NoteDetails): string | null {
  let hasFiles = false;
  const noted = JSON.stringify(submission, (_, value: unknown) => {
    if (!(value instanceof Blob)) return value;
    hasFiles = true;
    return null;
  });
  return write(userId, submission.id, { submission: JSON.parse(noted), ...details, hasFiles, place: ++count });
}

/** Notes that a submission is to be deleted, together with the drafts from which it was made. */
export function noteRemoval(userId: string, id: string, page: string): string | null {
  const { drafts, versions, file } = readNote(id, tryOut(() => localStorage.getItem(keyOf(userId, id))) ?? null);
  return write(userId, id, { submission: null, drafts, versions, file, isRemoved: true, page, place: ++count });
}

function write(userId: string, id: string, entry: Partial<Noted>): string | null {
  try {
    const text = JSON.stringify(entry);
    localStorage.setItem(keyOf(userId, id), text);
    return text;
  } catch (error) {
    console.error('This browser cannot note what is sent', error);
    return null;
  }
}

/**
 * Calls back when another tab notes something, with the page that noted it.
 * @returns a function that ends this
 */
export function whenNoted(userId: string, callback: (page: string) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (newValue !== null && key?.startsWith(prefixOf(userId))) callback(readNote('', newValue).page);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Deletes a note. */
export function strike(userId: string, id: string): void {
  tryOut(() => localStorage.removeItem(keyOf(userId, id)));
}

/** Deletes a note, because the database has this version of the submission, or none any more. The note of a later version stays. */
export function strikeVersion(userId: string, id: string, text: string | null): void {
  if (isNoted(userId, id, text)) strike(userId, id);
}

/**
 * Whether the note is still there. Another tab may have deleted it, and the note of a later version may have taken its place.
 * @param text the entry as `note` returned it
 */
export const isNoted = (userId: string, id: string, text: string | null): boolean =>
  text !== null && tryOut(() => localStorage.getItem(keyOf(userId, id))) === text;

/** The notes of a member, in the order in which they were sent. */
export function notesOf(userId: string): Noted[] {
  const notes = tryOut(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .map((key) => readNote(key.slice(prefixOf(userId).length), localStorage.getItem(key))),
  );
  return (notes ?? []).sort((a, b) => sentAt(a) - sentAt(b) || a.place - b.place);
}

/**
 * Tells whether a draft was sent but is not deleted yet, for example because the page was killed. Call it before you read the draft:
 * sending deletes first the draft, then the note. The other order could read a draft that is deleted a moment later, find no note, and
 * restore what was sent.
 * @returns a function that tells it of one draft; the draft of a file has no version
 */
export function sentDrafts(userId: string): (draft: string, version?: string) => boolean {
  const notes = notesOf(userId);
  return (draft, version = '') =>
    notes.some(
      ({ drafts, versions, file }) =>
        file === draft || (drafts.includes(draft) && (versions === null || versions.includes(version))),
    );
}

/** Deletes all notes of a member. */
export function forgetNotes(userId: string): void {
  for (const { id } of notesOf(userId)) strike(userId, id);
}

/** A note that is not JSON is returned as text, so that it is listed as unreadable like other malformed records. */
function readNote(id: string, text: string | null): Noted {
  const parsed = tryOut(() => JSON.parse(text ?? '') as { readonly [Name in keyof Noted]?: unknown } | null);
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

function sentAt({ submission }: Noted): number {
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
