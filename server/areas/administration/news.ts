import type { MemberNewsBody } from '../../../src/contract/memberNews';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { idsWithRole } from '../people/byRole';

/**
 * Tells all admins: that somebody has signed up, or a sign-up was decided about (`approvals.changed`), or that what is known of a
 * member has changed (`volunteers.changed`). Call it after the transaction.
 */
export async function tellAdmins(app: Pick<App, 'db' | 'broker'>, news: MemberNewsBody): Promise<void> {
  for (const userId of await idsWithRole(app.db, ['ADMIN', 'SUPER_ADMIN'])) tellMember(app, userId, news);
}
