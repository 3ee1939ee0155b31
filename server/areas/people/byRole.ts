import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Role } from '../../../src/contract/people';
import type { Db } from '../../db/open';
import { userRoles, users } from '../../db/schema';

/** The ids of the active members who have one of these roles. */
export async function idsWithRole(db: Db, roles: readonly Role[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(users.status, 'ACTIVE'), inArray(userRoles.role, [...roles])))
    .orderBy(asc(users.id));
  return rows.map(({ id }) => id);
}
