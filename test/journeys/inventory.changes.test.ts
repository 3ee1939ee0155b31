import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/contract/people';
import type { InventoryItem, Requisition } from '../../src/contract/supplies';
import { descriptionsOf, isFocused, openTestApp } from '../kit/browser';
import { listenTo } from '../kit/heard';
import { isInView } from '../kit/inView';
import { watchFor } from '../kit/momentary';
import { call } from '../kit/server';
import { answers, handOn, loseAnswers, passAgain, passes } from './calls';
import { InventoryPage } from './pages/inventory';

const testApp = openTestApp();

it('a category far down the list is renamed in a field that is in view and has the focus, which then returns to its place', async () => {
  for (let number = 10; number < 25; number += 1)
    await testApp.act('inventory', 'POST', '/api/inventory/categories', { name: `Shelf ${number}` });
  const person = await testApp.returning('inventory');
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 640 });
  await person.open('/inventory');
  const inventory = new InventoryPage(page);
  await inventory.open('Categories', 'Categories');
  const pencil = (name: string) => inventory.dialog.getByRole('button', { name: `Rename ${name}`, exact: true });
  const field = inventory.field('New name of Shelf 24');
  await pencil('Shelf 24').click();
  await expect.poll(() => isFocused(field)).toBe(true);
  expect(await isInView(field)).toBe(true);
  await inventory.press('Cancel');
  await expect.poll(() => isFocused(pencil('Shelf 24'))).toBe(true);

  await pencil('Shelf 24').click();
  await field.fill('Shelf 99');
  const address = '**/api/inventory/categories/*';
  await page.route(address, answers(500, '{}'));
  await field.press('Enter');
  await inventory.dialog.getByText('Failed to save category.', { exact: true }).waitFor();
  expect(await isFocused(field)).toBe(true);
  await passAgain(page, address);
  const heard = await listenTo(page);
  await field.press('Enter');
  await expect.poll(heard).toEqual(['Category renamed.']);
  await expect.poll(() => isFocused(pencil('Shelf 99'))).toBe(true);
});

describe('a change that is under way', () => {
  const stockOf = async (name: string) => {
    const items = (await testApp.read('/api/inventory/items', 'inventory')) as InventoryItem[];
    return items.find((item) => item.name === name);
  };
  async function atInventory() {
    const person = await testApp.returning('inventory');
    await person.open('/inventory');
    const inventory = new InventoryPage(person.page);
    await inventory.section('Master Item List').waitFor();
    return { person, inventory };
  }
  /** A member asks for some gauze. @returns the status of the request */
  async function ask() {
    const gauze = await stockOf('Gauze');
    await testApp.act('ravi', 'POST', '/api/requisitions', [{ inventoryItemId: String(gauze?.id), quantity: 1 }]);
    return async () => {
      const [newest] = (await testApp.read('/api/requisitions/my-requests', 'ravi')) as Requisition[];
      return newest?.status;
    };
  }

  it('leaves the stock of an item open until the answer, so that nobody counts it twice', async () => {
    const { inventory, person } = await atInventory();
    const before = (await stockOf('Gloves'))?.quantity ?? 0;
    await inventory.item('Gloves').getByRole('button', { name: 'Stock' }).click();
    const saving = await handOn(person.page, (request) => request.url().endsWith('/stock'));
    saving.hold();
    const amount = inventory.field('How many came (pairs)');
    await amount.fill('20');
    await amount.press('Enter');
    const kind = inventory.field('What was done');
    await kind.and(person.page.locator('[aria-disabled=true]')).evaluate((select) => {
      (select as HTMLSelectElement).value = 'use';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(await kind.inputValue()).toBe('restock');
    const close = inventory.dialog.getByRole('button', { name: 'Close' });
    await saving.let(passes);
    await inventory.dialog.getByText(`${before + 20} pairs in stock`).waitFor();
    expect(await isFocused(amount)).toBe(true);
    // The second press of a double tap, on the empty form.
    await inventory.press('Save Change');
    await inventory.dialog.getByText('+20 pairs saved.', { exact: true }).waitFor();
    expect(await inventory.dialog.getByRole('alert').allInnerTexts()).toEqual(['']);
    await inventory.field('How many came (pairs)').fill('7');
    await close.last().click();
    await inventory.dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await inventory.field('How many came (pairs)').inputValue()).toBe('7');
    await close.last().click();
    await inventory.dialog.getByRole('button', { name: 'Leave Without Saving' }).click();
    await inventory.isClosed();
    expect((await stockOf('Gloves'))?.quantity).toBe(before + 20);
  });

  it('is carried out even if the manager leaves the page at once, and the next screen says so if it fails', async () => {
    const status = await ask();
    const { inventory, person } = await atInventory();
    const handling = await handOn(person.page, (request) => /\/(approve|dispatch)$/.test(request.url()));
    const pressAndLeave = async (section: string, button: string) => {
      handling.hold();
      const request = inventory.request(section, 'Ravi Kulkarni').filter({ hasText: 'Gauze × 1' });
      await request.getByRole('button', { name: button }).click();
      await inventory.section(section).locator('[aria-busy=true]').waitFor();
      await person.menu.goTo('My Cases');
      await person.isAt('/my-cases');
    };
    await pressAndLeave('Pending Requests', 'Approve');
    await handling.let(passes);
    await expect.poll(status).toBe('APPROVED');
    await person.menu.goTo('Inventory');
    await pressAndLeave('Ready for Dispatch', 'Dispatch');
    await handling.let(answers(503, '{}'));
    await person.page
      .getByRole('status')
      .getByText(/^The request of Ravi Kulkarni for Gauze × 1: Failed to dispatch requisition\. It may have been done/)
      .waitFor();
    expect(await status()).toBe('APPROVED');
  });
});

it('a correction takes expired stock out of its own batch, and a request says what a dispatch would take (DECISIONS 124)', async () => {
  const token = await testApp.token('inventory');
  const post = (path: string, body: unknown) => call(testApp.server.base, path, { method: 'POST', body, token });
  const { body } = await post('/api/inventory/items', {
    name: 'Ear drops',
    quantity: 0,
    unit: 'bottles',
    lowStockThreshold: 0,
  });
  const { id } = body as InventoryItem;
  for (const [delta, expiresOn] of [
    [4, '2040-12-16'],
    [5, '2020-02-29'],
  ] as const)
    await post(`/api/inventory/items/${id}/stock`, { delta, reason: 'restock', expiresOn });
  await post('/api/requisitions', [{ inventoryItemId: id, quantity: 6 }]);
  const person = await testApp.returning('inventory');
  await person.open('/inventory');
  const inventory = new InventoryPage(person.page);
  const request = inventory.request('Pending Requests', 'Indu Rao');
  await request.getByText('Would take expired stock: 9 in stock, 5 of them expired').waitFor();

  await inventory.item('Ear drops').getByRole('button', { name: 'Stock' }).click();
  await inventory.field('What was done').selectOption('Correction');
  await inventory.press('Save Change');
  const change = inventory.field('Change, such as 5 or -5 (bottles)');
  await expect.poll(() => descriptionsOf(change)).toEqual(['Please enter a whole number, such as 5 or -5.']);
  expect(await isFocused(change)).toBe(true);
  await change.fill('-5');
  await inventory.field('Which batch').selectOption('5 bottles: Expired 29 Feb 2020');
  await inventory.press('Save Change');
  await inventory.dialog.getByText('−5 bottles saved.', { exact: true }).waitFor();
  const batches = inventory.dialog.getByRole('region', { name: 'Batches' }).getByRole('listitem');
  await expect
    .poll(() => batches.allInnerTexts())
    .toEqual([expect.stringMatching(/^4 bottles\s+Expires 16 Dec 2040$/)]);
  await inventory.field('What was done').selectOption('Correction');
  expect(await inventory.field('Which batch').locator('option').allInnerTexts()).toEqual([
    'No particular batch',
    '4 bottles: Expires 16 Dec 2040',
  ]);
  await inventory.press('Close');
  await request.getByText('Not enough: 4 in stock', { exact: true }).waitFor();
});

it('what was dispatched can be found until it is received, and in the ledger of its item (DECISIONS 286)', async () => {
  const items = (await testApp.read('/api/inventory/items', 'inventory')) as InventoryItem[];
  const leash = items.find(({ name }) => name === 'Slip leash');
  const asked = [{ inventoryItemId: String(leash?.id), quantity: 2 }];
  await testApp.act('ravi', 'POST', '/api/requisitions', asked);
  const [request] = (await testApp.read('/api/requisitions/my-requests', 'ravi')) as Requisition[];
  for (const handling of ['approve', 'dispatch'])
    await testApp.act('inventory', 'POST', `/api/inventory/requisitions/${request?.id}/${handling}`);

  const person = await testApp.returning('inventory');
  // Another of the same name waits for a decision, so both are named with their numbers (DECISIONS 368).
  const { phoneNumber } = (await testApp.read('/api/profile', 'ravi')) as Profile;
  const other = { ...request, id: 900, userId: 900, userName: 'Ravi Kulkarni', phoneNumber: '9000000900' };
  const json = [{ ...other, status: 'PENDING' }];
  await person.page.route('**/requisitions?status=PENDING', (route) => route.fulfill({ json }));
  const fetched: string[] = [];
  person.page.on('request', (sent) => {
    if (sent.url().endsWith('status=DISPATCHED')) fetched.push(sent.url());
  });
  await person.open('/inventory');
  const inventory = new InventoryPage(person.page);
  const title = 'Dispatched, Not Yet Received';
  const heading = inventory.section(title).getByRole('heading', { name: title });
  await heading.waitFor();
  expect(fetched).toEqual([]);
  await heading.click();
  const onItsWay = inventory.request(title, `Ravi Kulkarni ${phoneNumber}`).filter({ hasText: 'Slip leash × 2' });
  await onItsWay.waitFor();
  await inventory.request('Pending Requests', 'Ravi Kulkarni 9000000900').waitFor();
  await testApp.act('ravi', 'POST', `/api/requisitions/${request?.id}/acknowledge`);
  await onItsWay.waitFor({ state: 'detached' });

  await inventory.item('Slip leash').getByRole('button', { name: 'Stock' }).click();
  const newest = inventory.dialog.getByRole('region', { name: 'Changes' }).getByRole('listitem').first();
  expect((await newest.innerText()).replace(/\s+/g, ' ')).toMatch(/^−2 Dispatch to Ravi Kulkarni /);
});

it('requests are decided by the keyboard, one after the other (DECISIONS 287)', async () => {
  const items = (await testApp.read('/api/inventory/items', 'inventory')) as InventoryItem[];
  const idOf = (name: string) => String(items.find((item) => item.name === name)?.id);
  for (const [first, second] of [
    ['Gauze', 'Carrier box'],
    ['Gloves', 'Carrier box'],
    ['Bandage', 'Gauze'],
  ] as const) {
    const body = [first, second].map((name) => ({ inventoryItemId: idOf(name), quantity: 1 }));
    await testApp.act('captain', 'POST', '/api/requisitions', body);
  }
  const { firstName, lastName } = (await testApp.read('/api/profile', 'captain')) as Profile;
  const who = `${firstName} ${lastName}`;
  const person = await testApp.returning('inventory');
  await person.open('/inventory');
  const inventory = new InventoryPage(person.page);
  const button = (act: string, what: string) => inventory.button(`${act} the request of ${who}: ${what}`);
  // Right after the focus has moved, Enter does nothing, because it was meant for the card before (DECISIONS 211). This is tried inside
  // the page, because a key pressed from here could come too late.
  const next = button('Approve', 'Gloves, Carrier box');
  await next.waitFor();
  const presses = next.evaluate(async (it) => {
    const press = () =>
      it.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    while (document.activeElement !== it) await new Promise(requestAnimationFrame);
    const atFirst = press();
    await Promise.all((it.closest('ul')?.getAnimations() ?? []).map(({ finished }) => finished));
    return [atFirst, press()];
  });
  const pending = inventory.section('Pending Requests');
  const count = await pending.getByRole('article').count();
  await pending.getByText(`${count} waiting`, { exact: true }).waitFor();
  await button('Approve', 'Gauze, Carrier box').press('Enter');
  // dispatchEvent answers false if the event was cancelled.
  expect(await presses).toEqual([false, true]);
  expect(await isFocused(next)).toBe(true);
  await pending.getByText(`${count - 1} waiting`, { exact: true }).waitFor();
  await button('Deny', 'Gloves, Carrier box').press('Enter');
  await inventory.press('Deny');
  await expect.poll(() => isFocused(button('Deny', 'Bandage, Gauze'))).toBe(true);

  // Items are deleted in the same way.
  const item = { name: 'Aloe', categoryId: null, quantity: 1, unit: 'pieces', lowStockThreshold: 0 };
  await testApp.act('inventory', 'POST', '/api/inventory/items', item);
  await inventory.button('Delete Aloe').press('Enter');
  await inventory.press('Delete');
  await expect.poll(() => isFocused(inventory.button('Delete Antiseptic'))).toBe(true);
});

it('dialogs say that another manager has denied the request, or deleted the item', async () => {
  const item = { name: 'Old splint', categoryId: null, quantity: 1, unit: 'pieces', lowStockThreshold: 0 };
  const { id } = (await testApp.act('superadmin', 'POST', '/api/inventory/items', item)) as InventoryItem;
  const asked = [{ inventoryItemId: id, quantity: 1 }];
  await testApp.act('tara', 'POST', '/api/requisitions', asked);
  const [request] = (await testApp.read('/api/requisitions/my-requests', 'tara')) as Requisition[];
  const person = await testApp.returning('inventory');
  await person.open('/inventory');
  const inventory = new InventoryPage(person.page);
  await inventory.button('Deny the request of Tara Joshi: Old splint').click();
  await inventory.dialog.getByText('The request of Tara Joshi for Old splint × 1 is denied for good.').waitFor();
  await testApp.act('superadmin', 'POST', `/api/inventory/requisitions/${request?.id}/deny`);
  await inventory.fails('The request of Tara Joshi is no longer pending: somebody else has decided about it.');
  expect(await inventory.dialog.getByRole('button', { name: 'Deny', exact: true }).count()).toBe(0);
  await inventory.press('Close');
  await inventory.isClosed();

  // The dialog does not close by itself before the answer, nor after a failure, and then has the reason and says why.
  await testApp.act('tara', 'POST', '/api/requisitions', asked);
  const denials = await handOn(person.page, (sent) => sent.url().endsWith('/deny'));
  denials.hold();
  await inventory.button('Deny the request of Tara Joshi: Old splint').click();
  await inventory.field('Reason').fill('We have bandages.');
  await inventory.press('Deny');
  await inventory.dialog.locator('[aria-busy=true]').waitFor();
  expect(await inventory.dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  await denials.let(answers(500, '{}'), answers(500, '{}'));
  await inventory.fails(/^Failed to deny requisition\. It may have been done all the same/);
  expect(await inventory.field('Reason').inputValue()).toBe('We have bandages.');
  denials.always(passes);
  await inventory.press('Deny');
  await inventory.button('Deny the request of Tara Joshi: Old splint').waitFor({ state: 'detached' });

  await inventory.item('Old splint').getByRole('button', { name: 'Stock' }).click();
  await inventory.dialog.getByText('1 piece in stock').waitFor();
  await testApp.act('superadmin', 'DELETE', `/api/inventory/items/${id}`);
  await inventory.fails('This item has been deleted.');
  expect(await inventory.dialog.getByText('Try again').count()).toBe(0);
  await inventory.press('Close');
  await inventory.isClosed();
});

it('a failed decision is told in sight of whoever pressed, far down the page (DECISIONS 323)', async () => {
  await makeRequests('Cold pack', 8, 2, ['ravi', 'tara', 'captain', 'member']);
  const person = await testApp.returning('inventory');
  const { page } = person;
  await page.setViewportSize({ width: 360, height: 800 });
  await person.open('/inventory');
  const inventory = new InventoryPage(page);
  const pressLast = async (section: string, act: string) =>
    inventory
      .section(section)
      .getByRole('button', { name: new RegExp(`^${act} .*: Cold pack$`) })
      .last()
      .click();
  const handling = await handOn(page, (request) => /\/(approve|dispatch)$/.test(request.url()));
  await pressLast('Pending Requests', 'Approve');
  await page.getByText(/^The request of .* is approved\.$/).waitFor();
  handling.always(answers(503, '{}'));
  await pressLast('Pending Requests', 'Approve');
  const failure = page.getByText(/^Failed to approve requisition\. It may have been done/);
  await failure.waitFor();
  expect((await failure.boundingBox())?.y).toBeGreaterThan(0);
  expect((await failure.boundingBox())?.y).toBeLessThan(300);
  await pressLast('Ready for Dispatch', 'Dispatch');
  const other = page.getByText(/^Failed to dispatch requisition\. It may have been done/);
  await other.waitFor();
  expect((await other.boundingBox())?.y).toBeGreaterThan(0);
  expect((await other.boundingBox())?.y).toBeLessThan(300);
  // A decision of which only the answer was lost has not failed.
  handling.always(passes);
  await failure.waitFor({ state: 'detached' });
  const answersAgain = await loseAnswers(page, '*/approve');
  const isSaid = await watchFor(page, 'Failed to approve');
  const lookUp = page.waitForRequest((request) => request.url().endsWith('status=APPROVED'));
  await pressLast('Pending Requests', 'Approve');
  await lookUp;
  await page.getByText(/^The request of .* is approved\.$/).waitFor();
  await answersAgain();
  expect(await isSaid()).toBe(false);
});

it('more than there is is approved only after a question, because that cannot be taken back (DECISIONS 324)', async () => {
  const id = await makeRequests('Splint', 2, 3, ['ravi', 'tara']);
  const { page, open } = await testApp.returning('inventory');
  await open('/inventory');
  const inventory = new InventoryPage(page);
  const splints = (section: string, act: string) =>
    inventory.section(section).getByRole('button', { name: new RegExp(`^${act} .*Ravi.*: Splint$`) });
  const act = (path: string, body?: object) => testApp.act('superadmin', 'POST', path, body);
  await splints('Pending Requests', 'Approve').click();
  const question = page.getByRole('dialog', { name: 'Approve more than there is?' });
  await question.getByText('The request of Ravi Kulkarni').waitFor();
  await question.getByText('Splint × 3').waitFor();
  await question.getByText('2 in stock').waitFor();
  // It follows what others do meanwhile (DECISIONS 288).
  await act(`/api/inventory/items/${id}/stock`, { delta: 1, reason: 'restock' });
  await question.getByText('There is enough of everything now.').waitFor();
  await act(`/api/inventory/items/${id}/stock`, { delta: -1, reason: 'use' });
  await question.getByText('2 in stock').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await splints('Pending Requests', 'Approve').count()).toBe(1);
  await splints('Pending Requests', 'Approve').click();
  await question.getByRole('button', { name: 'Approve Anyway' }).click();
  await splints('Ready for Dispatch', 'Dispatch').waitFor();
  await inventory.button('Approve the request of Tara Joshi: Splint').click();
  await question.getByText('3 promised').waitFor();
  const [theirs] = (await testApp.read('/api/requisitions/my-requests', 'tara')) as Requisition[];
  await act(`/api/inventory/requisitions/${theirs?.id}/deny`);
  await inventory.fails('The request of Tara Joshi is no longer pending: somebody else has decided about it.');
  expect(await question.getByRole('button', { name: 'Approve' }).count()).toBe(0);
});

/** An item with a stock, and a request for so many of it by each of these members. */
async function makeRequests(name: string, stock: number, quantity: number, usernames: readonly string[]) {
  const item = { name, categoryId: null, quantity: stock, unit: 'pieces', lowStockThreshold: 0 };
  const { id } = (await testApp.act('inventory', 'POST', '/api/inventory/items', item)) as InventoryItem;
  for (const username of usernames)
    await testApp.act(username, 'POST', '/api/requisitions', [{ inventoryItemId: id, quantity }]);
  return id;
}
