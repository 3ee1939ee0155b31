import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, users } from '../../server/db/schema';
import { membershipLifecycle } from '../../src/machines/lifecycles/membership.machine';
import { admins, recordsOf, superAdmins } from '../kit/administration';
import { callsIn, everybody, type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { type RecordedPath, recordWalked, transitionsAt } from '../kit/walking/record';

let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
const { asked } = callsIn(() => signedIn);
const { db, makePerson, rolesOf, rowOf } = recordsOf(() => signedIn);

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
  /** The answer if only the status does not allow the act. */
  const refused: Record<'PENDING' | 'ACTIVE' | 'FORMER', Record<Act, number | string>> = {
    PENDING: { authorize: 0, deny: 0, remove: 'This sign-up is not approved yet. Deny it in Approvals.' },
    ACTIVE: { authorize: 409, deny: 409, remove: 0 },
    FORMER: { authorize: 404, deny: 404, remove: 'This member has been deleted already.' },
  };
  const walked: RecordedPath[] = [];
  const noteWalked = (status: string, act: string, by: string) =>
    walked.push({
      title: `${status}: ${act} by ${by}`,
      steps: [{ transitions: transitionsAt(membershipLifecycle, status, `membership.${act}`) }],
    });
  afterAll(() => recordWalked('server', membershipLifecycle.id, walked));
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
      noteWalked(status, act, by);
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

  it('lets only active members log in', async () => {
    const form = { username: 'newcomer', password: 'kennel-and-crate' };
    await call(signedIn.server.base, '/api/auth/signup', {
      body: signupForm(form),
    });
    const logIn = async () => (await call(signedIn.server.base, '/api/auth/login', { body: form })).status;
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
    noteWalked('ACTIVE', 'logIn', 'newcomer');
    expect(await rolesOf(id)).toEqual(['MEMBER']);
    expect(Date.now() - Number((await rowOf(id))?.joinedSince)).toBeLessThan(60_000);
    await acts.remove('super admin', id);
    expect(await logIn()).toBe(401);
  });

  it.each(['authorize', 'deny'] as const)('if two admins %s at once, only one succeeds', async (act) => {
    const id = await makePerson('PENDING');
    const name = `Made ${(await rowOf(id))?.lastName}`;
    const answers = await Promise.all([acts[act]('admin', id), acts[act]('super admin', id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, act === 'authorize' ? 409 : 404]);
    const isNamed = act === 'authorize' ? eq(auditLog.targetName, name) : eq(auditLog.details, `Sign-up ${id}.`);
    expect(await db().select().from(auditLog).where(isNamed)).toHaveLength(1);
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
