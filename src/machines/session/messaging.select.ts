import type { MessagingSnapshot } from './messaging.machine';

/** The connection and the outbox are there: screens may be shown. They stay the same until the session ends. */
export const selectIsRunning = (snapshot: MessagingSnapshot) => snapshot.matches('running');

/** Their code did not arrive; it is fetched again after a while, or when the member asks for it. */
export const selectIsMissing = (snapshot: MessagingSnapshot) => snapshot.matches('missing');
