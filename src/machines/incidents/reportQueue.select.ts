import type { ReportQueueSnapshot } from './reportQueue.machine';

/** Everything that waits, the oldest first. */
export const selectReports = (snapshot: ReportQueueSnapshot) => snapshot.context.reports;
/** The ids of those that this browser cannot keep past the page. */
export const selectUnkept = (snapshot: ReportQueueSnapshot) => snapshot.context.unkept;
/** The id of the one that is being sent by this tab, or null. */
export const selectSending = (snapshot: ReportQueueSnapshot) =>
  snapshot.matches({ delivery: 'sending' }) ? snapshot.context.current : null;
/** How that one is doing: an actor of its own, undefined while there is none. */
export const selectDelivery = (snapshot: ReportQueueSnapshot) => snapshot.children.reportDelivery;
/** Why nothing goes out for now, or null. */
export const selectTrouble = (snapshot: ReportQueueSnapshot) =>
  snapshot.matches({ delivery: 'parked' }) ? snapshot.context.trouble : null;
/** Whether it is asked if a report may be deleted. */
export const selectIsDeleting = (snapshot: ReportQueueSnapshot) => snapshot.matches({ deletion: 'confirming' });
