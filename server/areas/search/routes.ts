import { endpoints } from '../../../src/contract/endpoints';
import { IncidentSearchQuery, MessageSearchQuery } from '../../../src/contract/search';
import { byCaller, limit } from '../../http/limit';
import { route } from '../../http/route';
import type { App } from '../app';
import { searchIncidents } from './incidents';
import { searchMessages } from './messages';

/** The search in messages and incidents, DECISIONS 169. */
export function searchRoutes(app: App): void {
  // One limiter for both routes, because the app calls both for one search.
  const limits = [limit(app.config.limits.searchesPerMinute, 'minute', byCaller)];
  route(app, endpoints.searchMessages, ({ caller, query }) => searchMessages(app.db, caller, query), {
    query: MessageSearchQuery,
    limits,
  });
  route(app, endpoints.searchIncidents, ({ caller, query }) => searchIncidents(app.db, caller, query), {
    query: IncidentSearchQuery,
    limits,
  });
}
