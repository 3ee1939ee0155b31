import { everyHour } from '../everyHour';
import { forgetOldAnswers } from '../http/once';
import type { App } from './app';
import { sweepMedia } from './media/sweep';
import { forgetOldAddresses } from './session/loginTries';

/** Removes what is no longer needed: media, old answers to idempotency keys, and addresses of logins long ago. */
export async function sweep(app: Pick<App, 'db' | 'media'>, now: Date): Promise<void> {
  await sweepMedia(app, now);
  await forgetOldAnswers(app.db, now);
  await forgetOldAddresses(app.db, now);
}

/**
 * Sweeps now and every hour.
 * @returns a function that stops the sweeping; it resolves when no sweep is running.
 */
export const startSweeping = (app: App): (() => Promise<void>) =>
  everyHour(app.http.log, 'sweep failed', () => sweep(app, new Date()));
