import type { Message } from '../../../src/contract/chats';
import { type ChatAddress, chatKey, topicOf, topics } from '../../../src/contract/topics';
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

/** Lets somebody into a chat, or throws. Asked when their turn has come: a case may end, or they leave its team, before it. */
type Enter = () => Promise<OpenChat>;

export interface Rooms {
  /** Stores something and broadcasts the message that comes of it. */
  send(address: ChatAddress, enter: Enter, store: (chat: OpenChat) => Promise<Message>): Promise<void>;
  /** Changes a message and broadcasts it, the whole of it (DECISIONS 11). The work answers with the message's id. */
  change(address: ChatAddress, enter: Enter, work: (chat: OpenChat) => Promise<number>): Promise<void>;
}

export function createRooms({ db, broker }: Pick<App, 'db' | 'broker'>): Rooms {
  const rooms = new Map<string, Room>();

  async function inTurn(address: ChatAddress, work: (room: Room) => Promise<void>): Promise<void> {
    const key = chatKey(address);
    const room = rooms.get(key) ?? { tail: Promise.resolve(), waiting: 0, changed: new Set(), unsaid: 0 };
    rooms.set(key, room);
    room.waiting++;
    const done = room.tail.then(async () => {
      try {
        await work(room);
      } finally {
        room.waiting--;
        if (room.waiting === 0 || room.unsaid >= MOST_TOGETHER) await broadcastChanges(address, room);
        if (room.waiting === 0) rooms.delete(key);
      }
    });
    room.tail = done.catch(() => {});
    return done;
  }

  async function broadcastChanges(address: ChatAddress, room: Room): Promise<void> {
    if (room.changed.size === 0) return;
    const changed = await findMessages(db, [...room.changed]);
    room.changed.clear();
    room.unsaid = 0;
    for (const message of changed) broker.publish(topicOf(address), message);
  }

  return {
    send: (address, enter, store) =>
      inTurn(address, async () => {
        const chat = await enter();
        broker.publish(topicOf(address), await store(chat));
        if (chat.caseId === null) return;
        for (const userId of await participantsOf(db, chat.caseId))
          broker.publish(topics.groups(String(userId)), { chatId: String(chat.id) });
      }),
    change: (address, enter, work) =>
      inTurn(address, async (room) => {
        room.changed.add(await work(await enter()));
        room.unsaid++;
      }),
  };
}
