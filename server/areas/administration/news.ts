import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { idsWithRole } from '../people/byRole';

/** Tells all admins that somebody has signed up, or that a sign-up was decided about. Call it after the transaction. */
export async function publishApprovals(app: Pick<App, 'db' | 'broker'>): Promise<void> {
  for (const userId of await idsWithRole(app.db, ['ADMIN', 'SUPER_ADMIN']))
    tellMember(app, userId, { type: 'approvals.changed' });
}
