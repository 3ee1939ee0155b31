import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { descriptionsOf, isFocused, openTestApp } from '../kit/browser';
import { shows, watchFor } from '../kit/momentary';
import { actorsIn } from '../kit/screens/actors';
import { call } from '../kit/server';
import { handOn, loseAnswers, passAgain } from './calls';
import { knownOf } from './device';
import { ProfilePage } from './pages/profile';
import { holdStore } from './storedDevice';

const testApp = openTestApp();

/** The body of a call. */
const bodyOf = (request: Request) => request.postDataJSON() as Record<string, unknown>;

describe('the profile', () => {
  it('shows who it is; settings change at once, the last press counts, and the navigation of all tabs follows', async () => {
    const mira = await testApp.returning('member');
    const profile = new ProfilePage(mira.page);
    await mira.open('/profile');
    await profile.heading.waitFor();
    const region = mira.page.getByRole('region', { name: 'About you' });
    await region.getByText('Mira', { exact: false }).first().waitFor();
    await region.getByText('@member').waitFor();
    expect(await profile.stats()).toEqual([
      ['Cases completed', expect.stringMatching(/^\d+$/)],
      ['Hearts', expect.stringMatching(/^\d+$/)],
      ['Distance', expect.stringMatching(/^\d+\.\d km$/)],
    ]);

    // In the demo data Mira has a kit. 'My Kit' is in the navigation of all tabs only while she has one (S1 §2, S2 §2).
    const other = await mira.anotherTab();
    await other.open('/leaderboard');
    const kit = profile.setting('First-aid kit');
    expect(await kit.isChecked()).toBe(true);
    await profile.manageKit.waitFor();
    const answers: Route[] = [];
    await mira.page.route('**/api/profile/medicine-box', (route) => void answers.push(route));
    await kit.click();
    // The change is shown at once, before there is an answer.
    expect(await kit.isChecked()).toBe(false);
    await kit.click();
    await kit.click();
    await expect.poll(() => answers.length).toBe(1);
    expect(answers.map((route) => bodyOf(route.request()))).toEqual([{ hasMedicineBox: false }]);
    await kit.click();
    expect(await kit.isChecked()).toBe(true);
    await answers[0]?.continue();
    await expect.poll(() => answers.length).toBe(2);
    expect(bodyOf((answers[1] as Route).request())).toEqual({ hasMedicineBox: true });
    await answers[1]?.continue();
    await passAgain(mira.page, '**/api/profile/medicine-box');
    await expect
      .poll(async () => (await testApp.read('/api/profile', 'member')) as object)
      .toMatchObject({
        hasMedicineBox: true,
      });
    await kit.click();
    await profile.manageKit.waitFor({ state: 'detached' });
    for (const { menu } of [mira, other])
      await expect.poll(() => menu.links(), { message: 'without a kit' }).not.toContain('My Kit');
    await kit.click();
    await profile.manageKit.waitFor();
    for (const { menu } of [mira, other]) await expect.poll(() => menu.links()).toContain('My Kit');
  });

  it('goes back to what the server has confirmed when the network is cut, and says so', async () => {
    const ravi = await testApp.returning('ravi');
    const profile = new ProfilePage(ravi.page);
    await ravi.open('/profile');
    await profile.heading.waitFor();
    const vehicle = profile.setting('Vehicle');
    if (await vehicle.isChecked()) {
      await vehicle.click();
      await expect
        .poll(() => testApp.read('/api/profile', 'ravi'))
        .toMatchObject({ hasVehicle: false, vehicleType: null });
    }
    // S2 §3, §9: a bike, until another type is chosen.
    await vehicle.click();
    await expect
      .poll(() => testApp.read('/api/profile', 'ravi'))
      .toMatchObject({ hasVehicle: true, vehicleType: 'Bike' });
    expect(await profile.vehicleType.inputValue()).toBe('Bike');
    await expect
      .poll(() => profile.vehicleType.locator('option').allInnerTexts())
      .toEqual(['Bike', 'Scooty', 'Car', 'Other']);

    // Pressed again, as the text says, a switch whose answer was lost would undo what it has done (DECISIONS 340).
    const isSaid = await watchFor(ravi.page, 'Failed to update shelter.');
    const shelter = profile.setting('Shelter');
    const canProvideShelter = !(await shelter.isChecked());
    const answersAgain = await loseAnswers(ravi.page, '*/api/profile/shelter');
    let isLost = false;
    ravi.page.on('requestfailed', (request) => {
      isLost ||= request.url().endsWith('/api/profile/shelter');
    });
    const lookUp = ravi.page.waitForResponse(
      (response) => isLost && new URL(response.url()).pathname === '/api/profile',
    );
    await shelter.click();
    await (await lookUp).finished();
    await expect.poll(() => testApp.read('/api/profile', 'ravi')).toMatchObject({ canProvideShelter });
    await answersAgain();

    await ravi.page.route('**/api/profile/*', (route) => route.abort());
    await shows(ravi.page, 'Failed to update vehicle type. Please try again.', () =>
      profile.vehicleType.selectOption('Car'),
    );
    expect(await profile.vehicleType.inputValue()).toBe('Bike');
    expect([await isSaid(), await shelter.isChecked()]).toEqual([false, canProvideShelter]);
    await shows(ravi.page, 'Failed to update vehicle status. Please try again.', () => vehicle.click());
    expect(await vehicle.isChecked()).toBe(true);
    for (const [name, field] of [
      ['Available', 'availability'],
      ['First-aid kit', 'first-aid kit'],
      ['Shelter', 'shelter'],
    ] as const) {
      const wasOn = await profile.setting(name).isChecked();
      await shows(ravi.page, `Failed to update ${field}. Please try again.`, () => profile.setting(name).click());
      expect(await profile.setting(name).isChecked(), name).toBe(wasOn);
    }
    // If a press is taken back while its call is under way, only one call fails, and the confirmed value stays.
    await vehicle.dblclick();
    await expect.poll(() => vehicle.isChecked()).toBe(true);
  });

  it('says that it could not be fetched, and tries again', async () => {
    const tara = await testApp.returning('tara');
    const profile = new ProfilePage(tara.page);
    const failure = tara.page.getByRole('alert').getByText('Failed to fetch profile.');
    const tryAgain = tara.page.getByRole('button', { name: 'Try again' });
    // By the server, then by the network.
    await tara.page.route('**/api/profile', (route) => route.fulfill({ status: 500 }));
    await tara.open('/profile');
    await failure.waitFor();
    // It fails again, after the device has been asked for its copy.
    await tara.page.route('**/api/profile', async (route) => {
      await knownOf(tara);
      await route.fulfill({ status: 500 });
    });
    await Promise.all([tara.page.waitForResponse('**/api/profile'), tryAgain.click()]);
    await failure.waitFor();
    await passAgain(tara.page, '**/api/profile');
    // Without a connection, whose opening would have the profile fetched before the press.
    await tara.page.route('**/ws/**', (route) => route.abort());
    await tara.page.route('**/api/profile', (route) => route.abort());
    await tara.page.reload();
    await failure.waitFor();
    await passAgain(tara.page, '**/api/profile');
    await tryAgain.click();
    await profile.heading.waitFor();
  });
});

describe('the copy of the profile on this device (DECISIONS 182)', () => {
  const noAnswer = (page: Page) => page.getByRole('alert').getByText(/^Failed to fetch profile\./);

  it('is shown while the server is asked; an answer from before a change does not undo the change', async () => {
    const mira = await testApp.member('member');
    await expect.poll(() => knownOf(mira)).toContain('profile');
    const profile = new ProfilePage(mira.page);
    // Without news of the server, which would have the profile fetched again anyway.
    await mira.page.route('**/ws/**', (route) => route.abort());
    const asked: Route[] = [];
    await mira.page.route('**/api/profile', (route) => void asked.push(route));
    await mira.open('/profile');
    await mira.page.reload();
    await profile.heading.waitFor();
    const shelter = profile.setting('Shelter');
    const before = await shelter.isChecked();
    const changes = async (to: boolean) => {
      const questions = asked.length;
      await shelter.click();
      await expect.poll(() => asked.length).toBe(questions + 1);
      await asked.at(-1)?.continue();
      await expect.poll(() => testApp.read('/api/profile', 'member')).toMatchObject({ canProvideShelter: to });
      expect(await shelter.isChecked()).toBe(to);
    };
    await changes(!before);
    // The profile is fetched again each time its page is opened.
    await mira.menu.goTo('Leaderboard');
    await mira.isAt('/leaderboard');
    const questions = asked.length;
    await mira.menu.goTo('Profile');
    await profile.heading.waitFor();
    await expect.poll(() => asked.length).toBe(questions + 1);
    const answered = mira.page.waitForResponse('**/api/profile');
    await changes(before);
    // Once the server has answered, it is not asked again for a change.
    await (await answered).finished();
    await shelter.click();
    await expect.poll(() => testApp.read('/api/profile', 'member')).toMatchObject({ canProvideShelter: !before });
    await shelter.click();
    await expect.poll(() => testApp.read('/api/profile', 'member')).toMatchObject({ canProvideShelter: before });
    expect(asked.length).toBe(questions + 2);
  });

  it('is used if the network fails before it was read; the server is asked again after 30 s', async () => {
    const mira = await testApp.member('member');
    await expect.poll(() => knownOf(mira)).toContain('profile');
    const profile = new ProfilePage(mira.page);
    const other = await mira.anotherTab();
    await other.page.goto(`${testApp.server.base}/config.json`);
    await mira.page.clock.install();
    let asked = 0;
    const isCut = async () => {
      asked = 0;
      await mira.page.route('**/api/profile', async (route) => {
        // The page asks before the app runs. Were that call to fail before the app waits for its answer, the app would ask once more.
        await mira.chat.isConnected();
        await route.abort();
        asked++;
      });
    };

    await isCut();
    let release = await holdStore(other.page, 'known');
    await mira.open('/gchat');
    await mira.page.reload();
    await expect.poll(() => asked).toBe(1);
    // News of a change has the profile asked for again. After it the subscription works for certain; the app is connected before that.
    await testApp.act('member', 'PUT', '/api/profile/medicine-box', { hasMedicineBox: true });
    await expect.poll(() => asked).toBe(2);
    // Other news may be missed without a connection, so the profile is asked for again with the next one.
    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await mira.setOffline(false);
    await mira.chat.isConnected();
    await expect.poll(() => asked).toBe(3);
    await mira.open('/profile');
    await release();
    // Any time: while the clock is being installed, the page may take it for 1970 and cache the profile as of then.
    const asOf = mira.page.getByText(/^Failed to fetch profile\. As of .+\.$/);
    await asOf.waitFor();
    await profile.heading.waitFor();
    // A page that has seen the network return asks sooner than after 30 s, so this goes on with a new one.
    await mira.page.reload();
    await asOf.waitFor();
    await passAgain(mira.page, '**/api/profile');
    await mira.page.clock.fastForward(31_000);
    await noAnswer(mira.page).waitFor({ state: 'detached' });

    // Without a copy there is nothing to show until the server answers.
    await isCut();
    release = await holdStore(other.page, 'known', 'clear');
    await mira.page.reload();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await release();
    await noAnswer(mira.page).waitFor();
    expect(await profile.heading.count()).toBe(0);
    await passAgain(mira.page, '**/api/profile');
    await mira.page.clock.fastForward(31_000);
    await profile.heading.waitFor();
  });
});

describe('a changed password', () => {
  it('is announced, closes the modal 2 s later, and ends the sessions elsewhere; this browser goes on in all its tabs', async () => {
    const [tara, phone] = await Promise.all([testApp.member('tara'), testApp.member('tara')]);
    await phone.open('/leaderboard');
    const other = await tara.anotherTab();
    await other.open('/gchat');
    await other.chat.isUsable();
    const profile = new ProfilePage(tara.page);
    await tara.open('/profile');
    await profile.openPassword();
    // The fields are marked for password managers.
    for (const [label, kind] of [
      ['Old password', 'current-password'],
      ['New password', 'new-password'],
    ] as const)
      expect(await profile.modal.getByLabel(label).getAttribute('autocomplete')).toBe(kind);
    await profile.changePassword('', '');
    await expect.poll(() => profile.modal.getByText('Password is required.').count()).toBe(2);
    const old = profile.modal.getByLabel('Old password');
    expect([await isFocused(old), await descriptionsOf(old)]).toEqual([true, ['Password is required.']]);
    await profile.changePassword('not-her-password', 'a fine new one');
    await profile.says('The old password is wrong.');
    const before = await tara.page.evaluate(() => localStorage.getItem('token'));
    // Before the answer arrives here, the other tab makes a call with the old token, which has just ended. It is made again with the
    // new token.
    let answered = 0;
    await tara.page.route('**/api/profile/password', async (route) => {
      const response = await route.fetch();
      const refused = other.page.waitForResponse((answer) => answer.status() === 401);
      await other.menu.goTo('Leaderboard');
      await refused;
      answered = Date.now();
      await route.fulfill({ response });
    });
    await shows(tara.page, 'Password updated successfully!', () =>
      profile.changePassword('rescue-demo', 'a fine new one'),
    );
    await profile.modal.waitFor({ state: 'detached' });
    expect(Date.now() - answered).toBeGreaterThanOrEqual(2_000);

    await phone.login.isShown();
    await phone.page.getByText('Your password was changed. Please log in again.').waitFor();
    expect(await tara.page.evaluate(() => localStorage.getItem('token'))).not.toBe(before);
    // Neither tab was signed out. Both use the new token now.
    await other.page.getByRole('main').getByText('Mira').first().waitFor();
    await other.open('/gchat');
    await other.chat.write('Still here');
    await other.chat.send.click();
    await other.chat.isTicked('Still here', 'Sent');
    expect(other.route()).toBe('/gchat');
    await profile.setting('Shelter').click();
    await tara.page.reload();
    await profile.heading.waitFor();
    await phone.login.logIn('tara', 'a fine new one');
    await phone.isAt('/leaderboard');
  });

  it('is required after a reset, before anything else; then the app opens the page that was wanted', async () => {
    const { base } = testApp.server;
    const token = await testApp.token('superadmin');
    const ravi = await testApp.member('ravi');
    const { id } = (await testApp.read('/api/profile', 'ravi')) as { id: string };
    await ravi.chat.isConnected();
    const reset = await call(base, `/api/admin/users/${id}/reset-password`, { method: 'PUT', token });
    const [temporary] = Object.values(reset.body as Record<string, string>).filter((value) => value.length === 12);
    await ravi.login.isShown();
    await ravi.login.explains('Your password was reset. Please log in again.');
    // The login screen says whom to ask (P8).
    await ravi.page.getByText('Forgot your password? Ask an admin to reset it.').waitFor();
    // The network fails right after the login, so the app goes on with the profile of this device until it gets another one.
    await expect.poll(() => knownOf(ravi)).toContain('profile');
    const calls = /\/api\/(?!auth\/login$)/;
    await ravi.page.route(calls, (route) => route.abort());
    await ravi.open('/profile');
    await ravi.login.logIn('ravi', temporary ?? '');
    await ravi.page.getByRole('alert').getByText('Failed to fetch profile.').waitFor();
    await ravi.page.route('**/api/profile', (route) => route.continue());
    await ravi.page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    const forced = ravi.page.getByRole('heading', { name: 'Choose a New Password' });
    await forced.waitFor();
    for (const path of [calls, '**/api/profile']) await passAgain(ravi.page, path);
    expect(await ravi.menu.navigation.count()).toBe(0);
    // No connection and no queue: nothing else of the members' area runs.
    const runs = async () => (await actorsIn(ravi.page).all()).map((way) => way.split('/')[0]);
    await expect.poll(runs).toContain('password');
    expect((await runs()).filter((root) => root === 'messaging' || root === 'settings')).toEqual([]);
    // It is the same after a reload, on any page.
    await ravi.page.reload();
    await forced.waitFor();
    await ravi.page.getByRole('button', { name: 'Log Out' }).click();
    await ravi.login.isShown();
    await ravi.open('/leaderboard');
    await ravi.login.logIn('ravi', temporary ?? '');
    await forced.waitFor();
    await ravi.page.getByLabel('Temporary password').fill(temporary ?? '');
    await ravi.page.getByLabel('New password').fill('password');
    await ravi.page.getByRole('button', { name: 'Change Password' }).click();
    // One of the commonest passwords is refused (P11).
    await ravi.page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    const other = await ravi.anotherTab();
    await other.open('/leaderboard');
    await other.page.getByRole('heading', { name: 'Choose a New Password' }).waitFor();
    await ravi.page.getByLabel('New password').fill('four legs and a tail');
    // The answer, with the only token that is still good, is lost. The app finds out that the password was changed (DECISIONS 373).
    const answersAgain = await loseAnswers(ravi.page, '*/api/profile/password', false, 1);
    await shows(ravi.page, 'Password updated successfully!', () =>
      ravi.page.getByRole('button', { name: 'Change Password' }).click(),
    );
    await answersAgain();
    // The other tab goes on with it, too.
    for (const { page, route } of [ravi, other]) {
      await page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
      expect(route()).toBe('/leaderboard');
    }

    // Who logs out while a change is under way stays logged out, in all tabs, whatever its answer brings (DECISIONS 373).
    const profile = new ProfilePage(ravi.page);
    await ravi.open('/profile');
    await profile.openPassword();
    const change = await handOn(ravi.page, (request) => request.url().endsWith('/api/profile/password'));
    change.hold();
    await profile.changePassword('four legs and a tail', 'five legs and no tail');
    // What is typed now would be taken for the new password (DECISIONS 301).
    const typed = ravi.page.getByLabel('New password');
    await expect.poll(() => typed.isEditable()).toBe(false);
    await other.menu.logOut();
    await ravi.login.isShown();
    const answer = ravi.page.waitForResponse('**/api/profile/password');
    await change.free();
    expect((await answer).status()).toBe(200);
    await (await answer).finished();
    // Another answer after that one: by then the app has read it.
    await ravi.page.evaluate(async () => (await fetch('config.json')).text());
    expect(await ravi.page.evaluate(() => localStorage.getItem('token'))).toBe(null);
    await ravi.login.logIn('ravi', 'five legs and no tail');
    await ravi.isAt('/profile');
  });
});
