import type { Core } from '../core';
import type { IncidentTurns } from './incidents/turns';
import type { MediaStore } from './media/store';
import type { Push } from './notifications/push/push';
import type { Tokens } from './session/tokens';

/** What the routes of all areas receive. */
export interface App extends Core {
  readonly tokens: Tokens;
  readonly media: MediaStore;
  readonly inIncidentTurn: IncidentTurns;
  readonly push: Push;
  /** Tells all members that the facts about one, or a kit, have changed (see `createDirectoryNews`). Call it after the commit. */
  readonly tellDirectory: () => void;
}
