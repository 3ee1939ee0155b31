import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestDate } from '../../server/areas/supplies/days';
import { adjustStock, updateItem } from '../../server/areas/supplies/items';
import { inventoryBatches, inventoryItems, stockEvents } from '../../server/db/schema';
import type { HttpError } from '../../server/http/httpError';
import type { StockEvent, StockRequest } from '../../src/contract/inventory';
import { type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { noticesOf, stockOf, suppliesIn, supplyRows } from '../kit/supplies';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());
const { asked, read, makeItem, makeRequisition } = suppliesIn(() => ({ server, tokens }));
const indu = 'inventory manager';
const by = people[indu].id;
const post = (person: Person, path: string, body?: unknown) => asked(person, path, { method: 'POST', body });
const dispatch = (id: string, person: Person = indu) => post(person, `inventory/requisitions/${id}/dispatch`);

/** The stock of an item, counted in three ways that must agree. */
async function countsOf(item: string) {
  const { quantity, ledger, inBatches, lastRow } = await stockOf(server, item);
  return [quantity, ledger, inBatches, lastRow];
}
const all = (count: number) => [count, count, count, count];

describe('the stock of an item', () => {
  it('is its ledger and its batches after any sequence of events, and never below zero', async () => {
    const day = fc.constantFrom(null, null, '2030-01-01', '2031-06-30', '2032-12-31');
    const command = fc.oneof(
      fc.record({ reason: fc.constant('restock' as const), delta: fc.integer({ min: 1, max: 20 }), expiresOn: day }),
      fc.record({ reason: fc.constant('use' as const), delta: fc.integer({ min: -15, max: -1 }), expiresOn: day }),
      fc.record({
        reason: fc.constant('correction' as const),
        delta: fc.integer({ min: -15, max: 15 }),
        expiresOn: day,
      }),
      fc.record({ total: fc.integer({ min: 0, max: 40 }) }),
    );
    const fields = { name: '', unit: 'pieces', lowStockThreshold: 3, categoryId: null };
    const run = (id: number, what: { total: number } | Omit<StockRequest, 'note'>) =>
      server.db.transaction((tx) =>
        'total' in what
          ? updateItem(tx, id, { ...fields, name: `Any ${id}`, quantity: what.total }, by)
          : adjustStock(tx, id, { ...what, note: null }, by),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 15 }), async (commands) => {
        const item = await makeItem();
        /** The quantity by expiry date, counted by hand. */
        const model = new Map<string | null, number>();
        const sum = () => [...model.values()].reduce((left, right) => left + right, 0);
        for (const what of commands) {
          if ('delta' in what && what.delta === 0) continue;
          const short =
            'delta' in what && (what.expiresOn === null ? sum() : (model.get(what.expiresOn) ?? 0)) + what.delta < 0;
          const expected = short ? sum() : 'total' in what ? what.total : sum() + what.delta;
          const error = await run(Number(item), what).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          if (short) expect((error as HttpError).statusCode).toBe(409);
          else expect(error).toBe(null);
          expect(await countsOf(item)).toEqual(all(expected));
          const { batches } = await stockOf(server, item);
          const ledger = await server.db
            .select()
            .from(stockEvents)
            .where(eq(stockEvents.itemId, Number(item)));
          for (const { expiresOn, quantity } of batches) {
            expect(quantity).toBeGreaterThan(0);
            const rows = ledger.filter((row) => row.expiresOn === expiresOn);
            expect(rows.reduce((left, { delta }) => left + delta, 0)).toBe(quantity);
          }
          model.clear();
          for (const { expiresOn, quantity } of batches) model.set(expiresOn, quantity);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is given out once: of 50 dispatches at once of the last 10, 10 succeed', async () => {
    const item = await makeItem([[4, '2030-01-01'], [3], [3, '2031-01-01']]);
    const ids = await Promise.all(Array.from({ length: 50 }, () => makeRequisition('APPROVED', item)));
    const answers = await Promise.all(ids.map((id, at) => dispatch(id, at % 2 ? indu : 'super admin')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(40).fill(409)]);
    for (const { status, body } of answers)
      if (status === 409)
        expect((body as { message: string }).message).toMatch(/^There is not enough in stock: Item \d+ \(0 of 1\)\.$/);
    expect(await countsOf(item)).toEqual(all(0));
    const { requisitions } = await supplyRows(server);
    const ends = ids.map((id) => requisitions.find((row) => row.id === Number(id))?.status);
    expect(ends.filter((status) => status === 'DISPATCHED').length).toBe(10);
    expect(ends.filter((status) => status === 'APPROVED').length).toBe(40);
  });

  it('survives everything at once: restocks, uses, imports, dispatches of several items in any order', async () => {
    const [one, two] = [await makeItem([[30]]), await makeItem([[30, '2030-01-01']])];
    await makeItem([], { name: 'By import' });
    const both = async (first: string, second: string) => {
      const body = [first, second].map((inventoryItemId) => ({ inventoryItemId, quantity: 2 }));
      const { id } = (await post('captain', 'requisitions', body)).body as { id: string };
      await post(indu, `inventory/requisitions/${id}/approve`);
      return id;
    };
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? both(one, two) : both(two, one))));
    const answers = await Promise.all([
      ...ids.map((id) => dispatch(id)),
      ...[1, 2, 3].map((quantity) =>
        post(indu, 'inventory/import', { csv: `Name,Quantity\nBy import,${quantity}`, apply: true }),
      ),
      ...[one, two, one, two].map((id) => post(indu, `inventory/items/${id}/stock`, { delta: 5, reason: 'restock' })),
      ...[one, two, two].map((id) => post('super admin', `inventory/items/${id}/stock`, { delta: -3, reason: 'use' })),
    ]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    for (const item of [one, two]) {
      const [quantity = -1] = await countsOf(item);
      expect(await countsOf(item)).toEqual(all(quantity));
      expect(quantity).toBeGreaterThanOrEqual(0);
    }
    // There was enough for all, so none may fail because it had to wait for another.
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countsOf(one)).toEqual(all(30 - 24 + 10 - 3));
    expect(await countsOf(two)).toEqual(all(30 - 24 + 10 - 6));
  });

  it('can never become negative: the table refuses it', async () => {
    const item = await makeItem([[3]]);
    const id = Number(item);
    await expect(
      server.db.update(inventoryItems).set({ quantity: -1 }).where(eq(inventoryItems.id, id)),
    ).rejects.toMatchObject({ cause: { constraint: 'inventory_items_quantity' } });
    await expect(
      server.db.update(inventoryBatches).set({ quantity: -1 }).where(eq(inventoryBatches.itemId, id)),
    ).rejects.toMatchObject({ cause: { constraint: 'inventory_batches_quantity' } });
  });
});

describe('a dispatch', () => {
  it('takes what expires first, then what has no date, and says in the ledger from which batch (K10)', async () => {
    const item = await makeItem([[5], [2, '2031-01-01'], [3, '2030-01-01']]);
    expect((await dispatch(await makeRequisition('APPROVED', item, { quantity: 6 }))).status).toBe(200);
    const { batches, events } = await stockOf(server, item);
    expect(batches).toEqual([{ expiresOn: null, quantity: 4 }]);
    expect(events.slice(3).map(({ delta, expiresOn }) => [delta, expiresOn])).toEqual([
      [-3, '2030-01-01'],
      [-2, '2031-01-01'],
      [-1, null],
    ]);
  });

  it('takes what has expired only if nothing else is left, and so does a use (124)', async () => {
    const item = await makeItem([[5, '2020-01-01'], [4, '2030-01-01'], [3]]);
    expect((await dispatch(await makeRequisition('APPROVED', item, { quantity: 4 }))).status).toBe(200);
    const old = { expiresOn: '2020-01-01', quantity: 5 };
    expect((await stockOf(server, item)).batches).toEqual([old, { expiresOn: null, quantity: 3 }]);
    await post(indu, `inventory/items/${item}/stock`, { delta: -3, reason: 'use' });
    expect((await stockOf(server, item)).batches).toEqual([old]);
    // The total counts (S2), so what has expired is handed out in the end, and the kit says so.
    expect((await dispatch(await makeRequisition('APPROVED', item, { quantity: 2 }))).status).toBe(200);
    expect(await countsOf(item)).toEqual(all(3));
  });

  it('takes what expires on the last day that can be written before what never expires', async () => {
    const item = await makeItem([[5], [2, '9999-12-31']]);
    expect((await dispatch(await makeRequisition('APPROVED', item, { quantity: 3 }))).status).toBe(200);
    expect((await stockOf(server, item)).batches).toEqual([{ expiresOn: null, quantity: 4 }]);
  });

  it('of which one item is short changes nothing at all', async () => {
    const [enough, few] = [await makeItem([[10]], { name: 'Enough' }), await makeItem([[1]], { name: 'Few' })];
    const body = [
      { inventoryItemId: enough, quantity: 4 },
      { inventoryItemId: few, quantity: 2 },
    ];
    const { id } = (await post('captain', 'requisitions', body)).body as { id: string };
    await post(indu, `inventory/requisitions/${id}/approve`);
    const before = await supplyRows(server);
    const { status, body: answer } = await dispatch(id);
    expect([status, answer]).toEqual([409, { message: 'There is not enough in stock: Few (1 of 2).' }]);
    expect(await supplyRows(server)).toEqual(before);
  });

  it('follows an approval that reserves nothing: the list says what is promised (K9)', async () => {
    const item = await makeItem([[12]]);
    await makeRequisition('APPROVED', item, { quantity: 9 });
    await makeRequisition('APPROVED', item, { quantity: 8 });
    await makeRequisition('PENDING', item, { quantity: 7 });
    const items = await read<{ id: string; quantity: number; promised: number }[]>('inventory/items');
    expect(items.find(({ id }) => id === item)).toMatchObject({ quantity: 12, promised: 17 });
  });

  it('cannot be undone by a form that was opened before it (K1)', async () => {
    const item = await makeItem([[20]], { name: 'Syringe' });
    await makeRequisition('DISPATCHED', item, { quantity: 5 });
    const form = { name: 'Syringe 5 ml', quantity: 20, unit: 'pieces', lowStockThreshold: 5 };
    const before = await supplyRows(server);
    const late = await asked(indu, `inventory/items/${item}?seen=20`, { method: 'PUT', body: form });
    expect([late.status, late.body]).toEqual([409, { message: 'Somebody else has changed this: it is 15 now.' }]);
    expect(await supplyRows(server)).toEqual(before);
    const again = await asked(indu, `inventory/items/${item}?seen=15`, {
      method: 'PUT',
      body: { ...form, quantity: 15 },
    });
    expect([again.status, again.body]).toEqual([200, expect.objectContaining({ name: 'Syringe 5 ml', quantity: 15 })]);
  });

  it('by two managers at once is done by one, and the other is told the present state', async () => {
    const item = await makeItem([[20]]);
    const id = await makeRequisition('PENDING', item);
    const answers = await Promise.all([
      post(indu, `inventory/requisitions/${id}/approve`),
      post('super admin', `inventory/requisitions/${id}/deny`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers.find(({ status }) => status === 409);
    expect((loser?.body as { message: string } | undefined)?.message).toMatch(
      /^This request is (approved|denied) now: it cannot be (approved|denied)\.$/,
    );
  });
});

describe('a change of stock', () => {
  const change = (item: string, body: object) => post(indu, `inventory/items/${item}/stock`, body);

  it('is what was done: a restock with its date and note, a use, a correction (K1)', async () => {
    const item = await makeItem();
    await change(item, { delta: 20, reason: 'restock', note: 'From the vet.', expiresOn: '2030-03-31' });
    await change(item, { delta: 5, reason: 'restock' });
    await change(item, { delta: -22, reason: 'use', note: 'Camp.' });
    await change(item, { delta: -1, reason: 'correction', note: 'Counted.' });
    const { events, batches } = await stockOf(server, item);
    expect(events).toEqual([
      { reason: 'restock', delta: 20, expiresOn: '2030-03-31', note: 'From the vet.' },
      { reason: 'restock', delta: 5, expiresOn: null, note: null },
      { reason: 'use', delta: -20, expiresOn: '2030-03-31', note: 'Camp.' },
      { reason: 'use', delta: -2, expiresOn: null, note: 'Camp.' },
      { reason: 'correction', delta: -1, expiresOn: null, note: 'Counted.' },
    ]);
    expect(batches).toEqual([{ expiresOn: null, quantity: 2 }]);
  });

  it('by a total corrects what has no date first, then what expires last (K10)', async () => {
    const item = await makeItem([[4], [5, '2030-01-01'], [6, '2031-01-01']], { name: 'Tape' });
    const form = { name: 'Tape', unit: 'pieces', lowStockThreshold: 0 };
    const total = (quantity: number) =>
      asked(indu, `inventory/items/${item}`, { method: 'PUT', body: { ...form, quantity } });
    await total(13);
    expect((await stockOf(server, item)).batches).toEqual([
      { expiresOn: '2030-01-01', quantity: 5 },
      { expiresOn: '2031-01-01', quantity: 6 },
      { expiresOn: null, quantity: 2 },
    ]);
    await total(8);
    expect((await stockOf(server, item)).batches).toEqual([
      { expiresOn: '2030-01-01', quantity: 5 },
      { expiresOn: '2031-01-01', quantity: 3 },
    ]);
    await total(9);
    expect((await stockOf(server, item)).batches.at(-1)).toEqual({ expiresOn: null, quantity: 1 });
    expect(new Set((await stockOf(server, item)).events.slice(3).map(({ reason }) => reason))).toEqual(
      new Set(['correction']),
    );
    expect(await countsOf(item)).toEqual(all(9));
  });

  it('of more than there is, or of more than its batch has, is refused', async () => {
    const item = await makeItem([[3], [2, '2030-01-01']], { name: 'Cotton' });
    for (const [body, message] of [
      [{ delta: -6, reason: 'use' }, 'There are only 5 of Cotton in stock.'],
      [{ delta: -6, reason: 'correction' }, 'There are only 5 of Cotton in stock.'],
      [
        { delta: -3, reason: 'correction', expiresOn: '2030-01-01' },
        'There are only 2 of Cotton of the batch that expires on 2030-01-01.',
      ],
    ] as const)
      expect(await change(item, body)).toMatchObject({ status: 409, body: { message } });
    expect(await countsOf(item)).toEqual(all(5));
  });

  it.each([
    [{ delta: 0, reason: 'correction' }, 'delta must not be 0.'],
    [{ delta: -1, reason: 'restock' }, 'A restock adds.'],
    [{ delta: 1, reason: 'use' }, 'A use takes away.'],
    [{ delta: 1.5, reason: 'restock' }, 'delta must be a whole number.'],
    [{ delta: 1, reason: 'dispatch' }, expect.stringContaining('reason')],
    [{ delta: 1, reason: 'restock', expiresOn: '2030-02-31x' }, 'A date must be written as 2027-03-31.'],
  ])('like %j is no change', async (body, message) => {
    const item = await makeItem([[5]]);
    expect(await change(item, body)).toMatchObject({ status: 400, body: { message } });
    expect(await countsOf(item)).toEqual(all(5));
  });

  it('of a day that is not in the calendar is refused, not failed', async () => {
    const item = await makeItem();
    for (const expiresOn of ['2030-02-31', '2031-02-29', '2030-13-01', '0000-01-01'])
      expect(await change(item, { delta: 1, reason: 'restock', expiresOn })).toMatchObject({ status: 400 });
    expect(await change(item, { delta: 1, reason: 'restock', expiresOn: '2032-02-29' })).toMatchObject({ status: 200 });
  });

  it('of an item is listed, newest first, page by page', async () => {
    const item = await makeItem();
    for (let count = 1; count <= 53; count++) await change(item, { delta: count, reason: 'restock' });
    type Row = { id: string; delta: number; quantity: number; by: string; at: string; requisitionId: string | null };
    const first = await read<Row[]>(`inventory/items/${item}/ledger`, indu);
    expect(first.map(({ delta }) => delta)).toEqual(Array.from({ length: 50 }, (_, at) => 53 - at));
    expect(first[0]).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^20.*Z$/),
      by: 'Indu Rao',
      reason: 'restock',
      note: null,
      delta: 53,
      quantity: (53 * 54) / 2,
      requisitionId: null,
      requestedBy: null,
    });
    const rest = await read<Row[]>(`inventory/items/${item}/ledger?before=${first.at(-1)?.id}`, indu);
    expect(rest.map(({ delta }) => delta)).toEqual([3, 2, 1]);
    expect((await asked(indu, `inventory/items/${item}/ledger?before=x`)).status).toBe(400);
    expect((await asked(indu, 'inventory/items/999999/ledger')).status).toBe(404);
  });

  it('names in its ledger who requested what was dispatched (286)', async () => {
    const item = await makeItem([[3]]);
    const requisitionId = await makeRequisition('DISPATCHED', item);
    const rows = await read<StockEvent[]>(`inventory/items/${item}/ledger`, indu);
    expect(rows.map((row) => [row.reason, row.requisitionId, row.requestedBy])).toEqual([
      ['dispatch', requisitionId, 'Tara Joshi'],
      ['restock', null, null],
    ]);
  });

  it('notifies the managers once that an item is low, when it crosses its threshold (34)', async () => {
    const item = await makeItem([[10]], { name: 'Iodine', unit: 'bottles', lowStockThreshold: 5 });
    const heard = async () => (await noticesOf(server, 'super admin')).filter((text) => text.includes('Iodine'));
    await change(item, { delta: -4, reason: 'use' });
    expect(await heard()).toEqual([]);
    await change(item, { delta: -1, reason: 'use' });
    const text = 'Low on stock: Iodine, 5 bottles left.';
    expect(await heard()).toEqual([text]);
    await makeRequisition('DISPATCHED', item, { quantity: 2 });
    await change(item, { delta: -1, reason: 'use' });
    expect(await heard()).toEqual([text]);
    await change(item, { delta: 10, reason: 'restock' });
    await makeRequisition('DISPATCHED', item, { quantity: 9 });
    expect(await heard()).toEqual([text, 'Low on stock: Iodine, 3 bottles left.']);
    expect((await noticesOf(server, indu)).filter((one) => one.includes('Iodine')).length).toBe(2);
    expect((await noticesOf(server, 'captain')).filter((one) => one.includes('Iodine'))).toEqual([]);
  });
});

describe('what expires', () => {
  it('has expired as soon as its day is over in the first places on Earth, 14 hours ahead of UTC (DECISIONS 124)', () => {
    const dateAt = (time: string) => latestDate(new Date(`2027-03-31T${time}Z`));
    expect([dateAt('09:59:59'), dateAt('10:00:00')]).toEqual(['2027-03-31', '2027-04-01']);
  });

  it('is listed by item, and all that does so within 30 days, soonest first (K10)', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const item = await makeItem([[2, inDays(30)], [3, inDays(31)], [4, inDays(-2)], [5]], {
      name: 'Drops',
      unit: 'ml',
    });
    const shape = { itemId: item, itemName: 'Drops', unit: 'ml' };
    expect(await read(`inventory/items/${item}/batches`, indu)).toEqual([
      { ...shape, expiresOn: inDays(-2), quantity: 4 },
      { ...shape, expiresOn: inDays(30), quantity: 2 },
      { ...shape, expiresOn: inDays(31), quantity: 3 },
      { ...shape, expiresOn: null, quantity: 5 },
    ]);
    const soon = await read<{ itemId: string; expiresOn: string }[]>('inventory/expiring', indu);
    expect(soon.filter(({ itemId }) => itemId === item)).toEqual([
      { ...shape, expiresOn: inDays(-2), quantity: 4 },
      { ...shape, expiresOn: inDays(30), quantity: 2 },
    ]);
    expect(soon.map(({ expiresOn }) => expiresOn)).toEqual(soon.map(({ expiresOn }) => expiresOn).sort());
    const items = await read<{ id: string; nextExpiry: string }[]>('inventory/items');
    expect(items.find(({ id }) => id === item)?.nextExpiry).toBe(inDays(-2));
  });
});
