import { describe, expect, it } from 'vitest';
import type { InventoryItem, Requisition } from '../../src/contract/supplies';
import {
  curveOf,
  everyItem,
  expiredIn,
  expiryText,
  type ItemFilter,
  isExpired,
  isLowOnStock,
  itemsIn,
  itemWithCode,
  linesOf,
  pickLines,
  stockText,
} from '../../src/rules/supplies/inventory';
import { deltaText, stockReasonText, stockTexts } from '../../src/rules/supplies/inventoryTexts';

const item = (id: string, name: string, changes: Partial<InventoryItem> = {}): InventoryItem => ({
  id,
  name,
  categoryId: null,
  categoryName: null,
  quantity: 12,
  unit: 'pieces',
  lowStockThreshold: 5,
  barcode: null,
  promised: null,
  nextExpiry: null,
  ...changes,
});
const requisition = (id: string, ...items: [itemId: string | null, name: string, quantity: number][]): Requisition => ({
  id,
  status: 'APPROVED',
  userName: 'Mira',
  requestedAt: null,
  approvedAt: null,
  items: items.map(([inventoryItemId, inventoryItemName, quantity], index) => ({
    id: `${id}${index}`,
    inventoryItemId,
    inventoryItemName,
    quantity,
  })),
  reason: null,
  dispatchedAt: null,
  receivedAt: null,
  isOwn: false,
});
const byId = (...items: InventoryItem[]) => new Map(items.map((one) => [one.id, one]));

describe('low on stock (S2 §9)', () => {
  it.each([
    [6, 5, false],
    [5, 5, true],
    [4, 5, true],
    [0, 0, true],
    [1, 0, false],
  ])('is %i of %i: %j', (quantity, lowStockThreshold, low) => {
    expect(isLowOnStock({ quantity, lowStockThreshold })).toBe(low);
  });
});

describe('the master item list', () => {
  const gauze = item('1', 'Gauze', { categoryId: 9, categoryName: 'Dressings', quantity: 3 });
  const syringe = item('2', 'syringe 10 ml', { categoryId: '8', categoryName: 'Tools e\u0301', barcode: '4006381' });
  const small = item('3', 'Syringe 2 ml', { quantity: 30 });
  const names = (filter: Partial<ItemFilter>) =>
    itemsIn([small, syringe, gauze], { ...everyItem, ...filter }).map(({ name }) => name);

  it('is sorted by name, by the least quantity, or by category with the rest at its end', () => {
    expect(names({})).toEqual(['Gauze', 'Syringe 2 ml', 'syringe 10 ml']);
    expect(names({ sort: 'quantity' })).toEqual(['Gauze', 'syringe 10 ml', 'Syringe 2 ml']);
    expect(names({ sort: 'category' })).toEqual(['Gauze', 'syringe 10 ml', 'Syringe 2 ml']);
  });

  it.each([
    [{ search: ' SYR ' }, ['Syringe 2 ml', 'syringe 10 ml']],
    [{ search: 'tools \u00E9' }, ['syringe 10 ml']],
    [{ search: '6381' }, ['syringe 10 ml']],
    [{ search: 'x-ray' }, []],
    [{ categoryId: '9' }, ['Gauze']],
    [{ isLowOnly: true }, ['Gauze']],
    [{ isLowOnly: true, search: 'syr' }, []],
  ])('has, for %j, %j', (filter, found) => expect(names(filter)).toEqual(found));

  it('finds an item by its barcode, even if the reader has put zeros before it', () => {
    const items = [gauze, syringe, item('4', 'Blank', { barcode: '' })];
    expect(itemWithCode(items, ' 4006381 ')).toBe(syringe);
    expect(itemWithCode(items, '004006381')).toBe(syringe);
    expect(itemWithCode(items, '400638')).toBe(undefined);
    expect(itemWithCode(items, '0')).toBe(undefined);
  });
});

describe('a requisition beside the stock (DECISIONS K9)', () => {
  const bandage = item('1', 'Bandage', { quantity: 12, promised: 9 });
  const none: ReadonlyMap<string, number> = new Map();
  const approved = [requisition('7', ['2', 'Gauze', 4]), requisition('8', ['2', 'Gauze', 5])];

  it("says '12 in stock, 9 promised'", () => {
    const [line] = linesOf(requisition('5', ['1', 'Bandage', 12]), byId(bandage), [], none);
    expect(line).toEqual({
      id: '50',
      name: 'Bandage',
      quantity: 12,
      stock: 12,
      promised: 9,
      expired: 0,
      isShort: false,
      takesExpired: false,
    });
    expect(line && stockText(line)).toBe('12 in stock, 9 promised');
  });

  it('adds up what is promised if the server does not tell it', () => {
    const gauze = item('2', 'Gauze', { quantity: 3 });
    const [line] = linesOf(requisition('5', ['2', 'Gauze', 4]), byId(gauze), approved, none);
    expect(line && [stockText(line), line.isShort]).toEqual(['3 in stock, 9 promised', true]);
    expect(stockText({ stock: 3, promised: 0, expired: 0 })).toBe('3 in stock');
  });

  it('is short if the rest is promised, unless it is approved: then it is promised itself (DECISIONS 324)', () => {
    const isShort = (status: Requisition['status'], quantity: number, items = byId(bandage)) =>
      linesOf(
        { ...requisition('5', ['1', 'Bandage', quantity]), status },
        items,
        [requisition('6', ['1', 'Bandage', 9])],
        none,
      )[0]?.isShort;
    const elsewhere = byId({ ...bandage, promised: null });
    expect([3, 4].map((quantity) => isShort('PENDING', quantity))).toEqual([false, true]);
    expect([3, 4].map((quantity) => isShort('PENDING', quantity, elsewhere))).toEqual([false, true]);
    expect([4, 12].map((quantity) => isShort('APPROVED', quantity))).toEqual([false, false]);
  });

  it('says how much has expired, and whether a dispatch would take some of it (DECISIONS 124)', () => {
    const batch = { itemName: 'Bandage', unit: 'pieces', quantity: 5 };
    const noon = new Date(2026, 2, 31, 12).getTime();
    const batches = ['2026-03-29', '2026-03-30', '2026-03-31', null].map((expiresOn) => ({ ...batch, expiresOn }));
    const expired = expiredIn(
      [...batches.map((one) => ({ ...one, itemId: '1' })), { ...batch, itemId: '2', expiresOn: null }],
      noon,
    );
    expect([...expired]).toEqual([['1', 10]]);
    const line = (quantity: number) =>
      linesOf(requisition('5', ['1', 'Bandage', quantity]), byId(bandage), [], expired)[0];
    // Of 12 there are 10 expired, and 9 promised to others: a pending request gets none that is good.
    const pending = { ...requisition('5', ['1', 'Bandage', 2]), status: 'PENDING' };
    expect(linesOf(pending, byId(bandage), [], expired)[0]).toMatchObject({ takesExpired: true, isShort: false });
    expect([2, 3, 12, 13].map((quantity) => [line(quantity)?.takesExpired, line(quantity)?.isShort])).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(stockText({ stock: 12, promised: 9, expired: 10 })).toBe('12 in stock, 10 of them expired, 9 promised');
  });

  it('keeps the name of an item that is gone', () => {
    const [line] = linesOf(requisition('5', [null, 'Old splint', 1]), byId(bandage), approved, none);
    expect(line).toMatchObject({ name: 'Old splint', stock: null, promised: 0, isShort: true, takesExpired: false });
    expect(line && stockText(line)).toBe('No longer in the inventory');
  });

  it('is on the pick list with all others that want the same, by name', () => {
    const all = [...approved, requisition('9', ['1', 'Bandage', 2], [null, 'Old splint', 1])];
    expect(pickLines(all, byId(bandage, item('2', 'Gauze', { quantity: 3, unit: 'packs' })))).toEqual([
      { key: '1', name: 'Bandage', unit: 'pieces', quantity: 2, stock: 12 },
      { key: '2', name: 'Gauze', unit: 'packs', quantity: 9, stock: 3 },
      { key: 'Old splint', name: 'Old splint', unit: '', quantity: 1, stock: null },
    ]);
    const namesakes = [requisition('5', ['1', 'Bandage', 1], ['3', 'Bandage', 1])];
    expect(new Set(pickLines(namesakes, byId(bandage)).map(({ key }) => key)).size).toBe(2);
  });
});

describe('a batch', () => {
  const noon = new Date(2026, 2, 31, 12).getTime();

  it('has expired when its day is over', () => {
    expect([isExpired('2026-03-30', noon), isExpired('2026-03-31', noon)]).toEqual([true, false]);
    expect(expiryText('2026-03-30', noon, 'en-GB')).toBe('Expired 30 Mar 2026');
    expect(expiryText('2027-03-31', noon, 'en-GB')).toBe('Expires 31 Mar 2027');
    expect(expiryText(null, noon)).toBe('No expiry date');
    expect(expiryText('soon', noon)).toBe('Expires soon');
  });
});

describe('the notice of a decision', () => {
  it('says which request it is about, by its first items (DECISIONS 354)', () => {
    const [approve, deny] = [stockTexts.handled.approve, stockTexts.handled.deny];
    expect(approve(requisition('7', ['1', 'Bandage', 3]))).toBe('The request of Mira for Bandage × 3 is approved.');
    const several = requisition('7', ['1', 'Bandage', 3], ['2', 'Gauze', 1], ['3', 'Leash', 1], ['4', 'Splint', 1]);
    expect(deny(several)).toBe('The request of Mira for Bandage × 3, Gauze × 1 and 2 more is denied.');
    expect(approve(requisition('7'))).toBe('The request of Mira is approved.');
  });
});

describe('the ledger', () => {
  it('says changes with their sign and their reason in words', () => {
    expect([deltaText(20), deltaText(-3)]).toEqual(['+20', '−3']);
    expect(stockTexts.changed(20, 'pairs')).toBe('+20 pairs saved.');
    expect(stockTexts.changed(-1, 'rolls')).toBe('−1 roll saved.');
    expect(stockTexts.changed(2, '')).toBe('+2 saved.');
    expect([stockReasonText('use'), stockReasonText('stocktaking')]).toEqual(['Used', 'stocktaking']);
  });

  const event = (hour: number, quantity: number) => ({ at: `2026-03-10T${hour}:00:00Z`, quantity });

  it('is a line over time that keeps its height until the next change', () => {
    const now = Date.parse('2026-03-11T02:00:00Z');
    expect(curveOf([event(18, 5), event(12, 20), event(10, 10)], now)).toEqual({
      most: 20,
      from: '2026-03-10T10:00:00Z',
      to: '2026-03-11T02:00:00.000Z',
      points: [
        { x: 0, y: 0.5 },
        { x: 0.125, y: 0.5 },
        { x: 0.125, y: 1 },
        { x: 0.5, y: 1 },
        { x: 0.5, y: 0.25 },
        { x: 1, y: 0.25 },
      ],
    });
    expect(curveOf([event(10, 0)], now)).toBe(null);
    expect(curveOf([{ at: 'never', quantity: 4 }, event(10, 0)], now)).toBe(null);
  });

  it('ends with the last change if the clock of the device is slow', () => {
    const curve = curveOf([event(18, 5), event(10, 10)], Date.parse('2026-03-10T12:00:00Z'));
    expect(curve?.to).toBe('2026-03-10T18:00:00.000Z');
    expect(curve?.points.map(({ x }) => x)).toEqual([0, 1, 1, 1]);
  });

  it('shows changes of one moment side by side, and an empty stock at the bottom', () => {
    const at = '2026-03-10T10:00:00Z';
    expect(
      curveOf(
        [
          { at, quantity: 0 },
          { at, quantity: 0 },
        ],
        Date.parse(at),
      )?.points.map(({ x, y }) => [x, y]),
    ).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });
});
