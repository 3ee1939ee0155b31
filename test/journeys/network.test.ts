import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';

/** What cannot wait on the device says so before it is pressed (DECISIONS 186). */
const testApp = openTestApp();
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

/** The control says that it needs the network, and cannot be used. */
async function needsNetwork(control: Locator) {
  await expect.poll(() => control.getAttribute('aria-disabled')).toBe('true');
  expect(await control.textContent()).toContain('needs the network');
}

it('the settings of the profile need the network, and a press changes nothing', async () => {
  const mira = await testApp.returning('member', phone);
  await mira.open('/profile');
  const shelter = mira.page.getByRole('switch', { name: 'Shelter' });
  await shelter.waitFor();
  const before = await shelter.isChecked();
  await mira.context.setOffline(true);
  await expect.poll(() => mira.page.getByText('needs the network', { exact: true }).count()).toBeGreaterThanOrEqual(5);
  for (const name of ['Available', 'First-aid kit', 'Vehicle', 'Shelter'])
    expect(await mira.page.getByRole('switch', { name }).getAttribute('aria-disabled'), name).toBe('true');
  expect(await mira.page.getByLabel('Vehicle type').isDisabled()).toBe(true);
  await needsNetwork(mira.page.getByRole('button', { name: /Enable Notifications/ }));
  await shelter.click({ force: true });
  expect(await shelter.isChecked()).toBe(before);

  await mira.context.setOffline(false);
  await expect.poll(() => shelter.getAttribute('aria-disabled')).toBe(null);
  await shelter.click();
  await expect.poll(() => shelter.isChecked()).toBe(!before);
});

it('the export of the items needs the network', async () => {
  const indu = await testApp.returning('inventory', phone);
  await indu.open('/inventory');
  const download = indu.page.getByRole('button', { name: /^Export/ });
  await download.waitFor();
  await indu.context.setOffline(true);
  await needsNetwork(download);
  await download.click({ force: true });
  await download.getByText('This needs the network.').waitFor();
});

it('the login says that it needs the network, and can be tried all the same', async () => {
  const visitor = await testApp.visitor(phone);
  await visitor.open('/login');
  await visitor.login.isShown();
  await visitor.context.setOffline(true);
  const logIn = visitor.page.getByRole('button', { name: /^Log In/ });
  await expect.poll(() => logIn.textContent()).toContain('needs the network');
  expect(await logIn.getAttribute('aria-disabled')).toBe(null);
  await visitor.context.setOffline(false);
  await expect.poll(() => logIn.textContent()).toBe('Log In');
});
