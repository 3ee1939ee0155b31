import type { EventObject } from 'xstate';
import { type Message, Messages } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { fromStream } from '../../machines/supervision';
import { newestOf } from '../../rules/chat/messages';
import { withFormer } from '../../rules/chat/timeline';
import { cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import type { Gateways } from '../gateways';
import { fetchGlobalAhead, lacksAnnounced, whenGlobalFetched } from './chatsAhead';

const GLOBAL: ChatAddress = { kind: 'global' };

/**
 * The port that tells the newest message of the global chat. It is taken from the page that this device has cached, the page that is
 * fetched for the unread count, and the topic. A page is fetched if the cached one lacks a message that was announced while no list was
 * open, because the unread count already includes that message. If the server cannot send a part of a history, the topic is not watched,
 * so that the list of chats sends nothing to the server beyond S1.
 */
export const globalNewestThrough = (gateways: Gateways) =>
  fromStream<EventObject, undefined>(({ sendBack }) => {
    let isOpen = true;
    let newest: Message | null = null;
    const tell = (message: Message | null) => {
      if (!isOpen || message === newest) return;
      newest = message;
      sendBack({ type: 'newest.changed', message });
    };
    const take = (messages: readonly Message[]) => tell(newestOf(newest, messages));
    // None is left if the chat was cleared.
    const ignorePages = whenGlobalFetched((page) => (page.length > 0 ? take(page) : tell(null)));
    const left = new AbortController();
    const begin = async () => {
      const page = (await cacheOf(gateways, Messages).read(cacheKeys.messages(GLOBAL)))?.data ?? [];
      take(page);
      if (isOpen && gateways.apiOptions.can('historyPaging') && lacksAnnounced(gateways, page))
        await fetchGlobalAhead(gateways, left.signal);
    };
    begin().catch((error) => console.warn('The newest message of the global chat could not be fetched', error));
    const { leave } = gateways.apiOptions.can('historyPaging')
      ? gateways.realtime.joinChat(GLOBAL, (news) => {
          if (news.type === 'messages.arrived') take(news.messages);
          if (news.type === 'chat.cleared') tell(null);
          if (news.type === 'member.left' && newest) tell(withFormer([newest], news.memberId)[0] ?? null);
        })
      : { leave: () => {} };
    return () => {
      isOpen = false;
      left.abort();
      ignorePages();
      leave();
    };
  });
