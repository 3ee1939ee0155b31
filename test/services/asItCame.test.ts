import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { unreadableIn } from '../../src/contract/lists';
import { CachedKit } from '../../src/contract/supplies';
import { asItCame } from '../../src/wiring/cache/cache';

it('a kit that this device has stored still tells how many of its items could not be read (W4)', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const item = { id: 583, inventoryItemId: 4, name: 'Bandage', unit: 'rolls', quantity: 2, personallyProcured: true };
  const answer = { kit: { items: [item, 'broken'], hasMedicineBox: true }, inventory: [], requests: [] };
  const stored = JSON.parse(JSON.stringify(asItCame(v.parse(CachedKit, answer))));
  const { items } = v.parse(CachedKit, stored).kit;
  expect([items.length, items[0]?.wireId, unreadableIn(items).length]).toEqual([1, 583, 1]);
});
