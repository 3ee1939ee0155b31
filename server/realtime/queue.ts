import { setTimeout as pause } from 'node:timers/promises';
import type { IFrame } from '@stomp/stompjs';
import type { Limits } from '../config';
import { HttpError } from '../http/httpError';
import { createRateLimiter } from './rateLimiter';
import { bytesOf, stubOf } from './reading';

/** The most entries that may wait on one connection. SENDs that are batched in one entry count once. */
const MOST_WAITING = 1000;

/** How consecutive waiting SENDs to one destination are carried out together. */
export interface Batching {
  /** The most SENDs that are carried out together, in one transaction. */
  readonly batchSize: number;
  /** Whether SENDs above the rate limit are delayed instead of refused. */
  readonly areDelayed: boolean;
}

/** Frames that are answered together: either one frame, or several SENDs to one destination. */
export type Batch = readonly [IFrame, ...IFrame[]];

interface Waiting {
  readonly frames: [IFrame, ...IFrame[]];
  /** The error with which they are refused when their turn comes, or null. */
  readonly refusal: HttpError | null;
  /** The destination whose next SENDs may join this entry; null if none may. */
  readonly batching: (Batching & { readonly destination: string }) | null;
  bytes: number;
}

/**
 * The waiting frames of one connection, in the order of arrival. Consecutive SENDs to a destination that has a `Batching` are
 * carried out together. Read receipts, of which a busy chat brings hundreds, are never refused for exceeding the rate limit:
 * they are delayed, and more of them join the batch in the meantime.
 */
export class FrameQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maySend: () => boolean;
  readonly #mayStartBatch: () => boolean;
  #bytes = 0;
  #isRunning = false;

  /**
   * @param batchingOf tells how SENDs to a destination are batched; null if each is carried out alone
   * @param answer answers or refuses frames when their turn comes; never rejects
   */
  constructor(
    private readonly limits: Limits,
    private readonly batchingOf: (destination: string) => Batching | null,
    private readonly answer: (frames: Batch, refusal: HttpError | null) => Promise<void>,
  ) {
    this.#maySend = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
    this.#mayStartBatch = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
  }

  /** Adds a frame. @returns false when the queue is full. */
  add(arrived: IFrame): boolean {
    const { destination = '' } = arrived.headers;
    const batching = arrived.command === 'SEND' ? this.batchingOf(destination) : null;
    const refusal = arrived.command === 'SEND' ? this.#refusalOf(arrived, batching?.areDelayed === true) : null;
    const frame = refusal ? stubOf(arrived) : arrived;
    const bytes = bytesOf(frame);
    if (this.#bytes + bytes > this.limits.waitingBytes) return false;
    const last = this.#waiting.at(-1);
    const joins = last?.batching?.destination === destination && last.frames.length < last.batching.batchSize;
    if (!refusal && batching && joins) {
      last.frames.push(frame);
      last.bytes += bytes;
    } else if (this.#waiting.length < MOST_WAITING) {
      this.#waiting.push({
        frames: [frame],
        refusal,
        batching: batching && !refusal ? { ...batching, destination } : null,
        bytes,
      });
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
    // Waits until all frames that arrived together are in the queue, so that they can be batched.
    await null;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      // More SENDs may join this entry while it waits.
      while (next.batching?.areDelayed && !this.#mayStartBatch()) await pause(1000 / this.limits.sendsPerSecond);
      this.#waiting.shift();
      this.#bytes -= next.bytes;
      await this.answer(next.frames, next.refusal);
    }
    this.#isRunning = false;
  }

  /**
   * The error with which a SEND is refused on arrival, or null. The content of a refused SEND is not kept in the queue. SENDs may
   * fill half of `waitingBytes`; the rest is for other frames, which cannot be refused without ending the connection.
   */
  #refusalOf(frame: IFrame, isDelayed: boolean): HttpError | null {
    const bytes = bytesOf(frame);
    if (bytes > this.limits.frameBytes) return new HttpError(413, 'This message is too large.');
    if ((!isDelayed && !this.#maySend()) || this.#bytes + bytes > this.limits.waitingBytes / 2)
      return new HttpError(429, 'Too many messages at once. Please wait a moment.');
    return null;
  }
}
