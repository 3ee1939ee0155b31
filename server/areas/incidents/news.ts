import { topics } from '../../../src/contract/topics';
import type { App } from '../app';
import { publishChatsChanged } from '../chat/news';
import type { Told } from '../notifications/notify';
import { tell } from '../notifications/tell';

/** The members whom a change of a team affects. */
export interface TeamNews {
  readonly chatId: number;
  /** Those whose list of chats has changed. */
  readonly participants: readonly number[];
  /** Those who joined or left: the topics that their connections may hear are checked again. */
  readonly moved: readonly number[];
}

/** Whom a change of an incident affects. */
interface IncidentNews {
  readonly teams?: readonly TeamNews[];
  /** The notifications that it has made. */
  readonly told?: Told;
}

/**
 * Publishes, after the transaction, that an incident has changed (DECISIONS 12), and tells the members of teams that have and those who
 * were notified. Every change of an incident or its cases is published here.
 */
export async function publishIncidentNews(
  app: Pick<App, 'broker' | 'connections' | 'push'>,
  incidentId: number,
  { teams = [], told = [] }: IncidentNews = {},
): Promise<void> {
  const { broker, connections } = app;
  for (const { chatId, participants, moved } of teams) {
    await Promise.all(moved.map((userId) => connections.recheck(userId)));
    for (const userId of participants)
      publishChatsChanged(broker, userId, { kind: 'incident', chatId: String(chatId) });
  }
  broker.publish(topics.incidents, { incidentId: String(incidentId) });
  tell(app, told);
}
