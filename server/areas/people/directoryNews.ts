import type { App } from '../app';
import { tellEverybody } from './telling';

/** The pause after telling in which further changes are gathered, in milliseconds. */
const GATHERED = 1000;

/**
 * Makes the function that tells all active members that the facts about a member or a kit have changed (`volunteers.changed`, without
 * saying which), because they see the directory, and captains choose teams by them. The first change is told at once. Those of the next
 * second are told together at its end, because everybody who has the directory open fetches it again each time.
 */
export function createDirectoryNews(app: Pick<App, 'db' | 'broker' | 'http'>): () => void {
  let timer: NodeJS.Timeout | null = null;
  let hasMore = false;
  let isClosed = false;
  const changed = () => {
    hasMore = timer !== null;
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      if (hasMore) changed();
    }, GATHERED);
    void tellEverybody(app, { type: 'volunteers.changed' });
  };
  app.http.addHook('preClose', async () => {
    // Calls that are still being answered may change something, but nobody is connected any more.
    isClosed = true;
    clearTimeout(timer ?? undefined);
  });
  return changed;
}
