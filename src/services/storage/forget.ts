import { forgetEntries } from '../submissions/journal';
import { database } from './database';
import { forgetEchoes } from './echoes';
import { createGoneMembers } from './goneMembers';
import { forgetMuted } from './muted';

interface Writer {
  readonly userId: string;
  stop(): void;
}

/** Everything in this tab that stores data of a member on the device. */
const writers = new Set<Writer>();
/** The members whom this tab has just forgotten. */
const forgotten = createGoneMembers('saathi.forget', (userId) => {
  forgetHere(userId).catch((error) => console.error('This tab could not delete what is kept of a member', error));
});

/**
 * Calls `stop` when this device forgets the member, and at once if it just has. After that the caller must store nothing of this member.
 * @returns a function that ends the registration
 */
export function whenForgotten(userId: string, stop: () => void): () => void {
  forgotten.listen();
  if (forgotten.has(userId)) stop();
  const writer = { userId, stop };
  writers.add(writer);
  return () => writers.delete(writer);
}

/**
 * Deletes everything that this browser keeps of a member, except the token. Open tabs are told, so that they store nothing of this
 * member again.
 */
export async function forgetMember(userId: string): Promise<void> {
  forgotten.tell(userId);
  forgotten.add(userId);
  await forgetHere(userId);
}

/** The member's session has ended in this tab: when they log in again, the device may keep something of them again. */
export const endForgetting = forgotten.end;

/** Every tab first stops its own writers and then deletes, so that nothing remains that a tab was just storing. */
async function forgetHere(userId: string): Promise<void> {
  for (const writer of writers) if (writer.userId === userId) writer.stop();
  forgetEchoes(userId);
  forgetMuted(userId);
  forgetEntries(userId);
  const transaction = (await database()).transaction(['submissions', 'quarantine', 'drafts', 'known'], 'readwrite', {
    durability: 'strict',
  });
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
  ]);
}
