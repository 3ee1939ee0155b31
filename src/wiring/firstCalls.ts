import { HISTORY_PAGE } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { Api } from '../services/api';

/** Makes the first calls of the chat at this path ahead, while its code is being fetched. */
export function callAhead(api: Api, path: string): void {
  const [, area, chatId] = path.split('/');
  const query = { limit: HISTORY_PAGE };
  if (area === 'gchat') api.callAhead(chatEndpoints.globalMessages, { query });
  if (area === 'chat' || area === '') api.callAhead(chatEndpoints.chatGroups, {});
  if (area === 'chat' && chatId)
    api.callAhead(chatEndpoints.chatMessages, { params: { chatId: decodeURIComponent(chatId) }, query });
}
