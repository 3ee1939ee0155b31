import * as v from 'valibot';
import {
  AuditQuery,
  type BatchDeleteAnswer,
  BatchDeleteQuery,
  BatchDeleteRequest,
} from '../../../src/contract/administration';
import { endpoints } from '../../../src/contract/endpoints';
import type { PushPayload } from '../../../src/contract/notifications';
import { topics } from '../../../src/contract/topics';
import { check, readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { doOnce, firstAnswer, type OnceKey, onceKeyOf } from '../../http/once';
import { route } from '../../http/route';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { publishIncidentNews } from '../incidents/news';
import { tellEverybody } from '../people/tellEverybody';
import { endRevoked } from '../session/endRevoked';
import { publishSupplyNews } from '../supplies/news';
import { decide, listPending } from './approvals';
import { listAudit } from './audit';
import { refuseUnlessAdmin, refuseUnlessSuperAdmin } from './guard';
import { listAdminUsers, resetPassword, setExperience, setPosition, setRoles } from './memberChanges';
import { tellAdmins } from './news';
import { DELETED_ALREADY, NO_USER, type Removed, removeMember } from './removal';

/** Routes with which admins and super admins manage people, S2 §7 (permissions: DECISIONS P14). */
export function adminRoutes(app: App): void {
  approvalRoutes(app);
  changeRoutes(app);
  userRoutes(app);
  route(app, endpoints.auditLog, ({ caller, query }) => listAudit(app.db, caller, query), { query: AuditQuery });
}

function approvalRoutes(app: App): void {
  route(app, endpoints.pendingUsers, async ({ caller }) => {
    refuseUnlessAdmin(caller);
    return listPending(app.db);
  });
  const settle = async (callerId: number, userId: string, decision: 'authorize' | 'deny') => {
    const tell = async () => {
      await tellAdmins(app, { type: 'approvals.changed' });
      if (decision === 'authorize') app.tellDirectory();
      // Denying a sign-up also deletes the notifications about it.
      if (decision === 'deny') await tellAdmins(app, { type: 'notifications.changed' });
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
  const told = (userId: number) => {
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
    return told(memberId);
  });
  route(app, endpoints.setPosition, async ({ caller, params, body }) =>
    told(await setPosition(app.db, caller.id, params.id, body.position)),
  );
  route(app, endpoints.setExperience, async ({ caller, params, body }) =>
    told(await setExperience(app.db, caller.id, params.id, body.experience)),
  );
}

type BatchBody = v.InferOutput<typeof BatchDeleteRequest>;
type Entry = BatchDeleteAnswer['deleted'][number];
const nameless = (entry: Entry): Entry => ({ ...entry, username: '' });

function userRoutes(app: App): void {
  route(app, endpoints.adminUsers, async ({ caller }) => {
    refuseUnlessSuperAdmin(caller);
    return listAdminUsers(app.db);
  });

  const deleteAll = async (callerId: number, { userIds, notifyUsers }: BatchBody) => {
    const answer: { deleted: BatchDeleteAnswer['deleted']; skipped: BatchDeleteAnswer['skipped'] } = {
      deleted: [],
      skipped: [],
    };
    for (const userId of new Set(userIds)) {
      const id = readId(userId);
      const outcome =
        id === null
          ? { username: '', reason: NO_USER }
          : await removeMember(app.db, callerId, id, notifyUsers).catch((error) => {
              // The answer must name those who are deleted already.
              if (answer.deleted.length === 0) throw error;
              app.http.log.error({ err: error, userId }, 'a member could not be deleted');
              return { username: '', reason: 'This member could not be deleted. Please try again.' };
            });
      if (id === null || 'reason' in outcome) {
        const skipped = { userId, reason: '', ...outcome };
        answer.skipped.push(skipped);
        // The call may be a repeat of one whose COMMIT has lost its answer: then nobody was told, and they are still connected.
        if (id !== null && skipped.reason === DELETED_ALREADY) await publishRemoval(app, id, nothingElse);
        continue;
      }
      answer.deleted.push({ userId, username: outcome.username, reason: '' });
      await publishRemoval(app, id, outcome);
    }
    return answer;
  };
  const deleteAllOnce = async (callerId: number, body: BatchBody, once: OnceKey | null) => {
    const known = await firstAnswer(app.db, once);
    if (known) return known.answer;
    const answer = await deleteAll(callerId, body);
    // Each member is deleted in a transaction of their own, so the answer is stored afterwards: without names, which would outlive the
    // deleted members there (DECISIONS P7, 281).
    const stored = await doOnce(app.db, once, async () => ({
      deleted: answer.deleted.map(nameless),
      skipped: answer.skipped.map(nameless),
    }));
    return stored.isFirst ? answer : stored.answer;
  };
  /** The deletions that this process is carrying out, by user, key and content. Their answers are stored only when they end. */
  const running = new Map<string, Promise<unknown>>();
  route(
    app,
    // The values may be in the body, as S2 says, or in the query (DECISIONS 8). Those of the body count.
    { ...endpoints.deleteUsers, body: v.nullish(BatchDeleteRequest) },
    async ({ caller, body: given, query, request }) => {
      refuseUnlessSuperAdmin(caller);
      const body = check(BatchDeleteRequest, {
        userIds: given?.userIds ?? query.userIds ?? [],
        notifyUsers: given?.notifyUsers ?? query.notifyUsers,
      });
      const once = onceKeyOf(request, caller.id, body);
      if (!once) return deleteAllOnce(caller.id, body, once);
      const name = JSON.stringify(once);
      // A repeat waits for the deletion that it repeats, instead of beginning another one.
      const deletion = running.get(name) ?? deleteAllOnce(caller.id, body, once).finally(() => running.delete(name));
      running.set(name, deletion);
      return deletion;
    },
    { query: BatchDeleteQuery },
  );

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

/** The removal of a former member, of which everything else was told or cannot be known any more. */
const nothingElse: Removed = { username: '', teams: [], interests: [], browsers: [], hadRequests: false };

/**
 * Ends the sessions of a removed member, lets every open screen show them as a former member, and informs their teams, all
 * members and, about denied requests, the inventory managers.
 */
async function publishRemoval(
  app: App,
  userId: number,
  { teams, interests, browsers, hadRequests }: Removed,
): Promise<void> {
  app.connections.logOut(userId, ACCOUNT_DELETED);
  app.push.deliver(browsers.map((subscription) => ({ subscription, payload: deletionPush(userId) })));
  for (const { incidentId, team, told } of teams) await publishIncidentNews(app, incidentId, { teams: [team], told });
  for (const incidentId of interests) await publishIncidentNews(app, incidentId);
  app.broker.publish(topics.incidents, { incidentId: null });
  const left = { type: 'member.left', memberId: String(userId) } as const;
  await tellEverybody(app, left);
  app.tellDirectory();
  if (hadRequests) await publishSupplyNews(app, { isOfInventory: true });
}

/**
 * The push message to the browsers of a deleted member, sent if the caller asked for it (DECISIONS 19). It does not name the
 * organisation.
 */
const deletionPush = (userId: number): PushPayload => ({
  memberId: String(userId),
  title: 'News',
  body: ACCOUNT_DELETED,
  path: '/#/login',
  tag: 'account',
});

const ACCOUNT_DELETED = 'Your account was deleted.';
