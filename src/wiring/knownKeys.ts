import { type ChatAddress, chatKey } from '../contract/topics';

/** The keys under which this device keeps the server's answers that are read before their screens have loaded. */
export const knownKeys = {
  profile: 'profile',
  chats: 'chats',
  live: 'live',
  myCases: 'cases',
  messages: (chat: ChatAddress) => `messages/${chatKey(chat)}`,
};
