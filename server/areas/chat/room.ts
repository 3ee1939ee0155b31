import type { Message } from '../../../src/contract/chats';
import type { Draft } from './actions';

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
 *
 * After a broadcast of changes, receipts are gathered for a while (DECISIONS 107). A message that forty members read one after the other
 * would otherwise be sent to each of them forty times, each time with a longer list of readers.
 */
export class Room {
  /** How many calls are in the room. */
  underway = 0;
  /** The broadcasts that go on or wait for their turn. The room is kept until these finish; a new one would not wait for them. */
  broadcasts = 0;
  readonly waiting: WaitingDraft[] = [];
  /** Stored messages of which the chat's readers are not told yet. */
  readonly unannounced: Message[] = [];
  /** Set while receipts are gathered; otherwise null. Until then the room stays. */
  gathering: NodeJS.Timeout | null = null;
  /** Set while the database is unavailable and something must be told when it is back; otherwise null. Until then the room stays. */
  retryTimer: NodeJS.Timeout | null = null;
  /** Settles when the storing and broadcasting that is queued so far is done. */
  #tail: Promise<unknown> = Promise.resolve();
  readonly #changed = new Set<number>();
  /** The number of changes since the last broadcast, and whether one of them is more than a receipt and so does not wait. */
  #changesSinceBroadcast = 0;
  #isUrgent = false;

  /** Runs `work` after the storing and broadcasting that is queued so far. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => {});
    return done;
  }

  /** Notes that messages have changed, by their ids. */
  markChanged(ids: readonly number[], areReceipts: boolean): void {
    for (const id of ids) this.#changed.add(id);
    this.#changesSinceBroadcast += ids.length;
    if (!areReceipts && ids.length > 0) this.#isUrgent = true;
  }

  /** Returns the ids of the changed messages for a broadcast, and forgets them: later changes belong to the next broadcast. */
  takeChanged(): number[] {
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#changesSinceBroadcast = 0;
    this.#isUrgent = false;
    return ids;
  }

  /** Puts back what could not be broadcast. */
  putBack(ids: readonly number[]): void {
    for (const id of ids) this.#changed.add(id);
  }

  /** Gives up what is not told yet. */
  giveUp(): void {
    this.#changed.clear();
    this.unannounced.length = 0;
  }

  /** Whether what is not told yet has to be told now. */
  get isDue(): boolean {
    if (this.retryTimer !== null) return false;
    if (this.#changesSinceBroadcast >= MOST_TOGETHER) return true;
    return this.underway === 0 && (this.gathering === null || this.#isUrgent || this.unannounced.length > 0);
  }

  /** Whether nothing happens in the room. */
  get isEmpty(): boolean {
    return this.underway === 0 && this.broadcasts === 0 && this.retryTimer === null && this.gathering === null;
  }
}
