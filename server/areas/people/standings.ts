import { desc, eq, sql } from 'drizzle-orm';
import type { Standing } from '../../../src/contract/standings';
import { roughKilometres } from '../../../src/rules/incidents/incidents';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';
import { byName } from './byName';

/** All active members by points. Members with equal points share a rank and are sorted by first name (DECISIONS 31). */
export async function listStandings(db: Db): Promise<Standing[]> {
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      rank: sql`rank() over (order by ${users.points} desc)`.mapWith(Number),
      points: users.points,
      hearts: users.hearts,
      distanceTraveled: users.distanceTraveled,
      casesCompleted: users.casesCompleted,
    })
    .from(users)
    .where(eq(users.status, 'ACTIVE'))
    .orderBy(desc(users.points), ...byName);
  // Distances were stored unrounded until each was rounded when it was added.
  return rows.map((row) => ({ ...row, id: String(row.id), distanceTraveled: roughKilometres(row.distanceTraveled) }));
}
