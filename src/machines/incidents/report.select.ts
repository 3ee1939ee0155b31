import { NO_CONNECTION, REPORTED } from '../../rules/reportTexts';
import type { ReportSnapshot } from './report.machine';

/** The form, an actor of its own. */
export const selectFormActor = (snapshot: ReportSnapshot) => snapshot.children.reportForm;
/** Whether something may be written. */
export const selectIsEditing = (snapshot: ReportSnapshot) => snapshot.matches('editing');
/** Whether it is being sent, and no modal asks or says anything. */
export const selectIsUnderWay = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'underWay' });
/** The report as the queue has it; null when it is not there. */
export const selectSubmitted = (snapshot: ReportSnapshot) => snapshot.context.item;
/** Whether it is asked if the incident is one of those offered. */
export const selectIsOffering = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'offering' });
/** Whether it is asked if the report may be thrown away. */
export const selectIsDiscarding = (snapshot: ReportSnapshot) =>
  snapshot.matches({ submitted: { offering: 'confirming' } });
/** The incidents that the report may be. */
export const selectOffers = ({ context: { item } }: ReportSnapshot) =>
  item?.submission.kind === 'report' ? item.submission.content.similar : [];
/** Whether the failure modal is open. */
export const selectIsFailed = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'failed' });
/** Whether it is asked if a report without an answer is to be sent again. */
export const selectIsUnclear = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'unclear' });
/** Whether it is said that the report waits to be sent. */
export const selectIsWaiting = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'kept' });
/** Whether it is on this device then, or only in the memory of this page. */
export const selectIsKept = ({ context: { item } }: ReportSnapshot) => item?.keeping !== 'memory';
/** Why it was not sent, in the words of S1 §8; null where the member wanted it sent later. */
export const selectFailure = ({ context: { item } }: ReportSnapshot) =>
  item?.submission.reason ?? item?.trouble?.text ?? (item?.head === 'offline' ? NO_CONNECTION : null);
/** Whether the modal 'Report Submitted!' is open. */
export const selectIsSucceeded = (snapshot: ReportSnapshot) => snapshot.matches({ submitted: 'succeeded' });
/** The server's message, or S1 §8's own. */
export const selectSuccess = (snapshot: ReportSnapshot) => snapshot.context.answer?.message || REPORTED;
/** The id of the new incident where the server told it, or null. */
export const selectIncidentId = (snapshot: ReportSnapshot) => snapshot.context.answer?.incidentId ?? null;
/** The id of the report that this screen shows itself, so that no list need do it; null when it shows none. */
export const selectShownId = (snapshot: ReportSnapshot) =>
  snapshot.matches('submitted') && !snapshot.matches({ submitted: 'kept' })
    ? (snapshot.context.report?.id ?? null)
    : null;
