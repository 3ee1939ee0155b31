import { and, eq, sql } from 'drizzle-orm';
import { distanceBetween, type Place, placeOf, roughKilometres } from '../../../src/rules/incidents/incidents';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';

/** Points and hearts, as set by DECISIONS 31. */
export const POINTS_PER_CASE = 10;
const POINTS_PER_REPORT = 2;
const HEARTS_PER_CASE = 1;

/** Credits the reporter of an incident, when the report has led to a case. A former member's row stays erased (DECISIONS P7). */
export const creditReporter = (tx: Db, userId: number) =>
  tx
    .update(users)
    .set({ points: sql`${users.points} + ${POINTS_PER_REPORT}` })
    .where(and(eq(users.id, userId), eq(users.status, 'ACTIVE')));

/**
 * Credits the team of a completed case. The distance runs from each member's last location to the place where the case ended, if
 * both are known, and is stored rounded: of two readings of the leaderboard the difference is what one case has added (DECISIONS 389).
 */
export async function creditTeam(tx: Db, userIds: readonly number[], end: Place | null): Promise<void> {
  // Always in the same order, so that two cases that end at the same moment do not deadlock.
  for (const userId of [...userIds].sort((a, b) => a - b)) {
    const [member] = await tx
      .select({ latitude: users.latitude, longitude: users.longitude, before: users.distanceTraveled })
      .from(users)
      .where(eq(users.id, userId))
      // Not 'update', which would block inserts that refer to the member, such as a repeated call's key, and could deadlock with
      // them.
      .for('no key update');
    const start = member ? placeOf(member) : null;
    const kilometres = start && end ? distanceBetween(start, end) : 0;
    await tx
      .update(users)
      .set({
        points: sql`${users.points} + ${POINTS_PER_CASE}`,
        hearts: sql`${users.hearts} + ${HEARTS_PER_CASE}`,
        casesCompleted: sql`${users.casesCompleted} + 1`,
        distanceTraveled: roughKilometres((member?.before ?? 0) + kilometres),
      })
      .where(eq(users.id, userId));
  }
}
