import { similarOf } from '../../rules/incidents/reports';
import { REPORTED } from '../../rules/incidents/reportTexts';
import { isRefused, type ReportSnapshot } from './report.machine';

/** The chart of the form. */
export const selectFormActor = (snapshot: ReportSnapshot) => snapshot.children.reportForm;
/** Whether the form can be edited. */
export const selectIsEditing = (snapshot: ReportSnapshot) => snapshot.matches('editing');
/** Whether the report is being sent and no modal is open. */
export const selectIsUnderWay = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'underWay' });
/** Whether the member may leave the report to the queue: this browser has stored it, or could not. */
export const selectCanDefer = (snapshot: ReportSnapshot) => snapshot.can({ type: 'report.defer' });
/** The report's item in the queue; null if it is not there. */
export const selectSubmitted = (snapshot: ReportSnapshot) => snapshot.context.item;
/** Whether the modal asks if the report is one of the similar incidents. */
export const selectIsOffering = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'offering' });
/** Whether the modal asks if the report may be discarded. */
export const selectIsDiscarding = (snapshot: ReportSnapshot) =>
  snapshot.matches({ submitted: { offering: 'confirming' } });
/** The similar incidents. */
export const selectOffers = ({ context: { item } }: ReportSnapshot) => similarOf(item);
/** Whether the failure modal is open. */
export const selectIsFailed = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'failed' });
/** Whether the server has refused the report, so that something in the form has to be changed. */
export const selectIsRefused = ({ context: { item } }: ReportSnapshot) => isRefused(item);
/** Whether the modal asks if a report without an answer should be sent again. */
export const selectIsUnclear = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'unclear' });
/** Whether the modal tells that the report waits to be sent. */
export const selectIsWaiting = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'kept' });
/** Whether the waiting report is stored on this device and not only in the memory of this page. */
export const selectIsKept = ({ context: { item } }: ReportSnapshot) => item?.keeping === 'kept';
/** Whether the report has photos or other files. */
export const selectHasFiles = ({ context: { report } }: ReportSnapshot) => (report?.content.files.length ?? 0) > 0;
/**
 * Why the server has not taken the report, in the words of S1 §8; null if it has not answered. That it could not be reached is told
 * at the waiting report, because 'try again' would contradict that it goes out by itself.
 */
export const selectFailure = ({ context: { item } }: ReportSnapshot) =>
  item?.submission.reason ?? (item?.trouble?.isAnswered ? item.trouble.text : null);
/** Whether the modal 'Report Submitted!' is open. */
export const selectIsSucceeded = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'succeeded' });
/** The server's message, or the text of S1 §8. */
export const selectSuccess = (snapshot: ReportSnapshot) => snapshot.context.answer?.message || REPORTED;
/** The id of the new incident if the server sent it, or null. */
export const selectIncidentId = (snapshot: ReportSnapshot) => snapshot.context.answer?.incidentId ?? null;
/**
 * The id of the report that this screen itself shows, so that lists of waiting submissions can leave it out; null if it shows none.
 */
export const selectShownId = (snapshot: ReportSnapshot) =>
  snapshot.matches('submitted') && !snapshot.matches({ submitted: 'kept' })
    ? (snapshot.context.report?.id ?? null)
    : null;
