import { expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { isInView } from '../kit/inView';
import { jpeg } from '../kit/media';
import { answers, handOn, passes } from './calls';
import { GalleryPage, IncidentPage } from './pages/incident';
import { InventoryPage } from './pages/inventory';
import { KitPage } from './pages/kit';
import { ProfilePage } from './pages/profile';
import { situationsOf } from './situations';

const testApp = openTestApp();

const STILL = 'It is still being sent. You are told here how it ends.';

/**
 * Closes dialogs while their call hangs (DECISIONS 398).
 * @returns a function that presses something, closes the dialog before the answer, lets the call pass, and waits for the notice of its end
 */
async function leaving({ page }: Person) {
  const changes = await handOn(page, (request) => request.method() !== 'GET');
  const says = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  return async (press: () => Promise<void>, name: string, end: string, fate = passes) => {
    const named = (text: string) => (name ? `${name}: ${text}` : text);
    changes.hold();
    await press();
    await page.getByRole('dialog').locator('[aria-busy=true]').waitFor();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await says(named(STILL));
    await changes.free(fate);
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

  const gloves = ((await testApp.read('/api/inventory/items', 'inventory')) as { id: unknown; name: string }[]).find(
    ({ name }) => name === 'Gloves',
  );
  await testApp.act('ravi', 'POST', '/api/requisitions', [{ inventoryItemId: String(gloves?.id), quantity: 1 }]);
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

it('so can those of an incident and of a new password', async () => {
  const id = await situationsOf(testApp).report([await jpeg()]);
  const asha = await testApp.returning('admin');
  await asha.open(`/incident/${id}`);
  const incident = new IncidentPage(asha.page);
  const left = await leaving(asha);
  const name = `Incident #${id}`;

  await incident.header('Edit').click();
  await incident.dialog.getByLabel('Description').fill('Cannot stand.');
  await left(() => incident.answer('Save Changes'), name, 'Changes saved.');
  await incident.fact('Description').getByText('Cannot stand.').waitFor();

  await incident.press('Close Incident');
  const reason = 'It had left. '.repeat(150).trim();
  await incident.dialog.getByLabel('Reason').fill(reason);
  const close = () => incident.answer('Close Incident');
  await left(close, name, `Error: Full. Your reason was: “${reason}”`, answers(400, '{"message":"Full."}'));
  // It stays until it is closed, and can be closed without scrolling through its text.
  const dismiss = asha.page.getByRole('button', { name: 'Dismiss' });
  await expect.poll(() => dismiss.count()).toBe(1);
  expect(await isInView(dismiss)).toBe(true);
  await dismiss.click();
  await incident.press('Close Incident');
  await incident.dialog.getByLabel('Reason').fill('It had left.');
  await left(close, name, 'It is closed.');
  await incident.is('CLOSED');

  await asha.page.getByRole('link', { name: 'View Media (1)' }).click();
  await asha.page.getByRole('button', { name: 'Delete Image 1 of Initial Report' }).click();
  const { dialog, groups } = new GalleryPage(asha.page);
  await left(() => dialog.getByRole('button', { name: 'Delete', exact: true }).click(), name, 'Media deleted.');
  await groups.first().waitFor({ state: 'detached' });

  await asha.page.getByRole('link', { name: 'Back', exact: true }).click();
  await incident.press('Delete Incident');
  await left(() => incident.answer('Delete'), name, 'Incident archived and deleted.');
  await asha.page.getByText('Incident not found.').waitFor();

  await asha.open('/profile');
  const profile = new ProfilePage(asha.page);
  await profile.openPassword();
  const change = () => profile.changePassword('rescue-demo', 'four legs and a tail');
  await left(change, 'Change Password', 'Password updated successfully!');
});
