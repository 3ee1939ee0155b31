import type { Core } from '../core';
import type { Overlaps } from './incidents/overlap';
import type { MediaStore } from './media/store';
import type { Push } from './notifications/push/push';
import type { Tokens } from './session/tokens';

/** What every area's routes are given. */
export interface App extends Core {
  readonly tokens: Tokens;
  readonly media: MediaStore;
  readonly overlaps: Overlaps;
  readonly push: Push;
}
