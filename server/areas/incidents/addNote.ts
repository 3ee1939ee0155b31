import { endpoints } from '../../../src/contract/endpoints';
import { NoteDetails } from '../../../src/contract/notes';
import type { Db } from '../../db/open';
import { incidentNotes, media } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { checkFirst } from '../../http/once';
import { route } from '../../http/route';
import { takeFormOnce } from '../media/onceForms';
import type { Uploads } from '../media/routes';
import type { KeptFile } from '../media/uploads';
import { lockMember } from '../session/callers';
import { type Intent, lockIncident, recordChange } from './change';
import { deviceTime } from './deviceTime';
import { mediaRowsOf } from './files';
import { findStatus, readIncidentId } from './find';
import { publishIncidentAgain, publishIncidentNews } from './news';
import { requireIncidentTransition } from './refusals';

/** The route by which a member adds a note and media to an incident, beyond the specification (DECISIONS 170). */
export function noteRoutes({ app, withinUploadLimit, uploadLimit }: Uploads): void {
  const shape = { files: 'media', json: 'note', schema: NoteDetails };

  route(
    app,
    endpoints.addNote,
    async ({ caller, params, request }) => {
      const incidentId = readIncidentId(params.id);
      await checkFirst(app.db, request, caller.id, async () => {
        requireIncidentTransition(await findStatus(app.db, incidentId), { type: 'note.add' });
      });
      return withinUploadLimit(caller.id, () =>
        takeFormOnce(
          app,
          request,
          caller.id,
          shape,
          async (tx, note, files) => {
            await addNote(tx, { incidentId, by: caller }, note, files);
            return { answer: { message: 'Note added.' }, tell: () => publishIncidentNews(app, incidentId) };
          },
          () => publishIncidentAgain(app, incidentId),
        ),
      );
    },
    { limits: [uploadLimit.once] },
  );
}

/**
 * Stores a member's note with its files, in the caller's transaction. `lastUpdated` stays as it is (DECISIONS 24).
 * @throws HttpError 400 if there is neither text nor a file, 404 if there is no such incident, 409 if it is no longer open.
 */
async function addNote(
  tx: Db,
  { incidentId, by }: Pick<Intent, 'incidentId' | 'by'>,
  { text, at }: NoteDetails,
  files: readonly KeptFile[],
): Promise<void> {
  if (text === '' && files.length === 0) throw new HttpError(400, 'Write something, or add a photo.');
  const { status, reportedAt } = await lockIncident(tx, incidentId);
  await lockMember(tx, by.id);
  requireIncidentTransition(status, { type: 'note.add' });
  const now = new Date();
  const writtenAt = deviceTime(at ? new Date(at) : now, reportedAt, now);
  const [made] = await tx
    .insert(incidentNotes)
    .values({ incidentId, writtenBy: by.id, writtenAt, text })
    .returning({ id: incidentNotes.id });
  if (!made) throw new Error('a note was not stored');
  // The files get the time of the call, so that the report's picture stays the first one.
  if (files.length > 0) await tx.insert(media).values(mediaRowsOf(files, { incidentId, noteId: made.id, by, at: now }));
  await recordChange(tx, {
    incidentId,
    at: writtenAt,
    event: 'note.add',
    changedBy: by.id,
    statusBefore: status,
    statusAfter: status,
  });
}
