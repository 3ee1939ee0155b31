import { setTimeout as pause } from 'node:timers/promises';
import type { IFrame } from '@stomp/stompjs';
import type { Limits } from '../config';
import { HttpError } from '../http/httpError';
import { createRateLimiter } from './rateLimiter';
import { bytesOf, stubOf } from './reading';

/** How many frames of one connection may wait; those that are gathered count as one. */
const MOST_WAITING = 1000;
/** How many frames are gathered at most: they are carried out in one transaction. */
const MOST_GATHERED = 200;

/** Frames that are answered together: one, or several SENDs to a destination that is gathered. */
export type Gathered = readonly [IFrame, ...IFrame[]];

interface Waiting {
  readonly frames: [IFrame, ...IFrame[]];
  /** Why they are refused when their turn comes, or null. */
  readonly refusal: HttpError | null;
  /** The destination whose next SENDs may join, or null. */
  readonly gathers: string | null;
  bytes: number;
}

/**
 * The frames of one connection that wait for their turn, in the order in which they came. SENDs to a destination that is gathered
 * (read receipts, which a busy chat brings by the hundred) are not refused for being many: those that wait one behind the other
 * are carried out together, and when there are too many turns of them in a second the next turn is put off meanwhile.
 */
export class FrameQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maySend: () => boolean;
  readonly #mayGather: () => boolean;
  #bytes = 0;
  #isRunning = false;

  /**
   * @param isGathered whether SENDs to a destination are carried out together
   * @param take answers frames when their turn has come, or refuses them; never rejects
   */
  constructor(
    private readonly limits: Limits,
    private readonly isGathered: (destination: string) => boolean,
    private readonly take: (frames: Gathered, refusal: HttpError | null) => Promise<void>,
  ) {
    this.#maySend = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
    this.#mayGather = createRateLimiter(limits.sendBurst, limits.sendsPerSecond);
  }

  /** @returns false when there is no room for it. */
  add(arrived: IFrame): boolean {
    const { destination = '' } = arrived.headers;
    const gathers = arrived.command === 'SEND' && this.isGathered(destination) ? destination : null;
    const refusal = arrived.command === 'SEND' ? this.#refusalOf(arrived, gathers !== null) : null;
    const frame = refusal ? stubOf(arrived) : arrived;
    const bytes = bytesOf(frame);
    if (this.#bytes + bytes > this.limits.waitingBytes) return false;
    const last = this.#waiting.at(-1);
    if (!refusal && last && last.gathers === gathers && gathers !== null && last.frames.length < MOST_GATHERED) {
      last.frames.push(frame);
      last.bytes += bytes;
    } else if (this.#waiting.length < MOST_WAITING)
      this.#waiting.push({ frames: [frame], refusal, gathers: refusal ? null : gathers, bytes });
    else return false;
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
      while (next.gathers !== null && !this.#mayGather()) await pause(1000 / this.limits.sendsPerSecond);
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
  #refusalOf(frame: IFrame, isGathered: boolean): HttpError | null {
    const bytes = bytesOf(frame);
    if (bytes > this.limits.frameBytes) return new HttpError(413, 'This message is too large.');
    if ((!isGathered && !this.#maySend()) || this.#bytes + bytes > this.limits.waitingBytes / 2)
      return new HttpError(429, 'Too many messages at once. Please wait a moment.');
    return null;
  }
}
