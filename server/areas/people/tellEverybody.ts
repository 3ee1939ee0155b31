import type { MemberNewsBody } from '../../../src/contract/memberNews';
import { topics } from '../../../src/contract/topics';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { activeIds } from './byRole';

/**
 * Tells all active members, after the commit. Never throws, because what they are told of is stored and must not look failed: if the
 * database cannot say who they are, those who are connected are told.
 * @returns the ids of those who were told.
 */
export async function tellEverybody(
  { db, broker, http }: Pick<App, 'db' | 'broker' | 'http'>,
  ...news: readonly MemberNewsBody[]
): Promise<readonly number[]> {
  const ids = await activeIds(db).catch((error) => {
    http.log.error({ err: error }, 'only the members who are connected were told of a change');
    const start = topics.member('');
    return broker.topics.filter((topic) => topic.startsWith(start)).map((topic) => Number(topic.slice(start.length)));
  });
  for (const userId of ids) for (const one of news) tellMember({ broker }, userId, one);
  return ids;
}
