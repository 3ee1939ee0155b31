import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import { datedText, dayText } from '../../src/rules/dayText';
import { wholeIn } from '../../src/rules/formInput';
import { isSameRequest } from '../../src/rules/submissions/requisition';
import {
  afterUses,
  amountText,
  changedChoice,
  matchingItems,
  noChoice,
  quantityIn,
  quantityProblem,
  withKitChanges,
} from '../../src/rules/supplies/kit';
import { kitFailures } from '../../src/rules/supplies/kitFailures';
import { kitTexts } from '../../src/rules/supplies/kitTexts';
import { requestedText, requesterIn, stepsOf } from '../../src/rules/supplies/requisitions';
import { kitUse, requisition } from '../walks/submissions/samples';
import { bandage, gauze, inventoryItem, kitItem, request } from '../walks/supplies/kitSamples';

describe('the kit as its owner sees it', () => {
  const items = [kitItem('b', 'Bandage', 3), kitItem('g', 'Gauze', 1)];
  it('has what the server has confirmed, also where the fetched data lack it (DECISIONS 242)', () => {
    const requests = [request('d', 'DISPATCHED'), request('p', 'PENDING')];
    const data = { kit: { items, firstName: 'Mira', hasMedicineBox: false }, requests };
    expect(withKitChanges(data, [])).toBe(data);
    const changed = withKitChanges(data, [
      { kind: 'item', id: 'b', quantity: 5 },
      { kind: 'item', id: 'g', quantity: 0 },
      { kind: 'request', id: 'd', status: 'RECEIVED' },
      { kind: 'box', id: '' },
    ]);
    expect(changed).toEqual({
      kit: { items: [kitItem('b', 'Bandage', 5)], firstName: 'Mira', hasMedicineBox: true },
      requests: [request('d', 'RECEIVED'), request('p', 'PENDING')],
    });
  });

  it('says why it cannot be shown in the words of S2 §8', () => {
    expect(kitTexts.failure).toBe('Failed to fetch all necessary data.');
  });

  it.each([
    [400, ' 4 left.'],
    [403, ''],
    [404, ' 4 left.'],
    [409, ' 4 left.'],
    [413, ''],
    [429, ' 4 left.'],
    [500, ''],
  ])(
    'adds what the server says to a failure with %i only if it can be acted on (DECISIONS 139, P1): %j',
    (status, words) => {
      const error = new CallFailure('refused', status, '4 left.');
      expect(kitFailures.notUpdated(error)).toBe(`Failed to update item quantity.${words}`);
      expect(kitFailures.notAcknowledged(error)).toBe(`Failed to acknowledge receipt.${words}`);
    },
  );

  it('is reduced by uses that the server does not know yet; items that are used up are not in it', () => {
    const uses = [kitUse('k1'), kitUse('k2'), kitUse('k3', { itemId: 'g' })];
    expect(afterUses(items, uses).map(({ id, quantity }) => [id, quantity])).toEqual([['b', 1]]);
    expect(afterUses(items, [])).toEqual(items);
  });
  it('shows quantities with their unit, if there is one, and days in the viewer’s locale', () => {
    expect(amountText({ quantity: 3, unit: 'rolls' })).toBe('3 rolls');
    expect(amountText({ quantity: 3, unit: '' })).toBe('3');
    const one = [
      'pieces',
      'boxes',
      'patches',
      'glasses',
      'batteries',
      'doses',
      'ml',
      'glass',
      '',
      'series pack',
      'boxes of ten',
    ];
    expect(one.map((unit) => amountText({ quantity: 1, unit }))).toEqual([
      '1 piece',
      '1 box',
      '1 patch',
      '1 glass',
      '1 battery',
      '1 dose',
      '1 ml',
      '1 glass',
      '1',
      '1 series pack',
      '1 boxes of ten',
    ]);
    expect([0, 2].map((quantity) => amountText({ quantity, unit: 'boxes' }))).toEqual(['0 boxes', '2 boxes']);
    expect(dayText('2027-03-31', 'en-GB')).toBe('31 Mar 2027');
    expect(dayText('2027-03-31T00:00:00Z', 'en-GB')).toBe('31 Mar 2027');
    expect([dayText(null), dayText('soon')]).toEqual(['', 'soon']);
    expect(datedText('It expires on 2026-12-17.', 'en-GB')).toBe('It expires on 17\u00a0Dec\u00a02026.');
    expect(datedText('2026-13-45, 12026-12-17 or never', 'en-GB')).toBe('2026-13-45, 12026-12-17 or never');
  });
});

describe('the choice of an item', () => {
  const inventory = [gauze, bandage, inventoryItem('3', 'Ointment', { categoryName: 'Bandages and more' })];
  it('is narrowed by name and category, and listed by name', () => {
    expect(matchingItems(inventory, ' BAND ').map(({ name }) => name)).toEqual(['Bandage', 'Ointment']);
    expect(matchingItems(inventory.toReversed(), ' BAND ').map(({ name }) => name)).toEqual(['Bandage', 'Ointment']);
    expect(matchingItems(inventory, '')).toHaveLength(3);
    const [band] = inventory.slice(0, 1);
    expect(matchingItems(band ? [{ ...band, name: '\u0958लम' }] : [], '\u0915\u093C')).toHaveLength(1);
  });
  it('takes the only item that a search leaves, and gives up one that it leaves out', () => {
    const one = changedChoice(noChoice, { search: 'gau' }, inventory);
    expect(one.itemId).toBe('9');
    expect(changedChoice(one, { search: 'g' }, inventory).itemId).toBe('9');
    expect(changedChoice(one, { search: 'band' }, inventory).itemId).toBe('');
    expect(changedChoice(one, { quantity: '4' }, inventory)).toEqual({ ...one, quantity: '4' });
  });
  it.each([
    ['1', 1],
    [' 20 ', 20],
    ['1000000', 1_000_000],
    ['1000001', null],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['two', null],
  ])('has a quantity of at least 1 (S2 §5): %j', (text, quantity) => {
    expect(quantityIn(text)).toBe(quantity);
  });
  it.each([
    ['', 'Please enter a quantity of at least 1.'],
    ['0', 'Please enter a quantity of at least 1.'],
    ['-3', 'Please enter a quantity of at least 1.'],
    ['2.5', 'Please enter a whole number.'],
    ['1e3', 'Please enter a whole number.'],
    ['two', 'Please enter a whole number.'],
    ['999999999', 'Please enter a quantity of at most 1000000.'],
  ])('is told what is wrong with it: %j', (text, problem) => {
    expect(quantityProblem(text)).toBe(problem);
  });
});

describe('a request', () => {
  it('is told in one line with its items and their quantities', () => {
    expect(requestedText(request('1', 'PENDING'))).toBe('Bandage × 2');
  });
  it('is named by its requester, with the phone number if another requester has the same name (DECISIONS 368)', () => {
    const of = (userId?: string, phoneNumber?: string) => request('1', 'PENDING', { userId, phoneNumber });
    const [mira, again, other, unknown] = [of('1', '9000000001'), of('1', '9000000001'), of('2', '9000000002'), of()];
    expect([mira, again].map(requesterIn([mira, again]))).toEqual(['Mira Nair', 'Mira Nair']);
    expect([mira, other, unknown].map(requesterIn([mira, other, unknown]))).toEqual([
      'Mira Nair 9000000001',
      'Mira Nair 9000000002',
      'Mira Nair',
    ]);
  });
  it.each([
    ['PENDING', [true, false, false, false], 'PENDING'],
    ['APPROVED', [true, true, false, false], 'APPROVED'],
    ['DISPATCHED', [true, true, true, false], 'DISPATCHED'],
    ['RECEIVED', [true, true, true, true], 'RECEIVED'],
  ])('that is %s has reached this step', (status, reached, current) => {
    const steps = stepsOf(status) ?? [];
    expect(steps.map(({ isReached }) => isReached)).toEqual(reached);
    expect(steps.filter(({ isCurrent }) => isCurrent).map((step) => step.status)).toEqual([current]);
  });
  it.each(['DENIED', 'ON_HOLD', ''])('that is %j has no steps', (status) => {
    expect(stepsOf(status)).toBe(null);
  });

  const mine = requisition('q1');
  const theirs = (quantity: number, requestedAt: string | null) =>
    request('7', 'PENDING', {
      requestedAt,
      items: [
        { id: null, inventoryItemId: '9', inventoryItemName: 'Gauze', quantity: 1 },
        { id: null, inventoryItemId: '1', inventoryItemName: 'Bandage', quantity },
      ],
    });
  it('has arrived if the server has a request with the same items and quantities that is not older', () => {
    expect(isSameRequest(mine, theirs(2, '2026-03-10T12:00:30Z'))).toBe(true);
    // The clocks of device and server may be apart by minutes.
    expect(isSameRequest(mine, theirs(2, '2026-03-10T11:57:00Z'))).toBe(true);
    expect(isSameRequest(mine, theirs(2, '2026-03-10T11:50:00Z'))).toBe(false);
    expect(isSameRequest(mine, theirs(3, '2026-03-10T12:00:30Z'))).toBe(false);
    expect(isSameRequest(mine, theirs(2, null))).toBe(false);
    expect(isSameRequest(mine, request('7', 'PENDING', { requestedAt: '2026-03-10T12:00:30Z' }))).toBe(false);
  });
});

/** DECISIONS 330. */
it.each<[string, number]>([
  ['1000', 1000],
  [' 007 ', 7],
  ['-5', -5],
  ['−5', -5],
  ['+5', 5],
  ...['', '-', '1,5', '1.000', '1 000', '1e3', '0x10', '٣', 'two'].map((text): [string, number] => [text, Number.NaN]),
])('the whole number in %j is %d', (text, number) => {
  expect(wholeIn(text)).toBe(number);
});
