import { fromPromise } from 'xstate';
import { ReportDraft } from '../contract/drafts';
import { attachmentsMachine } from '../machines/chat/attachments.machine';
import { isEmptyForm } from '../machines/incidents/incidentForm';
import { type ReportDraftCommand, reportDrafts } from '../machines/incidents/ports.report';
import { reportMachine } from '../machines/incidents/report.machine';
import { reportFormMachine } from '../machines/incidents/reportForm.machine';
import { fromStream } from '../machines/supervision';
import { openFormDraft } from '../services/drafts/formDraft';
import { locateWithAccuracy } from '../services/location';
import { prepareFile } from './prepareFile';

export { ReportScreen } from '../views/incidents/report/ReportScreen';

const reportDraft = fromStream<ReportDraftCommand, { userId: string }>(({ input: { userId }, sendBack, receive }) => {
  const draft = openFormDraft({
    userId,
    form: reportDrafts.text,
    schema: ReportDraft,
    restored: (form) => sendBack({ type: 'draft.restored', form }),
    filesRestored: (files) => sendBack({ type: 'photos.restored', files }),
    keeping: (isKept) => sendBack({ type: 'draft.keeping', isKept }),
  });
  receive((command) => {
    if (command.type === 'photos.keep') draft.keepFiles(command.files);
    else draft.keepWritten(isEmptyForm(command.form) ? null : command.form);
  });
  return draft.close;
});

/** Report an Incident with its ports and those of its child charts. */
export const provideReport = () =>
  reportMachine.provide({
    actors: {
      reportForm: reportFormMachine.provide({
        actors: {
          locate: fromPromise(({ signal }) => locateWithAccuracy(signal)),
          photos: attachmentsMachine.provide({ actors: { prepareFile } }),
          reportDraft,
        },
      }),
    },
  });
