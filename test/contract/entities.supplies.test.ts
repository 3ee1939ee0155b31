import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  Batch,
  Batches,
  Categories,
  Category,
  EXPIRES_SOON_DAYS,
  ExportAnswer,
  ImportAnswer,
  ItemUsage,
  LEDGER_PAGE,
  StockEvent,
  StockEvents,
  SupplyStats,
} from '../../src/contract/inventory';
import { unreadableIn } from '../../src/contract/lists';
import {
  CachedKit,
  InventoryItem,
  InventoryItems,
  Kit,
  KitItem,
  QUANTITY_LIMIT,
  Requisition,
  Requisitions,
  requisitionStatuses,
} from '../../src/contract/supplies';
import { testEntities } from './entities';

const at = '2026-03-10T08:00:00Z';
const item = {
  id: 'i1',
  name: 'Bandage',
  categoryId: 'k1',
  categoryName: 'Dressings',
  quantity: 12,
  unit: 'pieces',
  lowStockThreshold: 5,
};
const kitItem = {
  id: 'f1',
  inventoryItemId: 'i1',
  inventoryItemName: 'Bandage',
  quantity: 2,
  personallyProcured: true,
};
const requested = { id: 'r1', inventoryItemId: 'i1', inventoryItemName: 'Bandage', quantity: 2 };
const requisition = {
  id: 'q1',
  status: 'DISPATCHED',
  userName: 'Mira Nair',
  requestedAt: at,
  approvedAt: at,
  items: [requested],
};

it('requisitions have the statuses of S2 §4 and of DECISIONS 32', () => {
  expect(requisitionStatuses).toEqual(['PENDING', 'APPROVED', 'DENIED', 'DISPATCHED', 'RECEIVED']);
});

it('quantities and pages of the ledger have a limit', () => {
  expect([QUANTITY_LIMIT, LEDGER_PAGE, EXPIRES_SOON_DAYS]).toEqual([1_000_000, 50, 30]);
});

testEntities({
  Category: {
    schema: Category,
    least: { id: 1 },
    defaults: { id: '1', wireId: 1, name: '' },
    full: { id: 'k1', name: 'Dressings' },
  },
  'Inventory item': {
    schema: InventoryItem,
    least: { id: 1 },
    defaults: {
      id: '1',
      wireId: 1,
      name: '',
      categoryId: null,
      categoryName: null,
      quantity: 0,
      unit: '',
      lowStockThreshold: 0,
      barcode: null,
      promised: null,
      nextExpiry: null,
    },
    full: { ...item, barcode: null, promised: 9, nextExpiry: null },
    ours: { barcode: '4006381333931', promised: 9, nextExpiry: '2027-03-31' },
  },
  'Item usage': {
    schema: ItemUsage,
    least: {},
    defaults: { inUse: false, userNames: [] },
    full: { inUse: true, userNames: ['Mira Nair'] },
  },
  'Dashboard stats': {
    schema: SupplyStats,
    least: {},
    defaults: { pendingRequisitions: 0, readyForPickup: 0, lowStockItems: 0 },
    full: { pendingRequisitions: 3, readyForPickup: 2, lowStockItems: 1 },
  },
  'Row of a ledger': {
    schema: StockEvent,
    least: { id: 1, at, delta: -2, quantity: 10 },
    defaults: { id: '1', at, by: null, reason: '', note: null, delta: -2, quantity: 10, requisitionId: null },
    full: {
      id: '1',
      at,
      by: 'Indu Shah',
      reason: 'dispatch',
      note: 'For Mira',
      delta: -2,
      quantity: 10,
      requisitionId: 'q1',
    },
    ours: { requestedBy: 'Mira Nair' },
  },
  Batch: {
    schema: Batch,
    least: { itemId: 1, quantity: 4 },
    defaults: { itemId: '1', itemName: '', unit: '', expiresOn: null, quantity: 4 },
    full: { itemId: 'i1', itemName: 'Bandage', unit: 'pieces', expiresOn: '2027-03-31', quantity: 4 },
  },
  Requisition: {
    schema: Requisition,
    least: { id: 1 },
    defaults: {
      id: '1',
      status: '',
      userName: '',
      requestedAt: null,
      approvedAt: null,
      items: [],
      reason: null,
      dispatchedAt: null,
      receivedAt: null,
      isOwn: false,
    },
    full: { ...requisition, reason: null, dispatchedAt: null, receivedAt: null, isOwn: false },
    ours: { reason: 'Too many', dispatchedAt: at, receivedAt: at, isOwn: true, userId: '7', phoneNumber: '9000000001' },
  },
  'Kit item': {
    schema: KitItem,
    least: { id: 1 },
    defaults: {
      id: '1',
      wireId: 1,
      inventoryItemId: null,
      inventoryItemName: '',
      quantity: 0,
      personallyProcured: false,
      unit: '',
      nextExpiry: null,
    },
    full: { ...kitItem, unit: '', nextExpiry: null },
    ours: { unit: 'pieces', nextExpiry: '2027-03-31' },
  },
  'First-aid kit': {
    schema: Kit,
    least: {},
    defaults: { items: [], firstName: '', hasMedicineBox: null },
    full: { items: [{ ...kitItem, unit: '', nextExpiry: null }], firstName: '', hasMedicineBox: null },
    ours: { firstName: 'Mira', hasMedicineBox: true },
  },
});

describe('a list', () => {
  it.each([
    ['categories', Categories, { id: 1 }],
    ['items', InventoryItems, { id: 1 }],
    ['rows of a ledger', StockEvents, { id: 1, at, delta: 1, quantity: 1 }],
    ['batches', Batches, { itemId: 1, quantity: 1 }],
    ['requisitions', Requisitions, { id: 1 }],
  ])('of %s leaves out what cannot be read', (_, list, element) => {
    expect(parse(list, [element, 7, null])).toHaveLength(1);
  });
});

it('an item of a requisition may lack everything', () => {
  expect(parse(Requisition, { id: 1, items: [{}, { ...requested, quantity: '3' }, 7] }).items).toEqual([
    { id: null, inventoryItemId: null, inventoryItemName: '', quantity: 0 },
    { ...requested, quantity: 3 },
  ]);
});

it('a kit may be the bare list of its items: it would look empty otherwise (W4)', () => {
  const { items, hasMedicineBox } = parse(Kit, [{ id: 7, inventoryItemName: 'Gauze', quantity: 2 }, 'broken']);
  expect([items.map(({ inventoryItemName }) => inventoryItemName), unreadableIn(items).length]).toEqual([['Gauze'], 1]);
  expect(hasMedicineBox).toBe(null);
});

it('ids that are sent back keep their type', () => {
  expect(parse(InventoryItem, { id: 7, categoryId: 3 })).toMatchObject({ id: '7', wireId: 7, categoryId: 3 });
  expect(parse(KitItem, { id: 7, inventoryItemId: 3 })).toMatchObject({ id: '7', wireId: 7, inventoryItemId: 3 });
});

it('a statistic that is a list counts its elements (DECISIONS K8)', () => {
  const stats = { pendingRequisitions: [{}], readyForPickup: [], lowStockItems: [{ id: 1 }, 7, null] };
  expect(parse(SupplyStats, stats)).toEqual({ pendingRequisitions: 1, readyForPickup: 0, lowStockItems: 3 });
});

describe('an import', () => {
  it('tells what it would change', () => {
    const answer = {
      isApplied: true,
      state: 's1',
      errors: [{ line: 3, message: 'A quantity is missing.' }],
      changes: [{ line: 2, kind: 'update', name: 'Bandage', details: 'Quantity 3 → 20' }],
    };
    expect(parse(ImportAnswer, answer)).toEqual(answer);
    const nothing = parse(ImportAnswer, {});
    expect(nothing).toEqual({ isApplied: false, errors: [], changes: [] });
    expect([nothing.errors, nothing.changes].map(unreadableIn)).toEqual([[], []]);
    expect(parse(ImportAnswer, { errors: [{ line: 3 }, {}], changes: [{ line: 2 }, {}] })).toEqual({
      isApplied: false,
      errors: [{ line: 3, message: '' }],
      changes: [{ line: 2, kind: '', name: '', details: '' }],
    });
  });

  it('has the form of an export', () => {
    expect(parse(ExportAnswer, { csv: 'Name,Quantity' })).toEqual({ csv: 'Name,Quantity' });
    expect(() => parse(ExportAnswer, {})).toThrow();
  });
});

it('a kit that the device keeps has all data of its page', () => {
  expect(parse(CachedKit, { kit: {}, inventory: [{ id: 1 }], requests: [{ id: 1 }] })).toMatchObject({
    kit: { items: [] },
    inventory: [{ id: '1' }],
    requests: [{ id: '1' }],
  });
  expect(() => parse(CachedKit, { kit: {}, inventory: [] })).toThrow();
});
