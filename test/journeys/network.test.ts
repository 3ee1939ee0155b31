import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { AUDIT_PAGE } from '../../src/contract/administration';
import { SEARCH_PAGE } from '../../src/contract/search';
import { isFocused, openTestApp } from '../kit/browser';
import { jpeg } from '../kit/media';
import { knownOf } from './device';
import { situationsOf } from './situations';

/** Buttons whose act cannot wait on the device say that they need the network, before they are pressed (DECISIONS 186). */
const testApp = openTestApp();
const situations = situationsOf(testApp);
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

/** Checks that a control says that it needs the network, and cannot be used. */
async function needsNetwork(control: Locator) {
  await expect.poll(() => control.getAttribute('aria-disabled')).toBe('true');
  expect(await control.textContent()).toContain('needs the network');
}

/** The same for a button that is only an icon: it says so in its hover text, in its description, and above itself after a press. */
async function iconNeedsNetwork(icon: Locator, name: string) {
  await expect.poll(() => icon.getAttribute('title')).toBe(`${name}: needs the network`);
  expect(await icon.getAttribute('aria-disabled')).toBe('true');
  expect(await icon.isEnabled()).toBe(false);
  const described = await icon.getAttribute('aria-describedby');
  const reason = icon.page().locator(`[id="${described}"]`);
  expect(await reason.textContent()).toBe('This needs the network.');
  expect(await reason.isVisible()).toBe(false);
  await icon.click({ force: true });
  await reason.waitFor();
  // The whole text can be read: nothing covers it or cuts it off.
  expect(await reason.evaluate(coveredCorners)).toEqual([]);
}

/** The corners of an element that something else covers. Runs in the page. */
function coveredCorners(element: HTMLElement | SVGElement): string[] {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  // `elementFromPoint` finds only what catches presses, which a reason does not.
  element.style.pointerEvents = 'auto';
  return [left + 8, right - 8]
    .flatMap((x) => [top + 8, bottom - 8].map((y) => [x, y] as const))
    .filter(([x, y]) => !element.contains(document.elementFromPoint(x, y)))
    .map(([x, y]) => `${x}, ${y}: ${document.elementFromPoint(x, y)?.className}`);
}

it('the deletion of a notification needs the network, and a press deletes nothing', async () => {
  const kabir = await testApp.returning('captain', phone);
  await testApp.act('captain', 'DELETE', '/api/notifications/all');
  await situations.report();
  await situations.report();
  await kabir.open('/notifications');
  const cards = kabir.page.getByRole('article').filter({ hasText: 'New report' });
  await expect.poll(() => cards.count()).toBe(2);
  // The name says which notification, as its card does.
  const name = `Delete notification: ${await cards
    .nth(1)
    .getByText(/^New report/)
    .innerText()}`;
  const bin = cards.nth(1).getByRole('button', { name, exact: true });
  expect(await bin.getAttribute('title')).toBe(name);
  await kabir.setOffline(true);
  await iconNeedsNetwork(bin, name);
  expect(await cards.count()).toBe(2);

  await kabir.setOffline(false);
  await expect.poll(() => bin.getAttribute('title')).toBe(name);
  await bin.click();
  await expect.poll(() => cards.count()).toBe(1);
});

it('the deletion of a photo and the removal of an item from a kit need the network', async () => {
  const incidentId = await situations.report([await jpeg()]);
  const asha = await testApp.returning('admin', phone);
  await asha.open(`/incident/${incidentId}/media`);
  const photo = asha.page.getByRole('button', { name: 'Delete Image 1 of Initial Report' });
  await photo.waitFor();
  await asha.setOffline(true);
  await iconNeedsNetwork(photo, 'Delete Image 1 of Initial Report');
  expect(await asha.page.getByRole('dialog').count()).toBe(0);

  const mira = await testApp.returning('member', phone);
  const { id } = (await testApp.read('/api/profile', 'member')) as { id: string };
  await mira.open(`/profile/first-aid-kit/${id}`);
  const leash = mira.page.getByRole('button', { name: 'Remove Slip leash' });
  await leash.waitFor();
  await mira.setOffline(true);
  await iconNeedsNetwork(leash, 'Remove Slip leash');
});

it('the export of the items, a change of the stock, and the deletion of a category need the network', async () => {
  const indu = await testApp.returning('inventory', phone);
  const dialog = indu.page.getByRole('dialog');
  await indu.open('/inventory');
  await indu.page.getByRole('button', { name: 'Stock of Gloves' }).click();
  const change = dialog.getByRole('button', { name: /^Save Change/ });
  await change.waitFor();
  await indu.setOffline(true);
  await needsNetwork(change);
  await indu.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const download = indu.page.getByRole('button', { name: /^Export/ });
  await needsNetwork(download);
  await download.click({ force: true });
  await download.getByText('This needs the network.').waitFor();

  await indu.setOffline(false);
  await indu.page.getByRole('button', { name: 'Categories' }).click();
  const tools = dialog.getByRole('button', { name: 'Delete Tools' });
  await tools.waitFor();
  await indu.setOffline(true);
  await iconNeedsNetwork(tools, 'Delete Tools');
  // A dialog can be closed without the network.
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('the timeline, the history and the kit of a team need the network, but members of the team have its kit on their device', async () => {
  const incidentId = await situations.make('IN_PROGRESS');
  const kabir = await testApp.returning('captain', phone);
  await kabir.open(`/incident/${incidentId}`);
  const button = (person: typeof kabir, name: RegExp) => person.page.getByRole('button', { name });
  await button(kabir, /^Timeline/).waitFor();
  await kabir.setOffline(true);
  await needsNetwork(button(kabir, /^Timeline/));
  await needsNetwork(button(kabir, /^View Team Kit/));
  // The names of the team are on the device with the incident.
  await button(kabir, /^View Team$/).click();
  await expect.poll(() => kabir.page.getByRole('dialog').textContent()).toMatch(/Mira.*Ravi/s);

  const mira = await testApp.returning('member', phone);
  await mira.open('/my-cases');
  await expect.poll(() => knownOf(mira)).toContain(`teamKit/${incidentId}`);
  await mira.open(`/incident/${incidentId}`);
  await button(mira, /^View Team Kit/).waitFor();
  await mira.setOffline(true);
  await needsNetwork(button(mira, /^Timeline/));
  await button(mira, /^View Team Kit$/).click();
  await mira.page.getByRole('dialog').getByText('Bandage').first().waitFor();

  const done = await situations.make('ONGOING');
  await mira.setOffline(false);
  await mira.open(`/incident/${done}`);
  await button(mira, /^History/).waitFor();
  await mira.setOffline(true);
  await iconNeedsNetwork(button(mira, /^History/), 'History');
});

it('an assignment, an authorization, and a new password of another need the network', async () => {
  type Names = readonly (string | RegExp)[];
  // The buttons that lead there, by name, and the one that needs the network.
  const ways: [username: string, route: string, through: Names, last: RegExp][] = [
    ['captain', '/incident/2/assign', [], /^Assign Team/],
    ['admin', '/approvals', [], /^Authorize/],
    ['superadmin', '/superadmin', ['Manage Users', /^Reset Password of Tara/], /^Reset Password/],
  ];
  for (const [username, route, through, last] of ways) {
    const person = await testApp.returning(username, phone);
    await person.open(route);
    for (const name of through) await person.page.getByRole('button', { name }).first().click();
    const dialogs = person.page.getByRole('dialog');
    const place = through.length > 0 ? dialogs.last() : person.page.getByRole('main');
    const button = place.getByRole('button', { name: last }).first();
    await button.waitFor();
    await person.setOffline(true);
    await needsNetwork(button);
  }
});

it('a reaction and the change of a message need the network: in the menu, in the edit, and before a deletion', async () => {
  const mira = await testApp.returning('member', phone);
  const { chat, page } = mira;
  await mira.open('/gchat');
  await chat.isUsable();
  await chat.message('All three!').press('Enter');
  const heart = chat.menu.getByRole('button', { name: '❤️' });
  await heart.waitFor();
  expect(await heart.getAttribute('aria-disabled')).toBe(null);
  await mira.setOffline(true);
  await expect.poll(() => heart.getAttribute('title')).toBe('needs the network');
  expect(await heart.isEnabled()).toBe(false);
  const why = chat.menu.getByText('A reaction needs the network');
  await why.waitFor();
  expect(await heart.getAttribute('aria-describedby')).toBe(await why.getAttribute('id'));
  const pressed = await heart.getAttribute('aria-pressed');
  expect(['true', 'false']).toContain(pressed);
  await heart.click({ force: true });
  await chat.menu.waitFor();
  expect(await heart.getAttribute('aria-pressed')).toBe(pressed);

  await mira.setOffline(false);
  await expect.poll(() => heart.getAttribute('aria-disabled')).toBe(null);
  await why.waitFor({ state: 'detached' });
  await heart.click();
  await chat.menu.waitFor({ state: 'detached' });

  // So does the change of a message: in its menu, in its edit, and in the question before its deletion.
  const inMenu = (name: string) => chat.menu.getByRole('button', { name: new RegExp(`^${name}`) });
  await chat.say('Meet at the font door');
  await chat.isTicked('Meet at the font door', 'Sent');
  await chat.message('Meet at the font door').press('Enter');
  await inMenu('Edit').waitFor();
  await mira.setOffline(true);
  await needsNetwork(inMenu('Edit'));
  await needsNetwork(inMenu('Delete'));

  await mira.setOffline(false);
  await expect.poll(() => inMenu('Edit').getAttribute('aria-disabled')).toBe(null);
  await inMenu('Edit').click();
  await chat.write('Meet at the front door');
  await mira.setOffline(true);
  await iconNeedsNetwork(page.getByRole('button', { name: /^Save/ }), 'Save');
  // Enter keeps the edit, too.
  await chat.box.press('Enter');
  expect(await chat.box.inputValue()).toBe('Meet at the front door');
  expect(await page.getByText('Editing your message').isVisible()).toBe(true);
  await mira.setOffline(false);
  await expect.poll(() => page.getByRole('button', { name: /^Save/ }).getAttribute('title')).toBe('Save');
  // Nothing was tried meanwhile that could have failed.
  expect(await page.getByText('Could not connect to the server.').count()).toBe(0);
  await chat.box.press('Enter');
  await chat.message('Meet at the front door').getByText('edited', { exact: true }).waitFor();

  await chat.message('Meet at the front door').press('Enter');
  await inMenu('Delete').click();
  const question = page.getByRole('dialog', { name: 'Delete message?' });
  const remove = question.getByRole('button', { name: /^Delete/ });
  await remove.waitFor();
  await mira.setOffline(true);
  await needsNetwork(remove);
  await remove.click({ force: true });
  await remove.getByText('This needs the network.').waitFor();
  await page.keyboard.press('Escape');
  await chat.message('Meet at the front door').waitFor();
});

it('a pin in a case chat needs the network', async () => {
  const kabir = await testApp.returning('captain', phone);
  const { chat } = kabir;
  await kabir.open(`/chat/${await testApp.caseChat()}`);
  await chat.isUsable();
  await chat.say('Bring the large crate');
  await chat.isTicked('Bring the large crate', 'Sent');
  await chat.message('Bring the large crate').press('Enter');
  const pin = chat.menu.getByRole('button', { name: /^Pin/ });
  await pin.waitFor();
  await kabir.setOffline(true);
  await needsNetwork(pin);
});

it('older entries of the audit log need the network', async () => {
  const sara = await testApp.returning('superadmin', phone);
  const entry = (_: unknown, at: number) => ({
    id: String(AUDIT_PAGE - at),
    at: new Date(Date.now() - at * 60_000).toISOString(),
    action: 'chat.cleared',
  });
  const page = Array.from({ length: AUDIT_PAGE }, entry);
  await sara.page.route('**/api/admin/audit*', (route) => route.fulfill({ json: page }));
  await sara.open('/superadmin/audit');
  const older = sara.page.getByRole('button', { name: /^Show older/ });
  await older.waitFor();
  await sara.setOffline(true);
  await needsNetwork(older);
});

it('more results of a search need the network', async () => {
  const found = { description: 'Found in the rickshaw shed.' };
  for (let reported = 0; reported <= SEARCH_PAGE; reported += 1) await situations.report([], found);
  const kabir = await testApp.returning('captain', phone);
  await kabir.open('/search?text=rickshaw');
  const more = kabir.page.getByRole('button', { name: /^More Results/ });
  await more.waitFor();
  await kabir.setOffline(true);
  await needsNetwork(more);
  await kabir.setOffline(false);
  await expect.poll(() => more.getAttribute('aria-disabled')).toBe(null);
});

it('the settings of the profile and a new password need the network, and a press changes nothing', async () => {
  const mira = await testApp.returning('member', phone);
  await mira.open('/profile');
  const shelter = mira.page.getByRole('switch', { name: 'Shelter' });
  await shelter.waitFor();
  const before = await shelter.isChecked();
  const type = mira.page.getByLabel('Vehicle type');
  await type.focus();
  await mira.setOffline(true);
  await expect.poll(() => mira.page.getByText('needs the network', { exact: true }).count()).toBeGreaterThanOrEqual(5);
  for (const name of ['Available', 'First-aid kit', 'Vehicle', 'Shelter'])
    expect(await mira.page.getByRole('switch', { name }).getAttribute('aria-disabled'), name).toBe('true');
  expect(await type.isDisabled()).toBe(true);
  await needsNetwork(mira.page.getByRole('button', { name: /Enable Notifications/ }));
  expect(await isFocused(type)).toBe(true);
  await shelter.click({ force: true });
  expect(await shelter.isChecked()).toBe(before);

  await mira.setOffline(false);
  await expect.poll(() => shelter.getAttribute('aria-disabled')).toBe(null);
  await shelter.click();
  await expect.poll(() => shelter.isChecked()).toBe(!before);

  await mira.page.getByRole('button', { name: 'Change Password' }).click();
  const change = mira.page.getByRole('dialog').getByRole('button', { name: /^Change Password/ });
  await change.waitFor();
  await mira.setOffline(true);
  await needsNetwork(change);
});

it('the login says that it needs the network, and can be tried all the same', async () => {
  const visitor = await testApp.visitor(phone);
  await visitor.open('/login');
  await visitor.login.isShown();
  await visitor.setOffline(true);
  const logIn = visitor.page.getByRole('button', { name: /^Log In/ });
  await expect.poll(() => logIn.textContent()).toContain('needs the network');
  expect(await logIn.getAttribute('aria-disabled')).toBe(null);
  await visitor.setOffline(false);
  await expect.poll(() => logIn.textContent()).toBe('Log In');
});
