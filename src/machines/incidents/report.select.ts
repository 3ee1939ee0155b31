import { REPORTED } from '../../rules/reportTexts';
import type { ReportSnapshot } from './report.machine';

/** The form, an actor of its own. */
export const selectFormActor = (snapshot: ReportSnapshot) => snapshot.children.reportForm;
/** Whether something may be written. */
export const selectIsEditing = (snapshot: ReportSnapshot) => snapshot.matches('editing');
/** Whether it is being sent, or put in the store, and no modal asks or says anything. */
export const selectIsUnderWay = (snapshot: ReportSnapshot) =>
  snapshot.matches('delivering') || snapshot.matches('storing');
/** The report on its way, an actor of its own; undefined while none is. */
export const selectDelivery = (snapshot: ReportSnapshot) =>
  snapshot.matches('delivering') ? snapshot.children.reportDelivery : undefined;
/** Whether it is asked if the incident is one of those offered. */
export const selectIsOffering = (snapshot: ReportSnapshot) => snapshot.matches('offering');
/** Whether it is asked if the report may be thrown away. */
export const selectIsDiscarding = (snapshot: ReportSnapshot) => snapshot.matches({ offering: 'confirming' });
/** The incidents that the report may be. */
export const selectOffers = (snapshot: ReportSnapshot) => snapshot.context.offers;
/** Whether the failure modal is open. */
export const selectIsFailed = (snapshot: ReportSnapshot) => snapshot.matches('failed');
/** Whether it is said that the report waits to be sent. */
export const selectIsWaiting = (snapshot: ReportSnapshot) => snapshot.matches('kept');
/** Whether it is on this device then, or only in the memory of this page. */
export const selectIsKept = (snapshot: ReportSnapshot) => snapshot.context.isKept;
/** Why it was not sent, in the words of S1 §8; null where the member wanted it sent later. */
export const selectFailure = (snapshot: ReportSnapshot) => snapshot.context.failure;
/** Whether the modal 'Report Submitted!' is open. */
export const selectIsSucceeded = (snapshot: ReportSnapshot) => snapshot.matches('succeeded');
/** The server's message, or S1 §8's own. */
export const selectSuccess = (snapshot: ReportSnapshot) => snapshot.context.answer?.message || REPORTED;
/** The id of the new incident where the server told it, or null. */
export const selectIncidentId = (snapshot: ReportSnapshot) => snapshot.context.answer?.incidentId ?? null;
