import { safeParse } from 'valibot';
import { MessageDraft } from '../contract/drafts';
import { database, whenOpenedLate } from './database';

const CHANNEL = 'saathi.drafts';

let channel: BroadcastChannel | null = null;

/** Tells this page and the other tabs that stored drafts of this member have changed. Call it when the database has them. */
export function announceDrafts(userId: string): void {
  channel ??= new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
}

/**
 * Tells the texts of the member's chat drafts that this browser has stored, by the key of their chat: at the start and whenever one
 * was stored or deleted, in any tab. A draft that is only a reply has an empty text. A malformed one is left out: the chat sets it
 * aside when it is opened. Reads only what is being written, however long the chats are.
 * @returns a function that ends it
 */
export function watchChatDrafts(
  userId: string,
  listener: (texts: Readonly<Record<string, string>>) => void,
): () => void {
  const news = new BroadcastChannel(CHANNEL);
  let isOpen = true;
  let reading = 0;
  const read = async () => {
    reading += 1;
    const mine = reading;
    try {
      const { store } = (await database()).transaction('drafts');
      const rows = await Promise.all([
        store.getAll([userId, 'gchat']),
        store.getAll(IDBKeyRange.bound([userId, 'chat/'], [userId, 'chat/\uffff'])),
      ]);
      if (!isOpen || mine !== reading) return;
      const found = rows.flat().flatMap(({ chat, draft }) => {
        const { success, output } = safeParse(MessageDraft, draft);
        return success ? [[chat, output.text] as const] : [];
      });
      listener(Object.fromEntries(found));
    } catch (error) {
      console.error('The drafts of this browser cannot be read', error);
      whenOpenedLate(() => isOpen && read());
    }
  };
  news.onmessage = ({ data }: MessageEvent<unknown>) => data === userId && void read();
  void read();
  return () => {
    isOpen = false;
    news.close();
  };
}
