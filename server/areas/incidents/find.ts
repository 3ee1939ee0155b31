import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import {
  type Incident,
  type IncidentStatus,
  type InterestedUser,
  incidentStatuses,
  type MediaFile,
} from '../../../src/contract/incidents';
import { needsTeam } from '../../../src/rules/cases/movement';
import { isLive } from '../../../src/rules/incidents/incidents';
import { INCIDENT_NOT_FOUND } from '../../../src/rules/incidents/incidentTexts';
import { inLiveOrder } from '../../../src/rules/incidents/liveOrder';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { cases, incidentInterest, incidents, media, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { chatsOf } from '../chat/access';
import { mediaUrlOf, sentMedia, sizeOf } from '../media/address';
import { movingTeams } from './movingTeams';
import { notesOf } from './notes';
import { firstPhoto, photoUrlOf } from './photo';

/** The statuses of live incidents (DECISIONS 23). */
const liveStatuses = incidentStatuses.filter((status) => isLive({ status }));

/** An incident in a list. Its files, interested members (S2 §7), notes and chat are only sent when a single incident is fetched. */
type ListedIncident = Omit<Incident, 'mediaFiles' | 'interestedUsers' | 'notes' | 'chatId'>;

/** The live incidents, or all of them, in the order of S1 §4 at the time `now`. */
export async function listIncidents(db: Db, which: 'live' | 'all', now: Date): Promise<ListedIncident[]> {
  const found = await incidentsWhere(db, which === 'live' ? inArray(incidents.status, liveStatuses) : undefined);
  return inLiveOrder(found, now.getTime());
}

/** @throws HttpError 404 when there is no such incident. */
export async function findIncident(db: Db, id: number, caller: Pick<Caller, 'id' | 'roles'>): Promise<Incident> {
  const [found] = await incidentsWhere(db, eq(incidents.id, id));
  if (!found) throw unknownIncident();
  const [newest] = await chatsOf(db, id, caller);
  return {
    ...found,
    mediaFiles: await filesOf(db, id),
    interestedUsers: await interestedIn(db, id),
    notes: await notesOf(db, id),
    chatId: newest?.chatId ?? null,
  };
}

/** @throws HttpError 404 when there is no such incident. */
export async function findStatus(db: Db, id: number): Promise<IncidentStatus> {
  const [found] = await db.select({ status: incidents.status }).from(incidents).where(eq(incidents.id, id));
  if (!found) throw unknownIncident();
  return found.status;
}

/** The answer for an incident that does not exist (S2 §8). */
export const unknownIncident = () => new HttpError(404, INCIDENT_NOT_FOUND);

/**
 * The incident id in a path.
 * @throws HttpError 404 when it cannot be an id.
 */
export function readIncidentId(text: string): number {
  const id = readId(text);
  if (id === null) throw unknownIncident();
  return id;
}

async function incidentsWhere(db: Db, which: SQL | undefined): Promise<ListedIncident[]> {
  const isClosed = and(eq(cases.incidentId, incidents.id), eq(cases.status, 'CLOSED'));
  const rows = await db
    .select({
      row: incidents,
      caseCount: db.$count(cases, isClosed),
      mediaFileCount: db.$count(media, eq(media.incidentId, incidents.id)),
      photo: firstPhoto(db),
    })
    .from(incidents)
    .where(which);
  // Only these have an open case. The ids of all incidents would one day be more than a statement may have parameters.
  const underWay = rows.filter(({ row }) => needsTeam(row));
  const teams = await movingTeams(
    db,
    underWay.map(({ row }) => row.id),
  );
  return rows.map(({ row: { reportedBy, closeReason, ...row }, caseCount, mediaFileCount, photo }) => ({
    ...row,
    id: String(row.id),
    team: teams.get(row.id) ?? [],
    reportedAt: row.reportedAt.toISOString(),
    lastUpdated: row.lastUpdated.toISOString(),
    caseCount: Number(caseCount),
    mediaFileCount: Number(mediaFileCount),
    photoUrl: photoUrlOf(photo),
  }));
}

async function filesOf(db: Db, incidentId: number): Promise<MediaFile[]> {
  const rows = await db
    .select({ ...sentMedia, caseId: media.caseId, noteId: media.noteId })
    .from(media)
    .where(eq(media.incidentId, incidentId))
    .orderBy(asc(media.createdAt), asc(media.id));
  return rows.map(({ caseId, noteId, ...file }) => ({
    id: file.id,
    url: mediaUrlOf(file.id),
    mediaType: file.kind,
    size: sizeOf(file),
    caseId: caseId === null ? null : String(caseId),
    ...(noteId !== null && { noteId: String(noteId) }),
  }));
}

async function interestedIn(db: Db, incidentId: number): Promise<InterestedUser[]> {
  const rows = await db
    .select({ id: users.id, firstName: users.firstName })
    .from(incidentInterest)
    .innerJoin(users, eq(users.id, incidentInterest.userId))
    .where(eq(incidentInterest.incidentId, incidentId))
    .orderBy(asc(incidentInterest.shownAt), asc(users.id));
  return rows.map(({ id, firstName }) => ({ id: String(id), firstName }));
}
