import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../server/config';
import { idempotencyKeys } from '../../server/db/schema';
import { inventoryEndpoints } from '../../src/contract/endpoints/inventory';
import { kitEndpoints } from '../../src/contract/endpoints/kits';
import { everybody, type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { call, stompClient } from '../kit/server';
import { suppliesIn, supplyRows } from '../kit/supplies';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());
const { asked, makeItem, makeRequisition } = suppliesIn(() => ({ server, tokens }));

const all = everybody;
const managers: readonly Person[] = ['inventory manager', 'super admin'];
/** The member whose kit and requisition it is. */
const owner: readonly Person[] = ['member in team'];

/** Typed from S2 §6 and §7 with DECISIONS 16 and 33: who may make each call, and the status of success. `{…}` is made for each call. */
const table: [call: string, may: readonly Person[], body?: unknown, success?: 201][] = [
  ['GET first-aid-kit/{owner}', all],
  [
    'POST first-aid-kit/{owner}/items',
    owner,
    { inventoryItemId: '{item}', quantity: 1, personallyProcured: true },
    201,
  ],
  ['PUT first-aid-kit/{owner}/items/{kitItem}', owner, { quantity: 2 }],
  ['POST first-aid-kit/{owner}/items/{kitItem}/use', owner, { used: 1 }],
  ['DELETE first-aid-kit/{owner}/items/{kitItem}', owner],
  ['GET requisitions/my-requests', all],
  ['POST requisitions', all, [{ inventoryItemId: '{item}', quantity: 1 }], 201],
  ['POST requisitions/{dispatched}/acknowledge', owner],
  ['GET inventory/items', all],
  ['GET inventory/categories', all],
  ['GET inventory/dashboard-stats', managers],
  ['GET inventory/requisitions?status=PENDING', managers],
  ['POST inventory/requisitions/{pending}/approve', managers],
  ['POST inventory/requisitions/{pending}/deny', managers, { reason: 'None left.' }],
  ['POST inventory/requisitions/{approved}/dispatch', managers],
  ['POST inventory/items', managers, { name: '{new}', quantity: 1, unit: 'pieces', lowStockThreshold: 5 }, 201],
  ['PUT inventory/items/{item}', managers, { name: '{new}', quantity: 1, unit: 'pieces', lowStockThreshold: 5 }],
  ['DELETE inventory/items/{item}', managers],
  ['GET inventory/items/{item}/usage', managers],
  ['POST inventory/categories', managers, { name: '{new}' }, 201],
  ['PUT inventory/categories/{category}', managers, { name: '{new}' }],
  ['DELETE inventory/categories/{category}', managers, { name: 'Anything' }],
  ['POST inventory/items/{item}/stock', managers, { delta: 3, reason: 'restock' }],
  ['GET inventory/items/{item}/ledger', managers],
  ['GET inventory/items/{item}/batches', managers],
  ['GET inventory/expiring', managers],
  ['GET inventory/export', managers],
  ['POST inventory/import', managers, { csv: 'Name\n{new}', apply: true }],
];

let made = 0;
/** What a placeholder stands for, made by the API. */
const things: Readonly<Record<string, () => Promise<string> | string>> = {
  owner: () => String(people['member in team'].id),
  item: () => makeItem([[5]]),
  new: () => `New ${++made}`,
  category: async () => {
    const { body } = await asked('inventory manager', 'inventory/categories', { body: { name: `Category ${++made}` } });
    return (body as { id: string }).id;
  },
  kitItem: async () => {
    const body = { inventoryItemId: await makeItem(), quantity: 2, personallyProcured: true };
    const { body: item } = await asked('member in team', 'first-aid-kit/1/items', { body });
    return (item as { id: string }).id;
  },
  pending: async () => makeRequisition('PENDING', await makeItem([[5]]), { by: 'member in team' }),
  approved: async () => makeRequisition('APPROVED', await makeItem([[5]]), { by: 'member in team' }),
  dispatched: async () => makeRequisition('DISPATCHED', await makeItem([[5]]), { by: 'member in team' }),
};
async function filled(text: string): Promise<string> {
  const name = /\{(\w+)\}/.exec(text)?.[1];
  const thing = name && things[name];
  return thing ? filled(text.replace(`{${name}}`, await thing())) : text;
}

it('is a table of all calls of supplies', () => {
  const calls = table.map(([line]) => line.split('?')[0]?.replace(/\{\w+\}/g, '{}')).sort();
  const endpoints = Object.values({ ...kitEndpoints, ...inventoryEndpoints });
  expect(calls).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path.replace('/api/', '').replace(/\{\w+\}/g, '{}')}`).sort(),
  );
});

describe.each(table)('%s', (line, allowed, body, success = undefined) => {
  const [method = '', path = ''] = line.split(' ');
  const prepared = async () => ({
    path: await filled(path),
    ...(body === undefined ? {} : { body: JSON.parse(await filled(JSON.stringify(body))) }),
  });

  it.each(all)('as %s', async (person) => {
    const { path: target, ...options } = await prepared();
    const before = await supplyRows(server);
    const { status, body: answer } = await asked(person, target, { method, ...options });
    if (allowed.includes(person)) {
      expect(status).toBe(success ?? 200);
      return;
    }
    expect(status).toBe(403);
    expect((answer as { message: string }).message).toMatch(/^(Only|A first-aid kit can)/);
    expect(await supplyRows(server)).toEqual(before);
  });

  it('as a visitor, without a token and with a wrong one', async () => {
    const { path: target, ...options } = await prepared();
    const before = await supplyRows(server);
    expect((await call(server.base, `/api/${target}`, { method, ...options })).status).toBe(401);
    expect((await call(server.base, `/api/${target}`, { method, ...options, token: 'x.y.z' })).status).toBe(401);
    expect(await supplyRows(server)).toEqual(before);
  });
});

it('a member may ask for supplies only so often in an hour, without effect on others', async () => {
  const strict = await startSignedInServer({ limits: { requisitionsPerHour: 2 } });
  try {
    const own = suppliesIn(() => strict);
    const body = [{ inventoryItemId: await own.makeItem(), quantity: 1 }];
    const before = (await supplyRows(strict.server)).requisitions.length;
    const ask = (person: Person) => own.asked(person, 'requisitions', { body });
    expect([(await ask('member in team')).status, (await ask('member in team')).status]).toEqual([201, 201]);
    const third = await ask('member in team');
    expect([third.status, Number(third.headers.get('retry-after')) > 3000]).toEqual([429, true]);
    expect((await supplyRows(strict.server)).requisitions).toHaveLength(before + 2);
    expect((await ask('captain')).status).toBe(201);
  } finally {
    await strict.server.close();
  }
  expect(defaultLimits.requisitionsPerHour).toBe(60);
});

it('the answer to a decision that is stored for its repeats names no requester, who may be deleted; a repeat tells them again (391, P7)', async () => {
  const id = await makeRequisition('PENDING', await makeItem([[5]]), { by: 'member not in team' });
  const client = await stompClient(server.base, tokens['member not in team']);
  const news = await client.subscribe('/topic/members/7', 'requisitions.changed');
  const told = await client.subscribe('/topic/members/7', 'notifications.changed');
  const approve = () =>
    asked('inventory manager', `inventory/requisitions/${id}/approve`, { method: 'POST', key: 'approved' });
  const first = await approve();
  expect(first.body).toMatchObject({ id, status: 'APPROVED', userName: expect.stringMatching(/^Tara /) });
  expect((await approve()).body).toEqual(first.body);
  await client.settled();
  expect(news.all).toHaveLength(2);
  // The first call tells of the notification itself.
  expect(told.all).toHaveLength(1);
  const stored = await server.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'approved'));
  expect(stored.map(({ answer }) => answer)).toEqual([{ id: Number(id) }]);
  await client.close();
});
