import { type GenericSchema, safeParse } from 'valibot';
import { setAside } from '../submissions/quarantine';
import { draftsIn, readRow, type StoredDraft } from './draftRows';

/** What this page knows of one stored draft. */
interface Known {
  /** The versions in the store that are part of what this page shows. It replaces and deletes only these. */
  seen: readonly string[];
  /** Those that other tabs have stored beside them, as this page read them last. */
  others: readonly StoredDraft[];
}

/** A draft that is open in this page, or is still being written. */
interface OpenDraft {
  /** See `takeDrafts`. */
  take(): Promise<void>;
  /** See `storeDrafts`. */
  store(): Promise<void>;
}

/** What this page knows of all drafts that it has opened. It stays when one is closed, because a form may be closed before it is sent. */
const known = new Map<string, Known>();
const opened = new Map<OpenDraft, string>();
/** The key of a draft together with its member, as in `known` and `opened`. */
const memberDraftKey = (userId: string, key: string) => `${userId} ${key}`;

/** The open drafts of a member under these keys. */
function openedIn(userId: string, keys: readonly string[]): OpenDraft[] {
  const memberKeys = keys.map((key) => memberDraftKey(userId, key));
  return [...opened].flatMap(([draft, memberKey]) => (memberKeys.includes(memberKey) ? [draft] : []));
}

/** Registers an open draft, until `unregister`. */
export function registerOpen(userId: string, key: string, draft: OpenDraft) {
  const memberKey = memberDraftKey(userId, key);
  const mine: Known = { seen: [], others: [] };
  opened.set(draft, memberKey);
  known.set(memberKey, mine);
  return { mine, unregister: () => opened.delete(draft) };
}

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
export function takeDrafts(userId: string, keys: readonly string[]): TakenDrafts {
  const written = Promise.all(openedIn(userId, keys).map((draft) => draft.take()));
  const versions = keys.flatMap((key) => known.get(memberDraftKey(userId, key))?.seen ?? []);
  return { drafts: keys, versions, written };
}

/**
 * Stores at once what is written in these drafts, also what the browser could not store before. Call it before and after you delete the
 * submission that was taken back into them: before, because it is the only copy; after, because there may be room only then.
 */
export async function storeDrafts(userId: string, keys: readonly string[]): Promise<void> {
  await Promise.all(openedIn(userId, keys).map((draft) => draft.store()));
}

/** A stored draft, with its version; null if there is none. One that cannot be parsed is moved to the quarantine. */
export async function readNewest<Schema extends GenericSchema>(userId: string, key: string, schema: Schema) {
  const row = await readRow(userId, key);
  const [newest] = draftsIn(row);
  if (!newest) return null;
  const { success, output } = safeParse(schema, newest.draft);
  if (success) return { version: newest.version, draft: output };
  await setAside(userId, key, row);
  return null;
}
