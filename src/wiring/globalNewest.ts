import type { EventObject } from 'xstate';
import { type Message, Messages } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { ChatAddress } from '../contract/topics';
import { fromStream } from '../machines/supervision';
import { newestOf } from '../rules/messages';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';

const GLOBAL: ChatAddress = { kind: 'global' };

/**
 * The port of the newest message of the global chat. If the server cannot send a part of a history, only the kept page is used: the list
 * of chats then sends no more than S1 says.
 */
export const globalNewestThrough = (gateways: Gateways) =>
  fromStream<EventObject, undefined>(({ sendBack }) => {
    const { api, calls, realtime } = gateways;
    const stop = new AbortController();
    let newest: Message | null = null;
    const tell = (message: Message | null) => {
      if (stop.signal.aborted || message === newest) return;
      newest = message;
      sendBack({ type: 'newest.changed', message });
    };
    const take = (messages: readonly Message[]) => tell(newestOf(newest, messages));
    keptOf(gateways, Messages)
      .recall(knownKeys.messages(GLOBAL))
      .then(
        (page) => page && take(page.data),
        (error) => console.warn('The kept page of the global chat cannot be read', error),
      );
    if (!calls.can('historyPaging')) return () => stop.abort();

    const ask = () =>
      api.call(chatEndpoints.globalMessages, { query: { limit: 1 }, signal: stop.signal }).then(
        // None is left if the chat was cleared.
        (messages) => (messages.length > 0 ? take(messages) : tell(null)),
        (error) => stop.signal.aborted || console.warn('The newest message of the global chat is not known', error),
      );
    let asking: Promise<unknown> = ask();
    const { leave } = realtime.joinChat(GLOBAL, (news) => {
      if (news.type === 'messages.arrived') take(news.messages);
      if (news.type === 'chat.cleared') tell(null);
      if (news.type === 'topic.opened')
        asking = asking.then(() => (news.latest === (newest?.id ?? null) || stop.signal.aborted ? null : ask()));
    });
    return () => {
      stop.abort();
      leave();
    };
  });
