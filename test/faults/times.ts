import { HEARTBEAT, RECONNECT_DELAY } from '../../src/contract/topics';

/** The waiting times of a run, in milliseconds: those of the app, all divided by the same number, so that a run is short. */
export interface Times {
  readonly heartbeat: number;
  readonly reconnectDelay: number;
  readonly connectTimeout: number;
  readonly echoWait: number;
  readonly catchUpDelay: number;
  /** The number. Waits of a submission are divided by it, too. */
  readonly divisor: number;
}

/** The app's times divided by a number, so that their ratios stay the same. */
export const timesDividedBy = (by: number): Times => ({
  heartbeat: HEARTBEAT / by,
  reconnectDelay: RECONNECT_DELAY / by,
  connectTimeout: 20_000 / by,
  echoWait: 10_000 / by,
  catchUpDelay: 3_000 / by,
  divisor: by,
});

/** Waits. Only where the time is part of the run, such as how long a fault lasts or how fast somebody writes. */
export const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits until something holds, and looks every 5 ms.
 * @returns whether it does within the time, and after how many milliseconds it did.
 */
export async function waitUntil(holds: () => boolean, within: number): Promise<{ held: boolean; after: number }> {
  const start = performance.now();
  for (;;) {
    const after = performance.now() - start;
    if (holds()) return { held: true, after };
    if (after > within) return { held: false, after };
    await pass(5);
  }
}
