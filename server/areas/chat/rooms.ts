import type { Message } from '../../../src/contract/chats';
import { type ChatAddress, chatKey, topicOf } from '../../../src/contract/topics';
import type { Core } from '../../core';
import { hearersOf } from './access';
import { type Draft, sendMessages } from './actions';
import { findMessages } from './history';
import { publishMessages } from './news';

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

export function createRooms({ db, broker }: Pick<Core, 'db' | 'broker'>, store = sendMessages): Rooms {
  const rooms = new Map<string, Room>();
  /** The newest message of each chat of which its members were told: a repeat is no news. */
  const newest = new Map<string, number>();

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

  /** Stores what waits, in one transaction. @returns the messages that were stored, now or before. */
  async function storeWaiting(address: ChatAddress, room: Room): Promise<readonly Message[]> {
    const together = room.waiting.splice(0, MOST_TOGETHER);
    if (together.length === 0) return [];
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
    return outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : [outcome]));
  }

  /** Tells those who have this chat in their list, and of the global one everybody, by one query for all of them. */
  async function tellHearers(address: ChatAddress, stored: readonly Message[]): Promise<void> {
    const key = chatKey(address);
    const last = newest.get(key) ?? 0;
    const fresh = stored.filter(({ id }) => Number(id) > last);
    if (fresh.length === 0) return;
    newest.set(key, Math.max(...fresh.map(({ id }) => Number(id))));
    publishMessages(broker, address, await hearersOf(db, address), fresh);
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
        await tellHearers(address, await inTurn(room, () => storeWaiting(address, room)));
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
