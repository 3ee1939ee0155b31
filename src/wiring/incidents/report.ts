import { fromPromise } from 'xstate';
import { draftKeys, ReportDraft } from '../../contract/drafts';
import { attachmentsMachine } from '../../machines/attachments.machine';
import { reportMachine } from '../../machines/incidents/report.machine';
import { reportFormMachine } from '../../machines/incidents/reportForm.machine';
import { locateWithAccuracy } from '../../services/device/location';
import { formDraftOf } from '../formDrafts';
import { prepareFile } from '../prepareFile';

export { ReportScreen } from '../../views/incidents/report/ReportScreen';

/** Report an Incident with its ports and those of its child charts. */
export const provideReport = () =>
  reportMachine.provide({
    actors: {
      reportForm: reportFormMachine.provide({
        actors: {
          locate: fromPromise(({ signal }) => locateWithAccuracy(signal)),
          attachments: attachmentsMachine.provide({ actors: { prepareFile } }),
          reportDraft: formDraftOf(ReportDraft, () => draftKeys.report),
        },
      }),
    },
  });
