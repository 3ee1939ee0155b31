import { and, desc, eq } from 'drizzle-orm';
import { topics } from '../../../src/contract/topics';
import type { Db } from '../../db/open';
import { cases, chats, incidentChanges, notifications } from '../../db/schema';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { participantsOf } from '../chat/access';
import { publishChatsChanged } from '../chat/news';
import type { ToTell } from '../notifications/notify';
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
export interface IncidentEffects {
  readonly teams?: readonly TeamNews[];
  /** The notifications that the change created. */
  readonly toTell?: ToTell;
}

/**
 * Publishes a change of an incident (DECISIONS 12), and informs the members of changed teams and those who were notified. Call it
 * after the commit. Every change of an incident or its cases is published here. What needs no database comes first, and a failure is
 * only logged, because the change is stored: nothing may keep it from being told or make it look failed.
 */
export async function publishIncidentNews(
  app: Pick<App, 'broker' | 'connections' | 'http' | 'push'>,
  incidentId: number,
  { teams = [], toTell = [] }: IncidentEffects = {},
): Promise<void> {
  const { broker, connections, http } = app;
  broker.publish(topics.incidents, { incidentId: String(incidentId) });
  tell(app, toTell);
  for (const { chatId, participants, moved } of teams) {
    await Promise.all(moved.map((userId) => connections.recheck(userId))).catch((error) =>
      http.log.error({ err: error, incidentId }, 'the subscriptions of a changed team were not checked'),
    );
    for (const userId of participants)
      publishChatsChanged(broker, userId, { kind: 'incident', chatId: String(chatId) });
  }
}

/**
 * After a repeated call, publishes again the news that makes apps refetch. If the answer to the first COMMIT was lost, its change is
 * stored and nobody was told (DECISIONS 391). Notifications and push messages are not sent again.
 */
export async function publishIncidentAgain(
  app: Pick<App, 'broker' | 'connections' | 'db' | 'http' | 'push'>,
  incidentId: number,
): Promise<void> {
  const { broker, db, http } = app;
  const { userId } = notifications;
  const isAbout = and(eq(notifications.type, 'INCIDENT'), eq(notifications.relatedEntityId, incidentId));
  const [teams, notified] = await Promise.all([
    teamsOf(db, incidentId),
    db.selectDistinct({ userId }).from(notifications).where(isAbout),
  ]).catch((error) => {
    http.log.error({ err: error, incidentId }, 'those concerned by a repeated call were not found');
    return [[], []];
  });
  for (const { userId } of notified) tellMember({ broker }, userId, { type: 'notifications.changed' });
  await publishIncidentNews(app, incidentId, { teams });
}

/** The teams of an incident, with those whom the last reassignment has taken out of one. */
async function teamsOf(db: Db, incidentId: number): Promise<TeamNews[]> {
  const rows = await db
    .select({ chatId: chats.id, caseId: cases.id })
    .from(chats)
    .innerJoin(cases, eq(cases.id, chats.caseId))
    .where(eq(cases.incidentId, incidentId));
  const [last] = await db
    .select({ details: incidentChanges.details })
    .from(incidentChanges)
    .where(and(eq(incidentChanges.incidentId, incidentId), eq(incidentChanges.event, 'team.reassign')))
    .orderBy(desc(incidentChanges.id))
    .limit(1);
  const left = (last?.details?.team?.from ?? []) as number[];
  const teams: TeamNews[] = [];
  for (const { chatId, caseId } of rows) {
    const participants = [...new Set([...(await participantsOf(db, caseId)), ...left])];
    teams.push({ chatId, participants, moved: participants });
  }
  return teams;
}
