import { existsSync } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import { audit } from './areas/admin/audit';
import { keyOfUsername } from './areas/session/accounts';
import { newTemporaryPassword, resetToTemporary } from './areas/session/newPassword';
import { type Config, ConfigError, placeOf } from './config';
import { clusterIn } from './db/embedded/cluster';
import { openDatabase } from './db/open';
import { users } from './db/schema';

/**
 * `npm run reset-password -- {username}`: gives any member, even a super admin, a temporary password (DECISIONS P8). The server
 * must be stopped, so there are no open sessions to end.
 * @returns the line to print.
 * @throws ConfigError when there is no such active member, no data folder or no organisation (none is made here, DECISIONS 304), or when
 * the database is in use or cannot be used.
 */
export async function resetPasswordByHand(config: Config, username: string | undefined): Promise<string> {
  if (!username) throw new ConfigError('The username is missing: npm run reset-password -- {username}');
  const { databaseUrl, dataDir } = config;
  if (!existsSync(databaseUrl === null ? clusterIn(dataDir) : dataDir))
    throw new ConfigError(
      `There is no organisation in ${dataDir}, or this account may not see it. Run this with the account and the DATA_DIR of the server: sudo -u {account} env DATA_DIR={folder} npm run reset-password -- ${username}`,
    );
  const { db, close } = await openDatabase(config, { mustHaveUsers: true });
  try {
    const temporary = await newTemporaryPassword();
    return await db.transaction(async (tx) => {
      const isTheirs = and(eq(users.usernameKey, keyOfUsername(username)), eq(users.status, 'ACTIVE'));
      const [target] = await tx.select().from(users).where(isTheirs);
      if (!target)
        throw new ConfigError(`There is no active member with the username '${username}' in ${placeOf(config)}.`);
      await resetToTemporary(tx, target.id, temporary);
      await audit(tx, null, 'password.reset', { target });
      return `Password for @${target.username} reset to ${temporary.password} (in ${placeOf(config)})`;
    });
  } finally {
    await close();
  }
}
