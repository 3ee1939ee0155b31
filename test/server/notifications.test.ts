import { asc, eq, gt, max } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignTeam } from '../../server/areas/cases/assign';
import { reportIncident, resolveOrReactivate } from '../../server/areas/incidents/actions';
import { admins, captainsAndAbove, inventoryManagers, notify } from '../../server/areas/notifications/notify';
import { notificationTexts } from '../../server/areas/notifications/texts';
import { notifications, userRoles, users } from '../../server/db/schema';
import {
  callsIn,
  idIn,
  makeIncident,
  type Person,
  people,
  reportOf,
  type SignedInServer,
  sendCompletion,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { runWhileLocked } from '../kit/runWhileLocked';
import { signIn, stompClient } from '../kit/server';

// The ids of the demo members, DECISIONS 15.
const [MIRA, KABIR, INDU, ASHA, SARA, RAVI, TARA, FORMER, PAVAN] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

let signedIn: SignedInServer;
let last = 0;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
beforeEach(async () => {
  const [found] = await signedIn.server.db.select({ id: max(notifications.id) }).from(notifications);
  last = found?.id ?? 0;
});

const { asked } = callsIn(() => signedIn);
const db = () => signedIn.server.db;
const fresh = () =>
  db()
    .select()
    .from(notifications)
    .where(gt(notifications.id, last))
    .orderBy(asc(notifications.type), asc(notifications.userId));
/** Who was notified since the beginning of the test, by type. */
const told = async () => {
  const rows = await fresh();
  const of = (type: string) => rows.filter((row) => row.type === type).map(({ userId }) => userId);
  return {
    INCIDENT: of('INCIDENT'),
    REWARDS: of('REWARDS'),
    others: rows.length - of('INCIDENT').length - of('REWARDS').length,
  };
};
const nobody = { INCIDENT: [], REWARDS: [], others: 0 };
const assign = (id: number, userIds: number[], by: Person = 'captain') =>
  asked(by, `incidents/${id}/assignment/assign-team`, { body: { userIds } });
/** Makes an incident, and ignores the notifications that this has caused. */
async function prepared(...given: Parameters<typeof makeIncident> extends [unknown, ...infer Rest] ? Rest : never) {
  const id = await makeIncident(signedIn.server, ...given);
  const [found] = await db()
    .select({ id: max(notifications.id) })
    .from(notifications);
  last = found?.id ?? 0;
  return id;
}

describe('DECISIONS 34: who is told', () => {
  it.each([
    ['member not in team', [KABIR, ASHA, SARA]],
    ['inventory manager', [KABIR, ASHA, SARA]],
    ['captain', [ASHA, SARA]],
    ['admin', [KABIR, SARA]],
    ['super admin', [KABIR, ASHA]],
  ] as const)('of a new report by %s: captains and above, but not who did it', async (person, recipients) => {
    const { body } = await sendReport(signedIn.server.base, signedIn.tokens[person], {
      body: reportOf({ animalType: 'CATTLE', location: 'Ring road' }),
    });
    expect(await told()).toEqual({ ...nobody, INCIDENT: recipients });
    for (const row of await fresh())
      expect(row).toMatchObject({
        type: 'INCIDENT',
        message: 'New report: Cattle at Ring road.',
        isRead: false,
        relatedEntityId: idIn(body),
        incidentStatus: 'REPORTED',
        triggeredBy: people[person].id,
      });
  });

  it('of an assignment: the team', async () => {
    const id = await prepared('REPORTED');
    await assign(id, [MIRA, RAVI]);
    expect(await told()).toEqual({ ...nobody, INCIDENT: [MIRA, RAVI] });
    expect((await fresh())[0]).toMatchObject({
      message: `You have been assigned to Team ${id}: Dog at Near the old bridge.`,
      relatedEntityId: id,
      incidentStatus: 'ASSIGNED',
      triggeredBy: KABIR,
    });
  });

  it('of an assignment of oneself and others: the others', async () => {
    const id = await prepared('REPORTED');
    await assign(id, [KABIR, MIRA]);
    expect(await told()).toEqual({ ...nobody, INCIDENT: [MIRA] });
  });

  it('of a reassignment: the team as it is then, and those who are not in it any more', async () => {
    const id = await prepared('ASSIGNED');
    const ravi = await stompClient(signedIn.server.base, await signIn(signedIn.server.base, 'ravi'));
    const news = await ravi.subscribe(`/topic/members/${RAVI}`, 'notification.created');
    await assign(id, [MIRA, TARA], 'admin');
    expect(await told()).toEqual({ ...nobody, INCIDENT: [MIRA, RAVI, TARA] });
    const [mira, his, tara] = await fresh();
    const about = { relatedEntityId: id, incidentStatus: 'ASSIGNED', triggeredBy: ASHA };
    for (const row of [mira, tara])
      expect(row).toMatchObject({
        ...about,
        message: `Team ${id} has new members, and you are one of its team: Dog at Near the old bridge.`,
      });
    const message = `You are no longer in Team ${id}: Dog at Near the old bridge.`;
    expect(his).toMatchObject({ ...about, message });
    expect(await news.next()).toMatchObject({
      notification: { type: 'INCIDENT', message, relatedEntityId: String(id) },
    });
    await ravi.close();
  });

  it('of a reassignment that takes the captain who makes it out of the team: not the captain', async () => {
    const id = await prepared('REPORTED');
    await assign(id, [KABIR, MIRA]);
    const [found] = await db()
      .select({ id: max(notifications.id) })
      .from(notifications);
    last = found?.id ?? 0;
    await assign(id, [MIRA]);
    expect(await told()).toEqual({ ...nobody, INCIDENT: [MIRA] });
  });

  it('of the beginning of a case: nobody', async () => {
    const id = await prepared('ASSIGNED');
    expect(
      (await asked('member in team', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: ['1'] } })).status,
    ).toBe(200);
    expect(await told()).toEqual(nobody);
  });

  it('a completed case notifies captains and interested members, and every participant of the points', async () => {
    const id = await prepared('REPORTED');
    await asked('inventory manager', `incidents/${id}/interest`, { method: 'POST' });
    await assign(id, [MIRA, RAVI, TARA]);
    await asked('member in team', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: ['1', '7'] } });
    last = (await fresh()).reduce((newest, row) => Math.max(newest, row.id), last);
    await sendCompletion(signedIn.server.base, signedIn.tokens['member in team'], id);
    expect(await told()).toEqual({ INCIDENT: [KABIR, INDU, ASHA, SARA], REWARDS: [MIRA, TARA], others: 0 });
    const [completed] = await fresh();
    expect(completed).toMatchObject({
      message: `Team ${id} has completed its case: Dog at Near the old bridge.`,
      relatedEntityId: id,
      incidentStatus: 'ONGOING',
      triggeredBy: MIRA,
    });
    expect((await fresh()).at(-1)).toMatchObject({
      message: `You have earned 10 points and a heart for the case of Team ${id}.`,
      relatedEntityId: id,
      triggeredBy: MIRA,
    });
  });

  it('of a resolved incident: captains and those interested', async () => {
    const id = await prepared('ONGOING');
    for (const person of ['member not in team', 'captain'] as const)
      await asked(person, `incidents/${id}/interest`, { method: 'POST' });
    await asked('captain', `incidents/${id}/resolve`, { method: 'PUT' });
    expect(await told()).toEqual({ ...nobody, INCIDENT: [ASHA, SARA, TARA] });
    expect((await fresh())[0]).toMatchObject({
      message: 'Resolved: Dog at Near the old bridge.',
      relatedEntityId: id,
      incidentStatus: 'RESOLVED',
      triggeredBy: KABIR,
    });
  });

  it('of a closed incident: captains and those interested', async () => {
    const id = await prepared('REPORTED');
    await asked('member in team', `incidents/${id}/interest`, { method: 'POST' });
    await asked('super admin', `incidents/${id}/close`, { method: 'PUT', body: { reason: 'A false alarm.' } });
    expect(await told()).toEqual({ ...nobody, INCIDENT: [MIRA, KABIR, ASHA] });
    expect((await fresh())[0]).toMatchObject({
      message: 'Closed: Dog at Near the old bridge. A false alarm.',
      incidentStatus: 'CLOSED',
      triggeredBy: SARA,
    });
  });

  it('of everything else that is done to an incident: nobody', async () => {
    const id = await prepared('RESOLVED');
    const edit = { ...reportOf({ location: 'Elsewhere' }), latitude: null, longitude: null };
    const acts = [
      [`incidents/${id}/reactivate`, 'PUT', undefined],
      [`incidents/${id}/interest`, 'POST', undefined],
      [`incidents/${id}/interest`, 'DELETE', undefined],
      [`incidents/${id}`, 'PUT', edit],
      [`incidents/${id}/location`, 'PUT', { latitude: 18.5, longitude: 73.8 }],
    ] as const;
    for (const [path, method, body] of acts)
      expect((await asked('captain', path, { method, ...(body && { body }) })).status).toBe(200);
    expect(await told()).toEqual(nobody);
    await db().transaction((tx) =>
      resolveOrReactivate(tx, { incidentId: id, by: { id: 2, roles: ['RESCUE_CAPTAIN'] } }, 'incident.resolve'),
    );
    last = (await fresh()).reduce((newest, row) => Math.max(newest, row.id), last);
    expect((await asked('captain', `incidents/${id}`, { method: 'DELETE', body: { archive: false } })).status).toBe(
      200,
    );
    expect(await told()).toEqual(nobody);
  });

  it('by role: each active member with the role gets one', async () => {
    const recipientsOf = async (recipients: Parameters<typeof notify>[1]['recipients']) =>
      (await notify(db(), { type: 'GENERAL', message: 'Hear, hear.', recipients })).map(({ userId }) => userId);
    expect(await recipientsOf(captainsAndAbove(db()))).toEqual([KABIR, ASHA, SARA]);
    expect(await recipientsOf(admins(db()))).toEqual([ASHA, SARA]);
    expect(await recipientsOf(inventoryManagers(db()))).toEqual([INDU, SARA]);
    expect(await recipientsOf([SARA, MIRA, SARA, admins(db())])).toEqual([MIRA, ASHA, SARA]);
    expect(await recipientsOf([PAVAN, FORMER, 999])).toEqual([]);
    expect(await recipientsOf([])).toEqual([]);
    await db().insert(userRoles).values({ userId: PAVAN, role: 'RESCUE_CAPTAIN' });
    expect(await recipientsOf(captainsAndAbove(db()))).toEqual([KABIR, ASHA, SARA]);
    await db().delete(userRoles).where(eq(userRoles.userId, PAVAN));
  });
});

describe('a notification is stored together with its event, or not at all', () => {
  const by = { id: 2, roles: ['RESCUE_CAPTAIN' as const] };
  it('is gone with a transaction that fails afterwards', async () => {
    const fails = db().transaction(async (tx) => {
      await reportIncident(tx, { id: 7, roles: [] }, reportOf() as never);
      throw new Error('something else fails');
    });
    await expect(fails).rejects.toThrow('something else fails');
    expect(await told()).toEqual(nobody);
  });

  it('is not made, and nobody hears anything, where the act is refused', async () => {
    const id = await prepared('REPORTED');
    const kabir = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    const inbox = await kabir.subscribe('/topic/members/2', 'notification.created');
    expect((await assign(id, [MIRA, 999])).status).toBe(400);
    expect((await assign(id, [MIRA], 'member in team')).status).toBe(403);
    expect((await asked('captain', `incidents/${id}/resolve`, { method: 'PUT' })).status).toBe(409);
    expect((await sendReport(signedIn.server.base, signedIn.tokens['member in team'], { body: {} })).status).toBe(400);
    await kabir.settled();
    expect(inbox.all).toEqual([]);
    expect(await told()).toEqual(nobody);
    await kabir.close();
  });

  it('is made once for a report that is sent twice', async () => {
    for (const status of [201, 201])
      expect(
        (await sendReport(signedIn.server.base, signedIn.tokens['member in team'], { key: 'told-once' })).status,
      ).toBe(status);
    expect(await told()).toEqual({ ...nobody, INCIDENT: [KABIR, ASHA, SARA] });
  });

  it('waits for nobody: a member who is being deleted at this moment is skipped', async () => {
    const id = await prepared('REPORTED');
    const { db } = signedIn.server;
    await runWhileLocked(
      db,
      async (tx) => {
        await tx.select().from(users).where(eq(users.id, TARA)).for('update');
        // This is done while that lock is held.
        const given = await db.transaction((other) =>
          notify(other, { type: 'GENERAL', message: 'Hello.', recipients: [MIRA, TARA] }),
        );
        expect(given.map(({ userId }) => userId)).toEqual([MIRA]);
      },
      () => assignTeam(db, { incidentId: id, by }, ['7']),
    );
  });
});

it.each([
  ['Near the old bridge', 'Resolved: Dog at Near the old bridge.'],
  ['Mill Rd.', 'Resolved: Dog at Mill Rd.'],
  ['Behind the old mill '.repeat(5), `Resolved: Dog at ${'Behind the old mill '.repeat(4).slice(0, 79)}…`],
  [`${'x'.repeat(76)}👩‍🚒${'x'.repeat(9)}`, `Resolved: Dog at ${'x'.repeat(76)}…`],
])('a text ends with one mark, also if the place is cut: %j', (location, text) => {
  expect(notificationTexts.resolved({ animalType: 'DOG', location })).toBe(text);
});
