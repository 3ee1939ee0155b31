import { type Message, Messages } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import type { PageStoreCommand } from '../../machines/chat/ports';
import { fromStream } from '../../machines/supervision';
import { cacheOfMember } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import type { Gateways } from '../gateways';
import { markOpen } from './chatsAhead';

/** In a busy chat the newest page is stored once in this time, in milliseconds. */
const PAUSE = 2_000;

type Page = readonly Message[];

/** The port that keeps the newest page of an open chat on this device (DECISIONS 181). */
export function pageStoreThrough(gateways: Gateways) {
  return fromStream<PageStoreCommand, { chat: ChatAddress }>(({ input: { chat }, sendBack, receive }) => {
    const cache = cacheOfMember<Page>(gateways, gateways.userId(), Messages);
    const key = cacheKeys.messages(chat);
    const markClosed = markOpen(gateways, chat);
    let isOpen = true;
    let due: Page | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      if (due) cache.write(key, due);
      due = null;
    };
    window.addEventListener('pagehide', write);
    receive(({ page }) => {
      due = page;
      timer ??= setTimeout(write, PAUSE);
    });
    void cache.read(key).then((cached) => {
      if (!isOpen) return;
      sendBack(cached ? { type: 'page.cached', page: cached.data, asOf: cached.asOf } : { type: 'page.unknown' });
    });
    return () => {
      isOpen = false;
      markClosed();
      window.removeEventListener('pagehide', write);
      write();
    };
  });
}
