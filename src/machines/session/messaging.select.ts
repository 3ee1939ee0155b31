import type { MessagingSnapshot } from './messaging.machine';

// Each is the same from the login to the end of the session; undefined only after it has broken.

/** The realtime connection. */
export const selectRealtime = (snapshot: MessagingSnapshot) => snapshot.children.realtime;
/** What the member has sent and the server has not confirmed. */
export const selectOutbox = (snapshot: MessagingSnapshot) => snapshot.children.outbox;
/** The member's waiting reports. */
export const selectReportQueue = (snapshot: MessagingSnapshot) => snapshot.children.reportQueue;
