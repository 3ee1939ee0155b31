import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { InventoryItem, Requisition } from '../../src/contract/supplies';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { hideCapabilities } from '../kit/capabilities';
import { answers, holdAnswers, passAgain } from './calls';
import { InventoryPage } from './pages/inventory';
import { alone } from './visits';

const testApp = openTestApp();

const items = async () => (await testApp.read('/api/inventory/items', 'inventory')) as InventoryItem[];
const itemNamed = async (name: string) => {
  const item = (await items()).find((one) => one.name === name);
  if (!item) throw new Error(`There is no ${name}.`);
  return item;
};
const requestsOf = async (username: string) =>
  (await testApp.read('/api/requisitions/my-requests', username)) as Requisition[];
/** A member asks for so many of an item. @returns the id of the request */
async function ask(username: string, name: string, quantity: number): Promise<string> {
  const before = (await requestsOf(username)).map(({ id }) => String(id));
  await testApp.act(username, 'POST', '/api/requisitions', [
    { inventoryItemId: String((await itemNamed(name)).id), quantity },
  ]);
  const made = (await requestsOf(username)).find(({ id }) => !before.includes(String(id)));
  return String(made?.id);
}
/** Another manager does something with a request. */
const handle = (id: string, handling: string) =>
  testApp.act('superadmin', 'POST', `/api/inventory/requisitions/${id}/${handling}`);

async function atInventory(prepare: (person: Person) => Promise<unknown> = async () => {}) {
  const person = await testApp.returning('inventory');
  await prepare(person);
  await person.open('/inventory');
  const inventory = new InventoryPage(person.page);
  await inventory.section('Master Item List').waitFor();
  return { person, inventory };
}
/** Makes a call fail. */
const failing = ({ page }: Person, address: string, method: string) =>
  page.route(address, (route) => (route.request().method() === method ? fails(route) : route.fallback()));
const fails = answers(500, '{}');

describe('a request for supplies', () => {
  it('is approved and dispatched, and the requester is notified', async () => {
    await ask('member', 'Saline 500 ml', 1);
    const { inventory, person } = await atInventory();
    const stock = (await itemNamed('Gauze')).quantity;
    const id = await ask('ravi', 'Gauze', 3);
    // Without a reload.
    const pending = inventory.request('Pending Requests', 'Ravi Kulkarni');
    await pending.getByText('Gauze × 3').waitFor();
    expect(await inventory.waysTo(pending)).toMatch(/^\/#\/volunteer\/\d+ tel:\d{10}$/);
    await pending.getByText(`${stock} in stock`).waitFor();
    const lists = await holdAnswers(person.page, '**/api/inventory/requisitions?status=PENDING');
    await pending.getByRole('button', { name: 'Approve' }).click();
    await inventory.says('The request of Ravi Kulkarni for Gauze × 3 is approved.');
    await pending.waitFor({ state: 'detached' });
    // Another is approved while the next lists are on their way: they do not bring it back. They are shown once new ones are requested.
    await lists.isHeld();
    const other = inventory.request('Pending Requests', 'Mira Nair').filter({ hasText: 'Saline' });
    await other.getByRole('button', { name: 'Approve' }).click();
    await other.waitFor({ state: 'detached' });
    lists.release();
    await lists.isHeld();
    expect(await other.count()).toBe(0);
    lists.free();
    const ready = inventory.request('Ready for Dispatch', 'Ravi Kulkarni').filter({ hasText: 'Gauze × 3' });
    await ready.getByText(`${stock} in stock, 3 promised`).waitFor();
    await ready.getByRole('button', { name: 'Dispatch' }).click();
    await ready.waitFor({ state: 'detached' });
    await inventory
      .item('Gauze')
      .getByText(String(stock - 3), { exact: true })
      .waitFor();
    const mine = (await requestsOf('ravi')).find((one) => String(one.id) === id);
    expect(mine?.status).toBe('DISPATCHED');
    const told = (await testApp.read('/api/notifications?unreadOnly=true', 'ravi')) as { message: string }[];
    expect(told[0]?.message).toMatch(/^Your supplies are on their way: Gauze × 3\. Please confirm/);
  });

  it("is denied with a reason, and a manager's own is marked (DECISIONS K7)", async () => {
    const own = await ask('inventory', 'Slip leash', 1);
    const { inventory } = await atInventory();
    const mine = inventory.request('Pending Requests', 'Indu Rao');
    await mine.getByText('Your own request').waitFor();
    await mine.getByRole('button', { name: 'Deny' }).click();
    await inventory.press('Cancel');
    await inventory.isClosed();
    expect((await requestsOf('inventory')).find(({ id }) => String(id) === own)?.status).toBe('PENDING');
    await mine.getByRole('button', { name: 'Deny' }).click();
    await inventory.field('Reason').fill('The leashes stay here.');
    await inventory.press('Deny');
    await mine.waitFor({ state: 'detached' });
    const denied = (await requestsOf('inventory')).find(({ id }) => String(id) === own);
    expect([denied?.status, denied?.reason]).toEqual(['DENIED', 'The leashes stay here.']);
  });

  it('is decided by one of two managers: the other sees why, and the new state', async () => {
    const id = await ask('ravi', 'Wound spray', 2);
    const { inventory, person } = await atInventory(alone);
    const pending = inventory.request('Pending Requests', 'Ravi Kulkarni');
    await pending.waitFor();
    await handle(id, 'approve');
    await pending.getByRole('button', { name: 'Approve' }).click();
    const why = 'Failed to approve requisition. This request is approved now: it cannot be approved.';
    await inventory.says(why);
    await pending.waitFor({ state: 'detached' });
    await inventory.button('Dismiss').click();
    await person.page.getByText(why).waitFor({ state: 'detached' });
    const ready = inventory.request('Ready for Dispatch', 'Ravi Kulkarni').filter({ hasText: 'Wound spray' });
    await ready.waitFor();

    // Meanwhile there is less in stock than was promised.
    const { id: spray, quantity } = await itemNamed('Wound spray');
    const counted = { delta: 1 - quantity, reason: 'correction', note: null, expiresOn: null };
    await testApp.act('superadmin', 'POST', `/api/inventory/items/${spray}/stock`, counted);
    await ready.getByRole('button', { name: 'Dispatch' }).click();
    await person.page
      .getByRole('status')
      .getByText(/^Failed to dispatch requisition\. There is not enough/)
      .waitFor();
    await ready.getByText('Not enough: 1 in stock, 2 promised').waitFor();
    expect((await itemNamed('Wound spray')).quantity).toBe(1);
  });
});

describe('the master item list', () => {
  it('is searched, sorted and filtered, and its numbers lead to what they count', async () => {
    const {
      person: { page },
      inventory,
    } = await atInventory();
    await page.getByLabel('Search').fill('an');
    await expect.poll(() => inventory.names()).toEqual(['Antiseptic', 'Bandage']);
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Category').selectOption('Tools');
    await page.getByLabel('Sort by').selectOption('Quantity');
    await expect.poll(() => inventory.names()).toEqual(['Carrier box', 'Slip leash']);

    // Each number leads to its section, however the list was filtered before.
    for (const [card, section] of [
      ['Pending Requests', 'Pending Requests'],
      ['Ready for Pickup', 'Ready for Dispatch'],
      ['Low Stock Items', 'Master Item List'],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(`^\\d+ ?${card}$`) }).click();
      const heading = inventory.section(section).getByRole('heading', { name: section });
      await expect.poll(() => isFocused(heading)).toBe(true);
      await expect.poll(async () => (await heading.boundingBox())?.y ?? 9999).toBeLessThan(700);
    }
    await expect.poll(async () => (await inventory.names()).includes('Saline 500 ml')).toBe(true);
    const low = await inventory.items.filter({ hasText: 'Low stock' }).count();
    expect((await inventory.names()).length).toBe(low);
    expect((await inventory.counts())[2]).toBe(`${low} Low Stock Items`);

    // In the demo data 6 bottles of antiseptic expire in 18 days, and 2 of them were dispatched. What expires later than in 30 days is
    // not shown yet (K10).
    const expiring = inventory.section('Expiring Soon').getByRole('listitem');
    await expect
      .poll(async () => (await expiring.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual([expect.stringMatching(/^Antiseptic: 4 bottles Expires \d+ \w+ \d{4}$/)]);
    const { id } = await itemNamed('Gauze');
    const restock = { delta: 4, reason: 'restock', note: null, expiresOn: '2020-02-29' };
    await testApp.act('inventory', 'POST', `/api/inventory/items/${id}/stock`, restock);
    await expect
      .poll(async () => (await expiring.allInnerTexts())[0]?.replace(/\s+/g, ' '))
      .toBe('Gauze: 4 packs Expired 29 Feb 2020');
  });

  it('gets a new item, and an old form undoes no dispatch (DECISIONS K1)', async () => {
    const { person, inventory } = await atInventory(alone);
    await inventory.open('New Item', 'New Item');
    // S2 §5: the defaults.
    for (const [label, value] of Object.entries({ Quantity: '0', Unit: 'pieces', 'Low stock threshold': '5' }))
      expect(await inventory.field(label).inputValue()).toBe(value);
    await inventory.press('Save');
    await inventory.dialog.getByText('Name is required.').waitFor();
    await inventory.field('Name').fill('Thermometer');
    await inventory.field('Quantity').fill('20');
    const address = '**/api/inventory/items*';
    await failing(person, address, 'POST');
    await inventory.field('Quantity').press('Enter');
    await inventory.fails('Failed to save item.');
    expect(await isFocused(inventory.field('Quantity'))).toBe(true);
    await passAgain(person.page, address);
    await inventory.press('Save');
    await inventory.item('Thermometer').getByText('20', { exact: true }).waitFor();

    await inventory.open('Edit Thermometer', 'Edit Item');
    expect(await isFocused(inventory.field('Name'))).toBe(true);
    await inventory.field('Quantity').fill('25');
    const id = await ask('ravi', 'Thermometer', 3);
    await handle(id, 'approve');
    await handle(id, 'dispatch');
    await inventory.press('Save');
    await inventory.dialog.getByText(/^Failed to save item\. Somebody else has changed this: it is 17 now\./).waitFor();
    expect(await inventory.field('Quantity').inputValue()).toBe('25');
    expect((await itemNamed('Thermometer')).quantity).toBe(17);
    await inventory.dialog.getByText('Saving again makes 25 of the 17 that there are.').waitFor();
    await inventory.press('Save');
    await inventory.isClosed();
    await inventory.item('Thermometer').getByText('25', { exact: true }).waitFor();
  });

  it('loses an item only when nobody has it, and a category only when it is empty', async () => {
    const { person, inventory } = await atInventory();
    const usage = '**/api/inventory/items/*/usage';
    await failing(person, usage, 'GET');
    await inventory.open('Delete Bandage', 'Delete Item');
    await inventory.fails('Could not check item usage.');
    await passAgain(person.page, usage);
    await inventory.press('Try again');
    await inventory.dialog.getByRole('heading', { name: 'Cannot Delete Item' }).waitFor();
    await inventory.dialog.getByText(/Mira/).waitFor();
    expect(await inventory.told()).toBe('Bandage is in use by:');
    await inventory.press('OK');
    await inventory.isClosed();

    const splint = { name: 'Old splint', categoryId: null, quantity: 1, unit: 'pieces', lowStockThreshold: 0 };
    await testApp.act('inventory', 'POST', '/api/inventory/items', splint);
    await inventory.item('Old splint').waitFor();
    const address = '**/api/inventory/items/*';
    await failing(person, address, 'DELETE');
    await inventory.open('Delete Old splint', 'Delete Item');
    await inventory.press('Delete');
    await inventory.fails('Failed to delete item.');
    await passAgain(person.page, address);
    await inventory.press('Delete');
    await inventory.isClosed();
    await inventory.item('Old splint').waitFor({ state: 'detached' });

    await inventory.open('Categories', 'Categories');
    await inventory.press('Add Category');
    await inventory.dialog.getByText('Category name is required.').waitFor();
    expect(await isFocused(inventory.field('New category'))).toBe(true);
    await inventory.field('New category').fill('Food');
    await failing(person, '**/api/inventory/categories', 'POST');
    await inventory.press('Add Category');
    await inventory.dialog.getByText('Failed to save category.', { exact: true }).waitFor();
    await passAgain(person.page, '**/api/inventory/categories');
    await inventory.press('Add Category');
    await inventory.press('Rename Food');
    await inventory.field('New name of Food').fill('Feed');
    await inventory.press('Rename');
    await inventory.press('Delete Feed');
    const one = '**/api/inventory/categories/*';
    await failing(person, one, 'DELETE');
    await inventory.press('Delete');
    await inventory.dialog.getByText('Failed to delete category.', { exact: true }).waitFor();
    await passAgain(person.page, one);
    await inventory.press('Delete');
    await inventory.dialog.getByRole('listitem').filter({ hasText: 'Feed' }).waitFor({ state: 'detached' });
    await inventory.press('Delete Tools');
    await inventory.press('Delete');
    await inventory.fails('Cannot delete category. It is currently in use by inventory items.');
  });
});

describe('stock', () => {
  it('is changed by restocks and uses, found by its barcode, exported and imported', async () => {
    const { person, inventory } = await atInventory();
    const { page } = person;
    const before = (await itemNamed('Gloves')).quantity;
    await page.getByRole('button', { name: /^(Scan|Find by Barcode)$/ }).click();
    await inventory.field('Barcode').fill('4006381333931');
    await inventory.press('Find');
    await inventory.dialog.getByText('No item has the barcode 4006381333931.').waitFor();
    await inventory.field('Barcode').fill('8901234500026');
    await inventory.press('Find');
    await inventory.dialog.getByRole('heading', { name: 'Stock of Gloves' }).waitFor();
    await inventory.field('How many came (pairs)').fill('20');
    await inventory.field('Note').fill('by the vet, cold');
    await inventory.field('Expires on').fill('2030-03-31');
    await inventory.press('Save Change');
    const newest = inventory.dialog.getByRole('region', { name: 'Changes' }).getByRole('listitem').first();
    await newest.getByText('by the vet, cold').waitFor();
    expect((await newest.innerText()).replace(/\s+/g, ' ')).toMatch(
      new RegExp(`^\\+20 Restock by the vet, cold .+ · Indu Rao = ${before + 20}$`),
    );
    await inventory.dialog.getByText('Expires 31 Mar 2030').waitFor();
    await inventory.dialog.getByText(`${before + 20} pairs in stock`).waitFor();
    await inventory.dialog.getByRole('img', { name: /^Quantity of Gloves over time/ }).waitFor();
    // The same as a table, newest first: the demo's first count and delivery, and what has just come.
    await inventory.dialog.getByText('As a table').click();
    const cells = inventory.dialog.getByRole('table').getByRole('row').locator('td:last-child');
    expect(await cells.allInnerTexts()).toEqual([before + 20, before].map(String));
    await inventory.press('Close');
    await inventory.isClosed();

    const download = page.waitForEvent('download');
    await inventory.button('Export').click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toMatch(/^\uFEFFName,/);
    expect(file).toContain(`Gloves,Dressings,${before + 20},pairs,50,8901234500026`);

    const choose = (csv: string) =>
      inventory.field('CSV file').setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await inventory.open('Import', 'Import Items');
    await choose('Name,Quantity\nGloves,300\nGauze,-4\nCarrier box,many\n');
    const wrong = inventory.dialog.getByRole('list', { name: 'Wrong lines' }).getByRole('listitem');
    await expect
      .poll(async () => (await wrong.allInnerTexts()).map((text) => text.slice(0, 7)))
      .toEqual(['Line 3:', 'Line 4:']);
    await inventory.dialog.getByText('2 lines are wrong. Nothing is changed.').waitFor();
    expect(await inventory.dialog.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
    expect((await itemNamed('Gloves')).quantity).toBe(before + 20);
    await choose('Name,Quantity\nGloves,300\nCarrier box,2\n');
    const changes = inventory.dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await expect.poll(() => changes.count()).toBe(1);
    await inventory.press('Import');
    await inventory.dialog.getByText('The items are imported.').waitFor();
    await inventory.press('Done');
    await inventory.item('Gloves').getByText('300', { exact: true }).waitFor();
  });

  it('is printed as a pick list that has nothing else on its page', async () => {
    const id = await ask('tara', 'Gauze', 2);
    await handle(id, 'approve');
    const { person, inventory } = await atInventory(({ page }) =>
      page.addInitScript(() => {
        window.print = () => document.body.setAttribute('data-printed', 'yes');
      }),
    );
    const { page } = person;
    await inventory.button('Print Pick List').click();
    await page.locator('body[data-printed=yes]').waitFor({ state: 'attached' });
    const list = page.getByTestId('pick-list');
    expect(await list.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await list.isVisible()).toBe(true);
    expect(await inventory.section('Master Item List').isVisible()).toBe(false);
    expect(await list.getByRole('row', { name: /^Gauze/ }).innerText()).toMatch(/packs/);
    await list.getByRole('heading', { name: 'Tara Joshi' }).waitFor();
  });
});

describe('the inventory', () => {
  it.each(['dashboard-stats', 'requisitions?status=PENDING', 'items', 'categories'])(
    'says so when %s cannot be fetched, and tries again',
    async (part) => {
      const person = await testApp.returning('inventory');
      await alone(person);
      const address = (url: URL) => url.href.endsWith(`/api/inventory/${part}`);
      await person.page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
      await person.open('/inventory');
      const inventory = new InventoryPage(person.page);
      await inventory.fails('Failed to fetch all inventory data.');
      await passAgain(person.page, address);
      await inventory.button('Try again').click();
      await inventory.item('Bandage').waitFor();
    },
  );

  it('shows only the parts of S2 with a server that has no more', async () => {
    const sent: string[] = [];
    const { person, inventory } = await atInventory(async ({ page }) => {
      page.on('request', (request) => {
        if (request.url().includes('/api/'))
          sent.push(`${request.method()} ${new URL(request.url()).pathname.slice(4)}`);
      });
      await hideCapabilities(page);
    });
    const bodies: (string | null)[] = [];
    person.page.on('request', (request) => {
      if (request.method() !== 'GET') bodies.push(request.postData());
    });
    await inventory.item('Bandage').waitFor();
    for (const name of ['Scan', 'Find by Barcode', 'Import', 'Export', 'Stock of Bandage'])
      expect(await inventory.button(name).count(), name).toBe(0);
    await inventory.open('Edit Bandage', 'Edit Item');
    expect(await inventory.field('Barcode').count()).toBe(0);
    await inventory.press('Save');
    await inventory.isClosed();
    await ask('member', 'Bandage', 1);
    await inventory.button('Categories').waitFor();
    await person.page.reload();
    const pending = inventory.request('Pending Requests', 'Mira Nair');
    await pending.getByRole('button', { name: 'Deny' }).click();
    expect(await inventory.field('Reason').count()).toBe(0);
    await inventory.press('Deny');
    await pending.waitFor({ state: 'detached' });
    // No barcode, no version, no reason.
    expect(Object.keys(JSON.parse(bodies[0] ?? '{}')).sort()).toEqual([
      'categoryId',
      'lowStockThreshold',
      'name',
      'quantity',
      'unit',
    ]);
    expect(bodies[1]).toBe(null);
    expect(sent.filter((call) => /expiring|ledger|batches|export|import/.test(call))).toEqual([]);
  });
});
