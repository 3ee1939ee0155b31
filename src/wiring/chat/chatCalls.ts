import type { ChatGroupEntry, Message } from '../../contract/chats';
import { chatEndpoints } from '../../contract/endpoints/chat';
import type { HistoryRequest } from '../../machines/chat/ports';
import { oldestFirst } from '../../rules/chat/pages';
import { AHEAD_FRESH } from '../../services/api/ahead';
import { type Moment, momentAgo, msSince } from '../../services/moment';
import type { Gateways } from '../gateways';

interface Asked {
  readonly userId: string | null;
  readonly at: Moment;
  readonly entries: Promise<readonly ChatGroupEntry[]>;
}

/** The last call of a screen, by API. */
const lastAsked = new WeakMap<Gateways['api'], Asked>();

/** Fetches the member's incident chats for a screen. Rejects with a CallFailure. */
export function fetchChatGroups({ api, userId }: Gateways, signal: AbortSignal): Promise<readonly ChatGroupEntry[]> {
  const entries = api.call(chatEndpoints.chatGroups, { signal });
  lastAsked.set(api, { userId: userId(), at: momentAgo(0), entries });
  return entries;
}

/**
 * The member's incident chats for use outside the screens: fetched, or taken from a screen's call. Rejects with a CallFailure.
 * @param mayReuse whether the answer may be used that a screen has just got or is waiting for
 */
export async function fetchOrReuseChatGroups(
  { api, userId }: Gateways,
  mayReuse: boolean,
  signal: AbortSignal,
): Promise<readonly ChatGroupEntry[]> {
  const last = lastAsked.get(api);
  const ask = () => api.call(chatEndpoints.chatGroups, { signal });
  if (!mayReuse || !last || last.userId !== userId() || msSince(last.at) > AHEAD_FRESH) return ask();
  // The screen's call may fail, or be cancelled because the screen is left.
  return last.entries.catch(ask);
}

/**
 * A part of a chat's history, oldest first; all of it if the server cannot send a part. Rejects with a CallFailure.
 */
export async function fetchMessages(
  { api, apiOptions }: Pick<Gateways, 'api' | 'apiOptions'>,
  { chat, ...query }: HistoryRequest,
  signal?: AbortSignal,
): Promise<readonly Message[]> {
  const options = { query, ...(signal && { signal }) };
  const page =
    chat.kind === 'global'
      ? await api.call(chatEndpoints.globalMessages, options)
      : await api.call(chatEndpoints.chatMessages, { params: { chatId: chat.chatId }, ...options });
  return apiOptions.can('historyPaging') ? page : oldestFirst(page);
}
