import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { descriptionsOf, isFocused, openTestApp } from '../kit/browser';
import { passAgain } from './calls';
import type { SignupPage } from './pages/signup';

const testApp = openTestApp();

const NO_SCREEN = 'This screen could not be loaded. Check your connection and try again.';
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

describe('logging in', () => {
  it('with a wrong password says so, and the next try starts clean', async () => {
    const { page, login, chats, open } = await testApp.visitor();
    await open('/login');
    await login.isShown();
    // The element for the error exists before the error, because screen readers do not always read out text in new elements.
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['']);
    await login.logIn('member', 'wrong');
    await login.says('Wrong username or password.');
    await login.logIn('nobody', 'wrong');
    await login.says('Wrong username or password.');
    // The server answers with something that is no token: nothing of it is kept.
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: { token: 'no.such.token' } }));
    await login.logIn('member');
    await login.explains('The login could not be kept. Please check the date and time of this device.');
    expect(await tokenIn(page)).toBe(null);
    await passAgain(page, '**/api/auth/login');
    await login.logIn('member');
    await chats.greets('Mira');
  });

  it('while the approval is pending says so, and stays', async () => {
    const { login, open, route } = await testApp.visitor();
    await open('/login');
    await login.logIn('pending');
    await login.says('Your account is pending approval from an administrator.');
    expect(route()).toBe('/login');
  });

  it('while the server is down says so, and works when it is back', async () => {
    const { login, chats, open } = await testApp.visitor();
    await open('/login');
    await login.isShown();
    await testApp.server.kill();
    await login.logIn('member');
    await login.says('Could not connect to the server. Please try again later.');
    await testApp.server.start();
    await login.submit();
    await chats.greets('Mira');
  });

  it('is possible even if the configuration never comes; until then the page says that it is loading', async () => {
    const { page, login, open } = await testApp.visitor();
    // The page has no configuration in it, as on other hosts.
    await page.route(`${testApp.server.base}/`, async (route) => {
      const served = await route.fetch();
      const body = (await served.text()).replace('id="app-config"', '');
      await route.fulfill({ response: served, body });
    });
    await page.route('**/config.json', () => {});
    await open('/login');
    await page.getByRole('status', { name: 'Loading…' }).waitFor();
    await login.isShown();
  });
});

// The profile and the code that reads this device's copy of it are fetched at the same time, and both may fail.
it.each([
  { what: 'the copy of the profile', first: '**/assets/cache-*.js', second: '**/api/profile' },
  { what: 'the profile', first: '**/api/profile', second: '**/assets/cache-*.js' },
])('a login at which $what fails first goes on after Try again', async ({ first, second }) => {
  const { page, login, chats, open } = await testApp.visitor();
  await page.route(first, (route) => route.abort());
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  const has = (pattern: string) =>
    failed.some((address) => address.includes(pattern.includes('api') ? '/api/profile' : '/assets/cache-'));
  await page.route(second, async (route) => {
    await expect.poll(() => has(first)).toBe(true);
    await route.abort();
  });
  await open('/login');
  await login.logIn('tara');
  await page.getByText(NO_SCREEN).waitFor();
  await expect.poll(() => has(second)).toBe(true);
  await passAgain(page, first);
  await passAgain(page, second);
  await page.getByRole('button', { name: 'Try again' }).click();
  await chats.greets('Tara');
});

describe('routes', () => {
  it('that are unknown lead a visitor to /login and a member to /chat, as those of login and sign-up do', async () => {
    const visitor = await testApp.visitor();
    const member = await testApp.returning('member');
    // The last two cannot be decoded.
    for (const route of ['/no/such/place', '/incident/%', '/%E0%A4%A']) {
      await visitor.open(route);
      await visitor.isAt('/login');
      await member.open(route);
      await member.isAt('/chat');
    }
    for (const route of ['/login', '/signup']) {
      await member.open(route);
      await member.isAt('/chat');
    }
  });

  // S2 §6, DECISIONS 30: by role, the guarded routes that open; the others lead to / and are not offered.
  it.each([
    ['member', []],
    ['captain', []],
    ['inventory', ['/inventory']],
    ['admin', ['/approvals']],
    ['superadmin', ['/approvals', '/inventory', '/superadmin', '/superadmin/audit']],
  ])('that are guarded open for %s: %j; the others lead to /', async (username, open) => {
    const person = await testApp.returning(username);
    const calls: string[] = [];
    person.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const bookmarked = new Set<boolean>();
    for (const route of ['/approvals', '/inventory', '/superadmin', '/superadmin/audit']) {
      const end = open.includes(route) ? route : '/chat';
      await person.open('/leaderboard');
      await person.isAt('/leaderboard');
      await person.open(route);
      await person.isAt(end);
      const reason = person.page.getByText('You do not have the role for that page.');
      if (end !== route) await reason.waitFor();
      // What was said about the route before may still be shown.
      if (open.length === 4) expect(await reason.count()).toBe(0);
      // The same from a bookmark, because the roles are not known yet when the app starts: once if it opens, and once if not.
      if (bookmarked.has(end === route)) continue;
      bookmarked.add(end === route);
      await person.page.goto('about:blank');
      await person.open(route);
      await person.isAt(end);
    }
    const links = { '/approvals': 'Approvals', '/inventory': 'Inventory', '/superadmin': 'Super Admin' };
    const offered = await person.menu.links();
    expect(await person.page.getByRole('navigation').locator('ul:not(:has(li))').count()).toBe(0);
    for (const [route, link] of Object.entries(links)) expect(offered.includes(link), link).toBe(open.includes(route));
    if (open.length === 0) expect(calls.filter((path) => /\/api\/(admin|inventory)\//.test(path))).toEqual([]);
  });

  it('of a super admin lead a visitor to the login, and from there to what was wanted', async () => {
    const visitor = await testApp.visitor();
    await visitor.open('/superadmin');
    await visitor.login.isShown();
    await visitor.login.logIn('superadmin', 'rescue-demo');
    await visitor.isAt('/superadmin');
    await visitor.page.getByRole('button', { name: 'Reset Application' }).waitFor();
  });

  it('of what is to come say that they are under development', async () => {
    const member = await testApp.returning('member');
    const heading = member.page.getByText('This page is currently under development. Please check back later!');
    for (const route of ['/adoptions', '/events']) {
      await member.open(route);
      await member.isAt(route);
      await heading.waitFor();
    }
  });
});

describe('signing up', () => {
  it.each([
    ['Enter', (signup: SignupPage) => signup.submitByEnter()],
    ['a press of the button', (signup: SignupPage) => signup.button.click({ force: true })],
  ])('with a bad phone number is refused while typing, and at %s', async (_, submit) => {
    const { signup, open, page } = await testApp.visitor();
    await open('/signup');
    await signup.isShown();
    await signup.enter('Phone Number', '12345');
    await signup.says('Phone number must be 10 digits.');
    expect(await signup.button.isDisabled()).toBe(true);
    await signup.enter('Phone Number', '9876543210');
    await signup.saysNoMore('Phone number must be 10 digits.');
    expect(await signup.button.isEnabled()).toBe(true);
    await signup.enter('Phone Number', '98765432101');
    await signup.says('Phone number must be 10 digits.');
    await submit(signup);
    await signup.says('Please fix the errors before submitting.');
    // It leads to the first field that must be corrected.
    expect(await isFocused(page.getByLabel('First Name', { exact: true }))).toBe(true);
  });

  it('tells what each field needs before a press, and all that is missing after the first one', async () => {
    const { signup, open, page } = await testApp.visitor();
    await open('/signup');
    await signup.isShown();
    const described = (label: string) => descriptionsOf(page.getByLabel(label, { exact: true }));
    // DECISIONS 277.
    const hints = {
      'Phone Number': '10 digits, without the country code.',
      Username: 'Letters (a to z), digits, dots, dashes and underscores.',
    };
    for (const [label, hint] of Object.entries(hints)) expect(await described(label)).toEqual([hint]);
    // S1 §5: 'A password rule is not shown.'
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-describedby')).toBeNull();
    await signup.button.click();
    await signup.says('Please fix the errors before submitting.');
    expect(
      await page.locator('[aria-invalid]').evaluateAll((fields) => fields.map((it) => it.getAttribute('name'))),
    ).toEqual(['firstName', 'lastName', 'phoneNumber', 'username', 'password']);
    expect(await isFocused(page.getByLabel('First Name', { exact: true }))).toBe(true);
    expect(await described('Username')).toEqual([hints.Username, 'Username is required.']);
    // The focus reads out the first error. The others are read out when their fields are reached, or if they change (DECISIONS 301).
    const readOut = () => page.locator('[aria-live=polite]').filter({ hasText: /./ }).allInnerTexts();
    expect(await readOut()).toEqual([]);
    for (const number of ['9876543210', '12345']) await signup.enter('Phone Number', number);
    expect(await readOut()).toEqual(['Phone number must be 10 digits.']);
    // The suggested username makes another error of a field in which nobody has been.
    await signup.enter('First Name', 'n'.repeat(101));
    await page.getByLabel('First Name', { exact: true }).blur();
    await expect.poll(readOut).toContain('Username may have at most 100 characters.');
    await signup.enter('First Name', '');
    // If the focus stays where it is, it reads out nothing.
    await page.getByLabel('First Name', { exact: true }).press('Enter');
    expect(await readOut()).toEqual(['First name is required.']);
  });

  it("shows 'Thank You!', and waits for an administrator", async () => {
    const { signup, login, open, isAt } = await testApp.visitor();
    await open('/login');
    await login.goToSignup();
    await signup.enter('First Name', ' Nila ');
    await signup.enter('Last Name', 'Rao');
    expect(await signup.username.inputValue()).toBe('nila');
    await signup.enter('Phone Number', '9876543210');
    await signup.enter('Password', 'a good password');
    expect(await signup.vehicleType.count()).toBe(0);
    await signup.choose('Do you have a vehicle?', 'Yes');
    expect(await signup.vehicleType.inputValue()).toBe('Bike');
    await signup.button.click();
    expect(await signup.modal('Thank You!')).toContain(
      'Thank you for signing up! Your account is pending approval from an administrator.',
    );
    await signup.press('Got it!');
    await isAt('/login');
    await login.logIn('nila', 'a good password');
    await login.says('Your account is pending approval from an administrator.');
  });

  it('has what was entered, except the password, after a reload, and no longer when it was left (DECISIONS 312)', async () => {
    const { signup, open, page } = await testApp.visitor();
    // The browser asks before a reload, too.
    page.on('dialog', (dialog) => dialog.accept());
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const motivation = page.getByLabel(/^Motivation/);
    await open('/signup');
    await signup.enter('First Name', 'Nila');
    await signup.enter('Password', 'a good password');
    await motivation.fill('I feed the dogs of our lane.');
    await signup.choose('Do you have a vehicle?', 'Yes');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a good password');
    await page.reload();
    await expect.poll(() => motivation.inputValue()).toBe('I feed the dogs of our lane.');
    expect(await field('First Name').inputValue()).toBe('Nila');
    expect(await signup.username.inputValue()).toBe('nila');
    expect(await signup.vehicleType.inputValue()).toBe('Bike');
    expect(await field('Password').inputValue()).toBe('');
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await signup.press('Leave Without Saving');
    await signup.button.waitFor({ state: 'detached' });
    const kept = () => page.evaluate(() => sessionStorage.getItem('saathi.signup'));
    await expect.poll(kept).toBe(null);
    for (const malformed of ['{"firstName":3}', 'no JSON', '[]']) {
      await page.evaluate((text) => sessionStorage.setItem('saathi.signup', text), malformed);
      await open('/signup');
      await signup.isShown();
      expect(await motivation.inputValue()).toBe('');
      await open('/login');
      await expect.poll(kept).toBe(null);
    }
  });

  it('with a username that is taken shows the error and keeps the form', async () => {
    const { signup, open, route, page } = await testApp.visitor();
    await open('/signup');
    await signup.enter('First Name', 'Mira');
    await signup.enter('Last Name', 'Nair');
    await signup.enter('Phone Number', '9876543210');
    await signup.enter('Username', 'member');
    await signup.enter('Password', 'a good password');
    await signup.button.click();
    expect(await signup.modal('Error')).toMatch(/taken|exists/);
    await signup.press('OK');
    expect(route()).toBe('/signup');
    expect(await signup.username.inputValue()).toBe('member');
    // The refused field is marked, and has the focus.
    expect(await signup.username.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => isFocused(signup.username)).toBe(true);
    // It asks before all that was entered is thrown away.
    const back = page.getByRole('link', { name: 'Back to Login' });
    await back.click();
    await signup.press('Stay');
    expect(await signup.username.inputValue()).toBe('member');
    await back.click();
    await signup.press('Leave Without Saving');
    await expect.poll(route).toBe('/login');
  });
});

describe('a session', () => {
  it('ends in every tab when one logs out', async () => {
    const here = await testApp.returning('member');
    await here.open('/chat');
    await here.isAt('/chat');
    const there = await here.anotherTab();
    await there.open('/gchat');
    await there.chat.isUsable();
    await here.menu.logOut();
    await here.login.isShown();
    await there.login.isShown();
    await there.login.explains('You have been logged out in another tab.');
    // A login in one of them signs in all.
    await there.login.logIn('captain');
    await there.isAt('/gchat');
    await here.chats.greets('Kabir');
  });

  it('follows the token that another tab has stored: to another member, or to its end', async () => {
    const here = await testApp.returning('member');
    await here.open('/chat');
    await here.isAt('/chat');
    // Another tab, without the app's code: it does not follow the session of the first one.
    const { page } = await here.anotherTab();
    await page.goto(`${testApp.server.base}/config.json`);
    const store = (token: string) => page.evaluate((stored) => localStorage.setItem('token', stored), token);
    await store(await testApp.token('captain'));
    await here.chats.greets('Kabir');
    await store('no.such.token');
    await here.login.isShown();
    await here.login.explains('Your session has expired. Please log in again.');
    expect(await tokenIn(here.page)).toBe(null);
  });

  it('ends when its token expires while the app is open, and is not opened by that token later; the next login leads back', async () => {
    const { page, chat, login, open, isAt } = await testApp.returning('member');
    const lifetime = 7 * 24 * 3_600_000;
    await page.clock.install();
    await open('/gchat');
    await chat.isUsable();
    await page.clock.fastForward(lifetime);
    await login.isShown();
    await login.explains('Your session has expired. Please log in again.');
    expect(await tokenIn(page)).toBe(null);
    await page.clock.setSystemTime(Date.now());
    await login.logIn('member');
    await isAt('/gchat');
    await chat.isUsable();

    await page.clock.setSystemTime(Date.now() + lifetime);
    await page.reload();
    await login.isShown();
    expect(await tokenIn(page)).toBe(null);
  });
});
