import { and, asc, eq, notInArray, type SQL } from 'drizzle-orm';
import type { Incident, InterestedUser, MediaFile } from '../../../src/contract/incidents';
import { inLiveOrder, isLive } from '../../../src/rules/incidents';
import type { Db } from '../../db/open';
import { cases, incidentInterest, incidents, media, users } from '../../db/schema';
import { readId } from '../../http/check';
import { Refused } from '../../http/refused';
import { mediaUrlOf } from '../media/address';

/** Statuses of which `isLive` says no (DECISIONS 23), for a query. */
const ended = (['RESOLVED', 'CLOSED'] as const).filter((status) => !isLive({ status }));

/** The live incidents or all of them, in the order of S1 §4 at this time. */
export async function listIncidents(db: Db, which: 'live' | 'all', now: Date): Promise<Incident[]> {
  const found = await incidentsWhere(db, which === 'live' ? notInArray(incidents.status, ended) : undefined);
  return inLiveOrder(found, now.getTime());
}

/** @throws Refused 404 when there is no such incident. */
export async function findIncident(db: Db, id: number): Promise<Incident> {
  const [found] = await incidentsWhere(db, eq(incidents.id, id));
  if (!found) throw unknownIncident();
  return found;
}

/** S2 §8: what is said of an incident that is not there. */
export const unknownIncident = () => new Refused(404, 'Incident not found.');

/** The id that a path names. @throws Refused 404 when it can be no id at all. */
export function readIncidentId(text: string): number {
  const id = readId(text);
  if (id === null) throw unknownIncident();
  return id;
}

/** The incidents that a condition picks, in the one shape that they have everywhere (DECISIONS 5). */
async function incidentsWhere(db: Db, which: SQL | undefined): Promise<Incident[]> {
  const isClosed = and(eq(cases.incidentId, incidents.id), eq(cases.status, 'CLOSED'));
  const rows = await db
    .select({ incident: incidents, caseCount: db.$count(cases, isClosed) })
    .from(incidents)
    .where(which);
  const files = await db
    .select({ incidentId: incidents.id, id: media.id, kind: media.kind, caseId: media.caseId })
    .from(media)
    .innerJoin(incidents, eq(incidents.id, media.incidentId))
    .where(which)
    .orderBy(asc(media.createdAt), asc(media.id));
  const interested = await db
    .select({ incidentId: incidents.id, id: users.id, firstName: users.firstName })
    .from(incidentInterest)
    .innerJoin(incidents, eq(incidents.id, incidentInterest.incidentId))
    .innerJoin(users, eq(users.id, incidentInterest.userId))
    .where(which)
    .orderBy(asc(incidentInterest.shownAt), asc(users.id));
  const [filesOf, interestedIn] = [groupsOf(files), groupsOf(interested)];
  return rows.map(({ incident, caseCount }) =>
    shape(incident, Number(caseCount), filesOf.get(incident.id) ?? [], interestedIn.get(incident.id) ?? []),
  );
}

function groupsOf<Item extends { readonly incidentId: number }>(items: readonly Item[]): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(item.incidentId);
    if (group) group.push(item);
    else groups.set(item.incidentId, [item]);
  }
  return groups;
}

function shape(
  row: typeof incidents.$inferSelect,
  caseCount: number,
  files: readonly { id: string; kind: string; caseId: number | null }[],
  interested: readonly { id: number; firstName: string }[],
): Incident {
  const { id, status, animalType, informerName, contactNumber, location, description, latitude, longitude } = row;
  return {
    id: String(id),
    status,
    animalType,
    informerName,
    contactNumber,
    location,
    description,
    latitude,
    longitude,
    reportedAt: row.reportedAt.toISOString(),
    lastUpdated: row.lastUpdated.toISOString(),
    caseCount,
    mediaFileCount: files.length,
    mediaFiles: files.map(
      (file): MediaFile => ({
        id: file.id,
        url: mediaUrlOf(file.id),
        mediaType: file.kind,
        caseId: file.caseId === null ? null : String(file.caseId),
      }),
    ),
    interestedUsers: interested.map((user): InterestedUser => ({ id: String(user.id), firstName: user.firstName })),
  };
}
