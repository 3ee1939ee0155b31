import { describe, expect, it } from 'vitest';
import type { InventoryItem } from '../../src/contract/supplies';
import { openTestApp } from '../kit/browser';
import { handOn, passes } from './calls';
import { InventoryPage } from './pages/inventory';
import { KitPage } from './pages/kit';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const phone = { viewport: { width: 360, height: 740 } };

/** DECISIONS 261: what was written is not thrown away by a press beside the dialog. */
describe('a dialog with a form', () => {
  it('asks before a press beside it, Esc or Back throws away what was written; Cancel does not ask', async () => {
    const id = await situations.make('REPORTED');
    const ravi = await testApp.returning('captain', phone);
    const { page } = ravi;
    // By a link of the app, so that Back leads back within it.
    await ravi.open('/live');
    await page.locator(`a[href$="#/incident/${id}"]`).first().click();
    const dialog = page.getByRole('dialog', { name: 'Close Incident' });
    const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
    const reason = dialog.getByLabel('Reason');
    const open = async () => {
      await page.getByRole('button', { name: 'Close Incident', exact: true }).click();
      await reason.waitFor();
    };
    const ways = [
      () => page.mouse.click(180, 3),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
    ];
    await open();
    for (const leave of ways) {
      await reason.fill('The dog is back at its home.');
      await leave();
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await reason.inputValue()).toBe('The dog is back at its home.');
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave Without Saving' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await question.count()).toBe(0);

    // Nothing is written yet, or Cancel is pressed.
    await open();
    expect(await reason.inputValue()).toBe('');
    await page.mouse.click(180, 3);
    await dialog.waitFor({ state: 'detached' });
    await open();
    await reason.fill('A mistake.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await question.count()).toBe(0);
  });

  it('asks before Back on a page to which a link from outside has led, and the screen stays with its address', async () => {
    const id = await situations.make('REPORTED');
    const kabir = await testApp.returning('captain', phone);
    const { page } = kabir;
    // As a click on a push notification does in an open tab.
    const comeFromOutside = (route: string) => page.evaluate((to) => location.assign(`#${to}`), route);
    await kabir.open('/chat');
    await kabir.isAt('/chat');
    await comeFromOutside('/notifications');
    await kabir.isAt('/notifications');
    await comeFromOutside(`/incident/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Close Incident' });
    const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
    const stay = async (route: string) => {
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      await kabir.isAt(route);
    };
    await page.getByRole('button', { name: 'Close Incident', exact: true }).click();
    await dialog.getByLabel('Reason').fill('The dog is back at its home.');
    // Also after a notification about what is shown already.
    await comeFromOutside(`/incident/${id}`);
    for (const leave of [() => page.goBack(), () => comeFromOutside('/notifications')]) {
      await leave();
      await stay(`/incident/${id}`);
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('The dog is back at its home.');
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.goBack();
    await kabir.isAt('/notifications');
    await page.goForward();
    await kabir.isAt(`/incident/${id}`);

    await comeFromOutside(`/incident/${id}/update`);
    await page.getByLabel('Description').fill('A brown dog.');
    await comeFromOutside('/notifications');
    await stay(`/incident/${id}/update`);
    expect(await page.getByLabel('Description').inputValue()).toBe('A brown dog.');
  });

  it('asks for an incident that is edited, in the dialog and on the page, and not after saving', async () => {
    const id = await situations.make('ONGOING');
    const ravi = await testApp.returning('captain');
    const { page } = ravi;
    await ravi.open(`/incident/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Incident' });
    const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
    await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Description').fill('A brown dog with a blue collar.');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('A brown dog with a blue collar.').waitFor();

    await ravi.open(`/incident/${id}/update`);
    const description = page.getByLabel('Description');
    await description.fill('A brown dog with a red collar.');
    await page.getByRole('link', { name: 'Leaderboard' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await description.inputValue()).toBe('A brown dog with a red collar.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await ravi.isAt(`/incident/${id}`);
    await page.getByText('A brown dog with a red collar.').waitFor();
    expect(await question.count()).toBe(0);

    // While it is being saved, either: that goes on (DECISIONS 134).
    const saving = await handOn(page, (request) => request.method() === 'PUT');
    await ravi.open(`/incident/${id}/update`);
    await description.fill('A brown dog without a collar.');
    saving.hold();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.locator('[aria-busy=true]').getByText('Save Changes').waitFor();
    await page.getByRole('link', { name: 'Leaderboard' }).click();
    await page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
    expect(await question.count()).toBe(0);
    await saving.let(passes);
    await ravi.open(`/incident/${id}`);
    await page.getByText('A brown dog without a collar.').waitFor();
  });

  it('asks for an item of the inventory, and for the reason of a denial', async () => {
    const manager = await testApp.returning('inventory', phone);
    const { page } = manager;
    const inventory = new InventoryPage(page);
    const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
    await manager.open('/inventory');
    await page.getByRole('button', { name: 'New Item', exact: true }).click();
    const item = page.getByRole('dialog', { name: 'New Item' });
    await item.getByLabel('Name').fill('Tick remover');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave Without Saving' }).click();
    await item.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New Item', exact: true }).click();
    await item.getByLabel('Name').waitFor();
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'detached' });

    // A reload, as by a pull at the top of the page (DECISIONS 332).
    await page.getByRole('button', { name: 'New Item', exact: true }).click();
    await item.getByLabel('Name').fill('Tick remover');
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await (await asked).dismiss();
    expect(await item.getByLabel('Name').inputValue()).toBe('Tick remover');
    await item.getByRole('button', { name: 'Cancel' }).click();
    await item.waitFor({ state: 'detached' });

    await page
      .getByRole('button', { name: /^Deny / })
      .first()
      .click();
    await inventory.field('Reason').fill('Sold out.');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await inventory.field('Reason').inputValue()).toBe('Sold out.');
  });

  it('is only read while it is being sent, in the kit, too (DECISIONS 301)', async () => {
    const tara = await testApp.returning('tara', phone);
    const { page } = tara;
    const sending = await handOn(page, (request) => request.method() !== 'GET' && request.url().includes('/items'));
    await tara.open(`/profile/first-aid-kit/${(await situations.idsOf('Tara'))[0]}`);
    const [kit, dialog] = [new KitPage(page), page.getByRole('dialog')];
    const isOnlyRead = async (button: string) => {
      sending.hold();
      await dialog.getByRole('button', { name: button }).click();
      await dialog.locator('[aria-busy=true]').waitFor();
      expect(await dialog.locator(':is(input:not([readonly]), select:not([aria-disabled]))').count()).toBe(0);
      await sending.let(passes);
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Add personal item' }).click();
    await kit.choose(dialog, 'gloves', '2');
    await isOnlyRead('Add');
    await page.getByRole('button', { name: 'Set quantity of Gloves' }).click();
    await isOnlyRead('Save');
  });

  it('does not ask while it is being sent, because that goes on without the screen; only a reload asks (DECISIONS 134)', async () => {
    const manager = await testApp.returning('inventory');
    const { page } = manager;
    const inventory = new InventoryPage(page);
    const stock = async () => {
      const items = (await testApp.read('/api/inventory/items', 'inventory')) as InventoryItem[];
      return items.find(({ name }) => name === 'Gauze')?.quantity ?? 0;
    };
    const before = await stock();
    const sending = await handOn(page, (request) => request.url().endsWith('/stock'));
    await manager.open('/inventory');
    await inventory.open('Stock of Gauze', 'Stock of Gauze');
    await inventory.dialog.getByLabel('How many came').fill('20');
    sending.hold();
    await inventory.press('Save Change');
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await (await asked).dismiss();
    // As a click on a push notification does.
    await page.evaluate(() => location.assign('#/notifications'));
    await inventory.isClosed();
    await manager.isAt('/notifications');
    await sending.free();
    await expect.poll(stock).toBe(before + 20);
  });
});
