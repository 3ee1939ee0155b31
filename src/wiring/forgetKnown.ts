import type { SessionRef } from '../machines/session/session.machine';
import { selectKeepsPlace, selectVisit } from '../machines/session/session.select';

/** Deletes the kept answers of the server, and what was shared, when the member logs out. A session that ends by itself keeps both. */
export function forgetKnownAtLogout(session: SessionRef): void {
  let known = session.getSnapshot();
  session.subscribe((now) => {
    const before = known;
    known = now;
    const { me } = before.context;
    if (selectVisit(before) === null || selectVisit(now) !== null || !me) return;
    import('../services/forget').then(
      ({ endForgetting }) => endForgetting(me.id),
      () => {},
    );
    const keeps = selectKeepsPlace(now);
    import('../services/known')
      .then(({ endLogout, forgetAllKnown }) => (keeps ? endLogout(me.id) : forgetAllKnown(me.id)))
      .catch((error) => console.error('What this device knows could not be deleted', error));
    if (keeps) return;
    import('../services/shared')
      .then(({ dropShared }) => dropShared())
      .catch((error) => console.error('What was shared could not be deleted', error));
  });
}
