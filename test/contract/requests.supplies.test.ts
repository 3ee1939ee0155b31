import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  CategoryRequest,
  DenyRequest,
  ImportRequest,
  ItemRequest,
  LedgerQuery,
  RequisitionsQuery,
  StockRequest,
} from '../../src/contract/inventory';
import { problemsOf } from '../../src/contract/problems';
import {
  KitItemRequest,
  KitQuantityRequest,
  KitUseRequest,
  RequisitionRequest,
  SeenQuantityQuery,
} from '../../src/contract/supplies';
import { long, testRequests } from './requests';

/** Wrong values of a whole number of at least `min`, with their messages. */
const wrongNumbers = (field: string, label: string, min: number) =>
  [
    [field, null, `${label} is required.`],
    [field, '3', `${label} is required.`],
    [field, 1.5, `${label} must be a whole number.`],
    [field, min - 1, `${label} must be ${min} or more.`],
    [field, 1_000_001, `${label} may be at most 1000000.`],
  ] as const;

testRequests({
  'A category (S2 §5)': {
    schema: CategoryRequest,
    valid: { name: 'Dressings' },
    taken: [['name', ' Dressings ', 'Dressings']],
    refused: [
      ['name', ' ', 'Category name is required.'],
      ['name', long(101), 'Category name may have at most 100 characters.'],
    ],
  },
  'An item (S2 §5)': {
    schema: ItemRequest,
    valid: {
      name: 'Bandage',
      categoryId: '3',
      quantity: 0,
      unit: 'pieces',
      lowStockThreshold: 5,
      barcode: '4006381333931',
    },
    // Without a barcode the item keeps its own.
    defaults: { categoryId: null, barcode: undefined },
    taken: [
      ['name', ' Bandage ', 'Bandage'],
      ['categoryId', 3, '3'],
      ['categoryId', null, null],
      ['quantity', 1_000_000, 1_000_000],
      ['lowStockThreshold', 0, 0],
      ['barcode', ' 40 ', '40'],
      ['barcode', '', ''],
      ['barcode', null, null],
      ['barcode', long(100), long(100)],
    ],
    refused: [
      ['name', '', 'Name is required.'],
      ['unit', ' ', 'Unit is required.'],
      ...wrongNumbers('quantity', 'Quantity', 0),
      ...wrongNumbers('lowStockThreshold', 'Low stock threshold', 0),
      ['barcode', long(101), 'A barcode may have at most 100 characters.'],
      ['categoryId', true],
    ],
  },
  'A change of stock (DECISIONS K1)': {
    schema: StockRequest,
    valid: { delta: 3, reason: 'correction', note: 'Counted.', expiresOn: '2028-02-29' },
    defaults: { note: null, expiresOn: null },
    taken: [
      ['delta', -3, -3],
      ['delta', 1_000_000, 1_000_000],
      ['delta', -1_000_000, -1_000_000],
      ['reason', 'restock', 'restock'],
      ['note', ' Counted. ', 'Counted.'],
      ['note', null, null],
      ['note', long(500), long(500)],
      ['expiresOn', null, null],
      ['expiresOn', '1000-01-01', '1000-01-01'],
      ['expiresOn', '9999-12-31', '9999-12-31'],
    ],
    refused: [
      ['delta', '3', 'delta is required.'],
      ['delta', 0.5, 'delta must be a whole number.'],
      ['delta', 1_000_001],
      ['delta', -1_000_001],
      ['reason', 'import'],
      ['note', long(501)],
      ['expiresOn', '2027-02-29', 'There is no such day.'],
      ['expiresOn', '2027-04-31', 'There is no such day.'],
      ['expiresOn', '2027-13-01', 'There is no such day.'],
      ['expiresOn', '31.3.2027', 'A date must be written as 2027-03-31.'],
      ['expiresOn', '0027-03-31', 'A date must be written as 2027-03-31.'],
      ['expiresOn', '2027-03-31T00:00', 'A date must be written as 2027-03-31.'],
      ['expiresOn', ' 2027-03-31', 'A date must be written as 2027-03-31.'],
      ['expiresOn', '20a7-03-31', 'A date must be written as 2027-03-31.'],
      ['expiresOn', '2027-3-31', 'A date must be written as 2027-03-31.'],
      ['expiresOn', '2027-03-1', 'A date must be written as 2027-03-31.'],
      ['expiresOn', '2027-ab-31', 'A date must be written as 2027-03-31.'],
      ['expiresOn', '2027-03-cd', 'A date must be written as 2027-03-31.'],
    ],
  },
  'A denial': {
    schema: DenyRequest,
    valid: { reason: 'Too many.' },
    defaults: { reason: null },
    taken: [
      ['reason', ' Too many. ', 'Too many.'],
      ['reason', null, null],
      ['reason', long(500), long(500)],
    ],
    refused: [['reason', long(501)]],
  },
  'A personal item (S2 §7)': {
    schema: KitItemRequest,
    valid: { inventoryItemId: '3', quantity: 1, personallyProcured: true },
    taken: [['inventoryItemId', 3, '3']],
    refused: [['inventoryItemId', null], ...wrongNumbers('quantity', 'Quantity', 1), ['personallyProcured', false]],
  },
  'The quantity of a kit item (S2 §7)': {
    schema: KitQuantityRequest,
    valid: { quantity: 1 },
    refused: wrongNumbers('quantity', 'Quantity', 1),
  },
  'The use of a kit item (DECISIONS K1)': {
    schema: KitUseRequest,
    valid: { used: 1 },
    refused: wrongNumbers('used', 'The number used', 1),
  },
  'An import': {
    schema: ImportRequest,
    valid: { csv: 'Name,Quantity', apply: true, seen: 's1' },
    defaults: { apply: false, seen: undefined },
    taken: [
      ['csv', long(1_000_000), long(1_000_000)],
      ['seen', long(100), long(100)],
    ],
    refused: [
      ['csv', '', 'The file is empty.'],
      ['csv', long(1_000_001), 'The file is too large.'],
      ['csv', null],
      ['apply', 'true'],
      ['seen', long(101)],
    ],
  },
});

describe('a change of stock', () => {
  it.each([
    [{ delta: 0, reason: 'correction' }, 'delta must not be 0.'],
    [{ delta: 0, reason: 'restock' }, 'delta must not be 0.'],
    [{ delta: -1, reason: 'restock' }, 'A restock adds.'],
    [{ delta: 1, reason: 'use' }, 'A use takes away.'],
  ])('of %j is refused: %s', (change, message) => {
    expect(problemsOf(StockRequest, change)).toEqual({ '': message });
  });

  it.each([
    { delta: 1, reason: 'restock' },
    { delta: -1, reason: 'use' },
    { delta: 1, reason: 'correction' },
    { delta: -1, reason: 'correction' },
  ])('of %j is taken', (change) => {
    expect(parse(StockRequest, change)).toEqual({ ...change, note: null, expiresOn: null });
  });
});

describe('a request for supplies', () => {
  it('is a bare array of items (S2 §7)', () => {
    expect(
      parse(RequisitionRequest, [
        { inventoryItemId: 3, quantity: 2 },
        { inventoryItemId: '4', quantity: 1 },
      ]),
    ).toEqual([
      { inventoryItemId: '3', quantity: 2 },
      { inventoryItemId: '4', quantity: 1 },
    ]);
    const hundred = Array.from({ length: 100 }, (_, id) => ({ inventoryItemId: String(id), quantity: 1 }));
    expect(parse(RequisitionRequest, hundred)).toEqual(hundred);
    expect(problemsOf(RequisitionRequest, [...hundred, { inventoryItemId: 'x', quantity: 1 }])).toEqual({
      '': 'A request may have at most 100 items.',
    });
  });

  it('has at least one item, and no item twice (S2 §5)', () => {
    expect(problemsOf(RequisitionRequest, [])).toEqual({ '': 'Please add at least one item.' });
    const twice = [
      { inventoryItemId: 3, quantity: 2 },
      { inventoryItemId: '3', quantity: 1 },
    ];
    expect(problemsOf(RequisitionRequest, twice)).toEqual({ '': 'This item is already in your request.' });
  });

  it.each(wrongNumbers('quantity', 'Quantity', 1))('is refused with the %s %j', (_, quantity, message) => {
    expect(problemsOf(RequisitionRequest, [{ inventoryItemId: '3', quantity }])).toEqual({ 0: message });
  });

  it('names nothing else', () => {
    expect(Object.keys(problemsOf(RequisitionRequest, [{ inventoryItemId: '3', quantity: 1, name: 'x' }]))).toEqual([
      '0',
    ]);
  });
});

describe('a query', () => {
  it.each(['PENDING', 'APPROVED', 'DENIED', 'DISPATCHED', 'RECEIVED'])('may be for %s requisitions', (status) => {
    expect(parse(RequisitionsQuery, { status, unknown: 'x' })).toEqual({ status });
  });

  it('for requisitions of another status is refused', () => {
    expect(parse(RequisitionsQuery, {})).toEqual({});
    expect(problemsOf(RequisitionsQuery, { status: 'LOST' })).toEqual({
      status: 'status must be one of PENDING, APPROVED, DENIED, DISPATCHED, RECEIVED.',
    });
  });

  it('for a ledger begins before a row', () => {
    expect(parse(LedgerQuery, { before: '123456789012345', unknown: 'x' })).toEqual({ before: 123_456_789_012_345 });
    expect(parse(LedgerQuery, {})).toEqual({});
    for (const before of ['', 'x7', '7x', '1234567890123456'])
      expect(problemsOf(LedgerQuery, { before })).toEqual({ before: 'before must be the id of a row.' });
  });

  it('of a call that sets a total tells what was seen', () => {
    expect(parse(SeenQuantityQuery, { seen: '1234567890', unknown: 'x' })).toEqual({ seen: 1_234_567_890 });
    expect(parse(SeenQuantityQuery, {})).toEqual({});
    for (const seen of ['', 'x7', '7x', '-1', '12345678901'])
      expect(problemsOf(SeenQuantityQuery, { seen })).toEqual({ seen: 'seen must be a quantity.' });
  });
});
