import { setTimeout as pause } from 'node:timers/promises';
import type { IFrame } from '@stomp/stompjs';
import type { Limits } from '../config';
import { HttpError } from '../http/httpError';
import { createRateLimiter } from './rateLimiter';
import { bytesOf, stubOf } from './reading';

/** How many frames of one connection may wait; those that are gathered count as one. */
const MOST_WAITING = 1000;

/** How SENDs to one destination that wait one behind the other are carried out together. */
export interface Gathering {
  /** How many at most: they are carried out in one transaction. */
  readonly most: number;
  /** Whether too many in a second are put off instead of refused. */
  readonly areDeferred: boolean;
}

/** Frames that are answered together: one, or several SENDs to a destination that is gathered. */
export type Gathered = readonly [IFrame, ...IFrame[]];

interface Waiting {
  readonly frames: [IFrame, ...IFrame[]];
  /** Why they are refused when their turn comes, or null. */
  readonly refusal: HttpError | null;
  /** The destination whose next SENDs may join and how, or null. */
  readonly gathers: (Gathering & { readonly destination: string }) | null;
  bytes: number;
}

/**
 * The frames of one connection that wait for their turn, in the order in which they came. SENDs to a destination that is gathered
 * are carried out together where they wait one behind the other. Some of them (read receipts, which a busy chat brings by the
 * hundred) are not refused for being many: when there are too many turns of them in a second the next turn is put off meanwhile.
 */
export class FrameQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maySend: () => boolean;
  readonly #mayGather: () => boolean;
  #bytes = 0;
  #isRunning = false;

  /**
   * @param gathering how SENDs to a destination are carried out together, or null
   * @param take answers frames when their turn has come, or refuses them; never rejects
   */
  constructor(
    private readonly limits: Limits,
    private readonly gathering: (destination: string) => Gathering | null,
    private readonly take: (frames: Gathered, refusal: HttpError | null) => Promise<void>,
  ) {
    this.#maySend = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
    this.#mayGather = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
  }

  /** @returns false when there is no room for it. */
  add(arrived: IFrame): boolean {
    const { destination = '' } = arrived.headers;
    const gathering = arrived.command === 'SEND' ? this.gathering(destination) : null;
    const refusal = arrived.command === 'SEND' ? this.#refusalOf(arrived, gathering?.areDeferred === true) : null;
    const frame = refusal ? stubOf(arrived) : arrived;
    const bytes = bytesOf(frame);
    if (this.#bytes + bytes > this.limits.waitingBytes) return false;
    const last = this.#waiting.at(-1);
    const joins = last?.gathers?.destination === destination && last.frames.length < last.gathers.most;
    if (!refusal && gathering && joins) {
      last.frames.push(frame);
      last.bytes += bytes;
    } else if (this.#waiting.length < MOST_WAITING) {
      const gathers = gathering && !refusal ? { ...gathering, destination } : null;
      this.#waiting.push({ frames: [frame], refusal, gathers, bytes });
    } else return false;
    this.#bytes += bytes;
    if (!this.#isRunning) void this.#run();
    return true;
  }

  /** Forgets what waits. */
  close(): void {
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Frames that arrive together are all here before the first of them is taken.
    await null;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      // Until their turn begins, more may join.
      while (next.gathers?.areDeferred && !this.#mayGather()) await pause(1000 / this.limits.sendsPerSecond);
      this.#waiting.shift();
      this.#bytes -= next.bytes;
      await this.take(next.frames, next.refusal);
    }
    this.#isRunning = false;
  }

  /**
   * Why a SEND is refused before its turn, or null. Then what it carries need not wait. Half of the room is left to other frames,
   * because those cannot be refused without ending the connection.
   */
  #refusalOf(frame: IFrame, isDeferred: boolean): HttpError | null {
    const bytes = bytesOf(frame);
    if (bytes > this.limits.frameBytes) return new HttpError(413, 'This message is too large.');
    if ((!isDeferred && !this.#maySend()) || this.#bytes + bytes > this.limits.waitingBytes / 2)
      return new HttpError(429, 'Too many messages at once. Please wait a moment.');
    return null;
  }
}
