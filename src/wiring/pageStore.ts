import { type Message, Messages } from '../contract/chats';
import type { ChatAddress } from '../contract/topics';
import { fromStream } from '../machines/supervision';
import { noteOpen } from './chatsAhead';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';

/** In a busy chat the newest page is stored once in this time, in milliseconds. */
const PAUSE = 2_000;

type Page = readonly Message[];

/** The port that keeps the newest page of an open chat on this device (DECISIONS 181). */
export function pageStoreThrough(gateways: Gateways) {
  const kept = keptOf<Page>(gateways, Messages);
  return fromStream<{ type: 'page.keep'; page: Page }, { chat: ChatAddress }>(
    ({ input: { chat }, sendBack, receive }) => {
      const key = knownKeys.messages(chat);
      const noteClosed = noteOpen(gateways, chat);
      let isOpen = true;
      let due: Page | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const write = () => {
        clearTimeout(timer);
        timer = undefined;
        if (due) kept.keep(key, due);
        due = null;
      };
      window.addEventListener('pagehide', write);
      receive(({ page }) => {
        due = page;
        timer ??= setTimeout(write, PAUSE);
      });
      void kept.recall(key).then((recalled) => {
        if (!isOpen) return;
        sendBack(
          recalled ? { type: 'page.recalled', page: recalled.data, asOf: recalled.asOf } : { type: 'page.unknown' },
        );
      });
      return () => {
        isOpen = false;
        noteClosed();
        window.removeEventListener('pagehide', write);
        write();
      };
    },
  );
}
