import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../server/db/schema';
import { admins, recordsOf, superAdmins } from '../kit/administration';
import { callsIn, everybody, type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { call, stompClient } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { suppliesIn } from '../kit/supplies';

let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
const { asked } = callsIn(() => signedIn);
const { db, makePerson, rolesOf, rowOf, auditCount } = recordsOf(() => signedIn);

describe('who may call what (S2 §6, P14)', () => {
  const table: [string, string, (id: number) => string, unknown, readonly Person[], 'PENDING' | 'ACTIVE'][] = [
    ['the sign-ups', 'GET', () => 'admin/pending-users', undefined, admins, 'PENDING'],
    ['authorize', 'PUT', (id) => `admin/authorize/${id}`, undefined, admins, 'PENDING'],
    ['deny', 'DELETE', (id) => `admin/deny/${id}`, undefined, admins, 'PENDING'],
    ['roles', 'PUT', (id) => `admin/users/${id}/roles`, ['MEMBER', 'RESCUE_CAPTAIN'], admins, 'ACTIVE'],
    ['position', 'PUT', (id) => `admin/users/${id}/position`, { position: 'EXECUTIVE' }, superAdmins, 'ACTIVE'],
    ['experience', 'PUT', (id) => `admin/users/${id}/experience`, { experience: 'Expert' }, superAdmins, 'ACTIVE'],
    ['the users', 'GET', () => 'admin/users', undefined, superAdmins, 'ACTIVE'],
    ['reset password', 'PUT', (id) => `admin/users/${id}/reset-password`, undefined, superAdmins, 'ACTIVE'],
    ['the audit log', 'GET', () => 'admin/audit', undefined, superAdmins, 'ACTIVE'],
    ['the volunteers', 'GET', () => 'volunteers', undefined, everybody, 'ACTIVE'],
    ['a volunteer', 'GET', (id) => `volunteers/${id}`, undefined, everybody, 'ACTIVE'],
  ];
  it.each(table)(
    '%s: the others are refused, and nothing changes',
    async (_, method, pathOf, body, allowed, status) => {
      const id = await makePerson(status, ['MEMBER']);
      const path = pathOf(id);
      expect((await call(signedIn.server.base, `/api/${path}`, { method, body })).status).toBe(401);
      const before = [await rowOf(id), await rolesOf(id), await auditCount()];
      for (const person of everybody.filter((one) => !allowed.includes(one))) {
        const answer = await asked(person, path, { method, body });
        expect([person, answer.status, answer.body]).toEqual([
          person,
          403,
          { message: expect.stringMatching(/admin/) },
        ]);
      }
      expect([await rowOf(id), await rolesOf(id), await auditCount()]).toEqual(before);
      for (const person of allowed) {
        const another = pathOf(await makePerson(status, ['MEMBER']));
        expect([person, (await asked(person, another, { method, body })).status]).toEqual([person, 200]);
      }
    },
  );

  it('batch deletion: the others are refused, and nothing changes', async () => {
    const id = await makePerson('ACTIVE');
    const before = await rowOf(id);
    const body = { userIds: [String(id)], notifyUsers: false };
    for (const person of everybody.filter((one) => !superAdmins.includes(one)))
      expect((await asked(person, 'admin/users/batch', { method: 'DELETE', body })).status).toBe(403);
    expect(await rowOf(id)).toEqual(before);
  });

  it.each([
    ['PUT', 'admin/authorize/999'],
    ['PUT', 'admin/authorize/x'],
    ['DELETE', 'admin/deny/999'],
    ['PUT', 'admin/users/999/roles', ['MEMBER']],
    ['PUT', 'admin/users/8/roles', ['MEMBER']],
    ['PUT', 'admin/users/9/position', { position: 'MEMBER' }],
    ['PUT', 'admin/users/x/experience', { experience: 'Expert' }],
    ['PUT', 'admin/users/8/reset-password'],
    ['PUT', 'admin/users/999/reset-password'],
  ])('%s %s: 404 for those who may', async (method, path, body?: unknown) => {
    expect(await asked('super admin', path, { method, body })).toMatchObject({ status: 404, body: { message: /./ } });
    expect((await asked('captain', path, { method, body })).status).toBe(403);
  });

  it.each([
    ['roles', ['MEMBER', 'KING']],
    ['roles', ['ROLE_MEMBER']],
    ['roles', { roles: ['MEMBER'] }],
    ['roles', 'MEMBER'],
    ['roles', [null]],
    ['position', { position: 'KING' }],
    ['position', { position: 'MEMBER', roles: [] }],
    ['position', {}],
    ['experience', { experience: 'Guru' }],
    ['experience', { experienceLevel: 'Expert' }],
  ])('%s %j: 400', async (what, body) => {
    const id = await makePerson('ACTIVE', ['MEMBER']);
    const before = [await rowOf(id), await rolesOf(id)];
    const answer = await asked('super admin', `admin/users/${id}/${what}`, { method: 'PUT', body });
    expect(answer).toMatchObject({ status: 400, body: { message: /./ } });
    expect([await rowOf(id), await rolesOf(id)]).toEqual(before);
  });

  it.each([
    [{ userIds: [] }, 'Please select at least one user to delete.'],
    [{ notifyUsers: true }, 'The field userIds is missing.'],
    [{ userIds: ['1'], keep: 1 }, 'The field keep is unknown.'],
    [{ userIds: '1' }, expect.any(String)],
  ])('batch deletion of %j: 400', async (body, message) => {
    const answer = await asked('super admin', 'admin/users/batch', { method: 'DELETE', body });
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  it('batch deletion takes its values from the query, too (DECISIONS 8)', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => makePerson('ACTIVE', ['MEMBER'])));
    const remove = (query: string, body?: object) =>
      asked('super admin', `admin/users/batch${query}`, { method: 'DELETE', body });
    const [one, two, three] = ids.map(String);
    expect((await remove(`?userIds=${one},${two}&notifyUsers=true`)).body).toMatchObject({
      deleted: [{ userId: one }, { userId: two }],
    });
    expect((await remove(`?userIds=${one}&userIds=5`)).body).toMatchObject({
      skipped: [{ userId: one }, { userId: '5' }],
    });
    // The members are those of the body, if it names them.
    expect((await remove(`?userIds=5`, { userIds: [three] })).body).toMatchObject({
      deleted: [{ userId: three }],
      skipped: [],
    });
    for (const [query, message] of [
      ['', 'Please select at least one user to delete.'],
      ['?userIds=', 'Please select at least one user to delete.'],
      [`?userIds=${one}&notifyUsers=yes`, 'notifyUsers must be true or false.'],
    ] as const)
      expect(await remove(query)).toMatchObject({ status: 400, body: { message } });
  });

  it('a batch deletion is answered again with the same Idempotency-Key, without names (P7, DECISIONS 281)', async () => {
    const id = String(await makePerson('ACTIVE', ['MEMBER']));
    const send = () =>
      asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds: [id, '5'] }, key: 'batch-1' });
    const [first, again] = [await send(), await send()];
    const deleted = { userId: id, reason: '' };
    const skipped = { userId: '5', reason: 'You cannot delete yourself.' };
    expect(first.body).toMatchObject({ deleted: [deleted], skipped: [{ ...skipped, username: 'superadmin' }] });
    expect(again.body).toEqual({ deleted: [{ ...deleted, username: '' }], skipped: [{ ...skipped, username: '' }] });
  });

  it('the deletion of a former member tells once more that they have left: the answer to the first one may be lost (DECISIONS 391)', async () => {
    const client = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    const news = await client.subscribe('/topic/members/2', 'member.left');
    const id = String(await makePerson('ACTIVE', ['MEMBER']));
    const remove = () => asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds: [id] } });
    expect((await remove()).body).toMatchObject({ deleted: [{ userId: id }], skipped: [] });
    expect((await remove()).body).toMatchObject({ deleted: [], skipped: [{ userId: id }] });
    await client.settled();
    expect(news.all).toEqual([{ memberId: id }, { memberId: id }]);
    await client.close();
  });

  it('a batch deletion that is repeated while it is under way is carried out once (DECISIONS 281)', async () => {
    const userIds: string[] = [];
    for (let made = 0; made < 5; made++) userIds.push(String(await makePerson('ACTIVE', ['MEMBER'])));
    const send = () =>
      asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds }, key: 'batch-under-way' });
    const [first, again] = await Promise.all([send(), send()]);
    expect(first.body).toMatchObject({ deleted: userIds.map((userId) => ({ userId })), skipped: [] });
    expect(again.body).toEqual(first.body);
  });

  it("nobody resets a super admin's password, their own included (P8)", async () => {
    const other = await makePerson('ACTIVE', ['MEMBER', 'SUPER_ADMIN']);
    for (const id of [people['super admin'].id, other]) {
      const before = await rowOf(id);
      const answer = await asked('super admin', `admin/users/${id}/reset-password`, { method: 'PUT' });
      expect(answer).toMatchObject({ status: 403, body: { message: /./ } });
      expect(await rowOf(id)).toEqual(before);
    }
  });
});

describe('the sign-ups', () => {
  it('are listed with all that the applicant wrote, and without the password', async () => {
    const { body } = await asked('admin', 'admin/pending-users');
    const pavan = (body as { firstName: string }[]).find(({ firstName }) => firstName === 'Pavan');
    expect(pavan).toEqual({
      userId: '9',
      firstName: 'Pavan',
      lastName: 'Das',
      experienceLevel: 'Beginner',
      motivation: 'I walk past the market every day and want to help the dogs there.',
      phoneNumber: '9000000008',
      address: '4 Market Lane',
      hasVehicle: false,
      vehicleType: null,
      canProvideShelter: false,
      hasMedicineBox: false,
      username: 'pending',
    });
  });

  it('and each decision are told to all admins, and all members hear that there are other facts about one', async () => {
    const listen = async (person: Person) => {
      const client = await stompClient(signedIn.server.base, signedIn.tokens[person]);
      return { client, news: await client.subscribe(`/topic/members/${people[person].id}`) };
    };
    const [asha, sara, kabir] = [await listen('admin'), await listen('super admin'), await listen('captain')];
    const mira = await listen('member not in team');
    const hear = (listeners: Awaited<ReturnType<typeof listen>>[], type: string) =>
      Promise.all(listeners.map(({ news }) => news.next((one: { type: string }) => one.type === type)));
    const both = (type: string) => hear([asha, sara], type);
    // A captain chooses teams from the members (256), and every member sees them in the directory.
    const all = (type: string) => hear([asha, sara, kabir, mira], type);
    await call(signedIn.server.base, '/api/auth/signup', {
      body: signupForm({ username: 'applicant', firstName: 'Anil', lastName: 'Gupta' }),
    });
    await both('approvals.changed');
    const [told] = await both('notification.created');
    expect(told).toMatchObject({ notification: { type: 'APPROVAL', message: expect.stringContaining('Anil Gupta') } });
    const [row] = await db().select().from(users).where(eq(users.username, 'applicant'));
    await asked('admin', `admin/deny/${row?.id}`, { method: 'DELETE' });
    await both('approvals.changed');
    // Nothing of a denied sign-up is left, not even its name in a notification.
    await both('notifications.changed');
    // An admin repeats what was decided if the answer of the COMMIT was lost, and so nobody was told (DECISIONS 392).
    expect((await asked('admin', `admin/deny/${row?.id}`, { method: 'DELETE' })).status).toBe(404);
    await both('approvals.changed');
    await both('notifications.changed');
    const { body } = await asked('admin', 'notifications');
    expect(JSON.stringify(body)).not.toContain('Anil');
    // What is known of a member has changed: by an admin, by the member, and in a kit.
    await asked('super admin', 'admin/users/3/position', { method: 'PUT', body: { position: 'EXECUTIVE' } });
    await all('volunteers.changed');
    await asked('inventory manager', 'profile/shelter', { method: 'PUT', body: { canProvideShelter: true } });
    await all('volunteers.changed');
    const inventoryItemId = await suppliesIn(() => signedIn).makeItem();
    await asked('member in team', `first-aid-kit/${people['member in team'].id}/items`, {
      body: { inventoryItemId, quantity: 1, personallyProcured: true },
    });
    await all('volunteers.changed');
    const applicant = await makePerson('PENDING', ['MEMBER']);
    await asked('admin', `admin/authorize/${applicant}`, { method: 'PUT' });
    await both('approvals.changed');
    await all('volunteers.changed');
    expect((await asked('admin', `admin/authorize/${applicant}`, { method: 'PUT' })).status).toBe(409);
    await both('approvals.changed');
    await all('volunteers.changed');
    for (const { client, news } of [kabir, mira]) {
      await client.settled();
      expect(new Set(news.all.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"type":"volunteers.changed"}']));
    }
    await Promise.all([asha, sara, kabir, mira].map(({ client }) => client.close()));
  });
});

it('many changes of members at once are told together', async () => {
  const ravi = await stompClient(signedIn.server.base, signedIn.tokens['member not in team']);
  const news = await ravi.subscribe(`/topic/members/${people['member not in team'].id}`, 'volunteers.changed');
  const change = (canProvideShelter: boolean) =>
    asked('inventory manager', 'profile/shelter', { method: 'PUT', body: { canProvideShelter } });
  const start = performance.now();
  await Promise.all(Array.from({ length: 10 }, (_, index) => change(index % 2 === 0)));
  await news.next();
  await ravi.settled();
  // On a slow machine the changes take longer than the second for which they are gathered.
  expect(news.all.length).toBeLessThanOrEqual(2 + Math.floor((performance.now() - start) / 1000));
  await ravi.close();
});

describe('the users of Manage Users', () => {
  it('are the active members by first name, with their usernames', async () => {
    const { body } = await asked('super admin', 'admin/users');
    const found = (body as { username: string }[]).filter(({ username }) => !/^(made-|newcomer)/.test(username));
    expect(found.map(({ username }) => username)).toEqual([
      'admin',
      'inventory',
      'captain',
      'member',
      'ravi',
      'superadmin',
      'tara',
    ]);
    expect(found[3]).toEqual({ userId: '1', username: 'member', firstName: 'Mira', lastName: 'Nair' });
  });
});
