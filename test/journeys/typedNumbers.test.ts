import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { InventoryPage } from './pages/inventory';

const testApp = openTestApp();

/** DECISIONS 330: a field of type `number` drops the comma, so that 1,5 would become 15. */
it('a number with a comma is refused, and never taken for a number ten times as large', async () => {
  const manager = await testApp.returning('superadmin');
  const { page } = manager;
  const inventory = new InventoryPage(page);
  await manager.open('/inventory');
  await inventory.open('New Item', 'New Item');
  await inventory.field('Name').fill('Iodine');
  await inventory.field('Quantity').clear();
  await inventory.field('Quantity').pressSequentially('1,5');
  await inventory.press('Save');
  await inventory.dialog.getByText('Quantity must be a whole number, such as 1000.').waitFor();
  expect(await inventory.field('Quantity').inputValue()).toBe('1,5');
  await inventory.press('Cancel');
  await inventory.isClosed();

  await inventory.item('Gloves').getByRole('button', { name: 'Stock' }).click();
  await inventory.field('How many came (pairs)').pressSequentially('2,5');
  await inventory.press('Save Change');
  await inventory.dialog.getByText('Please enter a whole number, such as 1000.').waitFor();
  await inventory.field('How many came (pairs)').clear();
  await inventory.press('Close');
  await inventory.isClosed();

  await manager.open('/superadmin');
  const keep = page.getByLabel('Messages to keep');
  await keep.clear();
  await keep.pressSequentially('1,5');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Clear Global Chat' }).click();
  await page.getByText('Number to keep must be 0 or more.').waitFor();
  const days = page.getByLabel('Older than (days)');
  await days.clear();
  await days.pressSequentially('1,5');
  await main.getByRole('button', { name: 'Purge Notifications' }).click();
  await page.getByText('Please enter a valid number of days (1 or more) to purge.').waitFor();
  // A number is repeated as it is understood.
  await days.fill('07');
  await main.getByRole('button', { name: 'Purge Notifications' }).click();
  await page
    .getByRole('dialog')
    .getByText("Everybody's notifications that are older than 7 days are deleted.")
    .waitFor();
});
