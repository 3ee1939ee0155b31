import { eq, sql } from 'drizzle-orm';
import { distanceBetween, type Place, placeOf } from '../../../src/rules/incidents';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';

/** DECISIONS 31. */
export const POINTS_PER_CASE = 10;
const POINTS_PER_REPORT = 2;
const HEARTS_PER_CASE = 1;

/** What a member gets for a report that has led to a case. */
export const creditReporter = (tx: Db, userId: number) =>
  tx
    .update(users)
    .set({ points: sql`${users.points} + ${POINTS_PER_REPORT}` })
    .where(eq(users.id, userId));

/**
 * What those credited with a completed case get. The distance is that from their last location to where the case ended, where
 * both are known.
 */
export async function creditTeam(tx: Db, userIds: readonly number[], end: Place | null): Promise<void> {
  // Always in the same order: two cases that end at once must not wait for each other's members.
  for (const userId of [...userIds].sort((a, b) => a - b)) {
    const [member] = await tx
      .select({ latitude: users.latitude, longitude: users.longitude })
      .from(users)
      .where(eq(users.id, userId))
      // Not 'update': whatever refers to the member meanwhile, their repeated call for one, would wait, and could be waited for.
      .for('no key update');
    const start = member ? placeOf(member) : null;
    const kilometres = start && end ? distanceBetween(start, end) : 0;
    await tx
      .update(users)
      .set({
        points: sql`${users.points} + ${POINTS_PER_CASE}`,
        hearts: sql`${users.hearts} + ${HEARTS_PER_CASE}`,
        casesCompleted: sql`${users.casesCompleted} + 1`,
        distanceTraveled: sql`${users.distanceTraveled} + ${kilometres}::double precision`,
      })
      .where(eq(users.id, userId));
  }
}
