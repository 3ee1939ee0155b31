import { HEARTBEAT, RECONNECT_DELAY } from '../../src/contract/topics';

/** The waiting times of a run, in milliseconds: those of the app, all shortened alike, so that a run takes no minutes. */
export interface Times {
  readonly heartbeat: number;
  readonly reconnectDelay: number;
  readonly connectTimeout: number;
  readonly echoWait: number;
  readonly catchUpDelay: number;
  /** By how much the wait before a next try is shortened, too. */
  readonly divisor: number;
}

/** The app's times divided by a number; their ratios stay. */
export const timesDividedBy = (by: number): Times => ({
  heartbeat: HEARTBEAT / by,
  reconnectDelay: RECONNECT_DELAY / by,
  connectTimeout: 20_000 / by,
  echoWait: 10_000 / by,
  catchUpDelay: 3_000 / by,
  divisor: by,
});

/** Lets time pass that is part of what is tested: how long a fault lasts, how fast somebody writes. */
export const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits until something holds, looking every few milliseconds.
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
