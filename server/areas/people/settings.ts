import { and, eq } from 'drizzle-orm';
import type { Profile } from '../../../src/contract/people';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';
import { noMember } from '../session/callers';
import { findProfile } from './profiles';

/** The columns that members change in their own profile, S2 §7. */
export type Settings = Partial<
  Pick<
    typeof users.$inferInsert,
    | 'availabilityStatus'
    | 'hasMedicineBox'
    | 'canProvideShelter'
    | 'hasVehicle'
    | 'vehicleType'
    | 'latitude'
    | 'longitude'
    | 'locatedAt'
  >
>;

/**
 * @returns the changed profile.
 * @throws HttpError 401 when the member has been removed meanwhile.
 */
export const changeSettings = (db: Db, userId: number, settings: Settings): Promise<Profile> =>
  db.transaction(async (tx) => {
    const isTheirs = and(eq(users.id, userId), eq(users.status, 'ACTIVE'));
    const changed = await tx.update(users).set(settings).where(isTheirs).returning({ id: users.id });
    if (changed.length === 0) throw noMember();
    return findProfile(tx, userId);
  });
