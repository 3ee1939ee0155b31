import * as v from 'valibot';
import {
  type BatchDeleteAnswer,
  BatchDeleteQuery,
  BatchDeleteRequest,
  type BatchEntry,
} from '../../../src/contract/administration';
import { endpoints } from '../../../src/contract/endpoints';
import type { PushPayload } from '../../../src/contract/notifications';
import { topics } from '../../../src/contract/topics';
import { check, readId } from '../../http/check';
import { doOnce, firstAnswer, type OnceKey, onceKeyOf } from '../../http/once';
import { route } from '../../http/route';
import type { App } from '../app';
import { publishIncidentNews } from '../incidents/news';
import { tellEverybody } from '../people/telling';
import { endRevoked } from '../session/endRevoked';
import { publishSupplyNews } from '../supplies/news';
import { refuseUnlessSuperAdmin } from './guard';
import { DELETED_ALREADY, NO_USER, type Removed, removeMember } from './removal';

/** The route with which super admins delete several members at once, S2 §7. */
export function batchDeletionRoute(app: App): void {
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
      if (!once) return deleteAll(app, caller.id, body);
      const name = JSON.stringify(once);
      // A repeat waits for the deletion that it repeats, instead of beginning another one.
      const deletion = running.get(name) ?? deleteOnce(app, caller.id, body, once).finally(() => running.delete(name));
      running.set(name, deletion);
      return deletion;
    },
    { query: BatchDeleteQuery },
  );
}

type BatchBody = v.InferOutput<typeof BatchDeleteRequest>;

/** Deletes the members, unless an answer to this key is stored already. */
async function deleteOnce(app: App, callerId: number, body: BatchBody, once: OnceKey): Promise<unknown> {
  const known = await firstAnswer(app.db, once);
  if (known) return known.answer;
  const answer = await deleteAll(app, callerId, body);
  // Each member is deleted in a transaction of their own, so the answer is stored afterwards: without names, which would outlive the
  // deleted members there (DECISIONS P7, 281).
  const stored = await doOnce(app.db, once, async () => ({
    deleted: answer.deleted.map(nameless),
    skipped: answer.skipped.map(nameless),
  }));
  return stored.isFirst ? answer : stored.answer;
}

const nameless = (entry: BatchEntry): BatchEntry => ({ ...entry, username: '' });

/** Deletes the members one after the other, and tells of each. */
async function deleteAll(app: App, callerId: number, { userIds, notifyUsers }: BatchBody): Promise<BatchDeleteAnswer> {
  const answer: BatchDeleteAnswer = { deleted: [], skipped: [] };
  for (const userId of new Set(userIds)) {
    const id = readId(userId);
    const outcome =
      id === null
        ? { username: '', reason: NO_USER }
        : await removeMember(app.db, callerId, id, notifyUsers).catch(async (error) => {
            await endRevoked(app, id, error);
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
  for (const { incidentId, team, toTell } of teams)
    await publishIncidentNews(app, incidentId, { teams: [team], toTell });
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
