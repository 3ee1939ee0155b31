import { eq } from 'drizzle-orm';
import type { Profile } from '../../../src/contract/people';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';
import { rolesOfUser } from '../session/callers';
import { unknownMember } from './volunteers';

/**
 * The profile of S2 §3, with role names without prefix.
 * @throws HttpError 404 when there is no such user.
 */
export async function findProfile(db: Db, userId: number): Promise<Profile> {
  const [found] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      phoneNumber: users.phoneNumber,
      roles: rolesOfUser(db),
      casesCompleted: users.casesCompleted,
      hearts: users.hearts,
      distanceTraveled: users.distanceTraveled,
      availabilityStatus: users.availabilityStatus,
      hasMedicineBox: users.hasMedicineBox,
      hasVehicle: users.hasVehicle,
      vehicleType: users.vehicleType,
      canProvideShelter: users.canProvideShelter,
      locatedAt: users.locatedAt,
      mustChangePassword: users.mustChangePassword,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!found) throw unknownMember();
  return { ...found, id: String(found.id), locatedAt: found.locatedAt?.toISOString() ?? null };
}
