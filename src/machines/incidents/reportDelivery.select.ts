import type { ReportDeliverySnapshot } from './reportDelivery.machine';

/** Whether it is still being found out if the incident is known already. */
export const selectIsLookingUp = (snapshot: ReportDeliverySnapshot) => snapshot.matches('lookingUp');
/** Everything is out, and the answer is awaited: 'Processing...' (S1 §2). */
export const selectIsProcessing = (snapshot: ReportDeliverySnapshot) => snapshot.matches({ sending: 'processing' });
/** How much has gone out, in whole percent; 100 only when nothing is left (S1 §2). */
export const selectPercent = (snapshot: ReportDeliverySnapshot) => Math.floor(snapshot.context.fraction * 100);
