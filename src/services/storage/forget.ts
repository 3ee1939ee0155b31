import { forgetEntries } from '../submissions/journal';
import { database } from './database';
import { forgetEchoes } from './echoes';
import { createGoneMembers } from './goneMembers';
import { forgetMuted } from './muted';

/** How long the browser may take to delete everything, in milliseconds. One that never answers would lock the dialog for ever. */
const DELETION_LIMIT = 15_000;

interface Writer {
  readonly userId: string;
  /** Called with true when it must store nothing any more, and with false when it may again. */
  onForgotten(isForgotten: boolean): void;
}

/** Everything in this tab that stores data of a member on the device. */
const writers = new Set<Writer>();
/** The members whom this tab has just forgotten. */
const forgotten = createGoneMembers('saathi.forget', (userId) => {
  forgetHere(userId).catch((error) => console.error('This tab could not delete what is kept of a member', error));
});

/**
 * Calls back with true when this device forgets the member, and at once if it just has. After that the caller must store nothing of this
 * member, unless it is called with false: then they could not be forgotten.
 * @returns a function that ends the registration
 */
export function whenForgotten(userId: string, onForgotten: (isForgotten: boolean) => void): () => void {
  forgotten.listen();
  if (forgotten.has(userId)) onForgotten(true);
  const writer = { userId, onForgotten };
  writers.add(writer);
  return () => writers.delete(writer);
}

/**
 * Deletes everything that this browser keeps of a member, except the token. Then open tabs are told, so that they store nothing of this
 * member again and delete what they were just storing. If it rejects, the member stays signed in, and everything is stored as before.
 */
export async function forgetMember(userId: string): Promise<void> {
  forgotten.add(userId);
  try {
    await forgetHere(userId);
  } catch (error) {
    forgotten.end(userId);
    tellWriters(userId, false);
    throw error;
  }
  forgotten.tell(userId);
}

/** The member's session has ended in this tab: when they log in again, the device may keep something of them again. */
export const endForgetting = forgotten.end;

function tellWriters(userId: string, isForgotten: boolean): void {
  for (const writer of writers) if (writer.userId === userId) writer.onForgotten(isForgotten);
}

/** Every tab first stops its own writers and then deletes, so that nothing remains that a tab was just storing. */
async function forgetHere(userId: string): Promise<void> {
  const db = await database();
  tellWriters(userId, true);
  const transaction = db.transaction(['submissions', 'quarantine', 'drafts', 'known'], 'readwrite', {
    durability: 'strict',
  });
  // Everything that it waits for is rejected then.
  const timer = setTimeout(() => transaction.abort(), DELETION_LIMIT);
  const ofMember = async (store: 'submissions' | 'quarantine') => {
    const rows = transaction.objectStore(store);
    for (const key of await rows.index('member').getAllKeys(userId)) await rows.delete(key);
  };
  await Promise.all([
    ofMember('submissions'),
    ofMember('quarantine'),
    // In the order of keys an array comes after every string (Indexed Database API §2.4), so this range holds all keys of the
    // member.
    ...(['drafts', 'known'] as const).map((store) =>
      transaction.objectStore(store).delete(IDBKeyRange.bound([userId], [userId, []])),
    ),
    transaction.done,
  ]).finally(() => clearTimeout(timer));
  // Only now, because the journal may be the only copy of what waits if the database could not delete the rest.
  forgetEchoes(userId);
  forgetMuted(userId);
  forgetEntries(userId);
}
