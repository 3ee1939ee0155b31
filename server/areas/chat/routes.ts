import { Readable } from 'node:stream';
import type { InferOutput } from 'valibot';
import { HistoryQuery } from '../../../src/contract/chatRequests';
import { endpoints } from '../../../src/contract/endpoints';
import { route } from '../../http/route';
import type { App } from '../app';
import { enterChat, type OpenChat } from './access';
import { findGroup, listGroups } from './groups';
import { listMessages, wholeChat } from './history';

/** The chat list and the history of both chats, S1 §7. */
export function chatRoutes(app: App): void {
  route(app, endpoints.chatGroups, ({ caller }) => listGroups(app.db, caller));

  route(app, endpoints.chatGroup, ({ caller, params }) => findGroup(app.db, caller, params.chatId));

  /** Sends one page if the query asks for one, otherwise the whole chat (DECISIONS 46). */
  const historyOf = async ({ id }: OpenChat, query: InferOutput<typeof HistoryQuery>) =>
    query.before === undefined && query.limit === undefined
      ? Readable.from(wholeChat(app.db, id))
      : listMessages(app.db, id, query);

  route(
    app,
    endpoints.chatMessages,
    async ({ caller, params, query }) => {
      const chat = await enterChat(app.db, caller, { kind: 'incident', chatId: params.chatId });
      return historyOf(chat, query);
    },
    { query: HistoryQuery },
  );

  route(
    app,
    endpoints.globalMessages,
    async ({ caller, query }) => {
      const chat = await enterChat(app.db, caller, { kind: 'global' });
      return historyOf(chat, query);
    },
    { query: HistoryQuery },
  );
}
