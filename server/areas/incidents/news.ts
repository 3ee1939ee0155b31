import { topics } from '../../../src/contract/topics';
import type { App } from '../app';
import { publishChatsChanged } from '../chat/news';
import type { Told } from '../notifications/notify';
import { tell } from '../notifications/tell';

/** The members affected by a change of a team. */
export interface TeamNews {
  readonly chatId: number;
  /** Members whose list of chats has changed. */
  readonly participants: readonly number[];
  /** Members who joined or left the team, so that their topic subscriptions must be checked again. */
  readonly moved: readonly number[];
}

/** The teams and members affected by a change of an incident. */
interface IncidentNews {
  readonly teams?: readonly TeamNews[];
  /** The notifications that the change created. */
  readonly told?: Told;
}

/**
 * Publishes a change of an incident (DECISIONS 12), and informs the members of changed teams and those who were notified. Call it
 * after the commit. Every change of an incident or its cases is published here.
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
