import { topics } from '../../../src/contract/topics';
import type { App } from '../app';

type Spoken = Pick<App, 'broker' | 'connections'>;

/** Whom a change of a team concerns. */
export interface TeamNews {
  readonly chatId: number;
  /** All in whose list of chats something is different now. */
  readonly participants: readonly number[];
  /** Those who joined or left: what their connections may hear is looked at again. */
  readonly moved: readonly number[];
}

/**
 * Says, after the transaction, that an incident has changed (DECISIONS 12), and where its teams did too, to whom. The one place
 * that everything about an incident or its cases goes through when it has happened.
 */
export async function tellOf(
  { broker, connections }: Spoken,
  incidentId: number,
  teams: TeamNews | readonly TeamNews[] = [],
): Promise<void> {
  for (const { chatId, participants, moved } of [teams].flat()) {
    await Promise.all(moved.map((userId) => connections.recheck(userId)));
    for (const userId of participants) broker.publish(topics.groups(String(userId)), { chatId: String(chatId) });
  }
  broker.publish(topics.incidents, { incidentId: String(incidentId) });
}
