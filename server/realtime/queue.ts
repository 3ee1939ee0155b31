import type { IFrame } from '@stomp/stompjs';
import type { Limits } from '../config';
import { HttpError } from '../http/httpError';
import { createAllowance } from './allowance';
import { bytesOf, stubOf } from './reading';

/** How many frames of one connection may wait for their turn. */
const MOST_WAITING = 1000;

/** The frames of one connection that wait for their turn, in the order in which they came. */
export class FrameQueue {
  readonly #mayStillSend: () => boolean;
  #tail: Promise<void> = Promise.resolve();
  #frames = 0;
  #bytes = 0;

  /** @param take answers a frame when its turn has come, or refuses it; never rejects */
  constructor(
    private readonly limits: Limits,
    private readonly take: (frame: IFrame, refusal: HttpError | null) => Promise<void>,
  ) {
    this.#mayStillSend = createAllowance(limits.sendBurst, limits.sendsPerSecond);
  }

  /** @returns false when there is no room for it. */
  add(arrived: IFrame): boolean {
    const refusal = arrived.command === 'SEND' ? this.#refusalOf(arrived) : null;
    const frame = refusal ? stubOf(arrived) : arrived;
    const bytes = bytesOf(frame);
    if (this.#frames >= MOST_WAITING || this.#bytes + bytes > this.limits.waitingBytes) return false;
    this.#frames++;
    this.#bytes += bytes;
    this.#tail = this.#tail.then(() => {
      this.#frames--;
      this.#bytes -= bytes;
      return this.take(frame, refusal);
    });
    return true;
  }

  /**
   * Why a SEND is refused before its turn, or null. What it carries then need not wait. Half of the room is left to other frames,
   * for those cannot be refused without ending the connection.
   */
  #refusalOf(frame: IFrame): HttpError | null {
    const bytes = bytesOf(frame);
    if (bytes > this.limits.frameBytes) return new HttpError(413, 'This message is too large.');
    if (!this.#mayStillSend() || this.#bytes + bytes > this.limits.waitingBytes / 2)
      return new HttpError(429, 'Too many messages at once. Please wait a moment.');
    return null;
  }
}
