import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '../../server/areas/notifications/notify';
import { auditLog, notifications } from '../../server/db/schema';
import type { Notification } from '../../src/contract/notifications';
import {
  callsIn,
  everybody,
  idIn,
  makeIncident,
  type Person,
  people,
  type SignedInServer,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { call, stompClient } from '../kit/server';

// The ids of demo members, DECISIONS 15.
const [MIRA, SARA, RAVI, TARA] = [1, 5, 6, 7] as const;

let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());

const { asked, read } = callsIn(() => signedIn);
const db = () => signedIn.server.db;

describe('the list', () => {
  const mine = (person: Person, query = '') => read<Notification[]>(`notifications${query}`, person);
  const give = async (userId: number, ...messages: string[]) => {
    for (const message of messages)
      await notify(db(), { type: 'GENERAL', message, recipients: [userId], triggeredBy: 2 });
  };
  const clear = () => db().delete(notifications);

  it('holds the own notifications, the newest first, as S2 §3 has them', async () => {
    await clear();
    await give(MIRA, 'first', 'second');
    await give(TARA, 'hers');
    const [second, first, ...more] = await mine('member in team');
    expect([second?.message, first?.message, more]).toEqual(['second', 'first', []]);
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'GENERAL',
      message: 'first',
      isRead: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      relatedEntityId: null,
      incidentStatus: null,
      triggeringUserName: 'Kabir Sethi',
    });
  });

  it('comes whole, as S2 says, or in pages on request', async () => {
    await clear();
    const names = Array.from({ length: 120 }, (_, index) => `number ${index}`);
    await give(MIRA, ...names);
    expect(await mine('member in team')).toHaveLength(120);
    const page = await mine('member in team', '?unreadOnly=false&limit=50');
    expect(page.map(({ message }) => message)).toEqual(names.slice(70).reverse());
    const next = await mine('member in team', `?limit=50&before=${page.at(-1)?.id}`);
    expect(next.map(({ message }) => message)).toEqual(names.slice(20, 70).reverse());
    for (const wrong of ['limit=0', 'limit=201', 'limit=x', 'before=x', 'unreadOnly=maybe'])
      expect((await asked('member in team', `notifications?${wrong}`)).status).toBe(400);
  });

  it('of unread ones leaves out what was read, one by one or all', async () => {
    await clear();
    await give(MIRA, 'a', 'b', 'c');
    await give(TARA, 'hers');
    const [, b] = await mine('member in team');
    expect((await asked('member in team', `notifications/${b?.id}/read`, { method: 'PUT' })).status).toBe(200);
    expect((await asked('member in team', `notifications/${b?.id}/read`, { method: 'PUT' })).status).toBe(200);
    const messages = async (query: string) => (await mine('member in team', query)).map(({ message }) => message);
    expect(await messages('?unreadOnly=true')).toEqual(['c', 'a']);
    expect(await messages('?unreadOnly=false')).toEqual(['c', 'b', 'a']);
    expect((await asked('member in team', 'notifications/read-all', { method: 'PUT' })).status).toBe(200);
    expect(await messages('?unreadOnly=true')).toEqual([]);
    expect(await messages('')).toEqual(['c', 'b', 'a']);
    expect((await mine('member not in team', '?unreadOnly=true')).map(({ message }) => message)).toEqual(['hers']);
  });

  it('loses what is deleted, one by one or all', async () => {
    await clear();
    await give(MIRA, 'a', 'b', 'c');
    await give(TARA, 'hers');
    const [, b] = await mine('member in team');
    expect((await asked('member in team', `notifications/${b?.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await mine('member in team')).map(({ message }) => message)).toEqual(['c', 'a']);
    expect((await asked('member in team', 'notifications/all', { method: 'DELETE' })).status).toBe(200);
    expect(await mine('member in team')).toEqual([]);
    expect(await mine('member not in team')).toHaveLength(1);
  });

  it.each([
    ['PUT', (id: string) => `notifications/${id}/read`],
    ['DELETE', (id: string) => `notifications/${id}`],
  ] as const)('is nobody else’s: %s of another member’s notification is 404', async (method, pathOf) => {
    await clear();
    await give(TARA, 'hers');
    const [hers] = await mine('member not in team');
    for (const id of [hers?.id ?? '', '999999', 'x', '-1', '1.5'])
      for (const person of ['member in team', 'super admin'] as const)
        expect(await asked(person, pathOf(id), { method })).toMatchObject({
          status: 404,
          body: { message: 'There is no such notification.' },
        });
    expect(await mine('member not in team')).toEqual([hers]);
  });

  it('outlives its incident, and names who caused it only as long as they are members', async () => {
    await clear();
    const id = await makeIncident(signedIn.server, 'RESOLVED');
    await asked('captain', `incidents/${id}`, { method: 'DELETE', body: { archive: false } });
    const kept = (await mine('admin')).filter(({ relatedEntityId }) => relatedEntityId === String(id));
    expect(kept.map(({ incidentStatus }) => incidentStatus)).toEqual(['RESOLVED', 'ONGOING', 'REPORTED']);
  });
});

const open: readonly [string, string][] = [
  ['GET', 'notifications'],
  ['PUT', 'notifications/read-all'],
  ['PUT', 'notifications/1/read'],
  ['DELETE', 'notifications/all'],
  ['DELETE', 'notifications/1'],
  ['DELETE', 'notifications/older-than/7'],
];

describe('calls', () => {
  it.each(open)('%s %s need a login', async (method, path) => {
    expect((await call(signedIn.server.base, `/api/${path}`, { method })).status).toBe(401);
  });

  it.each(everybody)('of the own notifications are open to %s', async (person) => {
    await notify(db(), { type: 'GENERAL', message: 'Hello.', recipients: [people[person].id, people[person].id] });
    const [first] = await read<Notification[]>('notifications', person);
    for (const [method, path] of [
      ['PUT', `notifications/${first?.id}/read`],
      ['PUT', 'notifications/read-all'],
      ['DELETE', `notifications/${first?.id}`],
      ['DELETE', 'notifications/all'],
    ] as const)
      expect((await asked(person, path, { method })).status).toBe(200);
  });
});

describe('an open app', () => {
  it('gets a notification as the list has it, and is told in all tabs what is read and deleted', async () => {
    await db().delete(notifications);
    const clients = [
      await stompClient(signedIn.server.base, signedIn.tokens.captain),
      await stompClient(signedIn.server.base, signedIn.tokens.captain),
    ];
    const [created, changed] = [
      await Promise.all(clients.map((client) => client.subscribe('/topic/members/2', 'notification.created'))),
      await Promise.all(clients.map((client) => client.subscribe('/topic/members/2', 'notifications.changed'))),
    ];
    const { body } = await sendReport(signedIn.server.base, signedIn.tokens['member in team']);
    const [first] = await read<Notification[]>('notifications', 'captain');
    expect(first?.relatedEntityId).toBe(String(idIn(body)));
    for (const inbox of created) expect(await inbox.next()).toEqual({ notification: first });
    const acts = [
      ['PUT', `notifications/${first?.id}/read`],
      ['PUT', 'notifications/read-all'],
      ['DELETE', `notifications/${first?.id}`],
      ['DELETE', 'notifications/all'],
    ] as const;
    for (const [method, path] of acts) {
      await asked('captain', path, { method });
      for (const inbox of changed) expect(await inbox.next()).toEqual({});
    }
    await asked('admin', 'notifications/all', { method: 'DELETE' });
    await Promise.all(clients.map((client) => client.settled()));
    for (const inbox of changed) expect(inbox.all).toHaveLength(acts.length);
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe('a purge (DECISIONS P13)', () => {
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000);
  const give = (userId: number, message: string, age: number) =>
    notify(db(), { type: 'GENERAL', message, recipients: [userId], at: days(age) });

  it.each(everybody)('is only for super admins: as %s', async (person) => {
    await db().delete(notifications);
    await give(TARA, 'old', 8);
    const { status, body } = await asked(person, 'notifications/older-than/7', { method: 'DELETE' });
    const isDone = person === 'super admin';
    expect(status).toBe(isDone ? 200 : 403);
    expect(await db().$count(notifications)).toBe(isDone ? 0 : 1);
    if (isDone) expect(body).toMatchObject({ deleted: 1 });
    else expect(body).toEqual({ message: 'Only a super admin can do this.' });
  });

  it("deletes everybody's notifications older than so many days, tells them, and is in the audit log", async () => {
    await db().delete(notifications);
    await give(MIRA, 'nine days', 9);
    await give(MIRA, 'six days', 6);
    await give(TARA, 'eight days', 8);
    await give(RAVI, 'today', 0);
    const mira = await stompClient(signedIn.server.base, signedIn.tokens['member in team']);
    const changed = await mira.subscribe('/topic/members/1', 'notifications.changed');
    await asked('super admin', 'notifications/older-than/7', { method: 'DELETE' });
    await changed.next();
    const left = await db().select().from(notifications).orderBy(notifications.id);
    expect(left.map(({ message }) => message)).toEqual(['six days', 'today']);
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'notifications.purged'), eq(auditLog.details, 'Older than 7 days: 2.')));
    expect(entry).toMatchObject({ actorId: SARA, actorName: 'Sara Thomas', targetId: null });
    await mira.close();
  });

  it.each(['0', '-1', '1.5', 'x', '1e3', '07', '100000'])('of %s days is refused', async (text) => {
    // The same limit and words as in the app.
    const invalid = 'Please enter a valid number of days (1 or more) to purge.';
    const message = text === '100000' ? 'At most 99999 days can be entered.' : invalid;
    expect(await asked('super admin', `notifications/older-than/${text}`, { method: 'DELETE' })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('of the largest number of days is carried out', async () => {
    expect((await asked('super admin', 'notifications/older-than/99999', { method: 'DELETE' })).status).toBe(200);
  });
});
