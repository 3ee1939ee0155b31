import type { Message } from '../../../src/contract/chats';
import { type ChatAddress, chatKey, topicOf } from '../../../src/contract/topics';
import type { Core } from '../../core';
import { tellMember } from '../../realtime/tellMember';
import { participantsOfChat } from './access';
import { type Draft, sendMessages } from './actions';
import { findMessages } from './history';

/** How many messages are stored together, and how many changes of a busy chat may wait for being broadcast together. */
export const MOST_TOGETHER = 50;

/** A message whose turn has not come, and who waits to hear what has become of it. */
interface WaitingDraft {
  readonly draft: Draft;
  readonly settle: (refusal: Error | null) => void;
}

/**
 * One chat while something happens in it. Messages are stored in their order, so that everybody hears them in the order in
 * which they were stored; those that wait for their turn are stored together. Receipts and reactions are stored at once, or a message
 * would wait until a whole team's receipts of the one before are stored. They are broadcast together, each message once: nobody is
 * sent every step on the way.
 */
interface Room {
  /** What is stored or broadcast one after the other. */
  tail: Promise<unknown>;
  underway: number;
  readonly waiting: WaitingDraft[];
  readonly changed: Set<number>;
  /** How many changes were made since the last broadcast. */
  unsaid: number;
}

export interface Rooms {
  /**
   * Stores messages, and broadcasts each when it is stored.
   * @param drafts at most `MOST_TOGETHER`
   * @returns for each why it is not stored, or null.
   */
  send(address: ChatAddress, drafts: readonly Draft[]): Promise<readonly (Error | null)[]>;
  /** Changes messages and broadcasts each of them whole (DECISIONS 11). The work answers with their ids. */
  change(address: ChatAddress, work: () => Promise<readonly number[]>): Promise<void>;
}

/** Tells a member that their list of chats has changed. */
export function publishChatsChanged(broker: Core['broker'], userId: number, chatId: number): void {
  tellMember({ broker }, userId, { type: 'chats.changed', chatId: String(chatId) });
}

export function createRooms({ db, broker }: Pick<Core, 'db' | 'broker'>, store = sendMessages): Rooms {
  const rooms = new Map<string, Room>();

  /** Does something in a room. The last one to leave broadcasts what was changed. */
  async function within<Result>(address: ChatAddress, work: (room: Room) => Promise<Result>): Promise<Result> {
    const key = chatKey(address);
    const room = rooms.get(key) ?? {
      tail: Promise.resolve(),
      underway: 0,
      waiting: [],
      changed: new Set(),
      unsaid: 0,
    };
    rooms.set(key, room);
    room.underway++;
    try {
      return await work(room);
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

  /** Stores what waits, in one transaction. @returns whether anything was stored. */
  async function storeWaiting(address: ChatAddress, room: Room): Promise<boolean> {
    const together = room.waiting.splice(0, MOST_TOGETHER);
    if (together.length === 0) return false;
    const outcomes = await store(
      db,
      address,
      together.map(({ draft }) => draft),
    );
    for (const [place, { settle }] of together.entries()) {
      const outcome = outcomes[place] as Message | Error;
      if (outcome instanceof Error) settle(outcome);
      else {
        broker.publish(topicOf(address), outcome);
        settle(null);
      }
    }
    return outcomes.some((outcome) => !(outcome instanceof Error));
  }

  /** Tells those who have this chat in their list. The global one is in nobody's. */
  async function tellParticipants(address: ChatAddress): Promise<void> {
    if (address.kind === 'global') return;
    for (const userId of await participantsOfChat(db, address.chatId))
      publishChatsChanged(broker, userId, Number(address.chatId));
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
    send: (address, drafts) =>
      within(address, async (room) => {
        const settled = drafts.map(
          (draft) => new Promise<Error | null>((settle) => room.waiting.push({ draft, settle })),
        );
        if (await inTurn(room, () => storeWaiting(address, room))) await tellParticipants(address);
        return Promise.all(settled);
      }),
    change: (address, work) =>
      within(address, async (room) => {
        const ids = await work();
        for (const id of ids) room.changed.add(id);
        room.unsaid += ids.length;
      }),
  };
}
