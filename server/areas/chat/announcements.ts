import type { Message } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import type { Core } from '../../core';
import { type Reader, readersOf } from './access';
import { type Draft, type Sent, sentKey } from './actions';
import { publishMessages } from './news';

/** Tells the readers of a chat of its new messages on their personal topics, of each once: the repeat of a message is no news. */
export function createAnnouncements({ db, broker }: Pick<Core, 'db' | 'broker'>) {
  /** Messages that look failed but may be stored, by `sentKey`. Nobody was told of them, so the repeat of one is news. */
  const unclear = new Set<string>();

  /** The readers of a chat. A failure is reported only to those who await them. */
  function findReaders(address: ChatAddress): Promise<Reader[]> {
    const readers = Promise.resolve(address).then((chat) => readersOf(db, chat));
    readers.catch(() => {});
    return readers;
  }

  return {
    findReaders,
    /** Call it for a message that looks failed but may be stored. */
    markUnclear(draft: Draft): void {
      unclear.add(sentKey(draft));
    },
    /** Whether a stored message is news. */
    isNews(draft: Draft, { isNew }: Sent): boolean {
      const wasUnclear = unclear.delete(sentKey(draft));
      return wasUnclear || isNew;
    },
    /** Tells the readers of a chat of these messages, and empties the list. */
    async tell(address: ChatAddress, unannounced: Message[], readers?: Promise<Reader[]>): Promise<void> {
      if (unannounced.length === 0) return;
      publishMessages(broker, address, await (readers ?? findReaders(address)), unannounced);
      unannounced.length = 0;
    },
  };
}
