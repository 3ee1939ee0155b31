import { and, eq } from 'drizzle-orm';
import type { Volunteer, VolunteerEntry } from '../../../src/contract/volunteers';
import { fullNameOf } from '../../../src/rules/names';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { rolesOfUser } from '../session/callers';
import { byName } from './byName';

/** All active members including the caller, by first name (DECISIONS P18). */
export async function listVolunteers(db: Db): Promise<VolunteerEntry[]> {
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      position: users.position,
      availabilityStatus: users.availabilityStatus,
    })
    .from(users)
    .where(eq(users.status, 'ACTIVE'))
    .orderBy(...byName);
  return rows.map(({ id, lastName, ...row }) => ({
    id: String(id),
    fullName: fullNameOf({ ...row, lastName }),
    ...row,
  }));
}

/** S2 §3, "Volunteer detail". @throws HttpError 404 when there is no such active member. */
export async function findVolunteer(db: Db, id: string): Promise<Volunteer> {
  const userId = readId(id);
  const [found] = userId
    ? await db
        .select({
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          phoneNumber: users.phoneNumber,
          joinedSince: users.joinedSince,
          position: users.position,
          experienceLevel: users.experienceLevel,
          roles: rolesOfUser(db),
          hasVehicle: users.hasVehicle,
          vehicleType: users.vehicleType,
          canProvideShelter: users.canProvideShelter,
          hasMedicineBox: users.hasMedicineBox,
        })
        .from(users)
        .where(and(eq(users.id, userId), eq(users.status, 'ACTIVE')))
    : [];
  if (!found) throw unknownMember();
  return { ...found, id: String(found.id), joinedSince: found.joinedSince.toISOString() };
}

export const unknownMember = () => new HttpError(404, 'There is no such member.');
