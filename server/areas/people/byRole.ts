import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Role } from '../../../src/contract/people';
import type { Db } from '../../db/open';
import { userRoles, users } from '../../db/schema';

/** The ids of all active members. */
export async function activeIds(db: Db): Promise<number[]> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.status, 'ACTIVE'));
  return rows.map(({ id }) => id);
}

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
