import { eq, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '../../../src/contract/people';
import { fullNameOf } from '../../../src/rules/names';
import type { Db } from '../../db/open';
import {
  idempotencyKeys,
  incidentInterest,
  kitItems,
  loginAddresses,
  notifications,
  pushSubscriptions,
  readPositions,
  userRoles,
  users,
} from '../../db/schema';
import { forgetInIncidents, type Leaving } from '../incidents/forget';
import { forgetInAudit } from './audit';

/**
 * Erases all personal data of a member (DECISIONS P7). Their messages, reports and acts stay, and so does their row. 'Former member'
 * replaces the name.
 * @returns the ids of the incidents in which they had shown interest.
 */
export async function erase(tx: Db, member: Leaving): Promise<number[]> {
  const userId = member.id;
  await tx
    .update(users)
    .set({
      status: 'FORMER',
      firstName: FORMER_MEMBER,
      lastName: '',
      username: '',
      // Contains capitals, so that no username can equal it: `keyOfUsername` turns every username into lower case.
      usernameKey: `FORMER ${userId}`,
      passwordHash: '',
      phoneNumber: '',
      address: '',
      motivation: '',
      hasVehicle: false,
      vehicleType: null,
      canProvideShelter: false,
      hasMedicineBox: false,
      experienceLevel: 'Beginner',
      position: 'MEMBER',
      availabilityStatus: 'Unavailable',
      latitude: null,
      longitude: null,
      locatedAt: null,
      points: 0,
      casesCompleted: 0,
      hearts: 0,
      distanceTraveled: 0,
      mustChangePassword: false,
      tokensValidFrom: null,
    })
    .where(eq(users.id, userId));
  for (const table of [
    userRoles,
    loginAddresses,
    idempotencyKeys,
    notifications,
    pushSubscriptions,
    kitItems,
    readPositions,
  ])
    await tx.delete(table).where(eq(table.userId, userId));
  await tx
    .update(notifications)
    .set({ message: sql`replace(${notifications.message}, ${fullNameOf(member)}, ${FORMER_MEMBER})` })
    .where(eq(notifications.triggeredBy, userId));
  await forgetInIncidents(tx, member);
  await forgetInAudit(tx, userId);
  const interests = await tx
    .delete(incidentInterest)
    .where(eq(incidentInterest.userId, userId))
    .returning({ incidentId: incidentInterest.incidentId });
  return interests.map(({ incidentId }) => incidentId);
}
