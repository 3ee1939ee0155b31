import type { MemberNewsBody } from '../../../src/contract/memberNews';
import { adminRoles } from '../../../src/rules/roles';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { idsWithRole } from '../people/byRole';

/**
 * Publishes news on the personal topic of every admin and super admin. Call it after the commit. A failure is only logged, because what
 * they are told of is stored and must not look failed.
 */
export async function tellAdmins(app: Pick<App, 'db' | 'broker' | 'http'>, news: MemberNewsBody): Promise<void> {
  const ids = await idsWithRole(app.db, adminRoles).catch((error) => {
    app.http.log.error({ err: error }, 'the admins were not told of a change');
    return [];
  });
  for (const userId of ids) tellMember(app, userId, news);
}
