import type { MemberNewsBody } from '../../../src/contract/memberNews';
import { captainRoles } from '../../../src/rules/roles';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { idsWithRole } from '../people/byRole';

/** Tells all admins that sign-ups have changed (`approvals.changed`). Call it after the commit. */
export async function tellAdmins(app: Pick<App, 'db' | 'broker'>, news: MemberNewsBody): Promise<void> {
  for (const userId of await idsWithRole(app.db, ['ADMIN', 'SUPER_ADMIN'])) tellMember(app, userId, news);
}

/**
 * Tells all captains and above that the facts about a member have changed, because they choose teams by them. Call it after the
 * commit.
 */
export async function tellCaptains(app: Pick<App, 'db' | 'broker'>): Promise<void> {
  for (const userId of await idsWithRole(app.db, captainRoles)) tellMember(app, userId, { type: 'volunteers.changed' });
}
