import { randomBytes } from 'node:crypto';
import { activate, checkNewPassword, signUp } from '../areas/session/accounts';
import { type Config, ConfigError } from '../config';
import type { Db } from '../db/open';
import { users } from '../db/schema';
import { agoFrom } from './ago';
import { seedIncidents } from './incidents';
import { seedNotifications } from './notifications';
import { nothingSaid, seedPeople, seedRemoval } from './people';
import { seedSupplies } from './supplies';
import { seedTalk } from './talk';

/** A new organisation. */
export interface Seeded {
  /** The super admin's password if it was generated: it is shown only once. Otherwise null. */
  readonly password: string | null;
}

/**
 * Fills an empty database with the demo organisation or only with a super admin (DECISIONS 14). It is one transaction, so that a
 * server killed meanwhile starts again with an empty database.
 * @returns null if the database was not empty.
 * @throws ConfigError when the configured password of the super admin is needed but not allowed.
 */
export const seed = (db: Db, { seed: kind, superadminPassword }: Config): Promise<Seeded | null> =>
  db.transaction(async (tx) => {
    const isEmpty = (await tx.select({ id: users.id }).from(users).limit(1)).length === 0;
    if (!isEmpty) return null;
    if (kind === 'none') return { password: await seedSuperAdmin(tx, superadminPassword) };
    await seedDemo(tx);
    return { password: null };
  });

async function seedDemo(db: Db): Promise<void> {
  const ago = agoFrom(Date.now());
  const ids = await seedPeople(db, ago);
  const caseChatId = await seedIncidents(db, ids, ago);
  await seedTalk(db, ids, caseChatId, ago);
  await seedSupplies(db, ids, ago);
  await seedRemoval(db, ids);
  await seedNotifications(db, ids, ago);
}

/**
 * Creates the super admin.
 * @returns the password if it was generated, otherwise null.
 */
async function seedSuperAdmin(db: Db, configured: string | null): Promise<string | null> {
  if (configured !== null) checkConfigured(configured);
  const password = configured ?? randomBytes(12).toString('base64url');
  const { userId } = await signUp(db, {
    username: 'superadmin',
    password,
    firstName: 'Super',
    lastName: 'Admin',
    phoneNumber: '0000000000',
    ...nothingSaid,
  });
  await activate(db, userId, ['SUPER_ADMIN']);
  return configured === null ? password : null;
}

/** The rule for other new passwords (DECISIONS P11) holds for this one, too. It is the first that somebody would try. */
function checkConfigured(password: string): void {
  try {
    checkNewPassword(password);
  } catch (error) {
    throw new ConfigError(`SUPERADMIN_PASSWORD cannot be used. ${(error as Error).message}`);
  }
}
