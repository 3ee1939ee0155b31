import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remindOfExpiry } from '../../server/areas/supplies/reminders';
import { auditLog, kitItems, users } from '../../server/db/schema';
import type { Candidate } from '../../src/contract/teams';
import { makeIncident, type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { call, stompClient } from '../kit/server';
import { noticesOf, suppliesIn, supplyRows } from '../kit/supplies';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());
const { asked, read, makeItem, makeRequisition } = suppliesIn(() => ({ server, tokens }));

const tara = 'member not in team';
const mira = 'member in team';
const indu = 'inventory manager';
const idOf = (person: Person) => people[person].id;
const kitPath = (person: Person) => `first-aid-kit/${idOf(person)}`;

interface Row {
  readonly id: string;
  readonly inventoryItemId: string;
  readonly inventoryItemName: string;
  readonly quantity: number;
  readonly personallyProcured: boolean;
  readonly nextExpiry: string | null;
}
const kitOf = async (person: Person) =>
  (await read<{ items: Row[] }>(kitPath(person), person)).items.map(
    ({ id, inventoryItemName, quantity, personallyProcured }) => ({
      id,
      inventoryItemName,
      quantity,
      personallyProcured,
    }),
  );
const add = async (person: Person, inventoryItemId: string, quantity: number) =>
  asked(person, `${kitPath(person)}/items`, { body: { inventoryItemId, quantity, personallyProcured: true } });
const use = (person: Person, id: string, used: number) =>
  asked(person, `${kitPath(person)}/items/${id}/use`, { body: { used } });
const idIn = (body: unknown) => (body as { id: string }).id;

beforeEach(async () => {
  await server.db.delete(kitItems);
});

describe('a first-aid kit', () => {
  it('has one row per item and origin; the same item again is added to it (K6)', async () => {
    const item = await makeItem(
      [
        [20, '2030-05-01'],
        [20, '2031-05-01'],
      ],
      { name: 'Roller bandage' },
    );
    await add(tara, item, 2);
    await add(tara, item, 3);
    await makeRequisition('RECEIVED', item, { quantity: 20 });
    await makeRequisition('RECEIVED', item, { quantity: 4 });
    const { items } = await read<{ items: Row[] }>(kitPath(tara), 'captain');
    expect(items).toEqual([
      expect.objectContaining({ inventoryItemId: item, quantity: 5, personallyProcured: true, nextExpiry: null }),
      expect.objectContaining({ quantity: 24, personallyProcured: false, nextExpiry: '2030-05-01' }),
    ]);
  });

  it("has its owner's name and whether they have a medicine box; unknown and former members have none", async () => {
    expect(await read(kitPath(mira), tara)).toEqual({ items: [], firstName: 'Mira', hasMedicineBox: true });
    for (const id of ['999', 'x', '8', '-1'])
      expect(await asked(tara, `first-aid-kit/${id}`)).toMatchObject({
        status: 404,
        body: { message: 'There is no such member.' },
      });
  });

  it('is used item by item; of two tabs that use the last one, one does (K1)', async () => {
    const id = idIn((await add(tara, await makeItem([], { name: 'Splint' }), 3)).body);
    expect((await use(tara, id, 2)).status).toBe(200);
    expect(await use(tara, id, 2)).toMatchObject({
      status: 409,
      body: { message: 'Somebody else has changed this: it is 1 now.' },
    });
    const answers = await Promise.all([use(tara, id, 1), use(tara, id, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await kitOf(tara)).toEqual([]);
  });

  it('of 10 uses at once of 7 loses 7, not fewer and not more', async () => {
    const id = idIn((await add(tara, await makeItem(), 7)).body);
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(tara, id, 1)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(7);
    expect(await kitOf(tara)).toEqual([]);
  });

  it('is set to a total, but not if the quantity has changed meanwhile (K1)', async () => {
    const id = idIn((await add(tara, await makeItem([], { name: 'Muzzle' }), 5)).body);
    const set = (quantity: number, seen?: number) =>
      asked(tara, `${kitPath(tara)}/items/${id}${seen === undefined ? '' : `?seen=${seen}`}`, {
        method: 'PUT',
        body: { quantity },
      });
    expect((await set(8, 5)).status).toBe(200);
    expect(await set(9, 5)).toMatchObject({
      status: 409,
      body: { message: 'Somebody else has changed this: it is 8 now.' },
    });
    expect((await set(4)).status).toBe(200);
    expect(await kitOf(tara)).toMatchObject([{ quantity: 4 }]);
    for (const quantity of [0, -1, 1.5, 'two', 1_000_001]) expect((await set(quantity as number)).status).toBe(400);
    expect(
      (await asked(tara, `${kitPath(tara)}/items/${id}?seen=many`, { method: 'PUT', body: { quantity: 1 } })).status,
    ).toBe(400);
  });

  it('loses an item that is deleted, and answers 404 for one that is gone', async () => {
    const id = idIn((await add(tara, await makeItem(), 5)).body);
    const path = `${kitPath(tara)}/items/${id}`;
    expect((await asked(tara, path, { method: 'DELETE' })).status).toBe(200);
    const gone = { status: 404, body: { message: 'This item is no longer in the kit.' } };
    expect(await asked(tara, path, { method: 'DELETE' })).toMatchObject(gone);
    expect(await use(tara, id, 1)).toMatchObject(gone);
    for (const wrong of ['x', '1e3', '99999999999999999999']) expect(await use(tara, wrong, 1)).toMatchObject(gone);
  });

  it("cannot be changed by the id of somebody else's item", async () => {
    const id = idIn((await add(mira, await makeItem(), 5)).body);
    const before = await supplyRows(server);
    expect((await use(tara, id, 1)).status).toBe(404);
    expect((await asked(tara, `${kitPath(tara)}/items/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await asked('super admin', `${kitPath(mira)}/items/${id}`, { method: 'DELETE' })).status).toBe(403);
    expect(await supplyRows(server)).toEqual(before);
  });

  it.each([
    [{ inventoryItemId: '999999', quantity: 1, personallyProcured: true }, 'There is no such item.'],
    [{ inventoryItemId: 'x', quantity: 1, personallyProcured: true }, 'There is no such item.'],
    [{ inventoryItemId: '1', quantity: 0, personallyProcured: true }, 'Quantity must be 1 or more.'],
    [{ inventoryItemId: '1', quantity: 1, personallyProcured: false }, expect.stringContaining('personallyProcured')],
    [{ name: 'My own', quantity: 1, personallyProcured: true }, expect.any(String)],
  ])('takes no %j', async (body, message) => {
    expect(await asked(tara, `${kitPath(tara)}/items`, { body })).toMatchObject({ status: 400, body: { message } });
    expect(await kitOf(tara)).toEqual([]);
  });

  it('gets dispatched items even while its owner says that they have no kit (K4)', async () => {
    expect((await read<{ hasMedicineBox: boolean }>(kitPath(tara))).hasMedicineBox).toBe(false);
    await makeRequisition('RECEIVED', await makeItem([[5]], { name: 'Towel' }), { quantity: 2 });
    expect(await kitOf(tara)).toMatchObject([{ inventoryItemName: 'Towel', quantity: 2, personallyProcured: false }]);
  });
});

describe('the kit of a team', () => {
  it('counts what its members have with them, item by item (K4, K8)', async () => {
    const [bandage, gauze, rope] = [
      await makeItem([[10]], { name: 'Bandage roll' }),
      await makeItem([], { name: 'Gauze pad' }),
      await makeItem([], { name: 'Rope' }),
    ];
    const incident = await makeIncident(server, 'ASSIGNED');
    const path = `incidents/${incident}/assignment/team/items`;
    expect(await read(path)).toEqual([]);
    await add(mira, bandage, 1);
    await makeRequisition('RECEIVED', bandage, { quantity: 1, by: mira });
    await asked('captain', `incidents/${incident}/assignment/assign-team`, { body: { userIds: ['1', '6', '7'] } });
    await server.db
      .insert(kitItems)
      .values({ userId: 6, itemId: Number(bandage), personallyProcured: true, quantity: 3 });
    await add(mira, gauze, 2);
    await add(tara, rope, 1);
    expect(await read(path)).toEqual(['Bandage roll × 5 (Mira, Ravi)', 'Gauze pad × 2 (Mira)']);
    await server.db.update(users).set({ hasMedicineBox: false }).where(eq(users.id, 1));
    expect(await read(path)).toEqual(['Bandage roll × 3 (Ravi)']);
    const candidates = await read<Candidate[]>(`incidents/${incident}/assignment/volunteers`, 'captain');
    expect(Object.fromEntries(candidates.map(({ firstName, kitItems: held }) => [firstName, held]))).toEqual({
      Asha: [],
      Indu: [],
      Kabir: [],
      Mira: [],
      Ravi: ['Bandage roll'],
      Sara: [],
      Tara: [],
    });
    await server.db.update(users).set({ hasMedicineBox: true }).where(eq(users.id, 1));
    expect(await read(path)).toEqual(['Bandage roll × 5 (Mira, Ravi)', 'Gauze pad × 2 (Mira)']);
  });
});

describe('a request for supplies', () => {
  it.each([
    [[], 'Please add at least one item.'],
    [[{ inventoryItemId: '{item}', quantity: 0 }], 'Quantity must be 1 or more.'],
    [
      [
        { inventoryItemId: '{item}', quantity: 1 },
        { inventoryItemId: '{item}', quantity: 2 },
      ],
      'This item is already in your request.',
    ],
    [[{ inventoryItemId: '999999', quantity: 1 }], 'An item of your request does not exist any more.'],
    [[{ inventoryItemId: 'x', quantity: 1 }], 'An item of your request does not exist any more.'],
    [{ inventoryItemId: '{item}', quantity: 1 }, expect.any(String)],
  ])('like %j is refused', async (body, message) => {
    const text = JSON.stringify(body).replaceAll('{item}', await makeItem());
    const before = await supplyRows(server);
    expect(await asked(tara, 'requisitions', { body: text })).toMatchObject({ status: 400, body: { message } });
    expect(await supplyRows(server)).toEqual(before);
  });

  it('is denied with a reason or without, which the requester reads', async () => {
    const item = await makeItem();
    const denied = async (body?: object) => {
      const id = await makeRequisition('PENDING', item);
      const answer = await asked(indu, `inventory/requisitions/${id}/deny`, { method: 'POST', body });
      return [answer.status, (answer.body as { reason: string | null }).reason];
    };
    expect(await denied({ reason: ' None left. ' })).toEqual([200, 'None left.']);
    expect(await denied({ reason: '' })).toEqual([200, null]);
    expect(await denied({})).toEqual([200, null]);
    expect(await denied()).toEqual([200, null]);
    const mine = await read<{ reason: string | null }[]>('requisitions/my-requests', tara);
    expect(mine.slice(0, 4).map(({ reason }) => reason)).toEqual([null, null, null, 'None left.']);
  });

  it('of a manager may be handled by themselves; the audit log and the list say so (K7)', async () => {
    const item = await makeItem([[5]]);
    const id = await makeRequisition('DISPATCHED', item, { by: indu });
    const logged = await server.db.select().from(auditLog).where(eq(auditLog.action, 'requisition.ownHandled'));
    expect(logged.map(({ actorName, details }) => [actorName, details])).toEqual([
      ['Indu Rao', `Request ${id} was approved.`],
      ['Indu Rao', `Request ${id} was dispatched.`],
    ]);
    const listed = async (person: Person) =>
      (await read<{ id: string; isOwn: boolean }[]>('inventory/requisitions?status=DISPATCHED', person)).find(
        (one) => one.id === id,
      );
    expect([(await listed(indu))?.isOwn, (await listed('super admin'))?.isOwn]).toEqual([true, false]);
    await makeRequisition('DISPATCHED', item, { by: tara });
    expect(await server.db.$count(auditLog, eq(auditLog.action, 'requisition.ownHandled'))).toBe(2);
  });

  it('of a status that nobody knows cannot be listed; open ones come oldest first, others newest first', async () => {
    expect((await asked(indu, 'inventory/requisitions?status=LOST')).status).toBe(400);
    const item = await makeItem();
    for (const status of ['PENDING', 'PENDING', 'DENIED', 'DENIED'] as const) await makeRequisition(status, item);
    const ids = async (query: string) =>
      (await read<{ id: string }[]>(`inventory/requisitions${query}`, indu)).map(({ id }) => Number(id));
    const [pending, denied, any] = [await ids('?status=PENDING'), await ids('?status=DENIED'), await ids('')];
    expect(pending).toEqual([...pending].sort((a, b) => a - b));
    expect(denied).toEqual([...denied].sort((a, b) => b - a));
    expect(any).toEqual([...any].sort((a, b) => b - a));
  });
});

describe('who is told of supplies (34)', () => {
  it('managers of a request, the requester of what became of it', async () => {
    const item = await makeItem([[9]], { name: 'Eye wash' });
    const before = Object.fromEntries(
      await Promise.all(
        ([tara, indu, 'super admin', 'admin', 'captain'] as const).map(
          async (person) => [person, (await noticesOf(server, person)).length] as const,
        ),
      ),
    );
    const news = async (person: Person) => (await noticesOf(server, person)).slice(before[person]);
    await makeRequisition('DISPATCHED', item);
    const denied = await makeRequisition('PENDING', item);
    await asked(indu, `inventory/requisitions/${denied}/deny`, { body: { reason: 'None left.' } });
    expect(await news(indu)).toEqual(['Tara Joshi requests 1 item.', 'Tara Joshi requests 1 item.']);
    expect(await news('super admin')).toEqual(await news(indu));
    expect([await news('admin'), await news('captain')]).toEqual([[], []]);
    expect(await news(tara)).toEqual([
      'Your request for supplies has been approved: Eye wash × 1.',
      'Your supplies are on their way: Eye wash × 1. Please confirm when you have received them.',
      'Your request for supplies has been denied: Eye wash × 1. Reason: None left.',
    ]);
  });

  it('with a note of what is the own request or kit, also for a manager (DECISIONS 274)', async () => {
    const item = await makeItem([[9]], { name: 'Tick hook' });
    const newest = async () => {
      const all = (await asked(indu, 'notifications')).body as { message: string; isOwn?: boolean }[];
      return [all[0]?.message, all[0]?.isOwn];
    };
    await makeRequisition('PENDING', item);
    expect(await newest()).toEqual(['Tara Joshi requests 1 item.', undefined]);
    const own = await makeRequisition('PENDING', item, { by: indu });
    await asked('super admin', `inventory/requisitions/${own}/approve`, { method: 'POST' });
    expect(await newest()).toEqual(['Your request for supplies has been approved: Tick hook × 1.', true]);
    await asked('super admin', `inventory/requisitions/${own}/dispatch`, { method: 'POST' });
    await asked(indu, `requisitions/${own}/acknowledge`, { method: 'POST' });
    await makeRequisition('RECEIVED', await makeItem([[9]], { name: 'Nose drops' }), { quantity: 2, by: indu });
    const kit = (await asked(indu, 'first-aid-kit/3')).body as { items: { id: string; inventoryItemName: string }[] };
    const drops = kit.items.find(({ inventoryItemName }) => inventoryItemName === 'Nose drops')?.id;
    await asked(indu, `first-aid-kit/3/items/${drops}`, { method: 'PUT', body: { quantity: 1 } });
    expect(await newest()).toEqual(['Only 1 left in your first-aid kit: Nose drops.', true]);
  });

  it('the owner of a kit of the last one, and once of what expires soon', async () => {
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    const item = await makeItem([[9, days(20)]], { name: 'Eye drops' });
    const late = await makeItem([[9, days(40)]], { name: 'Ear drops' });
    await makeRequisition('RECEIVED', item, { quantity: 3, by: mira });
    await makeRequisition('RECEIVED', late, { quantity: 3, by: mira });
    const heard = async () => (await noticesOf(server, mira)).filter((text) => /kit: .* drops/.test(text));
    // While somebody changes her account she is skipped, but not forgotten.
    await server.db.transaction(async (tx) => {
      await tx
        .select()
        .from(users)
        .where(eq(users.id, idOf(mira)))
        .for('update');
      expect(await remindOfExpiry(server.db, new Date())).toEqual([]);
    });
    await remindOfExpiry(server.db, new Date());
    await remindOfExpiry(server.db, new Date());
    expect(await heard()).toEqual([`In your first-aid kit: Eye drops expires on ${days(20)}.`]);
    const row = (await kitOf(mira)).find(({ inventoryItemName }) => inventoryItemName === 'Eye drops');
    await use(mira, row?.id ?? '', 1);
    await use(mira, row?.id ?? '', 1);
    await use(mira, row?.id ?? '', 1);
    expect((await heard()).slice(1)).toEqual(['Only 1 left in your first-aid kit: Eye drops.']);
    await remindOfExpiry(server.db, new Date(Date.now() + 50 * 86_400_000));
    expect((await heard()).slice(2)).toEqual([`In your first-aid kit: Ear drops has expired on ${days(40)}.`]);
  });

  it("includes open screens at once: those of the inventory's managers, and those of the member's requests and kit", async () => {
    const clients = {
      tara: await stompClient(server.base, tokens[tara]),
      indu: await stompClient(server.base, tokens[indu]),
      captain: await stompClient(server.base, tokens.captain),
    };
    const inbox = {
      tara: await clients.tara.subscribe(`/topic/members/${idOf(tara)}`),
      indu: await clients.indu.subscribe(`/topic/members/${idOf(indu)}`),
      captain: await clients.captain.subscribe(`/topic/members/${idOf('captain')}`),
    };
    const heard = async (person: keyof typeof inbox) => {
      await clients[person].settled();
      const types = inbox[person].all.splice(0).map((news) => (news as { type: string }).type);
      return types.filter((type) => type !== 'notification.created' && type !== 'volunteers.changed');
    };
    const item = await makeItem([[5]]);
    expect(await heard('indu')).toEqual(['supplies.changed', 'supplies.changed']);
    expect(await heard('tara')).toEqual([]);
    const id = await makeRequisition('PENDING', item);
    expect([await heard('tara'), await heard('indu')]).toEqual([['requisitions.changed'], ['supplies.changed']]);
    await asked(indu, `inventory/requisitions/${id}/approve`, { method: 'POST' });
    expect([await heard('tara'), await heard('indu')]).toEqual([['requisitions.changed'], ['supplies.changed']]);
    await asked(indu, `inventory/requisitions/${id}/approve`, { method: 'POST' });
    expect([await heard('tara'), await heard('indu')]).toEqual([[], []]);
    await asked(indu, `inventory/requisitions/${id}/dispatch`, { method: 'POST' });
    await heard('tara');
    await asked(tara, `requisitions/${id}/acknowledge`, { method: 'POST' });
    expect(await heard('tara')).toEqual(['requisitions.changed', 'kit.changed']);
    await add(tara, item, 1);
    expect(await heard('tara')).toEqual(['kit.changed']);
    expect(await heard('captain')).toEqual([]);
    for (const client of Object.values(clients)) client.close();
  });
});

describe('an Idempotency-Key (9)', () => {
  it('carries out each creating or using call once, and repeats the first answer', async () => {
    const item = await makeItem([[50]]);
    const kitItem = idIn((await add(tara, item, 40)).body);
    const calls: [Person, string, unknown][] = [
      [tara, 'requisitions', [{ inventoryItemId: item, quantity: 2 }]],
      [tara, `${kitPath(tara)}/items`, { inventoryItemId: item, quantity: 2, personallyProcured: true }],
      [tara, `${kitPath(tara)}/items/${kitItem}/use`, { used: 3 }],
      [indu, 'inventory/items', { name: 'Once only', quantity: 1, unit: 'pieces', lowStockThreshold: 5 }],
      [indu, 'inventory/categories', { name: 'Once only' }],
      [indu, `inventory/items/${item}/stock`, { delta: 7, reason: 'restock' }],
    ];
    for (const [index, [person, path, body]] of calls.entries()) {
      const send = (given: unknown) =>
        call(server.base, `/api/${path}`, {
          token: tokens[person],
          body: given,
          headers: { 'idempotency-key': `once-${index}` },
        });
      const [first, second] = await Promise.all([send(body), send(body)]);
      const after = await supplyRows(server);
      const third = await send(body);
      expect([path, first.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)]);
      expect([second.body, third.body]).toEqual([first.body, first.body]);
      expect(await supplyRows(server)).toEqual(after);
      const other = Array.isArray(body)
        ? [{ inventoryItemId: item, quantity: 9 }]
        : { ...(body as object), name: 'Other' };
      if (Array.isArray(body)) expect((await send(other)).status).toBe(409);
    }
    const rows = await supplyRows(server);
    expect(rows.kits.find(({ id }) => id === Number(kitItem))?.quantity).toBe(39);
    expect(rows.items.find(({ id }) => id === Number(item))?.quantity).toBe(57);
  });
});
