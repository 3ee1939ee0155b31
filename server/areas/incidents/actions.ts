import type { Coordinates, IncidentEdit, IncidentReport, IncidentStatus } from '../../../src/contract/incidents';
import { placeOf } from '../../../src/rules/incidents';
import { changedFields } from '../../../src/rules/incidentTexts';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import { incidents } from '../../db/schema';
import { captainsAndAbove, interestedIn, notify, type Told } from '../notifications/notify';
import { notificationTexts } from '../notifications/texts';
import { changeIncident, type IncidentRow, type Intent, recordChange } from './change';

/** Stores a report as a REPORTED incident (DECISIONS 22) and notifies the captains, in the caller's transaction. */
export async function reportIncident(tx: Db, by: Actor, report: IncidentReport, at = new Date()) {
  const [made] = await tx
    .insert(incidents)
    .values({ ...report, reportedBy: by.id, reportedAt: at, lastUpdated: at })
    .returning({ id: incidents.id, status: incidents.status });
  if (!made) throw new Error('an incident was not stored');
  await recordChange(tx, {
    incidentId: made.id,
    at,
    event: 'incident.reported',
    changedBy: by.id,
    statusAfter: made.status,
  });
  const told = await notify(tx, {
    type: 'INCIDENT',
    message: notificationTexts.reported(report),
    recipients: captainsAndAbove(tx),
    relatedEntityId: made.id,
    incidentStatus: made.status,
    triggeredBy: by.id,
    at,
  });
  return { incidentId: made.id, told };
}

/**
 * Corrects the details of an incident, S2 §5.
 * @throws HttpError as `changeIncident` does.
 */
export const editIncident = (db: Db, intent: Intent, edit: IncidentEdit) =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type: 'incident.edit', roles }),
    async (_, incident) => {
      const details = differences(incident, edit);
      const changed = changedFields(Object.keys(details) as (keyof IncidentEdit)[]);
      const note = changed === '' ? 'Saved without a change.' : `Changed ${changed}.`;
      return { result: undefined, set: edit, note, details };
    },
  );

/**
 * Sets the coordinates of an incident, S2 §4 (DECISIONS 26).
 * @throws HttpError as `changeIncident` does.
 */
export const locateIncident = (db: Db, intent: Intent, place: Coordinates) =>
  changeIncident(
    db,
    intent,
    (incident, { roles }) => ({ type: 'incident.locate', roles, hasCoordinates: placeOf(incident) !== null }),
    async (_, incident) => ({ result: undefined, set: place, details: differences(incident, place) }),
  );

/**
 * Closes an incident that has no case, with a reason (S2 §5).
 * @throws HttpError as `changeIncident` does.
 */
export const closeIncident = (db: Db, intent: Intent, reason: string): Promise<Told> =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type: 'incident.close', roles }),
    async (tx, incident) => ({
      result: await notifyOfEnd(tx, intent, incident, 'CLOSED', notificationTexts.closed(incident, reason)),
      set: { closeReason: reason },
      note: reason,
    }),
  );

/**
 * Resolves or reactivates an incident, S2 §4.
 * @throws HttpError as `changeIncident` does.
 */
export const resolveOrReactivate = (
  db: Db,
  intent: Intent,
  type: 'incident.resolve' | 'incident.reactivate',
): Promise<Told> =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type, roles }),
    async (tx, incident) => ({
      result:
        type === 'incident.resolve'
          ? await notifyOfEnd(tx, intent, incident, 'RESOLVED', notificationTexts.resolved(incident))
          : [],
    }),
  );

/** Notifies captains and interested members of how an incident or its case ended (DECISIONS 34). */
export const notifyOfEnd = (
  tx: Db,
  { by, at = new Date() }: Intent,
  { id }: Pick<IncidentRow, 'id'>,
  incidentStatus: IncidentStatus,
  message: string,
): Promise<Told> =>
  notify(tx, {
    type: 'INCIDENT',
    message,
    recipients: [captainsAndAbove(tx), interestedIn(tx, id)],
    relatedEntityId: id,
    incidentStatus,
    triggeredBy: by.id,
    at,
  });

/** The fields whose value changes, each with its old and new value. */
function differences(incident: IncidentRow, fields: Partial<IncidentEdit>) {
  const both = (Object.keys(fields) as (keyof IncidentEdit)[]).map(
    (field) => [field, { from: incident[field], to: fields[field] }] as const,
  );
  return Object.fromEntries(both.filter(([, { from, to }]) => from !== to));
}
