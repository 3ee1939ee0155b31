import type { Message } from '../../../src/contract/chats';
import { type ChatAddress, chatKey } from '../../../src/contract/topics';
import type { Core } from '../../core';
import { type Reader, readersOf } from './access';
import { type Draft, sentKey } from './actions';
import { publishMessages } from './news';

/** Tells the readers of a chat of its new messages on their personal topics, of each once: the repeat of a message is no news. */
export function createAnnouncements({ db, broker }: Pick<Core, 'db' | 'broker'>) {
  /** The id of the newest message of which a chat's readers were told, by chat. Older ones are repeats. */
  const newest = new Map<string, number>();
  /** Messages that look failed but may be stored, by `sentKey`. Nobody was told of them, so the repeat of one is news. */
  const unclear = new Set<string>();

  /** The id of the newest of these messages and those of which the chat's readers were told. */
  const newestOf = (address: ChatAddress, unannounced: readonly Message[]) =>
    Math.max(newest.get(chatKey(address)) ?? 0, ...unannounced.map(({ id }) => Number(id)));

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
    /** Whether a stored message is news. @param unannounced those that are to be announced before it */
    isNews(address: ChatAddress, draft: Draft, message: Message, unannounced: readonly Message[]): boolean {
      const wasUnclear = unclear.delete(sentKey(draft));
      return wasUnclear || Number(message.id) > newestOf(address, unannounced);
    },
    /** Tells the readers of a chat of these messages, and empties the list. */
    async tell(address: ChatAddress, unannounced: Message[], readers?: Promise<Reader[]>): Promise<void> {
      if (unannounced.length === 0) return;
      publishMessages(broker, address, await (readers ?? findReaders(address)), unannounced);
      newest.set(chatKey(address), newestOf(address, unannounced));
      unannounced.length = 0;
    },
  };
}
