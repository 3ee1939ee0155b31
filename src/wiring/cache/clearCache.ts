import type { SessionRef } from '../../machines/session/session.machine';
import { selectHasLoggedOut, selectVisit } from '../../machines/session/session.select';
import { keepUndeletedCaches, undeletedCaches } from '../../services/storage/undeletedCaches';

const failed = (error: unknown) => console.error('What this device has cached could not be deleted', error);

/**
 * Deletes the cached answers of the server, and what was shared, when the member logs out. A session that ends by itself keeps both.
 * What could not be deleted at the last Log Out is deleted now.
 */
export function clearCacheAtLogout(session: SessionRef): void {
  const undeleted = undeletedCaches();
  if (undeleted.length > 0)
    import('../../services/storage/answerCache').then(({ deleteCaches }) => deleteCaches(...undeleted), failed);
  let known = session.getSnapshot();
  session.subscribe((now) => {
    const before = known;
    known = now;
    const { me } = before.context;
    if (selectVisit(before) === null || selectVisit(now) !== null || !me) return;
    import('../../services/storage/forget').then(
      ({ endForgetting }) => endForgetting(me.id),
      () => {},
    );
    const hasLoggedOut = selectHasLoggedOut(now);
    if (hasLoggedOut) keepUndeletedCaches([...undeletedCaches(), me.id]);
    import('../../services/storage/answerCache')
      .then(({ endLogout, deleteAllCached }) => (hasLoggedOut ? deleteAllCached(me.id) : endLogout(me.id)))
      .catch(failed);
    if (!hasLoggedOut) return;
    import('../../services/storage/share')
      .then(({ dropShared }) => dropShared())
      .catch((error) => console.error('What was shared could not be deleted', error));
  });
}
