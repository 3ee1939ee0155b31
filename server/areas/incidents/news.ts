import { topics } from '../../../src/contract/topics';
import type { App } from '../app';
import { publishChatsChanged } from '../chat/rooms';

/** The members whom a change of a team affects. */
export interface TeamNews {
  readonly chatId: number;
  /** Those whose list of chats has changed. */
  readonly participants: readonly number[];
  /** Those who joined or left: the topics that their connections may hear are checked again. */
  readonly moved: readonly number[];
}

/**
 * Publishes, after the transaction, that an incident has changed (DECISIONS 12), and tells the members of teams that have. Every
 * change of an incident or its cases is published here.
 */
export async function publishIncidentNews(
  { broker, connections }: Pick<App, 'broker' | 'connections'>,
  incidentId: number,
  teams: TeamNews | readonly TeamNews[] = [],
): Promise<void> {
  for (const { chatId, participants, moved } of [teams].flat()) {
    await Promise.all(moved.map((userId) => connections.recheck(userId)));
    for (const userId of participants) publishChatsChanged(broker, userId, chatId);
  }
  broker.publish(topics.incidents, { incidentId: String(incidentId) });
}
