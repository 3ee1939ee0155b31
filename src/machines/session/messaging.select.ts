import type { MessagingSnapshot } from './messaging.machine';

/** The connection and the outbox are there: screens may be shown. They stay the same until the session ends. */
export const selectIsRunning = (snapshot: MessagingSnapshot) => snapshot.matches('running');
