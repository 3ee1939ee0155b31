import { setTimeout as pause } from 'node:timers/promises';
import type { IFrame } from '@stomp/stompjs';
import type { Limits } from '../config';
import { HttpError } from '../http/httpError';
import { createRateLimiter } from './rateLimiter';
import { bytesOf, stubOf } from './reading';

/** The most entries that may wait on one connection. SENDs that were gathered into one entry count once. */
const MOST_WAITING = 1000;

/** How consecutive waiting SENDs to one destination are carried out together. */
export interface Gathering {
  /** The most SENDs that are carried out together, in one transaction. */
  readonly most: number;
  /** Whether SENDs above the rate limit are delayed instead of refused. */
  readonly areDeferred: boolean;
}

/** Frames that are answered together: either one frame, or several SENDs to one destination. */
export type Gathered = readonly [IFrame, ...IFrame[]];

interface Waiting {
  readonly frames: [IFrame, ...IFrame[]];
  /** The error with which they are refused when their turn comes, or null. */
  readonly refusal: HttpError | null;
  /** The destination whose next SENDs may join this entry; null if none may. */
  readonly gathers: (Gathering & { readonly destination: string }) | null;
  bytes: number;
}

/**
 * The waiting frames of one connection, in the order of arrival. Consecutive SENDs to a destination that has a `Gathering` are
 * carried out together. Read receipts, of which a busy chat brings hundreds, are never refused for exceeding the rate limit:
 * they are delayed, and more of them are gathered in the meantime.
 */
export class FrameQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maySend: () => boolean;
  readonly #mayGather: () => boolean;
  #bytes = 0;
  #isRunning = false;

  /**
   * @param gathering tells how SENDs to a destination are gathered; null if each is carried out alone
   * @param take answers or refuses frames when their turn comes; never rejects
   */
  constructor(
    private readonly limits: Limits,
    private readonly gathering: (destination: string) => Gathering | null,
    private readonly take: (frames: Gathered, refusal: HttpError | null) => Promise<void>,
  ) {
    this.#maySend = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
    this.#mayGather = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
  }

  /** Adds a frame. @returns false when the queue is full. */
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

  /** Drops all waiting frames. */
  close(): void {
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Waits until all frames that arrived together are in the queue, so that they can be gathered.
    await null;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      // More SENDs may join this entry while it waits.
      while (next.gathers?.areDeferred && !this.#mayGather()) await pause(1000 / this.limits.sendsPerSecond);
      this.#waiting.shift();
      this.#bytes -= next.bytes;
      await this.take(next.frames, next.refusal);
    }
    this.#isRunning = false;
  }

  /**
   * The error with which a SEND is refused on arrival, or null. The content of a refused SEND is not kept in the queue. SENDs may
   * fill half of `waitingBytes`; the rest is for other frames, which cannot be refused without ending the connection.
   */
  #refusalOf(frame: IFrame, isDeferred: boolean): HttpError | null {
    const bytes = bytesOf(frame);
    if (bytes > this.limits.frameBytes) return new HttpError(413, 'This message is too large.');
    if ((!isDeferred && !this.#maySend()) || this.#bytes + bytes > this.limits.waitingBytes / 2)
      return new HttpError(429, 'Too many messages at once. Please wait a moment.');
    return null;
  }
}
