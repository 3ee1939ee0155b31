import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
const tokens = new Map<string, string>();
/** The accounts of DECISIONS 15: username, first name and the role beside MEMBER. */
const accounts = [
  ['member', 'Mira', null],
  ['captain', 'Kabir', 'RESCUE_CAPTAIN'],
  ['inventory', 'Indu', 'INVENTORY_MANAGER'],
  ['admin', 'Asha', 'ADMIN'],
  ['superadmin', 'Sara', 'SUPER_ADMIN'],
  ['ravi', 'Ravi', null],
  ['tara', 'Tara', null],
] as const;
type Username = (typeof accounts)[number][0];

beforeAll(async () => {
  server = await startTestServer();
  for (const [username] of accounts) tokens.set(username, await signIn(server.base, username, 'rescue-demo'));
});
afterAll(() => server.close());

async function read<Body>(username: Username, path: string): Promise<Body> {
  const { status, body } = await call(server.base, `/api/${path}`, { token: tokens.get(username) ?? '' });
  expect(status, path).toBe(200);
  return body as Body;
}

/** The demo organisation after a first start (DECISIONS 15). It fills every screen with something to look at. */
describe('the demo organisation', () => {
  it.each(accounts)('has %s, who is %s', async (username, firstName, role) => {
    const { roles, ...profile } = await read<{ roles: string[] }>(username, 'profile');
    expect(profile).toMatchObject({ username, firstName });
    expect([...roles].sort()).toEqual(['MEMBER', ...(role ? [role] : [])].sort());
  });

  it('has an applicant, who waits for approval and has written why', async () => {
    const body = { username: 'pending', password: 'rescue-demo' };
    expect(await call(server.base, '/api/auth/login', { body })).toMatchObject({
      status: 403,
      body: { message: 'Your account is pending approval from an administrator.' },
    });
    expect(await read('admin', 'admin/pending-users')).toEqual([
      expect.objectContaining({
        firstName: 'Pavan',
        lastName: 'Das',
        motivation: expect.stringMatching(/^I walk past the market/),
        address: expect.stringMatching(/\w/),
        phoneNumber: expect.stringMatching(/^\d{10}$/),
      }),
    ]);
  });

  it('has a former member, whose message is still there, without a name', async () => {
    const messages = await read<{ text: string }[]>('member', 'gchat/messages');
    expect(messages.find(({ text }) => text.startsWith('My last week with you'))).toMatchObject({
      sender: { firstName: 'Former member', lastName: '' },
    });
    expect(JSON.stringify(messages)).not.toMatch(/Neel|Bhatt/);
    const volunteers = await read<{ firstName: string }[]>('member', 'volunteers');
    expect(volunteers.map(({ firstName }) => firstName)).toEqual([
      'Asha',
      'Indu',
      'Kabir',
      'Mira',
      'Ravi',
      'Sara',
      'Tara',
    ]);
    expect(
      (await call(server.base, '/api/auth/login', { body: { username: 'neel', password: 'rescue-demo' } })).status,
    ).toBe(401);
  });

  it('has notifications of each type, read ones and unread ones, and a welcome for everybody', async () => {
    const told: Record<string, Set<string>> = {};
    const states = new Set<boolean>();
    for (const [username] of accounts) {
      const list = await read<{ type: string; isRead: boolean; createdAt: string }[]>(username, 'notifications');
      told[username] = new Set(list.map(({ type }) => type));
      for (const { isRead } of list) states.add(isRead);
      const times = list.map(({ createdAt }) => Date.parse(createdAt));
      expect(times, username).toEqual([...times].sort((one, other) => other - one));
      expect(told[username]?.has('GENERAL'), username).toBe(true);
    }
    expect(states).toEqual(new Set([true, false]));
    // Who is told of what: DECISIONS 34.
    expect([...(told.member ?? [])].sort()).toEqual(['GENERAL', 'INCIDENT', 'INVENTORY', 'REWARDS']);
    expect([...(told.admin ?? [])].sort()).toEqual(['APPROVAL', 'GENERAL', 'INCIDENT']);
    expect([...(told.inventory ?? [])].sort()).toEqual(['GENERAL', 'INVENTORY']);
    const [newest] = await read<object[]>('admin', 'notifications?unreadOnly=true');
    expect(newest).toMatchObject({ type: 'APPROVAL', message: 'Pavan Das has signed up and waits for approval.' });
  });

  it('has incidents in every status, and one overdue of each kind', async () => {
    const incidents = await read<Incident[]>('member', 'incidents/summary');
    expect(new Set(incidents.map(({ status }) => status))).toEqual(
      new Set(['REPORTED', 'ASSIGNED', 'IN_PROGRESS', 'ONGOING', 'RESOLVED', 'CLOSED']),
    );
    const days = ({ lastUpdated }: Incident) => (Date.now() - Date.parse(lastUpdated ?? '')) / 86_400_000;
    // S1 §9: after 3 and 7 days.
    for (const [status, limit] of [
      ['REPORTED', 3],
      ['ONGOING', 7],
    ] as const) {
      const ages = incidents.filter((incident) => incident.status === status).map(days);
      expect(
        ages.some((age) => age > limit),
        `overdue: ${status}`,
      ).toBe(true);
      expect(
        ages.some((age) => age < limit),
        `not overdue: ${status}`,
      ).toBe(true);
    }
  });

  it('has a stocked inventory with one item low, a requisition in each status, and kits with something in them', async () => {
    const items = await read<{ name: string; quantity: number; lowStockThreshold: number }[]>(
      'member',
      'inventory/items',
    );
    expect(items.length).toBeGreaterThan(5);
    expect(items.filter((item) => item.quantity <= item.lowStockThreshold).map(({ name }) => name)).toEqual([
      'Saline 500 ml',
    ]);
    const requests: string[] = [];
    for (const username of ['member', 'ravi', 'tara'] as const)
      for (const { status } of await read<{ status: string }[]>(username, 'requisitions/my-requests'))
        requests.push(status);
    expect(requests.sort()).toEqual(['APPROVED', 'DENIED', 'DISPATCHED', 'PENDING', 'RECEIVED']);
    for (const username of ['member', 'ravi'] as const) {
      const { id } = await read<{ id: string }>(username, 'profile');
      const kit = await read<{ items: object[]; hasMedicineBox: boolean }>(username, `first-aid-kit/${id}`);
      expect(kit.hasMedicineBox).toBe(true);
      expect(kit.items.length).toBeGreaterThan(1);
    }
  });

  it('has an open case whose team talks', async () => {
    const chats = await read<{ chatGroup: { id: string }; hasUnreadMessages: boolean }[]>('member', 'chat/groups');
    expect(chats).toMatchObject([{ chatGroup: { incident: { status: 'ASSIGNED' } }, hasUnreadMessages: true }]);
    const messages = await read<object[]>('member', `chat/messages/${chats[0]?.chatGroup.id}`);
    expect(messages.length).toBeGreaterThan(3);
  });
});
