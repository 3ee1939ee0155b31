import { EditBody } from '../chatRequests';
import { ChatGroup, ChatGroupEntries, MessageChanged, Messages, MessageVersions, UploadAnswer } from '../chats';
import type { Endpoint } from '../endpoint';
import { screenCalls } from './screens';

/** The lists of chats and messages and the upload of files, S1 §7. Messages are sent over the realtime connection. */
export const chatEndpoints = {
  chatGroups: { ...screenCalls.chatGroups, answer: ChatGroupEntries },
  /**
   * One chat, also that of a completed case. Beyond the specification: used only if the server has the capability 'closedChats'.
   */
  chatGroup: { method: 'GET', path: '/api/chat/groups/{chatId}', answer: ChatGroup },
  chatMessages: { ...screenCalls.chatMessages, answer: Messages },
  chatMedia: { method: 'POST', path: '/api/chat/{chatId}/media', answer: UploadAnswer },
  globalMedia: { method: 'POST', path: '/api/gchat/media', answer: UploadAnswer },
  globalMessages: { ...screenCalls.globalMessages, answer: Messages },
  /**
   * A message of an incident's chat or the global chat. Beyond the specification: used only if the server has the capability
   * 'messageChanges'.
   */
  editMessage: { method: 'PUT', path: '/api/messages/{messageId}', body: EditBody, answer: MessageChanged },
  deleteMessage: { method: 'DELETE', path: '/api/messages/{messageId}', answer: MessageChanged },
  /**
   * Pins a message in place of the chat's pinned one, or unpins it. Beyond the specification: used only if the server has the capability
   * 'pins'.
   */
  pinMessage: { method: 'PUT', path: '/api/messages/{messageId}/pin', answer: MessageChanged },
  unpinMessage: { method: 'DELETE', path: '/api/messages/{messageId}/pin', answer: MessageChanged },
  messageVersions: { method: 'GET', path: '/api/messages/{messageId}/versions', answer: MessageVersions },
} as const satisfies Record<string, Endpoint>;
