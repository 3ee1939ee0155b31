import type { Message } from '../../../src/contract/chats';
import type { MemberNews } from '../../../src/contract/memberNews';
import { type ChatAddress, chatKey, topicOf, topics } from '../../../src/contract/topics';
import type { Core } from '../../core';
import { type OpenChat, participantsOf } from './access';
import { findMessages } from './history';

/** How many changes of a busy chat may wait for being broadcast together. */
const MOST_TOGETHER = 50;

/**
 * One chat while something happens in it. Messages are stored one after the other, so that everybody hears them in the order in
 * which they were stored. Receipts and reactions are stored at once, or a message would wait until a whole team's receipts of the
 * one before are stored. They are broadcast together, each message once: nobody is sent every step on the way.
 */
interface Room {
  /** What is stored or broadcast one after the other. */
  tail: Promise<unknown>;
  underway: number;
  readonly changed: Set<number>;
  /** How many changes were made since the last broadcast. */
  unsaid: number;
}

/** Lets somebody into a chat, or throws. A sender is asked when their turn has come: a case may end, or they leave its team, before it. */
type Enter = () => Promise<OpenChat>;

export interface Rooms {
  /** Stores something and broadcasts the message that comes of it. */
  send(address: ChatAddress, enter: Enter, store: (chat: OpenChat) => Promise<Message>): Promise<void>;
  /** Changes messages and broadcasts each of them whole (DECISIONS 11). The work answers with their ids. */
  change(address: ChatAddress, enter: Enter, work: (chat: OpenChat) => Promise<readonly number[]>): Promise<void>;
}

/** Tells a member that their list of chats has changed. */
export function publishChatsChanged(broker: Core['broker'], userId: number, chatId: number): void {
  broker.publish(topics.groups(String(userId)), { chatId: String(chatId) });
  const news: MemberNews = { type: 'chats.changed', chatId: String(chatId) };
  broker.publish(topics.member(String(userId)), news);
}

export function createRooms({ db, broker }: Pick<Core, 'db' | 'broker'>): Rooms {
  const rooms = new Map<string, Room>();

  /** Does something in a room. The last one to leave broadcasts what was changed. */
  async function within(address: ChatAddress, work: (room: Room) => Promise<void>): Promise<void> {
    const key = chatKey(address);
    const room = rooms.get(key) ?? { tail: Promise.resolve(), underway: 0, changed: new Set(), unsaid: 0 };
    rooms.set(key, room);
    room.underway++;
    try {
      await work(room);
    } finally {
      room.underway--;
      if (room.underway === 0 || room.unsaid >= MOST_TOGETHER)
        await inTurn(room, () => broadcastChanges(address, room));
      if (room.underway === 0 && rooms.get(key) === room) rooms.delete(key);
    }
  }

  function inTurn<Result>(room: Room, work: () => Promise<Result>): Promise<Result> {
    const done = room.tail.then(work);
    room.tail = done.catch(() => {});
    return done;
  }

  async function broadcastChanges(address: ChatAddress, room: Room): Promise<void> {
    const ids = [...room.changed];
    if (ids.length === 0) return;
    // Before they are read: what is changed meanwhile is broadcast again.
    room.changed.clear();
    room.unsaid = 0;
    const changed = await findMessages(db, ids).catch((error) => {
      for (const id of ids) room.changed.add(id);
      throw error;
    });
    for (const message of changed) broker.publish(topicOf(address), message);
  }

  return {
    send: (address, enter, store) =>
      within(address, async (room) => {
        const { id, caseId } = await inTurn(room, async () => {
          const chat = await enter();
          broker.publish(topicOf(address), await store(chat));
          return chat;
        });
        if (caseId === null) return;
        for (const userId of await participantsOf(db, caseId)) publishChatsChanged(broker, userId, id);
      }),
    change: (address, enter, work) =>
      within(address, async (room) => {
        const ids = await work(await enter());
        for (const id of ids) room.changed.add(id);
        room.unsaid += ids.length;
      }),
  };
}
