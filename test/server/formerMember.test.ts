import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeMember } from '../../server/areas/admin/removal';
import { assignTeam } from '../../server/areas/cases/assign';
import { deleteIncident } from '../../server/areas/incidents/remove';
import * as schema from '../../server/db/schema';
import type { IncidentHistory } from '../../src/contract/incidents';
import { loseAnswersOf } from '../kit/awayDatabase';
import {
  callsIn,
  captain,
  makeIncident,
  people,
  reportOf,
  type SignedInServer,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { openPushService, subscribe } from '../kit/pushService';
import { call, signIn, startTestServer, stompClient } from '../kit/server';
import { signupForm } from '../kit/signupForm';

const { users } = schema;
let signedIn: SignedInServer;
let server: SignedInServer['server'];
beforeAll(async () => {
  signedIn = await startSignedInServer();
  ({ server } = signedIn);
});
afterAll(() => server.close());
const { asked, read, deleteUsers: remove } = callsIn(() => signedIn);

/** Every value of text in an answer. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
};

it('a member who joins another team during each of three tries is not deleted, and the super admin is told why', async () => {
  let tries = 0;
  const transaction = async () => {
    tries++;
    return null;
  };
  const reason = 'Something of this member has just changed. Please try again.';
  const db = Object.assign(Object.create(server.db), { transaction });
  expect(await removeMember(db, people['super admin'].id, people['member in team'].id, false)).toEqual({
    username: '',
    reason,
  });
  expect(tries).toBe(3);
});

describe('a member who is deleted (P7)', () => {
  /** Ravi, id 6: in the open teams of the demo, in closed ones, in the chats, and all that is made for him here. */
  const RAVI = 6;
  let token: string;
  let archived: number;
  let alone: number;
  let answered: unknown;
  const heard: { type: string }[] = [];
  let reason = '';
  let left: unknown;

  beforeAll(async () => {
    const { db } = server;
    token = await signIn(server.base, 'ravi');
    archived = await makeIncident(server, 'RESOLVED');
    await deleteIncident(db, { incidentId: archived, by: captain }, true);
    alone = await makeIncident(server, 'REPORTED', reportOf());
    await assignTeam(db, { incidentId: alone, by: captain }, [String(RAVI)]);
    await asked('captain', `incidents/${await makeIncident(server, 'REPORTED')}/interest`, { method: 'POST' });
    const interesting = await makeIncident(server, 'REPORTED');
    await call(server.base, `/api/incidents/${interesting}/interest`, { method: 'POST', token });
    await sendReport(server.base, token, { key: 'ravi-reports' });
    await db
      .insert(schema.pushSubscriptions)
      .values({ endpoint: 'https://push.test/1', userId: RAVI, p256dh: 'p', auth: 'a' });
    await db.insert(schema.notifications).values([
      { userId: RAVI, type: 'GENERAL', message: 'For Ravi.' },
      { userId: 4, type: 'INVENTORY', message: 'Ravi Kulkarni requests 1 item.', triggeredBy: RAVI },
    ]);
    await db.insert(schema.requisitions).values([
      { userId: RAVI, status: 'PENDING', reason: 'ravi 1' },
      { userId: RAVI, status: 'APPROVED', reason: 'ravi 2' },
      { userId: RAVI, status: 'DISPATCHED', reason: 'ravi 3' },
      { userId: RAVI, status: 'RECEIVED', reason: 'ravi 4' },
    ]);

    const [client, kabir] = [
      await stompClient(server.base, token),
      await stompClient(server.base, signedIn.tokens.captain),
    ];
    const his = await client.subscribe(`/topic/members/${RAVI}`);
    const captains = await kabir.subscribe(`/topic/members/${captain.id}`, 'notification.created');
    const incidents = await kabir.subscribe('/topic/incidents');
    const names = await kabir.subscribe(`/topic/members/${captain.id}`, 'member.left');
    answered = (await remove(RAVI)).body;
    reason = (await his.next((news: { type: string; reason: string }) => news.type === 'session.ended')).reason;
    await client.closed;
    await incidents.next(({ incidentId }: { incidentId: string }) => incidentId === String(alone));
    heard.push(await captains.next());
    left = await names.next();
    await incidents.next(({ incidentId }: { incidentId: string | null }) => incidentId === null);
    await kabir.close();
  });

  it('is reported as deleted, and their open session is told and ended at once', async () => {
    expect(answered).toEqual({ deleted: [{ userId: '6', username: 'ravi', reason: '' }], skipped: [] });
    expect(reason).toBe('Your account was deleted.');
    expect(server.connections.countOf(RAVI)).toBe(0);
    expect((await call(server.base, '/api/profile', { token })).status).toBe(401);
    await expect(stompClient(server.base, token)).rejects.toThrow('This account is no longer active.');
    for (const username of ['ravi', 'FORMER 6', 'former 6', ''])
      expect([400, 401]).toContain(
        (await call(server.base, '/api/auth/login', { body: { username, password: 'rescue-demo' } })).status,
      );
  });

  it('is told to everybody, so that open screens no longer show the name', () => {
    expect(left).toEqual({ memberId: '6' });
  });

  it('leaves nothing personal in the database', async () => {
    const [row] = await server.db.select().from(users).where(eq(users.id, RAVI));
    expect(row).toEqual({
      id: RAVI,
      status: 'FORMER',
      username: '',
      usernameKey: 'FORMER 6',
      passwordHash: '',
      firstName: 'Former member',
      lastName: '',
      phoneNumber: '',
      address: '',
      motivation: '',
      hasVehicle: false,
      vehicleType: null,
      canProvideShelter: false,
      hasMedicineBox: false,
      experienceLevel: 'Beginner',
      position: 'MEMBER',
      availabilityStatus: 'Unavailable',
      latitude: null,
      longitude: null,
      locatedAt: null,
      points: 0,
      casesCompleted: 0,
      hearts: 0,
      distanceTraveled: 0,
      joinedSince: expect.any(Date),
      mustChangePassword: false,
      tokensValidFrom: null,
    });
    for (const table of [
      schema.userRoles,
      schema.loginAddresses,
      schema.idempotencyKeys,
      schema.notifications,
      schema.pushSubscriptions,
      schema.kitItems,
      schema.incidentInterest,
      schema.readPositions,
    ])
      expect(await server.db.$count(table, eq(table.userId, RAVI))).toBe(0);
  });

  it("is 'Former member' in every answer that named them before", async () => {
    const caseOf = async (id: number | string) => (await read<IncidentHistory>(`incidents/${id}/history`)).cases;
    const incidents = await read<{ id: string; caseCount: number }[]>('incidents/summary');
    const paths = [
      'gchat/messages',
      'chat/messages/1',
      'chat/messages/2',
      'standings/leaderboard',
      'volunteers',
      'chat/groups',
      'admin/users',
      'admin/pending-users',
      'admin/audit',
      'admin/archives',
      `admin/archives/${(await read<{ id: string }[]>('admin/archives', 'super admin'))[0]?.id}`,
      'inventory/requisitions',
      ...incidents.flatMap(({ id }) => [
        `incidents/${id}`,
        `incidents/${id}/history`,
        `incidents/${id}/assignment/team`,
      ]),
      ...incidents.map(({ id }) => `incidents/${id}/assignment/volunteers`),
    ];
    const found = new Set<string>();
    for (const path of paths) {
      const { body } = await asked('super admin', path);
      // Texts of others that contain the name stay unchanged.
      const texts = textsIn(body).filter((text) => !text.includes('@'));
      expect([path, texts.filter((text) => /Ravi|Kulkarni/.test(text))]).toEqual([path, []]);
      if (texts.some((text) => text.includes('Former member'))) found.add(path.replace(/\d+/, '{id}'));
    }
    expect([...found].sort()).toEqual([
      'admin/archives/{id}',
      'admin/audit',
      'chat/groups',
      'chat/messages/{id}',
      'gchat/messages',
      'incidents/{id}/history',
      'inventory/requisitions',
    ]);
    // The former member in the team of a closed case, and in the lines of the history with this team.
    const closed = incidents.find(({ caseCount }) => caseCount > 0)?.id ?? '';
    expect((await caseOf(closed))[0]?.teamMembers).toContainEqual({ userId: '6', firstName: 'Former member' });
    const { changes } = await read<IncidentHistory>(`incidents/${closed}/history`);
    const notes = changes.filter(({ event }) => event === 'team.assign' || event === 'case.initiated');
    expect(notes.map(({ note }) => note)).toEqual([
      expect.stringMatching(/^Team \d+: Former member(, Former member)?, Mira$/),
      expect.stringMatching(/^Taking part: Former member(, Former member)?, Mira$/),
    ]);
  });

  it('is still named as the sender of messages, and as one who has read them and reacted to them', async () => {
    const said = await read<{ sender: object; seenBy: object[]; reactions: Record<string, object[]> }[]>(
      'gchat/messages',
      'member in team',
    );
    const former = { id: '6', firstName: 'Former member', lastName: '' };
    expect(said.filter(({ sender }) => (sender as { id: string }).id === '6').map(({ sender }) => sender)).toEqual([
      former,
      former,
    ]);
    expect(said[0]?.seenBy).toContainEqual(former);
    expect(said[0]?.reactions['👍']).toContainEqual(former);
  });

  it('has left the open teams; a team without anybody keeps its case, and captains are told', async () => {
    const { caseMembers, cases } = schema;
    const open = await server.db
      .select({ id: cases.id })
      .from(cases)
      .innerJoin(caseMembers, eq(caseMembers.caseId, cases.id))
      .where(and(eq(caseMembers.userId, RAVI), eq(cases.status, 'ASSIGNED')));
    expect(open).toEqual([]);
    expect(await read(`incidents/${alone}/assignment/team`)).toMatchObject({ teamMembers: [] });
    expect(heard).toMatchObject([
      {
        notification: {
          type: 'INCIDENT',
          relatedEntityId: String(alone),
          incidentStatus: 'ASSIGNED',
          message: expect.stringContaining('has no members any more'),
        },
      },
    ]);
    const { changes } = await read<IncidentHistory>(`incidents/${alone}/history`);
    expect(changes.at(-1)).toMatchObject({ event: 'team.left', statusBefore: 'ASSIGNED', statusAfter: 'ASSIGNED' });
    // Somebody else can be sent.
    const again = await asked('captain', `incidents/${alone}/assignment/assign-team`, {
      method: 'POST',
      body: { userIds: ['1'] },
    });
    expect(again.status).toBe(200);
  });

  it('loses open requests, which are denied; dispatched and received ones stay', async () => {
    const { requisitions } = schema;
    const rows = await server.db
      .select()
      .from(requisitions)
      .where(eq(requisitions.userId, RAVI))
      .orderBy(requisitions.id);
    const made = rows.slice(-4);
    expect(made.map(({ status, reason }) => [status, reason])).toEqual([
      ['DENIED', 'The member has left.'],
      ['DENIED', 'The member has left.'],
      ['DISPATCHED', 'ravi 3'],
      ['RECEIVED', 'ravi 4'],
    ]);
  });

  it('is not named by a notification that others keep', async () => {
    const { body } = await asked('admin', 'notifications');
    const told = (body as { message: string; triggeringUserName: string | null }[]).find(({ message }) =>
      message.includes('requests 1 item'),
    );
    expect(told).toMatchObject({ message: 'Former member requests 1 item.', triggeringUserName: 'Former member' });
  });

  it('frees the username', async () => {
    const form = signupForm({ username: 'ravi', firstName: 'Ravi', lastName: 'New' });
    expect((await call(server.base, '/api/auth/signup', { body: form })).status).toBe(201);
  });
});

it('a member who is assigned while being deleted is either in the team or deleted', async () => {
  const incidentId = await makeIncident(server, 'REPORTED');
  const [assigned, removed] = await Promise.all([
    asked('captain', `incidents/${incidentId}/assignment/assign-team`, {
      method: 'POST',
      body: { userIds: ['7', '1'] },
    }),
    remove(7),
  ]);
  expect(removed.body).toMatchObject({ deleted: [{ userId: '7' }] });
  expect([200, 400]).toContain(assigned.status);
  const { caseMembers } = schema;
  const [open] = await server.db.select().from(schema.cases).where(eq(schema.cases.incidentId, incidentId));
  if (open)
    expect(await server.db.$count(caseMembers, and(eq(caseMembers.caseId, open.id), eq(caseMembers.userId, 7)))).toBe(
      0,
    );
});

it.each([true, false])("a deleted member's browser is notified if that was requested: %s", async (notifyUsers) => {
  const service = await openPushService();
  const one = await startTestServer({ pushToLoopback: true });
  const [browser, others] = [service.browser(), service.browser()];
  expect(await subscribe(one.base, await signIn(one.base, 'tara'), browser)).toBe(200);
  expect(await subscribe(one.base, await signIn(one.base, 'ravi'), others)).toBe(200);
  const token = await signIn(one.base, 'superadmin');
  const body = { userIds: ['7'], notifyUsers };
  await call(one.base, '/api/admin/users/batch', { method: 'DELETE', token, body });
  // Push messages are sent in order, so after this one none of the earlier ones can come.
  await call(one.base, '/api/admin/users/batch', {
    method: 'DELETE',
    token,
    body: { userIds: ['6'], notifyUsers: true },
  });
  await expect.poll(() => others.delivered).toHaveLength(1);
  if (notifyUsers) await expect.poll(() => browser.delivered).toHaveLength(1);
  expect(browser.delivered.map(({ payload }) => payload)).toEqual(
    notifyUsers
      ? [{ memberId: '7', title: 'News', body: 'Your account was deleted.', path: '/#/login', tag: 'account' }]
      : [],
  );
  await one.close();
  await service.close();
});

it('a member whose deletion loses the answer of its COMMIT is disconnected all the same (DECISIONS 392)', async () => {
  const client = await stompClient(server.base, await signIn(server.base, 'inventory'));
  const answerAgain = loseAnswersOf(server.db);
  const { status } = await remove(3);
  answerAgain();
  expect(status).toBe(503);
  await client.closed;
});
