import { database } from './database';
import { forgetEchoes } from './echoes';
import { forgetMuted } from './muted';
import { forgetEntries } from './submissions/journal';

interface Writer {
  readonly userId: string;
  stop(): void;
}

/** Everything in this tab that stores data of a member on the device. */
const writers = new Set<Writer>();
/** An answer that is on its way when a member is forgotten arrives within this time, in milliseconds, or not at all. */
const STRAGGLER_LIMIT = 5_000;
/** The members whom this tab has just forgotten: until their session ends here, or for a few seconds. */
const forgotten = new Set<string>();
let channel: BroadcastChannel | null = null;

/**
 * Calls `stop` when this device forgets the member, and at once if it just has. After that the caller must store nothing of this member.
 * @returns a function that ends the registration
 */
export function whenForgotten(userId: string, stop: () => void): () => void {
  join();
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
  join().postMessage(userId);
  await forgetHere(userId);
}

/** The member's session has ended in this tab: when they log in again, the device may keep something of them again. */
export const endForgetting = (userId: string) => void forgotten.delete(userId);

/** Every tab first stops its own writers and then deletes, so that nothing remains that a tab was just storing. */
async function forgetHere(userId: string): Promise<void> {
  forgotten.add(userId);
  setTimeout(endForgetting, STRAGGLER_LIMIT, userId);
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

function join(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('saathi.forget');
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    forgetHere(data).catch((error) => console.error('This tab could not delete what is kept of a member', error));
  };
  return channel;
}
