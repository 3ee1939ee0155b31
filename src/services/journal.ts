import type { Submission } from '../contract/submissions';

/**
 * Notes what a member has just sent, and each later change of it, until the database has stored it. The database takes some
 * milliseconds, in which the page may be killed, but local storage is written at once. Files do not fit into local storage: they are
 * left out of the note. The file of a message is found by the key of its draft, if it has one.
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
  /** Whether files were left out. */
  readonly hasFiles: boolean;
  readonly place: number;
  /** The entry as it is stored. */
  readonly text: string | null;
}

/**
 * Notes a submission before it is stored. Never throws: if local storage is full, only the database gets the submission.
 * @param file the key of the draft that is the file of the message
 * @returns the entry as it is stored, or null if it could not be stored
 */
export function note(
  userId: string,
  submission: Submission,
  drafts: readonly string[],
  file: string | null = null,
): string | null {
  try {
    let hasFiles = false;
    const noted = JSON.stringify(submission, (_, value: unknown) => {
      if (!(value instanceof Blob)) return value;
      hasFiles = true;
      return null;
    });
    const text = JSON.stringify({ submission: JSON.parse(noted), drafts, file, hasFiles, place: ++count });
    localStorage.setItem(keyOf(userId, submission.id), text);
    return text;
  } catch (error) {
    console.error('This browser cannot note what is sent', error);
    return null;
  }
}

/** Deletes the note of a submission that is sent, or that the member has deleted. */
export function strike(userId: string, id: string): void {
  tryOut(() => localStorage.removeItem(keyOf(userId, id)));
}

/** Deletes a note, because the database has this version of the submission. The note of a later version stays. */
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

/** Whether a draft was sent by a page that was killed before it could delete the draft. */
export const isDraftSent = (userId: string, draft: string): boolean =>
  notesOf(userId).some(({ drafts, file }) => drafts.includes(draft) || file === draft);

/** Deletes all notes of a member. */
export function forgetNotes(userId: string): void {
  for (const { id } of notesOf(userId)) strike(userId, id);
}

/** A note that is not JSON is returned as text, so that it is set aside like other malformed records. */
function readNote(id: string, text: string | null): Noted {
  const entry = tryOut(() => JSON.parse(text ?? '') as { readonly [Name in keyof Noted]?: unknown } | null);
  if (entry === undefined || entry === null)
    return { id, submission: text, drafts: [], file: null, hasFiles: false, place: 0, text };
  const drafts = Array.isArray(entry.drafts) ? entry.drafts.filter((draft) => typeof draft === 'string') : [];
  const file = typeof entry.file === 'string' ? entry.file : null;
  const { submission, hasFiles, place } = entry;
  return { id, submission, drafts, file, hasFiles: hasFiles === true, place: Number(place) || 0, text };
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
