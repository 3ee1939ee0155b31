import { ChatGroup, ChatGroupEntries, Messages, UploadAnswer } from '../chats';
import type { Endpoint } from '../endpoint';

const paging = { before: 'historyPaging', limit: 'historyPaging' } as const;

/** The chats' lists, S1 §7. Messages themselves go over the realtime connection. */
export const chatEndpoints = {
  chatGroups: { method: 'GET', path: '/api/chat/groups', answer: ChatGroupEntries },
  /** One chat, of a finished case too. Beyond the specification: only where the server has the capability 'closedChats'. */
  chatGroup: { method: 'GET', path: '/api/chat/groups/{chatId}', answer: ChatGroup },
  chatMessages: { method: 'GET', path: '/api/chat/messages/{chatId}', query: paging, answer: Messages },
  chatMedia: { method: 'POST', path: '/api/chat/{chatId}/media', answer: UploadAnswer },
  globalMedia: { method: 'POST', path: '/api/gchat/media', answer: UploadAnswer },
  globalMessages: { method: 'GET', path: '/api/gchat/messages', query: paging, answer: Messages },
} as const satisfies Record<string, Endpoint>;
