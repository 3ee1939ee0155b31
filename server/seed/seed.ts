import { randomBytes } from 'node:crypto';
import { activate, signUp } from '../areas/session/accounts';
import type { Config } from '../config';
import type { Db } from '../db/open';
import { users } from '../db/schema';
import { agoFrom } from './ago';
import { seedIncidents } from './incidents';
import { seedNotifications } from './notifications';
import { hasDemoPeople, nothingSaid, seedPeople, seedRemoval } from './people';
import { seedSupplies } from './supplies';
import { seedTalk } from './talk';

export interface Seeded {
  /** The super admin's password if it was generated: it is shown only once. Otherwise null. */
  readonly password: string | null;
  /** Whether the database holds the demo organisation. */
  readonly isDemo: boolean;
}

/**
 * Fills an empty database with the demo organisation or only with a super admin (DECISIONS 14). It is one transaction, so that a
 * server killed meanwhile starts again with an empty database.
 */
export async function seed(db: Db, { seed: kind, superadminPassword }: Config): Promise<Seeded> {
  const password = await db.transaction(async (tx) => {
    const isEmpty = (await tx.select({ id: users.id }).from(users).limit(1)).length === 0;
    if (!isEmpty) return null;
    if (kind === 'none') return seedSuperAdmin(tx, superadminPassword);
    await seedDemo(tx);
    return null;
  });
  return { password, isDemo: kind === 'demo' && (await hasDemoPeople(db)) };
}

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
