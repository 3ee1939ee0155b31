import type { MemberNewsBody } from '../../../src/contract/memberNews';
import { adminRoles } from '../../../src/rules/roles';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { idsWithRole } from '../people/byRole';

/** Publishes news on the personal topic of every admin and super admin. Call it after the commit. */
export async function tellAdmins(app: Pick<App, 'db' | 'broker'>, news: MemberNewsBody): Promise<void> {
  for (const userId of await idsWithRole(app.db, adminRoles)) tellMember(app, userId, news);
}
