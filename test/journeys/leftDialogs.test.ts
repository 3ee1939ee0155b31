import { it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { call } from '../kit/server';
import { handOn } from './calls';
import { InventoryPage } from './pages/inventory';
import { KitPage } from './pages/kit';

const testApp = openTestApp();

const STILL = 'It is still being sent. You are told here how it ends.';

/**
 * Closes dialogs while their call hangs (DECISIONS 398).
 * @returns a function that presses something, closes the dialog before the answer, lets the call pass, and waits for the notice of its end
 */
async function leaving({ page }: Person) {
  const changes = await handOn(page, (request) => request.method() !== 'GET');
  const says = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  return async (press: () => Promise<void>, name: string, end: string) => {
    const named = (text: string) => (name ? `${name}: ${text}` : text);
    changes.hold();
    await press();
    await page.getByRole('dialog').locator('[aria-busy=true]').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await says(named(STILL));
    await changes.free();
    await says(named(end));
  };
}

it('the dialogs of the inventory can be closed while their call hangs, and a notice says how it ends', async () => {
  const manager = await testApp.returning('inventory');
  await manager.open('/inventory');
  const inventory = new InventoryPage(manager.page);
  const left = await leaving(manager);

  await inventory.open('Stock of Gauze', 'Stock of Gauze');
  await inventory.dialog.getByLabel('How many came').fill('5');
  await left(() => inventory.press('Save Change'), 'Gauze', '+5 saved.');

  await inventory.open('New Item', 'New Item');
  await inventory.field('Name').fill('Old splint');
  await left(() => inventory.press('Save'), 'Old splint', 'The item is saved.');
  await inventory.open('Delete Old splint', 'Delete Item');
  await left(() => inventory.press('Delete'), 'Old splint', 'The item is deleted.');
  await inventory.item('Old splint').waitFor({ state: 'detached' });

  await inventory.open('Categories', 'Categories');
  await inventory.field('New category').fill('Food');
  await left(() => inventory.press('Add Category'), 'Food', 'Category added.');
  await inventory.open('Categories', 'Categories');
  await inventory.press('Delete Food');
  await left(() => inventory.press('Delete'), 'Food', 'Category deleted.');

  await inventory.open('Import', 'Import Items');
  const csv = { name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Quantity\nGloves,300\n') };
  await inventory.field('CSV file').setInputFiles(csv);
  await inventory.dialog.getByRole('list', { name: 'Changes' }).waitFor();
  await left(() => inventory.press('Import'), '', 'The items are imported.');

  const token = await testApp.token('ravi');
  const gloves = ((await testApp.read('/api/inventory/items', 'inventory')) as { id: unknown; name: string }[]).find(
    ({ name }) => name === 'Gloves',
  );
  const body = [{ inventoryItemId: String(gloves?.id), quantity: 1 }];
  await call(testApp.server.base, '/api/requisitions', { method: 'POST', body, token });
  const request = inventory.request('Pending Requests', 'Ravi Kulkarni').filter({ hasText: 'Gloves × 1' });
  await request.getByRole('button', { name: 'Deny' }).click();
  await left(() => inventory.press('Deny'), 'The request of Ravi Kulkarni for Gloves × 1', 'It is denied.');
  await request.waitFor({ state: 'detached' });
});

it('so can those of a kit', async () => {
  const mira = await testApp.returning('member');
  await mira.open('/profile');
  await mira.menu.goTo('My Kit');
  const kit = new KitPage(mira.page);
  const left = await leaving(mira);
  await mira.page.getByRole('button', { name: 'Add personal item' }).click();
  await kit.choose(kit.dialog, 'slip', '2');
  await kit.dialog.getByRole('status').getByText('Slip leash is chosen.').waitFor({ state: 'attached' });
  await left(
    () => kit.dialog.getByRole('button', { name: 'Add' }).click(),
    'Slip leash',
    'The item is added to your kit.',
  );
  await kit.has('Slip leash', '3 pieces');
  await mira.page.getByRole('button', { name: 'Set quantity of Slip leash' }).click();
  await left(() => kit.setTo('Slip leash', '4'), 'Slip leash', 'The quantity in your kit is saved.');
  await kit.has('Slip leash', '4 pieces');
  await mira.page.getByRole('button', { name: 'Remove Slip leash' }).click();
  const remove = kit.dialog.getByRole('button', { name: 'Remove', exact: true });
  await left(() => remove.click(), 'Slip leash', 'The item is removed from your kit.');
  await kit.item('Slip leash').waitFor({ state: 'detached' });
});
