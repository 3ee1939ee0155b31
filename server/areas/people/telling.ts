import type { MemberNewsBody } from '../../../src/contract/memberNews';
import type { Role } from '../../../src/contract/people';
import { readTopic } from '../../../src/contract/topics';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { activeIds, idsWithRole } from './byRole';

// What is told here is stored already and must not look failed, so none of these functions throws. Call them after the commit.

type Teller = Pick<App, 'db' | 'broker' | 'http'>;

/**
 * Tells all active members. If the database cannot say who they are, those who are connected are told.
 * @returns the ids of those who were told.
 */
export async function tellEverybody(app: Teller, ...news: readonly MemberNewsBody[]): Promise<readonly number[]> {
  const ids = await activeIds(app.db).catch((error) => {
    app.http.log.error({ err: error }, 'only the members who are connected were told of a change');
    const subscribed = app.broker.topics.map(readTopic);
    return subscribed.flatMap((topic) => (topic?.kind === 'member' ? Number(topic.id) : []));
  });
  tellMembers(app, ids, ...news);
  return ids;
}

/** Tells the active members who have one of these roles. A failure is only logged. */
export async function tellRoles(
  app: Teller,
  roles: readonly Role[],
  ...news: readonly MemberNewsBody[]
): Promise<void> {
  const ids = await idsWithRole(app.db, roles).catch((error) => {
    app.http.log.error({ err: error, roles }, 'the members with a role were not told of a change');
    return [];
  });
  tellMembers(app, ids, ...news);
}

/** Tells these members. */
export function tellMembers(
  app: Pick<App, 'broker'>,
  ids: readonly number[],
  ...news: readonly MemberNewsBody[]
): void {
  for (const userId of ids) for (const one of news) tellMember(app, userId, one);
}
