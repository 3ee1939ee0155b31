import type { Address } from '../endpoint';

/** Messages per page of history by default, and the most that a client may ask for. */
export const HISTORY_PAGE = 50;
export const HISTORY_PAGE_LIMIT = 200;

const paging = { before: 'historyPaging', limit: 'historyPaging' } as const;

/**
 * The first calls of the screens. They are made while the code is being fetched that parses the answers, so this file needs nothing but
 * itself.
 */
export const screenCalls = {
  profile: { method: 'GET', path: '/api/profile' },
  chatGroups: { method: 'GET', path: '/api/chat/groups' },
  chatMessages: { method: 'GET', path: '/api/chat/messages/{chatId}', query: paging },
  globalMessages: { method: 'GET', path: '/api/gchat/messages', query: paging },
  live: { method: 'GET', path: '/api/incidents/live' },
  incident: { method: 'GET', path: '/api/incidents/{id}' },
  myCases: { method: 'GET', path: '/api/cases/my-cases' },
} as const satisfies Record<string, Address>;
