import { HistoryQuery } from '../../../src/contract/chatRequests';
import { endpoints } from '../../../src/contract/endpoints';
import type { App } from '../../http/app';
import { route } from '../../http/route';
import { enterChat } from './access';
import { listGroups } from './groups';
import { listMessages } from './history';

/** The chat list and the history of both chats, S1 §7. */
export function chatRoutes(app: App): void {
  route(app, endpoints.chatGroups, ({ caller }) => listGroups(app.db, caller));

  route(
    app,
    endpoints.chatMessages,
    async ({ caller, params, query }) => {
      const chat = await enterChat(app.db, caller, { kind: 'incident', chatId: params.chatId });
      return listMessages(app.db, chat.id, query);
    },
    { query: HistoryQuery },
  );

  route(
    app,
    endpoints.globalMessages,
    async ({ caller, query }) => {
      const chat = await enterChat(app.db, caller, { kind: 'global' });
      return listMessages(app.db, chat.id, query);
    },
    { query: HistoryQuery },
  );
}
