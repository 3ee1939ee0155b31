import type { Api } from '../services/api/api';
import { TWO_PANES } from '../views/parts/mediaQueries';
import { firstCallsOf } from './firstCalls';

/**
 * Makes the first calls of the screen at this path, and reads what this device has cached for it, while the code of the screen is being
 * fetched.
 */
export function startAhead(api: Api, userId: string, path: string): void {
  for (const { endpoint, options, key } of firstCallsOf(path, matchMedia(TWO_PANES).matches)) {
    api.callAhead(endpoint, options);
    import('../services/storage/answerCache').then(
      ({ readCachedAhead }) => readCachedAhead(userId, key),
      // If this code cannot be loaded, the screen reads the copy by itself.
      () => {},
    );
  }
}
