import type { Message } from '../../../src/contract/chats';
import { topicOf, topics } from '../../../src/contract/topics';
import type { App } from '../../http/app';
import { type OpenChat, participantsOf } from './access';
import { findMessages } from './history';

/** How many changes of a busy chat may wait for being broadcast together. */
const MOST_TOGETHER = 50;

/**
 * One chat while something happens in it. What happens is done one after the other, so that everybody hears it in the order
 * in which it was stored. Receipts and reactions that queue up are broadcast together, each message once: when a whole
 * team reads one message at the same moment, nobody is sent every step on the way.
 */
interface Room {
  tail: Promise<unknown>;
  waiting: number;
  readonly changed: Set<number>;
  /** How many changes were made since the last broadcast. */
  unsaid: number;
}

export interface Rooms {
  /** Stores something and broadcasts the message that comes of it. */
  send(chat: OpenChat, store: () => Promise<Message>): Promise<void>;
  /** Changes a message and broadcasts it, the whole of it (DECISIONS 11). The work answers with the message's id. */
  change(chat: OpenChat, work: () => Promise<number>): Promise<void>;
}

export function createRooms({ db, broker }: Pick<App, 'db' | 'broker'>): Rooms {
  const rooms = new Map<number, Room>();

  async function inTurn(chat: OpenChat, work: (room: Room) => Promise<void>): Promise<void> {
    const room = rooms.get(chat.id) ?? { tail: Promise.resolve(), waiting: 0, changed: new Set(), unsaid: 0 };
    rooms.set(chat.id, room);
    room.waiting++;
    const done = room.tail.then(async () => {
      try {
        await work(room);
      } finally {
        room.waiting--;
        if (room.waiting === 0 || room.unsaid >= MOST_TOGETHER) await broadcastChanges(chat, room);
        if (room.waiting === 0) rooms.delete(chat.id);
      }
    });
    room.tail = done.catch(() => {});
    return done;
  }

  async function broadcastChanges(chat: OpenChat, room: Room): Promise<void> {
    if (room.changed.size === 0) return;
    const changed = await findMessages(db, [...room.changed]);
    room.changed.clear();
    room.unsaid = 0;
    for (const message of changed) broker.publish(topicOf(chat.address), message);
  }

  return {
    send: (chat, store) =>
      inTurn(chat, async () => {
        broker.publish(topicOf(chat.address), await store());
        if (chat.caseId === null) return;
        for (const userId of await participantsOf(db, chat.caseId))
          broker.publish(topics.groups(String(userId)), { chatId: String(chat.id) });
      }),
    change: (chat, work) =>
      inTurn(chat, async (room) => {
        room.changed.add(await work());
        room.unsaid++;
      }),
  };
}
