import { ChatGroupEntries, type ChatGroupEntry, HISTORY_PAGE, Messages } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import { type ChatAddress, chatKey } from '../contract/topics';
import { whenIdle } from '../services/page';
import { fetchCasesAhead } from './casesAhead';
import { fetchChatGroupsAgain } from './chatGroups';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';

/** The chats, each with the member's id, whose newest page this window has asked for. It is on the device, or will be soon. */
const asked = new Set<string>();
const nameOf = (userId: string | null, chat: ChatAddress) => `${userId} ${chatKey(chat)}`;

/** A screen fetches the messages of this chat, so they need not be fetched ahead. */
export const noteAsked = ({ userId }: Gateways, chat: ChatAddress) => void asked.add(nameOf(userId(), chat));

/**
 * Fetches the member's chats and keeps them on this device, with the newest page of those of which it has none, and with their cases:
 * a member who was assigned a moment ago can read and write in the chat of the case without a network, too. Rejects with a CallFailure.
 * @param mayReuse whether the list may be used that a screen has just got
 */
export async function fetchChatsAhead(
  gateways: Gateways,
  mayReuse: boolean,
  signal: AbortSignal,
): Promise<readonly ChatGroupEntry[]> {
  const entries = await keptOf<readonly ChatGroupEntry[]>(gateways, ChatGroupEntries).fetch(knownKeys.chats, () =>
    fetchChatGroupsAgain(gateways, mayReuse, signal),
  );
  whenIdle(async () => {
    await fetchPagesAhead(gateways, entries);
    await fetchCasesAhead(
      gateways,
      entries.flatMap(({ chatGroup: { purposeId } }) => purposeId ?? []),
    );
  });
  return entries;
}

/** One after the other, so that they do not delay other calls. If a page cannot be fetched, it is fetched when its chat is opened. */
async function fetchPagesAhead(gateways: Gateways, entries: readonly ChatGroupEntry[]): Promise<void> {
  const kept = keptOf(gateways, Messages);
  for (const { chatGroup } of entries) {
    const chat: ChatAddress = { kind: 'incident', chatId: chatGroup.id };
    if (asked.has(nameOf(gateways.userId(), chat))) continue;
    noteAsked(gateways, chat);
    const key = knownKeys.messages(chat);
    if (await kept.recall(key)) continue;
    const call = { params: { chatId: chat.chatId }, query: { limit: HISTORY_PAGE } };
    await kept.fetch(key, () => gateways.api.call(chatEndpoints.chatMessages, call)).catch(() => {});
  }
}
