import { ChatGroupEntries, type ChatGroupEntry, type Message, Messages } from '../../contract/chats';
import { HISTORY_PAGE } from '../../contract/endpoints/screens';
import { isRetryable } from '../../contract/failure';
import type { MemberNews } from '../../contract/memberNews';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { whenIdle } from '../../services/device/page';
import { cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { fetchCasesAhead, forgetAskedCases } from '../cases/casesAhead';
import type { Gateways } from '../gateways';
import { fetchMessages, fetchOrReuseChatGroups } from './chatCalls';

/** News of a chat is gathered for this time, in milliseconds, or up to twice as long, so that not all devices ask at the same moment. */
const GATHER = 5_000;

/** The time of the newest message that was known when this window last requested the chat's newest page, by member and chat. */
const asked = new Map<string, number>();
/** The chats that are open in this window. An open chat keeps its page itself. */
const open = new Map<string, number>();
/** The chats whose news is being gathered. */
const gathering = new Set<string>();
const memberChatKey = (userId: string | null, chat: ChatAddress) => `${userId} ${chatKey(chat)}`;

/**
 * Call it when a screen shows this chat and keeps its newest page, so that it is not fetched here.
 * @returns a function to call when the screen is closed
 */
export function markOpen({ userId }: Gateways, chat: ChatAddress): () => void {
  const key = memberChatKey(userId(), chat);
  const count = (change: number) => open.set(key, (open.get(key) ?? 0) + change);
  count(1);
  return () => void count(-1);
}

const isOpen = (key: string) => (open.get(key) ?? 0) > 0;

/** The newest message of the global chat that each member's news has announced. */
const newestAnnounced = new Map<string | null, string>();

/** Whether these newest messages of the global chat lack one that the member's news has announced. */
export const lacksAnnounced = ({ userId }: Gateways, messages: readonly Message[]): boolean => {
  const newest = newestAnnounced.get(userId());
  return newest !== undefined && !messages.some(({ id }) => id === newest);
};

/**
 * A message has come in the chat of one of the member's cases: fetches the chat's newest page, unless it is open. A busy chat is fetched
 * once in some seconds. Pages of the global chat are not fetched for its news, because every device would ask for them.
 */
export function followChatNews(gateways: Gateways, news: MemberNews): void {
  if (news.type === 'chats.changed' && news.isGlobal && news.message?.messageId)
    newestAnnounced.set(gateways.userId(), news.message.messageId);
  if (news.type !== 'chats.changed' || !news.chatId || !news.message?.isMyCase) return;
  const chat: ChatAddress = { kind: 'incident', chatId: news.chatId };
  const myId = gateways.userId();
  const key = memberChatKey(myId, chat);
  if (gathering.has(key)) return;
  gathering.add(key);
  setTimeout(
    () => {
      gathering.delete(key);
      if (gateways.userId() === myId && !isOpen(key)) void fetchPage(gateways, chat);
    },
    GATHER * (1 + Math.random()),
  );
}

/**
 * The member's session has ended here: Log Out deletes the pages that were fetched ahead, so they are fetched again after the next login.
 */
export const forgetAskedChats = (): void => {
  asked.clear();
  forgetAskedCases();
};

/**
 * Fetches the member's chats and keeps them on this device, with the newest page of those of which it lacks messages, and with their cases:
 * a member who was assigned a moment ago can read and write in the chat of the case without a network, too. Rejects with a CallFailure.
 * @param mayReuse whether the list may be used that a screen has just got
 */
export async function fetchChatsAhead(
  gateways: Gateways,
  mayReuse: boolean,
  signal: AbortSignal,
): Promise<readonly ChatGroupEntry[]> {
  const entries = await cacheOf<readonly ChatGroupEntry[]>(gateways, ChatGroupEntries).fetch(cacheKeys.chats, () =>
    fetchOrReuseChatGroups(gateways, mayReuse, signal),
  );
  whenIdle(async () => {
    await fetchPagesAhead(gateways, entries);
    await fetchCasesAhead(
      gateways,
      entries.map(({ chatGroup }) => chatGroup),
    );
  });
  return entries;
}

/** One after the other, so that they do not delay other calls. If a page cannot be fetched, it is fetched when its chat is opened. */
async function fetchPagesAhead(gateways: Gateways, entries: readonly ChatGroupEntry[]): Promise<void> {
  const cache = cacheOf(gateways, Messages);
  for (const { chatGroup, lastMessageAt } of entries) {
    const chat: ChatAddress = { kind: 'incident', chatId: chatGroup.id };
    const key = memberChatKey(gateways.userId(), chat);
    const last = timeOf(lastMessageAt);
    if (isOpen(key) || (asked.get(key) ?? -1) >= last) continue;
    asked.set(key, last);
    const page = (await cache.read(cacheKeys.messages(chat)))?.data;
    if (page && Math.max(0, ...page.map(({ timestamp }) => timeOf(timestamp))) >= last) continue;
    await fetchPage(gateways, chat);
  }
}

/**
 * Fetches the newest page of the global chat, and keeps it on this device unless an open chat does that: a member who has never opened
 * the global chat here can read and write in it without a network, too. Rejects with a CallFailure.
 */
export async function fetchGlobalAhead(gateways: Gateways, signal: AbortSignal): Promise<readonly Message[]> {
  const chat: ChatAddress = { kind: 'global' };
  const myId = gateways.userId();
  const ask = () => fetchMessages(gateways, { chat, limit: HISTORY_PAGE }, signal);
  const page = await (isOpen(memberChatKey(myId, chat))
    ? ask()
    : cacheOf<readonly Message[]>(gateways, Messages).fetch(cacheKeys.messages(chat), ask));
  if (gateways.userId() === myId) for (const listen of globalListeners) listen(page);
  return page;
}

const globalListeners = new Set<(page: readonly Message[]) => void>();

/** Calls back with each newest page of the global chat that `fetchGlobalAhead` has fetched. @returns a function that ends this */
export function whenGlobalFetched(listen: (page: readonly Message[]) => void): () => void {
  globalListeners.add(listen);
  return () => void globalListeners.delete(listen);
}

/** The time of a message, in milliseconds since 1970; 0 if the server does not say it. */
const timeOf = (at: string | null | undefined) => Date.parse(at ?? '') || 0;

async function fetchPage(gateways: Gateways, chat: ChatAddress): Promise<void> {
  await cacheOf<readonly Message[]>(gateways, Messages)
    .fetch(cacheKeys.messages(chat), () => fetchMessages(gateways, { chat, limit: HISTORY_PAGE }))
    .catch((error) => {
      // Without a network it is asked for again with the next list of chats.
      if (isRetryable(error)) asked.delete(memberChatKey(gateways.userId(), chat));
    });
}
