import { CompletionDetails } from '../../../src/contract/cases';
import { endpoints } from '../../../src/contract/endpoints';
import { completionTexts } from '../../../src/rules/cases/caseTexts';
import { media } from '../../db/schema';
import { checkFirst } from '../../http/once';
import { route } from '../../http/route';
import { tellMember } from '../../realtime/tellMember';
import { mediaRowsOf } from '../incidents/files';
import { readIncidentId } from '../incidents/find';
import { publishIncidentAgain, publishIncidentNews } from '../incidents/news';
import { takeFormOnce } from '../media/onceForms';
import type { Uploads } from '../media/routes';
import { completeCase, refuseCompletion } from './work';

/** 'Mark as Done' with its media, S2 §7. */
export function completionRoutes({ app, withinUploadLimit, uploadLimit }: Uploads): void {
  const shape = { files: 'mediaFiles', json: 'details', schema: CompletionDetails };

  route(
    app,
    endpoints.completeCase,
    async ({ caller, params, request }) => {
      const incidentId = readIncidentId(params.incidentId);
      await checkFirst(app.db, request, caller.id, () => refuseCompletion(app.db, { incidentId, by: caller }));
      return withinUploadLimit(caller.id, () =>
        takeFormOnce(
          app,
          request,
          caller.id,
          shape,
          async (tx, details, files) => {
            const at = new Date();
            const { caseId, credited, team, toTell } = await completeCase(tx, { incidentId, by: caller, at }, details);
            if (files.length > 0)
              await tx.insert(media).values(mediaRowsOf(files, { incidentId, caseId, by: caller, at }));
            return {
              answer: { message: completionTexts.success },
              tell: () => {
                // Their numbers are in their profiles (S2 §2), one of which may be open.
                for (const userId of credited) tellMember(app, userId, { type: 'profile.changed' });
                return publishIncidentNews(app, incidentId, { teams: [team], toTell });
              },
            };
          },
          () => publishIncidentAgain(app, incidentId),
        ),
      );
    },
    { limits: [uploadLimit.once] },
  );
}
