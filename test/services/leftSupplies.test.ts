import { describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import { connections, danger, failed, portOf, started, still, stillNamed, success } from './leaving';

// Only the wiring is tested here: the screens that its files hand on need a browser.
vi.mock('../../src/views/supplies/inventory/InventoryScreen', () => ({ InventoryScreen: null }));
vi.mock('../../src/views/supplies/kit/KitScreen', () => ({ KitScreen: null }));

const { provideInventory } = await import('../../src/wiring/supplies/inventory');
const { provideKit } = await import('../../src/wiring/supplies/kit');

describe('a change of an item', () => {
  const item = { itemId: '4', name: 'Gauze', category: { id: '1', name: 'Gauze' } };
  const unknown = 'It may have been saved all the same: look at its stock before you type it again.';
  const delta = { request: { delta: 20 } };
  const named = { request: { name: 'Gauze' } };
  const asked = { id: '8', userName: 'Tara', items: [{ inventoryItemName: 'Gauze', quantity: 3 }] };
  const denial = { requisition: asked, decision: 'deny', reason: 'We have none.' };
  it.each([
    ['stock', 'changeStock', delta, '+20 saved.', `Failed to change the stock. ${unknown}`],
    ['itemDeleting', 'deleteItem', {}, 'The item is deleted.', 'Failed to delete item.'],
    ['itemEdit', 'saveItem', { itemId: null, ...named }, 'The item is saved.', 'Failed to save item.'],
    ['categories', 'saveCategory', { categoryId: null }, 'Category added.', 'Failed to save category.'],
    ['categories', 'saveCategory', { categoryId: '1' }, 'Category renamed.', 'Failed to save category.'],
    ['categories', 'deleteCategory', {}, 'Category deleted.', 'Failed to delete category.'],
    [
      'handling',
      'handleRequisition',
      denial,
      'It is denied.',
      'Failed to deny requisition. It may have been done all the same: look at the inventory before you try again.\nYour reason was: “We have none.”',
    ],
  ])(
    'is told of by name after its dialog is closed or its screen is left (%s)',
    async (chart, port, input, done, text) => {
      const { gateways, told, end, calls } = connections();
      const chain = chart === 'stock' ? ['stock', 'stockChange', port] : [chart, port];
      const change = () => started(portOf(provideInventory(gateways), ...chain), { ...item, ...input, key: 'k1' });
      change().stop();
      await end({});
      change().stop();
      await end(failed);
      // A deletion whose answer is lost is looked for.
      while (calls.length > 0) await end(failed);
      const whose = port === 'handleRequisition' ? 'The request of Tara for Gauze × 3' : 'Gauze';
      const goesOn = stillNamed(whose);
      const why = port === 'handleRequisition' ? { lifetime: null } : {};
      expect(told).toEqual([goesOn, success(`${whose}: ${done}`), goesOn, { ...danger(`${whose}: ${text}`), ...why }]);
      // While the dialog is open it says so itself, and when it is over nothing goes on.
      const shown = change();
      await end({});
      shown.stop();
      expect(told).toHaveLength(4);
    },
  );
});

describe('what is on the screen', () => {
  it('is fetched again when a change has ended whose dialog or screen is gone, because not every server tells of it', async () => {
    const { gateways, end, fetched, logOut } = connections();
    const change = () =>
      started(portOf(provideInventory(gateways), 'itemDeleting', 'deleteItem'), { itemId: '4', name: 'Gauze' });
    change();
    await end({});
    expect(fetched()).toBe(0);
    change().stop();
    expect(fetched()).toBe(0);
    await end({});
    expect(fetched()).toBe(1);
    change().stop();
    await end(new CallFailure('refused', 409));
    expect(fetched()).toBe(2);
    change().stop();
    logOut();
    await end({});
    expect(fetched()).toBe(2);
  });
});

describe('an import of items', () => {
  it('goes on after the manager has left, and is told; the preview is broken off', async () => {
    const { gateways, told, calls, end } = connections();
    const port = (name: string) => portOf(provideInventory(gateways), 'itemImport', name);
    const csv = 'Name,Quantity\nGauze,3';
    started(port('checkItems'), { csv }).stop();
    started(port('importItems'), { csv, seen: 's1', key: 'k1' }).stop();
    expect(calls.map(({ options }) => options)).toEqual([
      { body: { csv, apply: false }, signal: expect.objectContaining({ aborted: true }) },
      { body: { csv, apply: true, seen: 's1' }, headers: { 'Idempotency-Key': 'k1' } },
    ]);
    await end(failed);
    await end(failed);
    expect(told).toEqual([still, danger('Failed to import the items.')]);
    for (const isApplied of [true, false]) {
      started(port('importItems'), { csv, seen: 's1', key: 'k1' }).stop();
      await end({ isApplied });
    }
    expect(told.slice(2)).toEqual([
      still,
      success('The items are imported.'),
      still,
      danger(expect.stringMatching(/^The items were not imported: they have changed since the preview\./)),
    ]);
  });
});

describe("a change of the member's own kit", () => {
  const about = { userId: '7', itemId: '4', inventoryItemId: '4', name: 'Gauze', quantity: 3, seen: 2, key: 'k1' };
  const unknown = 'It may have been added all the same: look at your kit before you add it again.';
  it.each([
    ['kitItem', 'setKitItem', 'The quantity in your kit is saved.', 'Failed to update item quantity.'],
    ['kitItem', 'removeKitItem', 'The item is removed from your kit.', 'Failed to remove item from kit.'],
    ['personalItem', 'addPersonalItem', 'The item is added to your kit.', `Failed to add personal item. ${unknown}`],
  ])(
    'is told of by name after its dialog is closed or its screen is left (%s, %s)',
    async (chart, port, done, text) => {
      const { gateways, told, end, calls } = connections();
      const change = () => started(portOf(provideKit(gateways), chart, port), about).stop();
      change();
      await end({});
      change();
      await end(failed);
      while (calls.length > 0) await end(failed);
      const goesOn = stillNamed('Gauze');
      expect(told).toEqual([goesOn, success(`Gauze: ${done}`), goesOn, danger(`Gauze: ${text}`)]);
    },
  );

  it('that a server cannot compare is not made with the token of the next member (DECISIONS 281)', async () => {
    const { gateways, calls, end, logOut } = connections(() => false);
    const change = started(portOf(provideKit(gateways), 'kitItem', 'setKitItem'), about);
    await expect.poll(() => calls.length).toBe(1);
    logOut('8');
    await end({ items: [{ id: '4', quantity: 2 }] });
    await expect.poll(() => change.getSnapshot().status).toBe('error');
    expect(calls).toEqual([]);
  });
});
