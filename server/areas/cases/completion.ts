import { CompletionDetails } from '../../../src/contract/cases';
import { endpoints } from '../../../src/contract/endpoints';
import { completionTexts } from '../../../src/rules/caseTexts';
import { media } from '../../db/schema';
import { readOnceHeader, wasAnswered } from '../../http/once';
import { route } from '../../http/route';
import { filesOf } from '../incidents/files';
import { readIncidentId } from '../incidents/find';
import { publishIncidentNews } from '../incidents/news';
import { takeFormOnce } from '../media/onceForms';
import type { Uploads } from '../media/routes';
import { completeCase, refuseCompletion } from './work';

/** 'Mark as Done' with its media, S2 §7. */
export function completionRoutes({ app, inTurn, uploadLimit }: Uploads): void {
  const { formFiles } = app.config.limits;
  const shape = {
    files: 'mediaFiles',
    most: formFiles,
    json: 'details',
    schema: CompletionDetails,
    complaint: "Send a JSON part 'details', and files in parts named 'mediaFiles', as multipart/form-data.",
  };

  route(
    app,
    endpoints.completeCase,
    async ({ caller, params, request }) => {
      const incidentId = readIncidentId(params.incidentId);
      const key = readOnceHeader(request);
      // A caller who may not complete the case is refused before their files are read, unless the call repeats one that was
      // answered.
      await refuseCompletion(app.db, { incidentId, by: caller }).catch(async (refusal) => {
        if (!(await wasAnswered(app.db, caller.id, key))) throw refusal;
      });
      return inTurn(caller.id, () =>
        takeFormOnce(app, request, caller.id, shape, async (tx, details, files) => {
          const at = new Date();
          const { caseId, team, told } = await completeCase(tx, { incidentId, by: caller, at }, details);
          if (files.length > 0) await tx.insert(media).values(filesOf(files, { incidentId, caseId, by: caller, at }));
          return {
            answer: { message: completionTexts.success },
            tell: () => publishIncidentNews(app, incidentId, { teams: [team], told }),
          };
        }),
      );
    },
    { limits: [uploadLimit] },
  );
}
