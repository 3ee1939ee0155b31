import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activate, signUp } from '../../server/areas/session/accounts';
import { requestSupplies } from '../../server/areas/supplies/requisitions';
import { inventoryItems, requisitionItems, stockEvents } from '../../server/db/schema';
import type { Category, SupplyStats } from '../../src/contract/inventory';
import type { InventoryItem } from '../../src/contract/supplies';
import { type SignedInServer, startSignedInServer } from '../kit/incidents';
import { runWhileLocked } from '../kit/runWhileLocked';
import { call, signIn } from '../kit/server';
import { stockOf, suppliesIn, supplyRows } from '../kit/supplies';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());
const { asked, read, makeItem, makeRequisition } = suppliesIn(() => ({ server, tokens }));
const indu = 'inventory manager';
const post = (path: string, body: unknown) => asked(indu, `inventory/${path}`, { body });
const put = (path: string, body: unknown) => asked(indu, `inventory/${path}`, { method: 'PUT', body });
const remove = (path: string, body?: unknown) => asked(indu, `inventory/${path}`, { method: 'DELETE', body });
const idIn = (body: unknown) => (body as { id: string }).id;
const form = (fields: object = {}) => ({ name: 'Thing', quantity: 0, unit: 'pieces', lowStockThreshold: 5, ...fields });

describe('the demo organisation (DECISIONS 15)', () => {
  it('has a stocked inventory with one item low, one requisition in each status, and two kits', async () => {
    const items = await read<InventoryItem[]>('inventory/items');
    const low = items.filter(({ quantity, lowStockThreshold }) => (quantity ?? 0) <= (lowStockThreshold ?? 0));
    expect(low.map(({ name, quantity }) => [name, quantity])).toEqual([['Saline 500 ml', 7]]);
    expect(items.map(({ name }) => name)).toEqual([...items.map(({ name }) => name)].sort());
    expect(items.find(({ name }) => name === 'Gauze')).toMatchObject({ categoryName: 'Dressings', quantity: 52 });
    expect(await read<SupplyStats>('inventory/dashboard-stats', indu)).toEqual({
      pendingRequisitions: 1,
      readyForPickup: 1,
      lowStockItems: 1,
    });
    const { requisitions } = await supplyRows(server);
    expect(requisitions.map(({ status }) => status).sort()).toEqual([
      'APPROVED',
      'DENIED',
      'DISPATCHED',
      'PENDING',
      'RECEIVED',
    ]);
    const expiring = await read<{ itemName: string; quantity: number }[]>('inventory/expiring', indu);
    expect(expiring.map(({ itemName, quantity }) => [itemName, quantity])).toEqual([['Antiseptic', 4]]);
    const held = async (id: number) =>
      (await read<{ items: { inventoryItemName: string; quantity: number }[] }>(`first-aid-kit/${id}`)).items.map(
        (item) => `${item.inventoryItemName} ${item.quantity}`,
      );
    expect(await held(1)).toEqual(['Antiseptic 2', 'Bandage 4', 'Gloves 6', 'Slip leash 1']);
    expect(await held(6)).toEqual(['Bandage 2', 'Gauze 1']);
    expect(await held(7)).toEqual([]);
    for (const { id } of items) {
      const { quantity, ledger, inBatches } = await stockOf(server, id);
      expect([ledger, inBatches]).toEqual([quantity, quantity]);
    }
  });
});

describe('an item', () => {
  it('is stored as it was sent, with its first stock in the ledger', async () => {
    const category = (await post('categories', { name: 'Food' })).body as Category;
    const sent = form({ name: ' Puppy milk ', quantity: 7, categoryId: category.id, barcode: ' 4006381333931 ' });
    const { status, body } = await post('items', sent);
    const item = {
      id: expect.any(String),
      name: 'Puppy milk',
      categoryId: category.id,
      categoryName: 'Food',
      quantity: 7,
      unit: 'pieces',
      lowStockThreshold: 5,
      barcode: '4006381333931',
      promised: 0,
      nextExpiry: null,
    };
    expect([status, body]).toEqual([201, item]);
    expect((await read<InventoryItem[]>('inventory/items')).find(({ id }) => id === idIn(body))).toEqual(body);
    expect((await stockOf(server, idIn(body))).events).toEqual([
      { reason: 'initial', delta: 7, expiresOn: null, note: null },
    ]);
  });

  it('keeps a barcode that a form does not name, and loses it where the form says so', async () => {
    const id = await makeItem([], { barcode: '111' });
    const change = async (fields: object) =>
      ((await put(`items/${id}`, form({ name: 'Coded', ...fields }))).body as InventoryItem).barcode;
    expect(await change({})).toBe('111');
    expect(await change({ barcode: '222' })).toBe('222');
    expect(await change({ barcode: null })).toBe(null);
    expect(await change({ barcode: '333' })).toBe('333');
    expect(await change({ barcode: ' ' })).toBe(null);
  });

  it('has a name and a barcode of its own', async () => {
    const id = await makeItem([], { name: 'Original', barcode: 'twin' });
    const other = await makeItem();
    const before = await supplyRows(server);
    const name = { status: 409, body: { message: 'There is an item with this name already.' } };
    const barcode = { status: 409, body: { message: 'Another item has this barcode already.' } };
    expect(await post('items', form({ name: 'ORIGINAL' }))).toMatchObject(name);
    expect(await put(`items/${other}`, form({ name: 'original' }))).toMatchObject(name);
    expect(await post('items', form({ name: 'Another', barcode: 'twin' }))).toMatchObject(barcode);
    expect(await put(`items/${other}`, form({ name: 'Another', barcode: 'twin' }))).toMatchObject(barcode);
    expect(await supplyRows(server)).toEqual(before);
    expect((await put(`items/${id}`, form({ name: 'original', barcode: 'twin' }))).status).toBe(200);
  });

  it.each([
    [{ name: ' ' }, 'Name is required.'],
    [{ name: 'x'.repeat(101) }, 'Name may have at most 100 characters.'],
    [{ unit: '' }, 'Unit is required.'],
    [{ quantity: -1 }, 'Quantity must be 0 or more.'],
    [{ quantity: 1.5 }, 'Quantity must be a whole number.'],
    [{ quantity: '5' }, 'Quantity is required.'],
    [{ quantity: 1_000_001 }, 'Quantity may be at most 1000000.'],
    [{ lowStockThreshold: -1 }, 'Low stock threshold must be 0 or more.'],
    [{ categoryId: '999999' }, 'There is no such category.'],
    [{ categoryId: 'x' }, 'There is no such category.'],
    [{ barcode: 'x'.repeat(101) }, 'A barcode may have at most 100 characters.'],
    [{ colour: 'red' }, 'The field colour is unknown.'],
  ])('like %j is refused', async (fields, message) => {
    const id = await makeItem();
    const before = await supplyRows(server);
    for (const answer of [await post('items', form(fields)), await put(`items/${id}`, form(fields))])
      expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(await supplyRows(server)).toEqual(before);
  });

  it('that does not exist is 404, whatever is done to it', async () => {
    for (const id of ['999999', 'x', '-1', '1.5', '99999999999999999999'])
      for (const answer of [
        await put(`items/${id}`, form()),
        await remove(`items/${id}`),
        await post(`items/${id}/stock`, { delta: 1, reason: 'restock' }),
        await asked(indu, `inventory/items/${id}/usage`),
        await asked(indu, `inventory/items/${id}/batches`),
      ])
        expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such item.' } });
  });

  it('is low when its stock is at or below its threshold, 0 and 0 included', async () => {
    const low = async () => (await read<SupplyStats>('inventory/dashboard-stats', indu)).lowStockItems ?? 0;
    const before = await low();
    await makeItem([[6]], { lowStockThreshold: 5 });
    expect(await low()).toBe(before);
    await makeItem([[5]], { lowStockThreshold: 5 });
    await makeItem([], { lowStockThreshold: 0 });
    expect(await low()).toBe(before + 2);
  });

  it('has at most the largest quantity that can be stored', async () => {
    const id = await makeItem();
    await server.db
      .update(inventoryItems)
      .set({ quantity: 1_000_000_000 })
      .where(eq(inventoryItems.id, Number(id)));
    const before = await supplyRows(server);
    expect(await post(`items/${id}/stock`, { delta: 1, reason: 'restock' })).toMatchObject({
      status: 409,
      body: { message: 'There can be at most 1000000000 of an item.' },
    });
    expect(await supplyRows(server)).toEqual(before);
  });
});

/** Signs somebody up and authorizes them. */
async function newMember(username: string, firstName: string, lastName: string) {
  const { userId } = await signUp(server.db, {
    ...{ username, password: 'rescue-demo', firstName, lastName, phoneNumber: '9000000099', address: '' },
    ...{ motivation: '', hasVehicle: false, vehicleType: '', canProvideShelter: false, hasMedicineBox: true },
    ...{ experienceLevel: 'Beginner', latitude: null, longitude: null },
  });
  await activate(server.db, userId);
  return { userId, token: await signIn(server.base, username) };
}

describe('the use of an item (K3)', () => {
  it('is in kits and in open requisitions', async () => {
    const usage = async (id: string) => read(`inventory/items/${id}/usage`, indu);
    const [none, requested, kept] = [await makeItem(), await makeItem([[9]]), await makeItem([[9]])];
    expect(await usage(none)).toEqual({ inUse: false, userNames: [] });
    await makeRequisition('PENDING', requested, { by: 'admin' });
    await makeRequisition('APPROVED', requested);
    await makeRequisition('APPROVED', requested);
    await makeRequisition('DISPATCHED', requested, { by: 'captain' });
    await makeRequisition('DENIED', requested, { by: 'super admin' });
    expect(await usage(requested)).toEqual({ inUse: true, userNames: ['Asha Menon', 'Kabir Sethi', 'Tara Joshi'] });
    await makeRequisition('RECEIVED', kept, { by: 'member in team' });
    expect(await usage(kept)).toEqual({ inUse: true, userNames: ['Mira Nair'] });
  });

  it('keeps it from being deleted; of a deleted one the name stays in old requisitions and in the ledger', async () => {
    const item = await makeItem([[9, '2030-01-01'], [1]], { name: 'Old cream' });
    const id = await makeRequisition('PENDING', item);
    const before = await supplyRows(server);
    expect(await remove(`items/${item}`)).toMatchObject({
      status: 409,
      body: { message: 'Old cream is in use by Tara Joshi.' },
    });
    expect(await supplyRows(server)).toEqual(before);
    await asked(indu, `inventory/requisitions/${id}/deny`, { method: 'POST' });
    expect((await remove(`items/${item}`)).status).toBe(200);
    expect((await remove(`items/${item}`)).status).toBe(404);
    const [line] = await server.db
      .select()
      .from(requisitionItems)
      .where(eq(requisitionItems.requisitionId, Number(id)));
    expect(line).toMatchObject({ itemId: null, itemName: 'Old cream' });
    const mine = await read<{ id: string; items: object[] }[]>('requisitions/my-requests');
    expect(mine.find((one) => one.id === id)?.items).toEqual([
      { id: expect.any(String), inventoryItemId: null, inventoryItemName: 'Old cream', quantity: 1 },
    ]);
    const rows = await server.db.select().from(stockEvents).where(eq(stockEvents.itemName, 'Old cream'));
    expect(rows.map(({ itemId, delta }) => [itemId, delta])).toEqual([
      [null, 9],
      [null, 1],
      [null, -1],
      [null, -9],
    ]);
    expect(rows.at(-1)).toMatchObject({ reason: 'correction', note: 'The item was deleted.', quantity: 0 });
  });

  it('ends with the membership of those who have asked for it (P7)', async () => {
    const item = await makeItem([[9]], { name: 'For somebody' });
    const { userId, token } = await newMember('leaver', 'Lena', 'Leaver');
    const ids: string[] = [];
    for (const last of [[], ['approve'], ['approve', 'dispatch']]) {
      const answer = await call(server.base, '/api/requisitions', {
        token,
        body: [{ inventoryItemId: item, quantity: 1 }],
      });
      ids.push(idIn(answer.body));
      for (const act of last)
        await asked(indu, `inventory/requisitions/${idIn(answer.body)}/${act}`, { method: 'POST' });
    }
    const body = { inventoryItemId: item, quantity: 1, personallyProcured: true };
    await call(server.base, `/api/first-aid-kit/${userId}/items`, { token, body });
    expect(await read(`inventory/items/${item}/usage`, indu)).toEqual({ inUse: true, userNames: ['Lena Leaver'] });
    await asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds: [String(userId)] } });

    const listed = await read<{ id: string; status: string; userName: string }[]>('inventory/requisitions', indu);
    expect(ids.map((id) => listed.find((one) => one.id === id)?.status)).toEqual(['DENIED', 'DENIED', 'DISPATCHED']);
    // There is no page of a former member, and nobody to call.
    const last = listed.find(({ id }) => id === ids[2]);
    expect([last?.userName, last && 'userId' in last, last && 'phoneNumber' in last]).toEqual([
      'Former member',
      false,
      false,
    ]);
    expect((await supplyRows(server)).kits.filter((row) => row.userId === userId)).toEqual([]);
    expect((await asked(indu, `first-aid-kit/${userId}`)).status).toBe(404);
    expect(await read(`inventory/items/${item}/usage`, indu)).toEqual({ inUse: false, userNames: [] });
    expect((await remove(`items/${item}`)).status).toBe(200);
  });

  it('does not go on by a request that is made while its member is being deleted (P7)', async () => {
    const item = await makeItem();
    const { userId } = await newMember('late', 'Lata', 'Late');
    await runWhileLocked(
      server.db,
      (tx) => requestSupplies(tx, userId, [{ inventoryItemId: item, quantity: 1 }]),
      () => asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds: [String(userId)] } }),
    );
    const { requisitions } = await supplyRows(server);
    expect(requisitions.filter((row) => row.userId === userId).map(({ status }) => status)).toEqual(['DENIED']);
  });

  it('and its deletion at the same moment never leave a kit with something that is gone', async () => {
    for (let round = 0; round < 8; round++) {
      const item = await makeItem();
      const [added, deleted] = await Promise.all([
        asked('captain', 'first-aid-kit/2/items', {
          body: { inventoryItemId: item, quantity: 1, personallyProcured: true },
        }),
        remove(`items/${item}`),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([added.status, deleted.status]);
    }
  });
});

describe('a category', () => {
  it('is created, renamed and listed by name; names are unique', async () => {
    const { status, body } = await post('categories', { name: ' Bedding ' });
    expect([status, body]).toEqual([201, { id: expect.any(String), name: 'Bedding' }]);
    const taken = { status: 409, body: { message: 'There is a category with this name already.' } };
    expect(await post('categories', { name: 'bedding' })).toMatchObject(taken);
    expect(await put(`categories/${idIn(body)}`, { name: 'tools' })).toMatchObject(taken);
    expect((await put(`categories/${idIn(body)}`, { name: 'Beds' })).body).toEqual({ id: idIn(body), name: 'Beds' });
    expect((await read<Category[]>('inventory/categories')).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Beds', 'Dressings', 'Medicines', 'Tools']),
    );
    for (const name of [' ', '', undefined]) expect((await post('categories', { name })).status).toBe(400);
  });

  it('is deleted, with its name in the body or without; not while items are in it (K2, K8)', async () => {
    const [used, free, other] = await Promise.all(
      ['Used', 'Free', 'Other'].map(async (name) => idIn((await post('categories', { name })).body)),
    );
    const item = await makeItem([], { categoryId: used });
    expect(await remove(`categories/${used}`, { name: 'Used' })).toMatchObject({
      status: 409,
      body: { message: 'Cannot delete category. It is currently in use by inventory items.' },
    });
    expect((await remove(`categories/${free}`, { name: 'Something else' })).status).toBe(200);
    expect((await remove(`categories/${other}`)).status).toBe(200);
    const gone = { status: 404, body: { message: 'There is no such category.' } };
    expect(await remove(`categories/${free}`)).toMatchObject(gone);
    expect(await put(`categories/${free}`, { name: 'Again' })).toMatchObject(gone);
    await remove(`items/${item}`);
    expect((await remove(`categories/${used}`)).status).toBe(200);
  });
});
