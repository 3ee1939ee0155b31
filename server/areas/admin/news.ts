import type { MemberNewsBody } from '../../../src/contract/memberNews';
import { adminRoles } from '../../../src/rules/roles';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { idsWithRole } from '../people/byRole';

/** Tells all admins that sign-ups have changed (`approvals.changed`). Call it after the commit. */
export async function tellAdmins(app: Pick<App, 'db' | 'broker'>, news: MemberNewsBody): Promise<void> {
  for (const userId of await idsWithRole(app.db, adminRoles)) tellMember(app, userId, news);
}
