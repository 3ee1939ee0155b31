import { HISTORY_PAGE } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import { screenCalls } from '../contract/endpoints/screens';
import type { ChatAddress } from '../contract/topics';
import type { Api } from '../services/api';
import { TWO_PANES } from '../views/parts/useMediaQuery';
import { knownKeys } from './knownKeys';

/**
 * Makes the first calls of the screen at this path, and reads what this device has kept for it, while the code of the screen is being
 * fetched.
 */
export function startAhead(api: Api, userId: string, path: string): void {
  const read = (key: string) =>
    void import('../services/known').then(
      ({ readKnownAhead }) => readKnownAhead(userId, key),
      // If this code cannot be loaded, the screen reads the copy by itself.
      () => {},
    );
  const [, area = '', id, ...rest] = path.split('/');
  const query = { limit: HISTORY_PAGE };
  const messagesOf = (chat: ChatAddress) => read(knownKeys.messages(chat));
  if (area === 'gchat') {
    api.callAhead(chatEndpoints.globalMessages, { query });
    messagesOf({ kind: 'global' });
  }
  if (area === 'chat' || area === '' || (area === 'gchat' && matchMedia(TWO_PANES).matches)) {
    api.callAhead(chatEndpoints.chatGroups, {});
    read(knownKeys.chats);
  }
  if (area === 'chat' && id) {
    const chatId = decodeURIComponent(id);
    api.callAhead(chatEndpoints.chatMessages, { params: { chatId }, query });
    messagesOf({ kind: 'incident', chatId });
  }
  if (area === 'live') {
    api.callAhead(screenCalls.live, {});
    read(knownKeys.live);
  }
  if (area === 'incident' && id && rest.length === 0) {
    api.callAhead(screenCalls.incident, { params: { id: decodeURIComponent(id) } });
    read(knownKeys.incident(id));
  }
  if (area === 'my-cases') {
    api.callAhead(screenCalls.myCases, {});
    read(knownKeys.myCases);
  }
}
