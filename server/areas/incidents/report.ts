import { endpoints } from '../../../src/contract/endpoints';
import { IncidentReport } from '../../../src/contract/incidents';
import { REPORTED } from '../../../src/rules/incidents/reportTexts';
import { media } from '../../db/schema';
import { byCaller, createLimit } from '../../http/limit';
import { route } from '../../http/route';
import { takeFormOnce } from '../media/onceForms';
import type { Uploads } from '../media/routes';
import { lockMember } from '../session/callers';
import { reportIncident } from './actions';
import { mediaRowsOf } from './files';
import { publishIncidentAgain, publishIncidentNews } from './news';

/** The route for reporting an incident with its media, S1 §7. */
export function reportRoutes({ app, withinUploadLimit }: Uploads): void {
  const { reportsPerHour } = app.config.limits;
  const shape = { files: 'media', json: 'incident', schema: IncidentReport };
  const options = {
    status: 201,
    limits: [createLimit(reportsPerHour, 'hour', byCaller).once],
  } as const;

  route(
    app,
    endpoints.reportIncident,
    ({ caller, request }) =>
      withinUploadLimit(caller.id, () =>
        takeFormOnce(
          app,
          request,
          caller.id,
          shape,
          async (tx, report, files) => {
            const at = new Date();
            await lockMember(tx, caller.id);
            const { incidentId, toTell } = await reportIncident(tx, caller, report, at);
            if (files.length > 0) await tx.insert(media).values(mediaRowsOf(files, { incidentId, by: caller, at }));
            return {
              answer: { message: REPORTED, incidentId: String(incidentId) },
              tell: () => publishIncidentNews(app, incidentId, { toTell }),
            };
          },
          (answer) => publishIncidentAgain(app, Number((answer as { incidentId: string }).incidentId)),
        ),
      ),
    options,
  );
}
