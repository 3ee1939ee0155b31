import type { Coordinates, IncidentEdit, IncidentReport } from '../../../src/contract/incidents';
import { placeOf } from '../../../src/rules/incidents';
import type { Db } from '../../db/open';
import { incidents } from '../../db/schema';
import { type Actor, changeIncident, type IncidentRow, type Intent, recordChange } from './change';

/** Stores a report, as REPORTED (DECISIONS 22). @returns the incident's id. */
export async function reportIncident(db: Db, by: Actor, report: IncidentReport, at = new Date()): Promise<number> {
  const [made] = await db
    .insert(incidents)
    .values({ ...report, reportedBy: by.id, reportedAt: at, lastUpdated: at })
    .returning({ id: incidents.id, status: incidents.status });
  if (!made) throw new Error('an incident was not stored');
  await recordChange(db, {
    incidentId: made.id,
    at,
    event: 'incident.reported',
    changedBy: by.id,
    statusAfter: made.status,
  });
  return made.id;
}

/** The fields of an edit as people call them. */
const labels: Readonly<Record<keyof IncidentEdit, string>> = {
  informerName: 'informer name',
  contactNumber: 'contact number',
  animalType: 'animal type',
  description: 'description',
  location: 'location',
  latitude: 'latitude',
  longitude: 'longitude',
};

/** Corrects the details, S2 §5. @throws HttpError as `changeIncident` does. */
export const editIncident = (db: Db, intent: Intent, edit: IncidentEdit) =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type: 'incident.edit', roles }),
    async (_, incident) => {
      const details = differences(incident, edit);
      const changed = Object.keys(details).map((field) => labels[field as keyof IncidentEdit]);
      const note = changed.length > 0 ? `Changed ${changed.join(', ')}.` : 'Saved without a change.';
      return { result: undefined, set: edit, note, details };
    },
  );

/** Gives an incident its coordinates, S2 §4 (DECISIONS 26). @throws HttpError as `changeIncident` does. */
export const locateIncident = (db: Db, intent: Intent, place: Coordinates) =>
  changeIncident(
    db,
    intent,
    (incident, { roles }) => ({ type: 'incident.locate', roles, hasCoordinates: placeOf(incident) !== null }),
    async (_, incident) => ({ result: undefined, set: place, details: differences(incident, place) }),
  );

/** Closes an incident that has no case, with a reason (S2 §5). @throws HttpError as `changeIncident` does. */
export const closeIncident = (db: Db, intent: Intent, reason: string) =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type: 'incident.close', roles }),
    async () => ({ result: undefined, set: { closeReason: reason }, note: reason }),
  );

/** Resolves or reactivates, S2 §4. @throws HttpError as `changeIncident` does. */
export const settleIncident = (db: Db, intent: Intent, type: 'incident.resolve' | 'incident.reactivate') =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type, roles }),
    async () => ({ result: undefined }),
  );

/** The fields that become something else, with both values. */
function differences(incident: IncidentRow, fields: Partial<IncidentEdit>) {
  const both = (Object.keys(fields) as (keyof IncidentEdit)[]).map(
    (field) => [field, { from: incident[field], to: fields[field] }] as const,
  );
  return Object.fromEntries(both.filter(([, { from, to }]) => from !== to));
}
