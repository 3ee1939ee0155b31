import type { MessagingSnapshot } from './messaging.machine';

/**
 * Whether screens may be shown: 'running' when the connection and the outbox are there, which stay the same until the session
 * ends; 'waiting' when their code did not arrive, and is fetched again after a while or when the member asks for it.
 */
export const selectStage = (snapshot: MessagingSnapshot) => snapshot.value;
