import { database } from './database';
import { forgetMuted } from './muted';

interface Writer {
  readonly userId: string;
  stop(): void;
}

/** What is open in this tab and writes to the device on behalf of a member. */
const writers = new Set<Writer>();
let channel: BroadcastChannel | null = null;

/** Calls `stop` when the device is to forget the member: nothing of theirs is written from then on. @returns ends that */
export function whenForgotten(userId: string, stop: () => void): () => void {
  join();
  const writer = { userId, stop };
  writers.add(writer);
  return () => writers.delete(writer);
}

/** Deletes everything that this browser keeps of a member, except the token; tabs that are open write nothing of it anew. */
export async function forgetMember(userId: string): Promise<void> {
  join().postMessage(userId);
  await forgetHere(userId);
}

/** Every tab stops its own writers and then deletes, so that nothing that one of them was just writing is left. */
async function forgetHere(userId: string): Promise<void> {
  for (const writer of writers) if (writer.userId === userId) writer.stop();
  forgetMuted(userId);
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
    // An array is greater than every text (Indexed Database API §2.4): the keys of all places of the member.
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
