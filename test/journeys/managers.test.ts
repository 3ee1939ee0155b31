import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { PendingUser } from '../../src/contract/administration';
import { isFocused, openTestApp } from '../kit/browser';
import { holdWaits } from '../kit/clock';
import { enlargeText, misfitsOf } from '../kit/fit';
import { isInView } from '../kit/inView';
import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { answers, handOn, loseAnswers } from './calls';
import { AssignmentPage } from './pages/cases';
import { InventoryPage } from './pages/inventory';
import { PeoplePage } from './pages/people';
import { alone } from './visits';

const testApp = openTestApp();
const phone = { viewport: { width: 360, height: 800 } };

it('a change of stock whose answer is lost says that it may have been saved, and shows that it was (DECISIONS 331)', async () => {
  const manager = await testApp.returning('inventory', phone);
  const inventory = new InventoryPage(manager.page);
  await alone(manager);
  await manager.open('/inventory');
  await inventory.item('Gloves').getByRole('button', { name: 'Stock' }).click();
  await inventory.field('How many came (pairs)').fill('4');
  const newest = inventory.dialog.getByRole('region', { name: 'Changes' }).getByRole('listitem').first();
  await newest.waitFor();
  const answersAgain = await loseAnswers(manager.page, '*/stock', false, 1);
  await inventory.press('Save Change');
  await inventory.fails(
    'Failed to change the stock. It may have been saved all the same: look at the changes below before you type it again.',
  );
  await answersAgain();
  await newest.getByText('+4', { exact: true }).waitFor();
  await inventory.field('How many came (pairs)').fill('');
  await inventory.press('Close');

  // An item is seen to be saved or deleted, and is not saved again over what 'somebody else has changed' (DECISIONS 393).
  const item = { name: 'Aloe', categoryId: null, quantity: 1, unit: 'pieces', lowStockThreshold: 0 };
  await testApp.act('inventory', 'POST', '/api/inventory/items', item);
  await manager.page.reload();
  const lost = async (act: string) => {
    const again = await loseAnswers(manager.page, '*/api/inventory/items/*', false, 1);
    await inventory.press(act);
    await inventory.isClosed();
    await again();
  };
  await inventory.open('Edit Gloves', 'Edit Item');
  await inventory.field('Quantity').fill('44');
  await lost('Save');
  await inventory.open('Delete Aloe', 'Delete Item');
  await inventory.dialog.getByRole('button', { name: 'Delete' }).waitFor();
  await lost('Delete');
  await inventory.item('Aloe').waitFor({ state: 'detached' });

  // The end of the form is below what a phone can show: without scrolling, Save would seem to do nothing.
  const creating = await handOn(manager.page, (request) => request.method() === 'POST');
  creating.always(answers(500, '{}'));
  await manager.page.setViewportSize({ width: 360, height: 640 });
  await inventory.open('New Item', 'New Item');
  await inventory.field('Name').fill('Vitamins');
  await inventory.press('Save');
  const failure = inventory.dialog.getByRole('alert').getByText('Failed to save item.', { exact: true });
  await expect.poll(() => isInView(failure)).toBe(true);

  // Whose role is taken away meanwhile keeps what was typed until the form is closed (DECISIONS 376).
  await manager.page.unroute('**/ws/**');
  const { id } = (await testApp.read('/api/profile', 'inventory')) as { id: number };
  await testApp.act('superadmin', 'PUT', `/api/admin/users/${id}/roles`, ['MEMBER']);
  await manager.page.getByText('Your roles have changed').first().waitFor();
  expect(await inventory.field('Name').inputValue()).toBe('Vitamins');
  await inventory.press('Cancel');
  await manager.isAt('/chat');
});

it('hundreds of volunteers are chosen from by the keyboard, although only those in view are drawn', async () => {
  const people = Array.from({ length: 300 }, (_, at) => ({ userId: `9${at}`, firstName: `Member${at}` }));
  const { page, open } = await testApp.returning('captain', { viewport: { width: 1280, height: 800 } });
  let listed = people;
  await page.route('**/assignment/volunteers', (route) => route.fulfill({ json: listed }));
  await open('/incident/1/assign');
  const { assign, cards } = new AssignmentPage(page);
  const rows = page.getByRole('list', { name: 'Volunteers' }).getByRole('listitem');
  await rows.first().waitFor();
  expect(await cards.count()).toBeLessThan(100);
  expect(await rows.last().getAttribute('aria-setsize')).toBe('300');
  await cards.first().focus();
  await page.keyboard.press('Space');
  for (let at = 1; at <= 40; at++) {
    await page.keyboard.press('Tab');
    await expect.poll(() => isFocused(page.getByRole('button', { name: new RegExp(`Member${at}\\b`) }))).toBe(true);
    // The next rows are drawn with the next frame, which comes sooner than the next press of a person.
    await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
  }
  await page.keyboard.press('Space');
  await expect.poll(() => assign.innerText()).toBe('Assign Team (2 Selected)');
  // Somebody leaves: the card with the focus moves to another row, and keeps it.
  listed = people.filter((_, at) => at !== 1);
  await testApp.act('tara', 'PUT', '/api/profile/availability', { availabilityStatus: 'Unavailable' });
  await expect.poll(() => rows.last().getAttribute('aria-setsize')).toBe('299');
  expect(await isFocused(cards.filter({ hasText: /Member40\b/ }))).toBe(true);
  // The first card is chosen, but not drawn any more.
  expect(await cards.first().innerText()).not.toContain('Member0');
});

it('a volunteer with the longest of first names fits a phone, and roles that were saved have not failed', async () => {
  await call(testApp.server.base, '/api/auth/signup', {
    body: signupForm({ firstName: 'Venkatanarasimharajuvaripeta' }),
  });
  const waiting = (await testApp.read('/api/admin/pending-users', 'admin')) as PendingUser[];
  const userId = waiting.find(({ firstName }) => firstName.startsWith('Venkata'))?.userId;
  await testApp.act('admin', 'PUT', `/api/admin/authorize/${userId}`);
  const admin = await testApp.returning('admin', phone);
  const { page } = admin;
  const people = new PeoplePage(page);
  await admin.open(`/profile/first-aid-kit/${userId}`);
  await page.getByRole('heading', { name: 'First-Aid Kit' }).waitFor();
  // So long a word can only be broken.
  const misfits = async () => (await misfitsOf(page)).filter((misfit) => !misfit.startsWith('broken'));
  expect(await misfits()).toEqual([]);
  await admin.open(`/volunteer/${userId}`);
  await people.controls.waitFor();
  expect(await misfits()).toEqual([]);

  const answersAgain = await loseAnswers(page, '*/roles');
  await people.controls.getByLabel('Rescue Captain').check();
  await people.save.click();
  await people.says('Changes saved successfully!');
  expect(await page.getByText('One or more updates failed.').count()).toBe(0);
  await answersAgain();

  // With large text a role takes two lines instead of leaving the card.
  await enlargeText(page);
  const rightOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right);
  const role = page.getByRole('list', { name: 'Roles' }).getByText('Rescue Captain', { exact: true });
  expect(await rightOf(role)).toBeLessThan(await rightOf(page.getByRole('region', { name: 'Details' })));
});

it('on a phone lying down, the first users can be seen below the search, and what becomes of an act', async () => {
  const { page, open } = await testApp.returning('superadmin', { viewport: { width: 800, height: 360 } });
  await open('/superadmin');
  await page.getByRole('button', { name: 'Manage Users' }).click();
  const users = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await users.first().waitFor();
  const bottoms = () => users.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  const edge = await page.getByRole('dialog').evaluate((box) => box.getBoundingClientRect().bottom);
  expect((await bottoms())[1]).toBeLessThan(edge);

  // Beside the button that was pressed, not below all users: it is said for 5 s only. Here it stays for the test.
  await holdWaits(page, [5_000]);
  await page.route('**/reset-password', answers(403, '{}'));
  const reset = page.getByRole('button', { name: /^Reset Password of/ }).first();
  await reset.click();
  await page.getByRole('dialog', { name: 'Reset Password' }).getByRole('button', { name: 'Reset Password' }).click();
  const told = page.getByRole('alert').getByText('Failed to reset password (Status: 403)', { exact: true });
  await expect.poll(() => isInView(told)).toBe(true);
  expect(await isInView(reset)).toBe(true);
});
