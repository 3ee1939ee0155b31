import { and, eq, inArray, or } from 'drizzle-orm';
import { animalTitle } from '../../../src/rules/incidents/incidents';
import { mayDeleteMedia } from '../../../src/rules/roles';
import { titleCase } from '../../../src/rules/wording';
import type { Db } from '../../db/open';
import { cases, chats, incidentArchives, incidents, media } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { audit } from '../admin/audit';
import { participantsOf } from '../chat/access';
import { isMediaId } from '../media/address';
import { lockMember } from '../session/callers';
import { snapshotOf } from './archive';
import { changeIncident, type IncidentRow, type Intent, lockIncident, recordChange } from './change';
import type { TeamNews } from './news';

/** What remains to be done after a deletion is committed. */
export interface Removed {
  /** The ids of the files whose rows were deleted. */
  readonly files: readonly string[];
  /** The deleted chats, each with the members who could enter it. */
  readonly teams: readonly TeamNews[];
}

/**
 * Deletes an incident with its cases, chats, messages and media (S2 §2). With `archive`, a snapshot is kept; the audit log tells who
 * has deleted it, also without one (DECISIONS 29).
 * @throws HttpError as `changeIncident` does.
 */
export const deleteIncident = (db: Db, intent: Intent, archive: boolean): Promise<Removed> =>
  changeIncident(
    db,
    intent,
    (_, { roles }) => ({ type: 'incident.delete', roles }),
    async (tx, incident, by) => {
      await audit(tx, by, 'incident.deleted', { details: aboutDeleted(incident, archive) });
      if (archive)
        await tx.insert(incidentArchives).values({
          incidentId: incident.id,
          archivedBy: intent.by.id,
          snapshot: await snapshotOf(tx, incident),
        });
      const rooms = await tx
        .select({ chatId: chats.id, caseId: cases.id })
        .from(chats)
        .innerJoin(cases, eq(cases.id, chats.caseId))
        .where(eq(cases.incidentId, incident.id));
      const teams: TeamNews[] = [];
      for (const { chatId, caseId } of rooms) {
        const participants = await participantsOf(tx, caseId);
        teams.push({ chatId, participants, moved: participants });
      }
      const chatIds = rooms.map(({ chatId }) => chatId);
      const files = await tx
        .select({ id: media.id })
        .from(media)
        .where(or(eq(media.incidentId, incident.id), inArray(media.chatId, chatIds)));
      await tx.delete(incidents).where(eq(incidents.id, incident.id));
      return { result: { files: files.map(({ id }) => id), teams } };
    },
  );

/**
 * What the audit log keeps of a deleted incident: '#5, Dog, Resolved, not archived'. No place and no person, because without an archive
 * nothing of them is kept.
 */
const aboutDeleted = ({ id, animalType, status }: IncidentRow, archive: boolean) =>
  `#${id}, ${animalTitle(animalType)}, ${titleCase(status)}, ${archive ? 'archived' : 'not archived'}`;

/**
 * Deletes one file of an incident of any status.
 * @throws HttpError 403 when the caller is neither admin nor super admin (S2 §6), 404 when there is no such file.
 */
export const deleteIncidentMedia = (db: Db, { incidentId, by, at = new Date() }: Intent, mediaId: string) =>
  db.transaction(async (tx) => {
    const { status } = await lockIncident(tx, incidentId);
    const { roles } = await lockMember(tx, by.id);
    if (!mayDeleteMedia(roles)) throw new HttpError(403, 'Only an admin or a super admin can delete media.');
    const [gone] = isMediaId(mediaId)
      ? await tx
          .delete(media)
          .where(and(eq(media.id, mediaId), eq(media.incidentId, incidentId)))
          .returning({ kind: media.kind })
      : [];
    if (!gone) throw new HttpError(404, 'There is no such file.');
    await recordChange(tx, {
      incidentId,
      at,
      event: 'media.deleted',
      changedBy: by.id,
      statusBefore: status,
      statusAfter: status,
      note: `Deleted ${nouns[gone.kind]}.`,
    });
  });

const nouns = { IMAGE: 'a picture', VIDEO: 'a video', AUDIO: 'a recording' };
