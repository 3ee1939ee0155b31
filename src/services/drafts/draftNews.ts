import { type Channel, openChannel } from '../channel';
import { database, type ReadDraftRows, whenOpenedLate } from '../storage/database';

/** The BroadcastChannel with the news of stored drafts: the id of the member whose drafts have changed. */
const DRAFT_NEWS = 'saathi.drafts';

let channel: Channel | null = null;

/** Tells this page and the other tabs that this member's stored drafts have changed. Call it after the database has stored them. */
export function announceDrafts(userId: string): void {
  channel ??= openChannel(DRAFT_NEWS);
  channel.postMessage(userId);
}

/** Looks each time when drafts of this member were stored or deleted, in any tab. @returns a function that ends it */
export function whenDraftsChange(userId: string, look: () => Promise<void>): () => void {
  const news = openChannel(DRAFT_NEWS);
  news.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === userId) look().catch((error) => console.error('A draft of another tab cannot be read', error));
  };
  return () => news.close();
}

/**
 * Reports what is found in the member's stored drafts: at the start and whenever one was stored or deleted, in any tab.
 * @returns a function that ends it
 */
export function watchDrafts<Found>(
  userId: string,
  find: (store: ReadDraftRows) => Promise<Found>,
  listener: (found: Found) => void,
): () => void {
  let isOpen = true;
  let reading = 0;
  const read = async () => {
    reading += 1;
    const mine = reading;
    try {
      const found = await find((await database()).transaction('drafts').store);
      if (isOpen && mine === reading) listener(found);
    } catch (error) {
      console.error('The drafts of this browser cannot be read', error);
      whenOpenedLate(() => isOpen && read());
    }
  };
  const stopWatching = whenDraftsChange(userId, read);
  void read();
  return () => {
    isOpen = false;
    stopWatching();
  };
}

/** The keys of a member's drafts that begin with this. */
export const draftsUnder = (userId: string, prefix: string) =>
  IDBKeyRange.bound([userId, prefix], [userId, `${prefix}\uffff`]);
