import { AuditQuery } from '../../../src/contract/administration';
import { endpoints } from '../../../src/contract/endpoints';
import { adminRoles } from '../../../src/rules/roles';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { route } from '../../http/route';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { tellRoles } from '../people/telling';
import { endRevoked } from '../session/endRevoked';
import { decide, listPending } from './approvals';
import { listAudit } from './audit';
import { batchDeletionRoute } from './batchDeletion';
import { refuseUnlessAdmin, refuseUnlessSuperAdmin } from './guard';
import { listAdminUsers, resetPassword, setExperience, setPosition, setRoles } from './memberChanges';

/** Routes with which admins and super admins manage people, S2 §7 (permissions: DECISIONS P14). */
export function adminRoutes(app: App): void {
  approvalRoutes(app);
  changeRoutes(app);
  userRoutes(app);
  batchDeletionRoute(app);
  route(app, endpoints.auditLog, ({ caller, query }) => listAudit(app.db, caller, query), { query: AuditQuery });
}

function approvalRoutes(app: App): void {
  route(app, endpoints.pendingUsers, async ({ caller }) => {
    refuseUnlessAdmin(caller);
    return listPending(app.db);
  });
  const settle = async (callerId: number, userId: string, decision: 'authorize' | 'deny') => {
    const tell = async () => {
      // Denying a sign-up also deletes the notifications about it.
      const gone = decision === 'deny' ? [{ type: 'notifications.changed' } as const] : [];
      await tellRoles(app, adminRoles, { type: 'approvals.changed' }, ...gone);
      if (decision === 'authorize') app.tellDirectory();
    };
    const decided = await decide(app.db, callerId, userId, decision).catch(async (error) => {
      // The call may be a repeat of one whose COMMIT has lost its answer: then nobody was told (DECISIONS 392).
      if (error instanceof HttpError && [404, 409].includes(error.statusCode)) await tell();
      throw error;
    });
    await tell();
    return { message: decision === 'authorize' ? 'Authorized.' : 'Denied.', userId: String(decided) };
  };
  route(app, endpoints.authorizeUser, ({ caller, params }) => settle(caller.id, params.userId, 'authorize'));
  route(app, endpoints.denyUser, ({ caller, params }) => settle(caller.id, params.userId, 'deny'));
}

function changeRoutes(app: App): void {
  const tellOfChange = (userId: number) => {
    tellMember(app, userId, { type: 'profile.changed' });
    app.tellDirectory();
    return { message: 'Saved.' };
  };
  route(app, endpoints.setRoles, async ({ caller, params, body }) => {
    // Told and checked even if nothing has changed: the call may be a repeat of one whose COMMIT has lost its answer (DECISIONS 392).
    const memberId = await setRoles(app.db, caller.id, params.id, body);
    await app.connections
      .recheck(memberId)
      .catch((error) =>
        app.http.log.error({ err: error }, 'the subscriptions of a member with other roles were not checked'),
      );
    // The list of chats depends on the roles: captains see the chats of all cases.
    tellMember(app, memberId, { type: 'chats.changed' });
    return tellOfChange(memberId);
  });
  route(app, endpoints.setPosition, async ({ caller, params, body }) =>
    tellOfChange(await setPosition(app.db, caller.id, params.id, body.position)),
  );
  route(app, endpoints.setExperience, async ({ caller, params, body }) =>
    tellOfChange(await setExperience(app.db, caller.id, params.id, body.experience)),
  );
}

function userRoutes(app: App): void {
  route(app, endpoints.adminUsers, async ({ caller }) => {
    refuseUnlessSuperAdmin(caller);
    return listAdminUsers(app.db);
  });

  route(app, endpoints.resetPassword, async ({ caller, params }) => {
    refuseUnlessSuperAdmin(caller);
    const { userId, password } = await resetPassword(app.db, caller.id, params.userId).catch(async (error) => {
      const id = readId(params.userId);
      if (id !== null) await endRevoked(app, id, error);
      throw error;
    });
    app.connections.logOut(userId, 'Your password was reset. Please log in again.');
    return { password };
  });
}
