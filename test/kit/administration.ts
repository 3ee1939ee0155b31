import { count, eq } from 'drizzle-orm';
import { auditLog, userRoles, users } from '../../server/db/schema';
import type { Role } from '../../src/contract/people';
import type { Person, SignedInServer } from './incidents';

export const admins: readonly Person[] = ['admin', 'super admin'];
export const superAdmins: readonly Person[] = ['super admin'];

/** Functions that read the users of a test server from its database, and make some. */
export function recordsOf(signedIn: () => SignedInServer) {
  const db = () => signedIn().server.db;
  let made = 0;
  return {
    db,
    /** Inserts a user with a status and roles into the database. They are called 'Made No1', 'Made No2' and so on. @returns the id */
    async makePerson(status: 'PENDING' | 'ACTIVE' | 'FORMER', theirs: readonly Role[] = []): Promise<number> {
      made++;
      const [row] = await db()
        .insert(users)
        .values({
          username: `made-${made}`,
          usernameKey: `made-${made}`,
          passwordHash: '',
          firstName: 'Made',
          lastName: `No${made}`,
          phoneNumber: '9000000000',
          status,
        })
        .returning({ id: users.id });
      if (!row) throw new Error('nobody was made');
      if (theirs.length > 0)
        await db()
          .insert(userRoles)
          .values(theirs.map((role) => ({ userId: row.id, role })));
      return row.id;
    },
    rolesOf: async (userId: number) =>
      (await db().select().from(userRoles).where(eq(userRoles.userId, userId))).map(({ role }) => role).sort(),
    rowOf: async (userId: number) => (await db().select().from(users).where(eq(users.id, userId)))[0],
    auditCount: async () => (await db().select({ rows: count() }).from(auditLog))[0]?.rows,
  };
}
