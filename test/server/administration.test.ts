import { count, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, userRoles, users } from '../../server/db/schema';
import { type Role, roles } from '../../src/contract/people';
import { membershipLifecycle } from '../../src/machines/lifecycles/membership.machine';
import { callsIn, everybody, type House, openHouse, type Person, people } from '../kit/incidents';
import { call, signIn, stompClient } from '../kit/server';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.server.close());
const { asked } = callsIn(() => house);
const db = () => house.server.db;

let made = 0;
/** Somebody new of a status and with roles besides MEMBER, made in the database. @returns their id. */
async function makePerson(status: 'PENDING' | 'ACTIVE' | 'FORMER', theirs: readonly Role[] = []): Promise<number> {
  made++;
  const [row] = await db()
    .insert(users)
    .values({
      username: `made-${made}`,
      usernameKey: `made-${made}`,
      passwordHash: '',
      firstName: 'Made',
      lastName: `No${made}`,
      phoneNumber: '9000000000',
      status,
      joinedSince: new Date(0),
    })
    .returning({ id: users.id });
  if (!row) throw new Error('nobody was made');
  if (theirs.length > 0)
    await db()
      .insert(userRoles)
      .values(theirs.map((role) => ({ userId: row.id, role })));
  return row.id;
}
const rolesOf = async (userId: number) =>
  (await db().select().from(userRoles).where(eq(userRoles.userId, userId))).map(({ role }) => role).sort();
const rowOf = async (userId: number) => (await db().select().from(users).where(eq(users.id, userId)))[0];
const auditCount = async () => (await db().select({ rows: count() }).from(auditLog))[0]?.rows;

const admins: readonly Person[] = ['admin', 'super admin'];
const superAdmins: readonly Person[] = ['super admin'];

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
      expect((await call(house.server.base, `/api/${path}`, { method, body })).status).toBe(401);
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

/**
 * What each role may change of a member who has another, typed from S2 §5 and DECISIONS 16 and P15. All else is 403 and changes nothing.
 */
const mayChange: Record<Role, { readonly ofSuperAdmin: readonly Role[]; readonly ofOthers: readonly Role[] }> = {
  MEMBER: { ofSuperAdmin: [], ofOthers: [] },
  RESCUE_CAPTAIN: { ofSuperAdmin: [], ofOthers: [] },
  INVENTORY_MANAGER: { ofSuperAdmin: [], ofOthers: [] },
  ADMIN: { ofSuperAdmin: [], ofOthers: ['MEMBER', 'RESCUE_CAPTAIN'] },
  SUPER_ADMIN: {
    ofSuperAdmin: ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN'],
    ofOthers: ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN'],
  },
};
const callerOf: Record<Role, Person> = {
  MEMBER: 'member not in team',
  RESCUE_CAPTAIN: 'captain',
  INVENTORY_MANAGER: 'inventory manager',
  ADMIN: 'admin',
  SUPER_ADMIN: 'super admin',
};

describe.each(roles)('roles changed by %s', (by) => {
  describe.each(roles)('of %s', (target) => {
    const changes = roles.flatMap((role) => [true, false].map((had) => ({ role, had })));
    it.each(changes)('$role, which they had: $had', async ({ role, had }) => {
      const before = [...new Set<Role>([target, ...(had ? [role] : [])])].filter((one) => had || one !== role).sort();
      const after = had ? before.filter((one) => one !== role) : [...before, role].sort();
      const id = await makePerson('ACTIVE', before);
      const entries = await auditCount();
      const answer = await asked(callerOf[by], `admin/users/${id}/roles`, { method: 'PUT', body: after });
      const { ofSuperAdmin, ofOthers } = mayChange[by];
      const isAllowed = (before.includes('SUPER_ADMIN') ? ofSuperAdmin : ofOthers).includes(role);
      expect(answer.status).toBe(isAllowed ? 200 : 403);
      expect(await rolesOf(id)).toEqual(isAllowed ? after : before);
      expect(await auditCount()).toBe(Number(entries) + (isAllowed ? 1 : 0));
    });
  });
});

describe('roles', () => {
  const set = (by: Person, id: number, body: readonly Role[]) =>
    asked(by, `admin/users/${id}/roles`, { method: 'PUT', body });

  it("of an inventory manager are kept where an admin's list repeats them, and the list without them is 403", async () => {
    const id = await makePerson('ACTIVE', ['MEMBER', 'INVENTORY_MANAGER']);
    expect((await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN'])).status).toBe(403);
    expect(await rolesOf(id)).toEqual(['INVENTORY_MANAGER', 'MEMBER']);
    expect((await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER'])).status).toBe(200);
    expect(await rolesOf(id)).toEqual(['INVENTORY_MANAGER', 'MEMBER', 'RESCUE_CAPTAIN']);
  });

  it('are all kept when one of the changes is refused', async () => {
    const id = await makePerson('ACTIVE', ['MEMBER']);
    expect((await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN', 'ADMIN'])).status).toBe(403);
    expect(await rolesOf(id)).toEqual(['MEMBER']);
  });

  it('of a super admin stay administrative: nobody drops the own last access', async () => {
    const own = people['super admin'].id;
    const before = await rolesOf(own);
    expect((await set('super admin', own, ['MEMBER'])).status).toBe(403);
    expect((await set('admin', people.admin.id, ['MEMBER'])).status).toBe(403);
    expect([await rolesOf(own), await rolesOf(people.admin.id)]).toEqual([before, ['ADMIN', 'MEMBER']]);
  });

  it('named twice are one, and those that are there already are no change', async () => {
    const id = await makePerson('ACTIVE', ['MEMBER']);
    const entries = await auditCount();
    expect((await set('admin', id, ['MEMBER', 'MEMBER'])).status).toBe(200);
    expect([await rolesOf(id), await auditCount()]).toEqual([['MEMBER'], entries]);
  });

  it('reach an open client at once: it is told, and hears no more what they do not allow', async () => {
    const id = people.captain.id;
    const client = await stompClient(house.server.base, house.tokens.captain);
    const news = await client.subscribe(`/topic/members/${id}`);
    await client.subscribe('/topic/chat/2');
    expect((await set('admin', id, ['MEMBER'])).status).toBe(200);
    expect(await news.next((one: { type: string }) => one.type === 'refusal')).toMatchObject({
      destination: '/topic/chat/2',
      status: 403,
    });
    await news.next((one: { type: string }) => one.type === 'profile.changed');
    expect((await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN'])).status).toBe(200);
    await client.close();
  });

  it('that two admins change at once are judged one after the other', async () => {
    const id = await makePerson('ACTIVE', ['MEMBER']);
    const answers = await Promise.all([
      set('super admin', id, ['MEMBER', 'ADMIN']),
      set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN']),
    ]);
    // The admin's list is allowed only where it was judged before the other made them an admin.
    const found = await rolesOf(id);
    expect(answers[0]?.status).toBe(200);
    expect(found).toEqual(['ADMIN', 'MEMBER']);
    expect([200, 403]).toContain(answers[1]?.status);
  });
});

/** What may happen to a membership, by whom, typed from S1 §1, S2 §4 and DECISIONS 13, 19, P7 and P14. */
describe('the membership lifecycle on the server', () => {
  const acts = {
    authorize: (by: Person, id: number) => asked(by, `admin/authorize/${id}`, { method: 'PUT' }),
    deny: (by: Person, id: number) => asked(by, `admin/deny/${id}`, { method: 'DELETE' }),
    remove: (by: Person, id: number) =>
      asked(by, 'admin/users/batch', { method: 'DELETE', body: { userIds: [String(id)] } }),
  };
  type Act = keyof typeof acts;
  const allowed: Record<'PENDING' | 'ACTIVE' | 'FORMER', Partial<Record<Act, [readonly Person[], string]>>> = {
    PENDING: { authorize: [admins, 'ACTIVE'], deny: [admins, 'gone'] },
    ACTIVE: { remove: [superAdmins, 'FORMER'] },
    FORMER: {},
  };
  /** The answer where the status does not allow it, to those who might otherwise. */
  const refused: Record<'PENDING' | 'ACTIVE' | 'FORMER', Record<Act, number | string>> = {
    PENDING: { authorize: 0, deny: 0, remove: 'This sign-up is not approved yet. Deny it in Approvals.' },
    ACTIVE: { authorize: 409, deny: 409, remove: 0 },
    FORMER: { authorize: 404, deny: 404, remove: 'This member has been deleted already.' },
  };
  const statusOf = async (id: number) => (await rowOf(id))?.status ?? 'gone';

  const cases = (['PENDING', 'ACTIVE', 'FORMER'] as const).flatMap((status) =>
    (Object.keys(acts) as Act[]).flatMap((act) => everybody.map((by) => ({ status, act, by }))),
  );
  it.each(cases)('$status: $act by $by', async ({ status, act, by }) => {
    const id = await makePerson(status, status === 'ACTIVE' ? ['MEMBER', 'RESCUE_CAPTAIN'] : []);
    const before = [await rowOf(id), await rolesOf(id)];
    const mayEver = act === 'remove' ? superAdmins : admins;
    const rule = allowed[status][act];
    const answer = await acts[act](by, id);
    if (rule?.[0].includes(by)) {
      expect([answer.status, await statusOf(id)]).toEqual([200, rule[1]]);
      return;
    }
    const expected = mayEver.includes(by) ? refused[status][act] : 403;
    if (typeof expected === 'number') expect(answer.status).toBe(expected);
    else
      expect(answer).toMatchObject({
        status: 200,
        body: { deleted: [], skipped: [{ userId: String(id), reason: expected }] },
      });
    expect([await rowOf(id), await rolesOf(id)]).toEqual(before);
  });

  it('has no status and no act besides these', () => {
    expect(Object.keys(membershipLifecycle.states)).toEqual(['PENDING', 'ACTIVE', 'FORMER', 'DELETED']);
    expect([...membershipLifecycle.events].sort()).toEqual([
      'membership.authorize',
      'membership.deny',
      'membership.logIn',
      'membership.remove',
    ]);
  });

  it('logs in only who is active', async () => {
    const form = { username: 'newcomer', password: 'kennel-and-crate' };
    await call(house.server.base, '/api/auth/signup', {
      body: {
        ...form,
        firstName: 'Nila',
        lastName: 'Bose',
        phoneNumber: '9876543210',
        hasVehicle: false,
        vehicleType: '',
        canProvideShelter: false,
        hasMedicineBox: false,
        experienceLevel: 'Beginner',
        latitude: null,
        longitude: null,
      },
    });
    const logIn = async () => (await call(house.server.base, '/api/auth/login', { body: form })).status;
    const [row] = await db().select().from(users).where(eq(users.username, 'newcomer'));
    const id = row?.id ?? 0;
    expect(await logIn()).toBe(403);
    // Signed up long ago: a member since the authorization (P6).
    await db()
      .update(users)
      .set({ joinedSince: new Date(0) })
      .where(eq(users.id, id));
    await acts.authorize('admin', id);
    expect(await logIn()).toBe(200);
    expect(await rolesOf(id)).toEqual(['MEMBER']);
    expect(Date.now() - Number((await rowOf(id))?.joinedSince)).toBeLessThan(60_000);
    await acts.remove('super admin', id);
    expect(await logIn()).toBe(401);
  });

  it.each(['authorize', 'deny'] as const)('of two admins who %s at once, one does', async (act) => {
    const id = await makePerson('PENDING');
    const answers = await Promise.all([acts[act]('admin', id), acts[act]('super admin', id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, act === 'authorize' ? 409 : 404]);
    const entries = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetName, `Made No${made}`));
    expect(entries).toHaveLength(1);
  });

  it('skips the caller and super admins, each with the reason (19), and deletes the others', async () => {
    const [one, two, chief] = [
      await makePerson('ACTIVE'),
      await makePerson('ACTIVE'),
      await makePerson('ACTIVE', ['SUPER_ADMIN']),
    ];
    const own = people['super admin'].id;
    const userIds = [one, own, chief, two, 999, one].map(String);
    const { status, body } = await asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds } });
    expect([status, body]).toEqual([
      200,
      {
        deleted: [
          { userId: String(one), username: expect.stringMatching(/^made-/), reason: '' },
          { userId: String(two), username: expect.stringMatching(/^made-/), reason: '' },
        ],
        skipped: [
          { userId: String(own), username: 'superadmin', reason: 'You cannot delete yourself.' },
          { userId: String(chief), username: expect.any(String), reason: 'A super admin cannot be deleted.' },
          { userId: '999', username: '', reason: 'There is no such user.' },
        ],
      },
    ]);
    expect(await db().$count(users, inArray(users.id, [own, chief]))).toBe(2);
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
    });
  });

  it('and each decision are told to all admins, and to nobody else', async () => {
    const listen = async (person: Person) => {
      const client = await stompClient(house.server.base, house.tokens[person]);
      return { client, news: await client.subscribe(`/topic/members/${people[person].id}`) };
    };
    const [asha, sara, kabir] = [await listen('admin'), await listen('super admin'), await listen('captain')];
    const both = (type: string) =>
      Promise.all([asha, sara].map(({ news }) => news.next((one: { type: string }) => one.type === type)));
    await call(house.server.base, '/api/auth/signup', {
      body: {
        username: 'applicant',
        password: 'kennel-and-crate',
        firstName: 'Anil',
        lastName: 'Gupta',
        phoneNumber: '9876543210',
        hasVehicle: false,
        vehicleType: '',
        canProvideShelter: false,
        hasMedicineBox: false,
        experienceLevel: 'Beginner',
        latitude: null,
        longitude: null,
      },
    });
    await both('approvals.changed');
    const [told] = await both('notification.created');
    expect(told).toMatchObject({ notification: { type: 'APPROVAL', message: expect.stringContaining('Anil Gupta') } });
    const [row] = await db().select().from(users).where(eq(users.username, 'applicant'));
    await asked('admin', `admin/deny/${row?.id}`, { method: 'DELETE' });
    await both('approvals.changed');
    // Nothing of a denied sign-up is left, not even its name in a notification.
    await both('notifications.changed');
    const { body } = await asked('admin', 'notifications');
    expect(JSON.stringify(body)).not.toContain('Anil');
    await kabir.client.settled();
    expect(kabir.news.all).toEqual([]);
    await Promise.all([asha, sara, kabir].map(({ client }) => client.close()));
  });
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

it('a role that was given counts from the next call on, without a new login', async () => {
  const token = await signIn(house.server.base, 'tara');
  const list = () => call(house.server.base, '/api/admin/pending-users', { token });
  expect((await list()).status).toBe(403);
  await asked('super admin', 'admin/users/7/roles', { method: 'PUT', body: ['MEMBER', 'ADMIN'] });
  expect((await list()).status).toBe(200);
  await asked('super admin', 'admin/users/7/roles', { method: 'PUT', body: ['MEMBER'] });
  expect((await list()).status).toBe(403);
});
