import { eq, inArray } from 'drizzle-orm';
import type { Coordinates, IncidentEdit, IncidentReport, IncidentStatus } from '../../../src/contract/incidents';
import { PHONE_MESSAGE } from '../../../src/contract/primitives';
import { namesOfFields } from '../../../src/rules/incidents/incidentPageTexts';
import { placeOf } from '../../../src/rules/incidents/incidents';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import { cases, chats, incidents } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { chatNameOf, findOpenCase, memberIdsOf } from '../cases/team';
import { participantsOf } from '../chat/access';
import { captainsAndAbove, interestedIn, notify, type ToTell } from '../notifications/notify';
import { notificationTexts } from '../notifications/texts';
import { changeIncident, type IncidentRow, type Intent, recordChange } from './change';
import type { IncidentEffects, TeamNews } from './news';

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
  const toTell = await notify(tx, {
    type: 'INCIDENT',
    message: notificationTexts.reported(report),
    recipients: captainsAndAbove(tx),
    relatedEntityId: made.id,
    incidentStatus: made.status,
    triggeredBy: by.id,
    at,
  });
  return { incidentId: made.id, toTell };
}

/**
 * Corrects the details of an incident, S2 §5. Its chats have the animal in their name.
 * @throws HttpError 400 if the number would be removed, otherwise as `changeIncident` does.
 */
export const editIncident = (db: Db, intent: Intent, edit: IncidentEdit): Promise<IncidentEffects> =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type: 'incident.edit', roles }),
    async (tx, incident) => {
      if (edit.contactNumber === '' && incident.contactNumber !== '') throw new HttpError(400, PHONE_MESSAGE);
      const details = differences(incident, edit);
      const changed = namesOfFields(Object.keys(details) as (keyof IncidentEdit)[]);
      const note = changed === '' ? 'Saved without a change.' : `Changed ${changed}.`;
      const toTell = await notifyOfPlace(tx, intent, incident, edit, details);
      const teams = 'animalType' in details ? await renameChats(tx, { ...incident, ...edit }) : [];
      return { result: { toTell, teams }, set: edit, note, details };
    },
  );

/**
 * Sets the coordinates of an incident, S2 §4 (DECISIONS 26).
 * @throws HttpError as `changeIncident` does.
 */
export const locateIncident = (db: Db, intent: Intent, place: Coordinates): Promise<IncidentEffects> =>
  changeIncident(
    db,
    intent,
    (incident, { roles }) => ({ type: 'incident.locate', roles, hasCoordinates: placeOf(incident) !== null }),
    async (tx, incident) => {
      const details = differences(incident, place);
      const toTell = await notifyOfPlace(tx, intent, incident, place, details);
      return { result: { toTell }, set: place, details };
    },
  );

/** Notifies the team of an open case that its place was corrected, because they may be on their way to the old one (DECISIONS 388). */
async function notifyOfPlace(
  tx: Db,
  { by, at }: Intent,
  incident: IncidentRow,
  change: Partial<IncidentEdit>,
  changed: object,
): Promise<ToTell> {
  const isMoved = 'latitude' in changed || 'longitude' in changed;
  if (!isMoved && !('location' in changed)) return [];
  // If the words for the place have stayed, the text must not look as if it named another one.
  const position = placeOf(incident) ? notificationTexts.positionMoved : notificationTexts.positionSet;
  const text = 'location' in changed ? notificationTexts.placeCorrected : position;
  const open = await findOpenCase(tx, incident.id);
  if (!open) return [];
  return notify(tx, {
    type: 'INCIDENT',
    message: text(open.teamName, { ...incident, ...change }),
    recipients: await memberIdsOf(tx, open.id),
    relatedEntityId: incident.id,
    incidentStatus: incident.status,
    triggeredBy: by.id,
    ...(at && { at }),
  });
}

/** Renames the chats of an incident's cases. @returns who has them in their list */
async function renameChats(tx: Db, incident: Pick<IncidentRow, 'id' | 'animalType'>): Promise<TeamNews[]> {
  const theirs = tx.select({ id: cases.id }).from(cases).where(eq(cases.incidentId, incident.id));
  const renamed = await tx
    .update(chats)
    .set({ name: chatNameOf(incident) })
    .where(inArray(chats.caseId, theirs))
    .returning({ chatId: chats.id, caseId: chats.caseId });
  const teams: TeamNews[] = [];
  for (const { chatId, caseId } of renamed)
    if (caseId !== null) teams.push({ chatId, participants: await participantsOf(tx, caseId), moved: [] });
  return teams;
}

/**
 * Closes an incident that has no case, with a reason (S2 §5).
 * @throws HttpError as `changeIncident` does.
 */
export const closeIncident = (db: Db, intent: Intent, reason: string): Promise<ToTell> =>
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
): Promise<ToTell> =>
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
): Promise<ToTell> =>
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
