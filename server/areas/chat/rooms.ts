import { type ChatAddress, chatKey, topicOf } from '../../../src/contract/topics';
import type { Core } from '../../core';
import { isUnavailable } from '../../db/errors';
import { readId } from '../../http/check';
import { mayBeStored } from '../../http/httpError';
import { chatIdOf } from './access';
import { type Draft, type Sent, sendMessages } from './actions';
import { createAnnouncements } from './announcements';
import { findMessages } from './history';
import { MOST_TOGETHER, Room } from './room';

/** The time until the next attempt to broadcast changes while the database is unavailable, in milliseconds. */
const AGAIN_AFTER = 1000;

/** How long receipts are gathered after a broadcast, in milliseconds. */
const GATHERED = 1000;

export interface Rooms {
  /**
   * Stores messages and broadcasts each one when it is stored.
   * @param drafts at most `MOST_TOGETHER`
   * @returns for each draft the reason why it was not stored, or null.
   */
  send(address: ChatAddress, drafts: readonly Draft[]): Promise<readonly (Error | null)[]>;
  /**
   * Changes messages and broadcasts each of them whole (DECISIONS 11). A failure of the broadcast does not make the change look failed.
   * @param work finds out, among other things, the ids of the changed messages.
   * @param asked the ids of messages that are broadcast, too, if `work` fails and its change may be stored nevertheless.
   */
  change<Outcome extends { readonly ids: readonly number[] }>(
    address: ChatAddress,
    work: () => Promise<Outcome>,
    asked?: readonly string[],
  ): Promise<Outcome>;
  /** Stores receipts as `change` does. The first ones are broadcast at once, and those of the next second together at its end. */
  read<Outcome extends { readonly ids: readonly number[] }>(
    address: ChatAddress,
    work: () => Promise<Outcome>,
  ): Promise<Outcome>;
  /** Gives up what waits to be broadcast, because the server ends: nobody is connected any more, and the database will be closed. */
  close(): void;
}

/** Keeps a room for each chat in which something happens. @param store stores messages; tests replace it */
export function createRooms({ db, broker, http }: Pick<Core, 'db' | 'broker' | 'http'>, store = sendMessages): Rooms {
  const rooms = new Map<string, Room>();
  const announcements = createAnnouncements({ db, broker });
  let isClosed = false;

  /** Runs `work` in a room. The last call to leave the room broadcasts the changes. */
  async function within<Result>(address: ChatAddress, work: (room: Room) => Promise<Result>): Promise<Result> {
    const key = chatKey(address);
    const room = rooms.get(key) ?? new Room();
    rooms.set(key, room);
    room.underway++;
    try {
      return await work(room);
    } finally {
      room.underway--;
      if (room.isDue) await tellAll(address, room);
    }
  }

  /** Broadcasts the changes in a room, tells the readers what they were not told yet, and closes the room if nothing happens in it. */
  async function tellAll(address: ChatAddress, room: Room): Promise<void> {
    room.broadcasts++;
    await room
      .inTurn(async () => {
        await broadcastChanges(address, room);
        await announcements.tell(address, room.unannounced);
        if (room.retryTimer) clearTimeout(room.retryTimer);
        room.retryTimer = null;
      })
      .catch((error) => tellLater(address, room, error));
    room.broadcasts--;
    const key = chatKey(address);
    if (room.isEmpty && rooms.get(key) === room) rooms.delete(key);
  }

  /** Logs why something stored was not told (DECISIONS 397). It is tried again only while the database is away. */
  function tellLater(address: ChatAddress, room: Room, error: unknown): void {
    if (isUnavailable(error) && room.retryTimer) {
      room.retryTimer.refresh();
      return;
    }
    http.log.error({ err: error }, 'what is stored in a chat could not be told');
    if (isUnavailable(error)) {
      room.retryTimer = setTimeout(() => tellAll(address, room), AGAIN_AFTER).unref();
      return;
    }
    room.retryTimer = null;
    room.giveUp();
  }

  /** Stores the waiting messages in one transaction, broadcasts them, and tells the chat's readers of them. */
  async function storeWaiting(address: ChatAddress, room: Room): Promise<void> {
    const together = room.waiting.splice(0, MOST_TOGETHER);
    if (together.length === 0) return;
    // They are looked up while the messages are stored. So a reader gets a message and the news of it in one frame, which costs a phone
    // less than two frames a few milliseconds apart.
    const readers = announcements.findReaders(address);
    const outcomes = await store(
      db,
      address,
      together.map(({ draft }) => draft),
    );
    for (const [place, { draft, settle }] of together.entries()) {
      const outcome = outcomes[place] as Sent | Error;
      if (outcome instanceof Error) {
        if (mayBeStored(outcome)) announcements.markUnclear(draft);
        settle(outcome);
        continue;
      }
      broker.publish(topicOf(address), outcome.message);
      settle(null);
      if (announcements.isNews(draft, outcome)) room.unannounced.push(outcome.message);
    }
    await announcements.tell(address, room.unannounced, readers).catch((error) => tellLater(address, room, error));
  }

  async function broadcastChanges(address: ChatAddress, room: Room): Promise<void> {
    // Taken before the messages are read, so that a change made during the read is broadcast again.
    const ids = room.takeChanged();
    const chatId = chatIdOf(address);
    if (ids.length === 0 || chatId === null) return;
    const changed = await findMessages(db, ids, chatId).catch((error) => {
      room.putBack(ids);
      throw error;
    });
    for (const message of changed) broker.publish(topicOf(address), message);
    gather(address, room);
  }

  /** From now on receipts are gathered. */
  function gather(address: ChatAddress, room: Room): void {
    clearTimeout(room.gathering ?? undefined);
    if (isClosed) return;
    room.gathering = setTimeout(() => {
      room.gathering = null;
      if (room.isDue) void tellAll(address, room);
    }, GATHERED).unref();
  }

  const change = <Outcome extends { readonly ids: readonly number[] }>(
    address: ChatAddress,
    work: () => Promise<Outcome>,
    { asked = [], areReceipts }: { readonly asked?: readonly string[] | undefined; readonly areReceipts: boolean },
  ): Promise<Outcome> =>
    within(address, async (room) => {
      try {
        const outcome = await work();
        room.markChanged(outcome.ids, areReceipts);
        return outcome;
      } catch (error) {
        const ids = asked.map(readId).filter((id) => id !== null);
        if (mayBeStored(error)) room.markChanged(ids, areReceipts);
        throw error;
      }
    });

  return {
    send: (address, drafts) =>
      within(address, async (room) => {
        const settled = drafts.map(
          (draft) => new Promise<Error | null>((settle) => room.waiting.push({ draft, settle })),
        );
        await room.inTurn(() => storeWaiting(address, room));
        return Promise.all(settled);
      }),
    change: (address, work, asked) => change(address, work, { asked, areReceipts: false }),
    read: (address, work) => change(address, work, { areReceipts: true }),
    close() {
      isClosed = true;
      for (const { gathering, retryTimer } of rooms.values())
        for (const timer of [gathering, retryTimer]) clearTimeout(timer ?? undefined);
    },
  };
}
