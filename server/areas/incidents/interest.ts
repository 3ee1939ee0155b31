import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { incidentInterest } from '../../db/schema';
import { lockMember } from '../session/callers';
import { type Intent, lockIncident } from './change';
import type { IncidentEffects } from './news';
import { requireIncidentTransition } from './refusals';

/**
 * Stores whether a member is interested in an incident (S2 §4). A repeat changes nothing, and `lastUpdated` stays as it is
 * (DECISIONS 24).
 * @throws HttpError 404 when there is no such incident, 409 when it is not waiting for a team.
 */
export const setInterest = (db: Db, { incidentId, by, at = new Date() }: Intent, isInterested: boolean) =>
  db.transaction(async (tx): Promise<IncidentEffects> => {
    const { status } = await lockIncident(tx, incidentId);
    await lockMember(tx, by.id);
    requireIncidentTransition(status, { type: 'interest.toggle' });
    const { incidentId: incident, userId } = incidentInterest;
    if (isInterested)
      await tx.insert(incidentInterest).values({ incidentId, userId: by.id, shownAt: at }).onConflictDoNothing();
    else await tx.delete(incidentInterest).where(and(eq(incident, incidentId), eq(userId, by.id)));
    return {};
  });
