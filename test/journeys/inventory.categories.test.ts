import { expect, it } from 'vitest';
import { isFocused, openTestApp } from '../kit/browser';
import { call } from '../kit/server';
import { answers } from './calls';
import { InventoryPage } from './pages/inventory';

const testApp = openTestApp();

it('a category far down the list is renamed in a field that is in view and has the focus, which then returns to its place', async () => {
  const token = await testApp.token('inventory');
  for (let number = 10; number < 25; number += 1) {
    const body = { name: `Shelf ${number}` };
    await call(testApp.server.base, '/api/inventory/categories', { method: 'POST', body, token });
  }
  const person = await testApp.returning('inventory');
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 640 });
  await person.open('/inventory');
  const inventory = new InventoryPage(page);
  await inventory.open('Categories', 'Categories');
  const pencil = (name: string) => inventory.dialog.getByRole('button', { name: `Rename ${name}`, exact: true });
  const field = inventory.field('New name of Shelf 24');
  const isInView = () =>
    field.evaluate((input) => {
      const { left, top, width, height } = input.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === input;
    });

  await pencil('Shelf 24').click();
  await expect.poll(() => isFocused(field)).toBe(true);
  expect(await isInView()).toBe(true);
  await inventory.press('Cancel');
  await expect.poll(() => isFocused(pencil('Shelf 24'))).toBe(true);

  await pencil('Shelf 24').click();
  await field.fill('Shelf 99');
  const address = '**/api/inventory/categories/*';
  await page.route(address, answers(500, '{}'));
  await field.press('Enter');
  await inventory.dialog.getByText('Failed to save category.', { exact: true }).waitFor();
  expect(await isFocused(field)).toBe(true);
  await page.unroute(address);
  await field.press('Enter');
  await expect.poll(() => isFocused(pencil('Shelf 99'))).toBe(true);
});
