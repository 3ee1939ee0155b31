import { and, eq, exists, isNull, ne, type SQL } from 'drizzle-orm';
import type { Candidate } from '../../../src/contract/teams';
import { distanceBetween, placeOf, roughKilometres } from '../../../src/rules/incidents/incidents';
import { captainTexts } from '../../../src/rules/incidents/incidentTexts';
import { isCaptainOrHigher } from '../../../src/rules/roles';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import { caseMembers, cases, incidentInterest, incidents, users } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { unknownIncident } from '../incidents/find';
import { byName } from '../people/byName';
import { kitNames } from '../supplies/kit';

/**
 * All active members, by first name, with the details for assigning a team to an incident (S2 §3 "Volunteer in assignment"). Only
 * those who may assign teams get them (S2 §6), because the distances to a few places reveal where a member lives.
 * @throws HttpError 403 unless the caller is captain-or-higher, 404 when there is no such incident.
 */
export async function listCandidates(db: Db, by: Actor, incidentId: number): Promise<Candidate[]> {
  if (!isCaptainOrHigher(by.roles)) throw new HttpError(403, captainTexts['team.assign']);
  const [incident] = await db
    .select({ latitude: incidents.latitude, longitude: incidents.longitude })
    .from(incidents)
    .where(eq(incidents.id, incidentId));
  if (!incident) throw unknownIncident();
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      phoneNumber: users.phoneNumber,
      experienceLevel: users.experienceLevel,
      availabilityStatus: users.availabilityStatus,
      latitude: users.latitude,
      longitude: users.longitude,
      locatedAt: users.locatedAt,
      isEngagedInActiveCase: creditedWith(db, and(ne(cases.incidentId, incidentId), isNull(cases.closedAt))),
      hasPreviouslyWorkedOnIncident: creditedWith(
        db,
        and(eq(cases.incidentId, incidentId), eq(cases.status, 'CLOSED')),
      ),
      hasShownInterest: exists(
        db
          .select({ userId: incidentInterest.userId })
          .from(incidentInterest)
          .where(and(eq(incidentInterest.incidentId, incidentId), eq(incidentInterest.userId, users.id))),
      ) as SQL<boolean>,
      hasVehicle: users.hasVehicle,
      hasMedicineBox: users.hasMedicineBox,
      canProvideShelter: users.canProvideShelter,
    })
    .from(users)
    .where(eq(users.status, 'ACTIVE'))
    .orderBy(...byName);
  const kits = await kitNames(
    db,
    rows.map(({ id }) => id),
  );
  const place = placeOf(incident);
  return rows.map(({ id, latitude, longitude, locatedAt, ...about }) => {
    const home = placeOf({ latitude, longitude });
    return {
      userId: String(id),
      ...about,
      kitItems: kits.get(id) ?? [],
      distanceFromIncident: place && home && roughKilometres(distanceBetween(home, place)),
      daysSinceLocated: locatedAt && Math.floor((Date.now() - locatedAt.getTime()) / DAY),
    };
  });
}

/** In milliseconds. */
const DAY = 86_400_000;

/** A condition on the row of a member: they are credited with a case that meets the condition. */
const creditedWith = (db: Db, which: SQL | undefined) =>
  exists(
    db
      .select({ userId: caseMembers.userId })
      .from(caseMembers)
      .innerJoin(cases, eq(cases.id, caseMembers.caseId))
      .where(and(eq(caseMembers.userId, users.id), eq(caseMembers.isCredited, true), which)),
  ) as SQL<boolean>;
