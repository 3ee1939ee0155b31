import { Readable } from 'node:stream';
import type { InferOutput } from 'valibot';
import { HistoryQuery } from '../../../src/contract/chatRequests';
import { endpoints } from '../../../src/contract/endpoints';
import { type ChatAddress, topicOf } from '../../../src/contract/topics';
import type { Caller } from '../../core';
import { route } from '../../http/route';
import { revisionsOf } from '../../realtime/broker';
import type { App } from '../app';
import { forgetFiles } from '../media/uploads';
import { enterChat, type OpenChat, readersOf } from './access';
import { type Change, type Changed, chatOfMessage, deleteMessage, editMessage, listVersions } from './changes';
import { findGroup, listGroups } from './groups';
import { listMessages, wholeChat } from './history';
import { publishChatsChanged } from './news';
import { repinMessage } from './pins';
import type { Rooms } from './rooms';

/** The chat list and the history of both chats, S1 §7; changes of own messages, DECISIONS 164; pins, DECISIONS 165. */
export function chatRoutes(app: App, rooms: Rooms): void {
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

  changeRoutes(app, rooms);
  route(app, endpoints.messageVersions, ({ caller, params }) => listVersions(app.db, caller, params.messageId));
}

function changeRoutes(app: App, rooms: Rooms): void {
  /**
   * Notes the time at which a message was changed, between the COMMIT and the broadcast. An app that has fetched its messages before the
   * COMMIT and subscribes after the broadcast would miss the change: by this time it knows that it has to fetch them again (DECISIONS 115).
   */
  const markRevision = (address: ChatAddress) => app.broker.publish(revisionsOf(topicOf(address)), null);

  /** Changes one message, broadcasts the whole message, and tells its readers to fetch the lists with last messages and unread counts. */
  async function change(
    { id: userId }: Caller,
    messageId: string,
    work: (change: Change) => Promise<Changed>,
  ): Promise<{ changedAt: string }> {
    const address = await chatOfMessage(app.db, messageId);
    // Told even if nothing had to be changed: the call may be a repeat of one whose COMMIT has lost its answer (DECISIONS 392).
    const { changedAt, files } = await rooms.change(address, async () => {
      const changed = await work({ address, messageId, userId });
      markRevision(address);
      return { ...changed, ids: [Number(messageId)] };
    }, [messageId]);
    await forgetFiles(app, files);
    // The change is stored, so a failure must not make it look failed.
    const readers = await readersOf(app.db, address).catch((error) => {
      app.http.log.error({ err: error }, 'the readers of a chat were not told of a changed message');
      return [];
    });
    for (const { userId } of readers) publishChatsChanged(app.broker, userId, address);
    return { changedAt: changedAt?.toISOString() ?? '' };
  }

  route(app, endpoints.editMessage, ({ caller, params, body: { text } }) =>
    change(caller, params.messageId, (asked) => editMessage(app.db, asked, text)),
  );
  route(app, endpoints.deleteMessage, ({ caller, params }) =>
    change(caller, params.messageId, (asked) => deleteMessage(app.db, asked)),
  );

  /** Pins or unpins one message, then broadcasts it and the one that was pinned before, as whole messages. */
  async function repin({ id: userId }: Caller, messageId: string, type: 'message.pinned' | 'message.unpinned') {
    const address = await chatOfMessage(app.db, messageId);
    const { changedAt } = await rooms.change(address, async () => {
      const repinned = await repinMessage(app.db, { address, messageId, userId }, type);
      markRevision(address);
      return repinned;
    }, [messageId]);
    return { changedAt: changedAt?.toISOString() ?? '' };
  }

  route(app, endpoints.pinMessage, ({ caller, params }) => repin(caller, params.messageId, 'message.pinned'));
  route(app, endpoints.unpinMessage, ({ caller, params }) => repin(caller, params.messageId, 'message.unpinned'));
}
