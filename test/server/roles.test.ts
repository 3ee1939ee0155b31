import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chats, userRoles } from '../../server/db/schema';
import { type Role, roles } from '../../src/contract/people';
import { recordsOf } from '../kit/administration';
import { callsIn, type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { rawClient } from '../kit/raw';
import { runWhileLocked } from '../kit/runWhileLocked';
import { call, signIn, stompClient } from '../kit/server';

let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
const { asked } = callsIn(() => signedIn);
const { makePerson, rolesOf, auditCount } = recordsOf(() => signedIn);

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

  it("of an inventory manager must be repeated in an admin's list; a list without them is 403", async () => {
    const id = await makePerson('ACTIVE', ['MEMBER', 'INVENTORY_MANAGER']);
    const refused = await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN']);
    expect(refused).toMatchObject({ status: 403 });
    // The role in words, as the boxes of the page have it.
    expect((refused.body as { message: string }).message).toMatch(/^You cannot change the role Inventory Manager of /);
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

  it('named twice count once, and those that the member already has are no change', async () => {
    const id = await makePerson('ACTIVE', ['MEMBER']);
    const entries = await auditCount();
    expect((await set('admin', id, ['MEMBER', 'MEMBER'])).status).toBe(200);
    expect([await rolesOf(id), await auditCount()]).toEqual([['MEMBER'], entries]);
  });

  it('reach an open client at once: it is told, and no longer gets what they do not allow', async () => {
    const id = people.captain.id;
    const client = await stompClient(signedIn.server.base, signedIn.tokens.captain);
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

  it('that are stored already are told and checked all the same: nobody was told if the COMMIT lost its answer (DECISIONS 392)', async () => {
    const id = people.captain.id;
    const client = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    const news = await client.subscribe(`/topic/members/${id}`);
    await client.subscribe('/topic/chat/2');
    await signedIn.server.db
      .delete(userRoles)
      .where(and(eq(userRoles.userId, Number(id)), eq(userRoles.role, 'RESCUE_CAPTAIN')));
    expect((await set('admin', id, ['MEMBER'])).status).toBe(200);
    expect(await news.next((one: { type: string }) => one.type === 'refusal')).toMatchObject({ status: 403 });
    for (const type of ['chats.changed', 'profile.changed'])
      await news.next((one: { type: string }) => one.type === type);
    expect((await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN'])).status).toBe(200);
    await client.close();
  });

  it('that are taken away while the client subscribes to a topic end that, too', async () => {
    const { db, base } = signedIn.server;
    const id = people.captain.id;
    const client = await stompClient(base, signedIn.tokens.captain);
    const news = await client.subscribe(`/topic/members/${id}`);
    // The server has read the caller's roles when it waits for the chat.
    const refusal = news.next((one: { type: string }) => one.type === 'refusal');
    const outcome = await runWhileLocked(
      db,
      (tx) => tx.execute(sql`lock table ${chats} in access exclusive mode`),
      () => Promise.race([refusal, client.subscribe('/topic/chat/2')]),
      async () => expect((await set('admin', id, ['MEMBER'])).status).toBe(200),
    );
    expect(outcome).toMatchObject({ value: { destination: '/topic/chat/2', status: 403 } });
    expect((await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN'])).status).toBe(200);
    await client.close();
  });

  it('that are taken away end no other subscription that has got the id of the forbidden one meanwhile', async () => {
    const { db, base, broker } = signedIn.server;
    const id = people.captain.id;
    const raw = await rawClient(base, signedIn.tokens.captain);
    raw.send('SUBSCRIBE\nid:s\ndestination:/topic/chat/2\nreceipt:first\n\n\0');
    await raw.hears(/receipt-id:first/);
    // The server has taken the role away, and waits for the chat to judge the subscription.
    await runWhileLocked(
      db,
      (tx) => tx.execute(sql`lock table ${chats} in access exclusive mode`),
      () => set('admin', id, ['MEMBER']),
      async () => {
        raw.send('UNSUBSCRIBE\nid:s\n\n\0SUBSCRIBE\nid:s\ndestination:/topic/incidents\nreceipt:second\n\n\0');
        await raw.hears(/receipt-id:second/);
      },
    );
    expect([broker.count('/topic/chat/2'), broker.count('/topic/incidents')]).toEqual([0, 1]);
    expect((await set('admin', id, ['MEMBER', 'RESCUE_CAPTAIN'])).status).toBe(200);
    raw.socket.destroy();
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

it('a role that was given counts from the next call on, without a new login', async () => {
  const token = await signIn(signedIn.server.base, 'tara');
  const list = () => call(signedIn.server.base, '/api/admin/pending-users', { token });
  expect((await list()).status).toBe(403);
  await asked('super admin', 'admin/users/7/roles', { method: 'PUT', body: ['MEMBER', 'ADMIN'] });
  expect((await list()).status).toBe(200);
  await asked('super admin', 'admin/users/7/roles', { method: 'PUT', body: ['MEMBER'] });
  expect((await list()).status).toBe(403);
});
