import { waitFor } from 'xstate';
import type { SessionRef } from '../../machines/session/session.machine';
import { selectLastVisit, selectMe } from '../../machines/session/session.select';
import { decodeToken } from '../../services/storage/token';

/**
 * Tells the session that the server has refused this token.
 * @returns the newer token of the same member, with which the call is made once more (DECISIONS P10). Null if there is none, and if
 * somebody else has logged in by now: the call must not be made in their name
 */
export async function tokenAfter(session: SessionRef, refused: string): Promise<string | null> {
  const visit = selectLastVisit(session.getSnapshot());
  session.send({ type: 'session.rejected', token: refused });
  const now = await waitFor(session, ({ context }) => context.token !== refused);
  const isTheirs = selectLastVisit(now) === visit && selectMe(now)?.id === decodeToken(refused).claims?.id;
  return isTheirs ? now.context.token : null;
}
