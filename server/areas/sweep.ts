import { everyHour } from '../everyHour';
import { forgetOldAnswers } from '../http/once';
import type { App } from './app';
import { sweepMedia } from './media/sweep';
import { forgetOldAddresses } from './session/loginTries';

/** Removes what is no longer needed: old answers to idempotency keys, addresses of logins long ago, and media. */
export async function sweep(app: Pick<App, 'db' | 'media'>, now: Date): Promise<void> {
  await forgetOldAnswers(app.db, now);
  await forgetOldAddresses(app.db, now);
  // Last, because a file that the disk does not give back ends the sweep.
  await sweepMedia(app, now);
}

/**
 * Sweeps now and every hour.
 * @returns a function that stops the sweeping; it resolves when no sweep is running.
 */
export const startSweeping = (app: App): (() => Promise<void>) =>
  everyHour(app.http.log, 'sweep failed', () => sweep(app, new Date()));
