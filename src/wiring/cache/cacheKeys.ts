import { type ChatAddress, chatKey } from '../../contract/topics';

/** The keys under which this device keeps the server's answers that several parts of the wiring read or write. */
export const cacheKeys = {
  profile: 'profile',
  chats: 'chats',
  counts: 'counts',
  live: 'live',
  myCases: 'cases',
  kit: 'kit',
  team: (incidentId: string) => `team/${incidentId}`,
  teamKit: (incidentId: string) => `teamKit/${incidentId}`,
  incident: (incidentId: string) => `incident/${incidentId}`,
  messages: (chat: ChatAddress) => `messages/${chatKey(chat)}`,
};
