import { expect, it } from 'vitest';
import type { PendingUser } from '../../src/contract/administration';
import { openTestApp } from '../kit/browser';
import { misfitsOf } from '../kit/fit';
import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { loseAnswers } from './calls';
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
  await loseAnswers(manager.page, '*/stock', false, 1);
  await inventory.press('Save Change');
  await inventory.fails(
    'Failed to change the stock. It may have been saved all the same: look at the changes below before you type it again.',
  );
  await newest.getByText('+4', { exact: true }).waitFor();
});

it('a volunteer with the longest of first names fits a phone, and roles that were saved have not failed', async () => {
  const { base } = testApp.server;
  await call(base, '/api/auth/signup', { body: signupForm({ firstName: 'Venkatanarasimharajuvaripeta' }) });
  const token = await testApp.token('admin');
  const waiting = (await testApp.read('/api/admin/pending-users', 'admin')) as PendingUser[];
  const userId = waiting.find(({ firstName }) => firstName.startsWith('Venkata'))?.userId;
  await call(base, `/api/admin/authorize/${userId}`, { method: 'PUT', token });
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
});

it('on a phone lying down, the first users can be seen below the search', async () => {
  const { page, open } = await testApp.returning('superadmin', { viewport: { width: 800, height: 360 } });
  await open('/superadmin');
  await page.getByRole('button', { name: 'Manage Users' }).click();
  const users = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await users.first().waitFor();
  const bottoms = () => users.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  const edge = await page.getByRole('dialog').evaluate((box) => box.getBoundingClientRect().bottom);
  expect((await bottoms())[1]).toBeLessThan(edge);
});
