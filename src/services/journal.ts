import type { Submission } from '../contract/submissions';

/**
 * Notes what a member has just sent, until the database has stored it. The database takes some milliseconds, in which the page may be
 * killed, but local storage is written while the press on Send is handled. Files do not fit into local storage. A message whose file
 * is stored as a draft is noted with the key of that draft; another submission with a file is not noted.
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
  /** The key of the draft that is the file of the message; null if it has none. */
  readonly file: string | null;
  readonly place: number;
}

/**
 * Notes a submission before it is stored. Never throws: if local storage is full, only the database gets the submission.
 * @param file the key of the draft that is the file of the message
 */
export function note(
  userId: string,
  submission: Submission,
  drafts: readonly string[],
  file: string | null = null,
): void {
  try {
    const entry = JSON.stringify({ submission, drafts, file, place: ++count }, (_, value: unknown) => {
      if (!(value instanceof Blob)) return value;
      if (file === null) throw new TypeError('A file does not fit in the journal');
      return null;
    });
    localStorage.setItem(keyOf(userId, submission.id), entry);
  } catch (error) {
    if (!(error instanceof TypeError)) console.error('This browser cannot note what is sent', error);
  }
}

/** Deletes a note, because the database has the submission, or the member has deleted it. */
export function strike(userId: string, id: string): void {
  tryOut(() => localStorage.removeItem(keyOf(userId, id)));
}

/** Whether the note is still there. Another tab may have deleted it. */
export const isNoted = (userId: string, id: string): boolean =>
  tryOut(() => localStorage.getItem(keyOf(userId, id)) !== null) ?? false;

/** The notes of a member, in the order in which they were sent. */
export function notesOf(userId: string): Noted[] {
  const notes = tryOut(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .map((key) => readNote(key.slice(prefixOf(userId).length), localStorage.getItem(key))),
  );
  return (notes ?? []).sort((a, b) => sentAt(a) - sentAt(b) || a.place - b.place);
}

/** Whether a draft was sent by a page that was killed before it could delete the draft. */
export const isDraftSent = (userId: string, draft: string): boolean =>
  notesOf(userId).some(({ drafts, file }) => drafts.includes(draft) || file === draft);

/** Deletes all notes of a member. */
export function forgetNotes(userId: string): void {
  for (const { id } of notesOf(userId)) strike(userId, id);
}

/** A note that is not JSON is returned as text, so that it is set aside like other malformed records. */
function readNote(id: string, text: string | null): Noted {
  const entry = tryOut(
    () => JSON.parse(text ?? '') as { submission?: unknown; drafts?: unknown; file?: unknown; place?: unknown } | null,
  );
  if (entry === undefined || entry === null) return { id, submission: text, drafts: [], file: null, place: 0 };
  const drafts = Array.isArray(entry.drafts) ? entry.drafts.filter((draft) => typeof draft === 'string') : [];
  const file = typeof entry.file === 'string' ? entry.file : null;
  return { id, submission: entry.submission, drafts, file, place: Number(entry.place) || 0 };
}

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
