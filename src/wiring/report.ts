import { fromPromise } from 'xstate';
import { PhotosDraft, ReportDraft } from '../contract/drafts';
import { attachmentsMachine } from '../machines/chat/attachments.machine';
import { isEmptyForm } from '../machines/incidents/incidentForm';
import { type ReportDraftCommand, reportDrafts } from '../machines/incidents/ports.report';
import { reportMachine } from '../machines/incidents/report.machine';
import { reportFormMachine } from '../machines/incidents/reportForm.machine';
import { fromStream } from '../machines/supervision';
import { openDraft } from '../services/drafts';
import { locateWithAccuracy } from '../services/location';
import { prepareFile } from './prepareFile';

export { ReportScreen } from '../views/incidents/report/ReportScreen';

/** The pause before photos are stored, in milliseconds. There is none, because photos are not typed letter by letter. */
const keepAtOnce = 0;

const reportDraft = fromStream<ReportDraftCommand, { userId: string }>(({ input: { userId }, sendBack, receive }) => {
  const text = openDraft({
    userId,
    chat: reportDrafts.text,
    schema: ReportDraft,
    restored: (form) => sendBack({ type: 'draft.restored', form }),
  });
  const photos = openDraft({
    userId,
    chat: reportDrafts.photos,
    schema: PhotosDraft,
    restored: (files) => sendBack({ type: 'photos.restored', files }),
    pause: keepAtOnce,
  });
  receive((command) => {
    if (command.type === 'photos.keep') photos.order(command.files.length > 0 ? command.files : null);
    else text.order(isEmptyForm(command.form) ? null : command.form);
  });
  return () => {
    text.close();
    photos.close();
  };
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
