import type { Endpoint } from '../endpoint';
import { IncidentHits, MessageHits } from '../search';

/** The search. Beyond the specification: only where the server has the capability 'search' (DECISIONS 169). */
export const searchEndpoints = {
  searchMessages: {
    method: 'GET',
    path: '/api/search/messages',
    query: { text: 'search', chat: 'search', before: 'search' },
    answer: MessageHits,
  },
  searchIncidents: {
    method: 'GET',
    path: '/api/search/incidents',
    query: { text: 'search', before: 'search' },
    answer: IncidentHits,
  },
} as const satisfies Record<string, Endpoint>;
