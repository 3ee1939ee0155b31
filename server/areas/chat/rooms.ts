import type { Message } from '../../../src/contract/chats';
import { type ChatAddress, chatKey, topicOf } from '../../../src/contract/topics';
import type { Core } from '../../core';
import { type Reader, readersOf } from './access';
import { type Draft, sendMessages } from './actions';
import { findMessages } from './history';
import { publishMessages } from './news';

/** The most messages that are stored in one transaction, and the number of changes after which a busy chat broadcasts them. */
export const MOST_TOGETHER = 50;

/** A message that waits to be stored, and the callback that receives its refusal or null. */
interface WaitingDraft {
  readonly draft: Draft;
  readonly settle: (refusal: Error | null) => void;
}

/**
 * The state of a chat while something happens in it. Messages are stored one transaction after the other, so that everybody
 * receives them in the stored order; those that wait are stored together. Receipts and reactions do not wait in this line, or a
 * message would wait for the receipts of a whole team. They are broadcast together, once per message instead of once per change.
 */
interface Room {
  /** Settles when the storing and broadcasting that is queued so far is done. */
  tail: Promise<unknown>;
  underway: number;
  /** The broadcasts that go on or wait for their turn. Until they are done the room stays, or another one of this chat would not wait. */
  broadcasts: number;
  readonly waiting: WaitingDraft[];
  readonly changed: Set<number>;
  /** The number of changes since the last broadcast. */
  unsaid: number;
}

export interface Rooms {
  /**
   * Stores messages and broadcasts each one when it is stored.
   * @param drafts at most `MOST_TOGETHER`
   * @returns for each draft the reason why it was not stored, or null.
   */
  send(address: ChatAddress, drafts: readonly Draft[]): Promise<readonly (Error | null)[]>;
  /** Changes messages and broadcasts each of them whole (DECISIONS 11). `work` returns the ids of the changed messages. */
  change(address: ChatAddress, work: () => Promise<readonly number[]>): Promise<void>;
}

/** Keeps a room for each chat in which something happens. @param store stores messages; tests replace it */
export function createRooms({ db, broker }: Pick<Core, 'db' | 'broker'>, store = sendMessages): Rooms {
  const rooms = new Map<string, Room>();
  /** The id of the newest message of which a chat's readers were told, by chat. Older ones are repeats, which are not news. */
  const newest = new Map<string, number>();

  /** Runs `work` in a room. The last call to leave the room broadcasts the changes. */
  async function within<Result>(address: ChatAddress, work: (room: Room) => Promise<Result>): Promise<Result> {
    const key = chatKey(address);
    const room = rooms.get(key) ?? {
      tail: Promise.resolve(),
      underway: 0,
      broadcasts: 0,
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
      if (room.underway === 0 || room.unsaid >= MOST_TOGETHER) {
        room.broadcasts++;
        await inTurn(room, () => broadcastChanges(address, room)).finally(() => room.broadcasts--);
      }
      if (room.underway === 0 && room.broadcasts === 0 && rooms.get(key) === room) rooms.delete(key);
    }
  }

  function inTurn<Result>(room: Room, work: () => Promise<Result>): Promise<Result> {
    const done = room.tail.then(work);
    room.tail = done.catch(() => {});
    return done;
  }

  /** Stores the waiting messages in one transaction, broadcasts them, and tells the chat's readers of them. */
  async function storeWaiting(address: ChatAddress, room: Room): Promise<void> {
    const together = room.waiting.splice(0, MOST_TOGETHER);
    if (together.length === 0) return;
    // They are looked up while the messages are stored. So a reader gets a message and the news of it in one frame, which costs a phone
    // less than two frames a few milliseconds apart.
    const readers = findReaders(address);
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
    const stored = outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : [outcome]));
    const fresh = stored.filter(({ id }) => Number(id) > (newest.get(chatKey(address)) ?? 0));
    if (fresh.length === 0) return;
    // If the readers could not be found, the sender repeats the messages, and then they must count as news.
    publishMessages(broker, address, await readers, fresh);
    newest.set(chatKey(address), Math.max(...fresh.map(({ id }) => Number(id))));
  }

  /** The readers of a chat. A failure is reported only to those who await them. */
  function findReaders(address: ChatAddress): Promise<Reader[]> {
    const readers = Promise.resolve(address).then((chat) => readersOf(db, chat));
    readers.catch(() => {});
    return readers;
  }

  async function broadcastChanges(address: ChatAddress, room: Room): Promise<void> {
    const ids = [...room.changed];
    if (ids.length === 0) return;
    // Cleared before the messages are read, so that a change made during the read is broadcast again.
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
        await inTurn(room, () => storeWaiting(address, room));
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
