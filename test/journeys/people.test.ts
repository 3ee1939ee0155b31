import { describe, expect, it } from 'vitest';
import { descriptionsOf, isFocused, openTestApp } from '../kit/browser';
import { shows } from '../kit/momentary';
import { saysWhy } from '../kit/screens/press';
import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { answers, handOn, loseAnswers, passAgain } from './calls';
import { PeoplePage } from './pages/people';

const testApp = openTestApp();

const idOf = async (fullName: string) => {
  const all = (await testApp.read('/api/volunteers', 'member')) as { id: string; fullName: string }[];
  return all.find((one) => one.fullName.startsWith(fullName))?.id ?? '';
};

describe('the volunteers', () => {
  it('are found by name, and each page shows what is known, without controls for a member', async () => {
    const mira = await testApp.returning('member');
    const people = new PeoplePage(mira.page);
    await testApp.act('ravi', 'PUT', '/api/profile/availability', { availabilityStatus: 'Unavailable' });
    await mira.open('/volunteers');
    await people.cards.first().waitFor();
    // The icon alone would show it only by shape and colour, so there is a word, too.
    await people.cards.filter({ hasText: 'Ravi' }).getByText('Unavailable', { exact: true }).waitFor();
    const count = await people.cards.count();
    await people.says(`${count} volunteers`);
    await people.name.fill('TÁRA');
    await people.says(`1 of ${count} volunteers`);
    await expect
      .poll(() => people.cards.allInnerTexts())
      .toEqual([expect.stringMatching(/Tara Joshi\s*Member\s*Available$/)]);
    // The filter is in the address, so it is still there after a reload and after coming back.
    await mira.page.reload();
    await people.says(`1 of ${count} volunteers`);
    expect(await people.name.inputValue()).toBe('TÁRA');
    await people.name.fill('nobody at all');
    await people.says('No Volunteers Found');
    await mira.page.getByRole('button', { name: 'Show All' }).click();
    await people.says(`${count} volunteers`);
    expect(await people.name.inputValue()).toBe('');

    let kitFails = true;
    await mira.page.route('**/api/first-aid-kit/*', (route) =>
      kitFails ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await people.name.fill('Ravi');
    await people.says(`1 of ${count} volunteers`);
    await people.cards.filter({ hasText: 'Ravi' }).click();
    const kit = mira.page.getByRole('region', { name: 'Kit Items' });
    await kit.getByText('Failed to fetch kit items.').waitFor();
    expect(await mira.page.getByRole('link', { name: /^\d{10}$/ }).getAttribute('href')).toMatch(/^tel:\d{10}$/);
    kitFails = false;
    await kit.getByRole('button', { name: 'Try again' }).click();
    await kit.getByText('Bandage × 2').waitFor();
    expect(await people.controls.count()).toBe(0);
    await mira.page.getByRole('main').getByRole('link', { name: 'Volunteers' }).click();
    await mira.isAt('/volunteers');
    expect(await people.name.inputValue()).toBe('Ravi');
  });

  it('are in the document only near the view, so that a directory of thousands opens and filters at once', async () => {
    const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
    const people = new PeoplePage(mira.page);
    const listed = Array.from({ length: 2_000 }, (_, place) => ({
      id: `v${place}`,
      fullName: `Lata ${place} Rao`,
      position: 'MEMBER',
    }));
    await mira.page.route('**/api/volunteers', (route) => route.fulfill({ json: listed }));
    await mira.open('/volunteers');
    await people.says('2000 volunteers');
    await people.cards.filter({ hasText: 'Lata 0 Rao' }).waitFor();
    expect(await people.cards.count()).toBeLessThan(40);
    // A screen reader is told how many there are.
    const entry = mira.page.getByRole('listitem').filter({ hasText: 'Lata 0 Rao' });
    expect(await entry.evaluate((item) => [item.ariaPosInSet, item.ariaSetSize])).toEqual(['1', '2000']);
    await mira.page.getByRole('main').evaluate((main) => {
      main.scrollTop = main.scrollHeight;
    });
    await people.cards.filter({ hasText: 'Lata 1999 Rao' }).waitFor();
    expect(await people.cards.count()).toBeLessThan(40);
    await people.name.fill('lata 1000');
    await people.says('1 of 2000 volunteers');
    await people.cards.filter({ hasText: 'Lata 1000 Rao' }).waitFor();

    // In several columns, somebody who joins moves the card to another row. The keys stay on it.
    await mira.page.setViewportSize({ width: 1280, height: 800 });
    await people.name.fill('');
    const last = people.cards.nth(2);
    await last.filter({ hasText: 'Lata 2 Rao' }).waitFor();
    await last.focus();
    listed.unshift({ id: 'new', fullName: 'Asha Rao', position: 'MEMBER' });
    await testApp.act('ravi', 'PUT', '/api/profile/availability', { availabilityStatus: 'Available' });
    await people.says('2001 volunteers');
    await expect.poll(() => isFocused(people.cards.filter({ hasText: 'Lata 2 Rao' }))).toBe(true);
  });

  it('an admin can change only the captain role, a super admin everything; if a part fails, it says so, and the rest is saved', async () => {
    const tara = await idOf('Tara');
    const asha = await testApp.returning('admin');
    const people = new PeoplePage(asha.page);
    await asha.open(`/volunteer/${tara}`);
    await people.controls.waitFor();
    expect(await people.roles()).toEqual([
      ['Member', true, true],
      ['Rescue Captain', false, true],
      ['Inventory Manager', false, false],
      ['Admin', false, false],
      ['Super Admin', false, false],
    ]);
    expect(await people.controls.getByLabel('Position').count()).toBe(0);
    const undo = people.controls.getByRole('button', { name: 'Undo' });
    for (const button of [undo, people.save]) await saysWhy(button, 'Nothing has changed.');
    const role = (name: string) => people.controls.getByRole('checkbox', { name });
    await saysWhy(role('Inventory Manager'), 'Only a super admin changes this role.');
    await saysWhy(role('Super Admin'), 'Nobody can change this role here.');
    expect((await people.roles()).map(([, isOn]) => isOn)).toEqual([true, false, false, false, false]);
    await people.controls.getByLabel('Rescue Captain').click();
    await asha.page.getByRole('main').getByRole('link', { name: 'Volunteers' }).click();
    await people.titled('Unsaved Changes').getByRole('button', { name: 'Stay' }).click();
    await shows(asha.page, 'Changes saved successfully!', () => people.save.click());
    await asha.page.getByRole('list', { name: 'Roles' }).getByText('Rescue Captain').waitFor();

    const sara = await testApp.returning('superadmin');
    const panel = new PeoplePage(sara.page);
    await sara.page.route('**/position', (route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }));
    await sara.open(`/volunteer/${tara}`);
    await panel.controls.getByLabel('Position').selectOption('Executive');
    await panel.controls.getByLabel('Experience').selectOption('Expert');
    await panel.controls.getByLabel('Inventory Manager').click();
    await shows(sara.page, 'Position: Out of order.', () => panel.save.click());
    await panel.controls.getByRole('alert').filter({ hasText: 'One or more updates failed.' }).waitFor();
    expect(await panel.controls.getByLabel('Position').inputValue()).toBe('EXECUTIVE');
    expect(await testApp.read(`/api/volunteers/${tara}`, 'member')).toMatchObject({
      position: 'MEMBER',
      experienceLevel: 'Expert',
      roles: expect.arrayContaining([
        expect.stringContaining('RESCUE_CAPTAIN'),
        expect.stringContaining('INVENTORY_MANAGER'),
      ]),
    });
    // The page that another admin has open is updated without a reload.
    await asha.page.getByText('Expert', { exact: true }).waitFor();
    await asha.page.getByRole('list', { name: 'Roles' }).getByText('Inventory Manager').waitFor();
    await passAgain(sara.page, '**/position');
    // What is being saved is no reason to ask before the page is left: it is saved all the same (DECISIONS 134).
    const saving = await handOn(sara.page, (request) => request.url().endsWith('/experience'));
    saving.hold();
    await panel.controls.getByLabel('Position').selectOption('Member');
    await panel.controls.getByLabel('Experience').selectOption('Intermediate');
    await panel.save.click();
    await sara.page.getByRole('main').getByRole('link', { name: 'Volunteers' }).click();
    await sara.isAt('/volunteers');
    expect(await panel.titled('Unsaved Changes').count()).toBe(0);
    await shows(sara.page, 'Tara Joshi: One or more updates failed. Experience: No.', () =>
      saving.let(answers(400, '{"message":"No."}')),
    );
    await sara.open(`/volunteer/${tara}`);
    await panel.controls.getByLabel('Position').selectOption('Executive');
    const calls: string[] = [];
    sara.page.on('request', (request) => request.method() === 'PUT' && calls.push(new URL(request.url()).pathname));
    await shows(sara.page, 'Changes saved successfully!', () => panel.save.click());
    expect(calls).toEqual([`/api/admin/users/${tara}/position`]);
  });
});

it('somebody signs up, is authorized, and logs in for the first time; the second of two admins is told so', async () => {
  const [asha, sara] = await Promise.all([testApp.returning('admin'), testApp.returning('superadmin')]);
  const people = new PeoplePage(asha.page);
  const others = new PeoplePage(sara.page);
  await asha.open('/approvals');
  await sara.open('/approvals');
  await Promise.all([people.applicants.first().waitFor(), others.applicants.first().waitFor()]);

  const nila = await testApp.visitor();
  await nila.open('/signup');
  await nila.signup.enter('First Name', 'Nila');
  await nila.signup.enter('Last Name', 'Rao');
  await nila.signup.enter('Phone Number', '9876543210');
  await nila.signup.enter('Password', 'kites over pune');
  await nila.signup.button.click();
  // Both dashboards show the new sign-up without a reload.
  await Promise.all([people.applicant('Nila Rao').waitFor(), others.applicant('Nila Rao').waitFor()]);
  await people.applicant('Nila Rao').getByRole('link', { name: '9876543210' }).waitFor();
  await people.applicant('Nila Rao').getByText('@nila', { exact: true }).waitFor();
  const search = asha.page.getByLabel('Search by name, phone or username');
  expect(await search.count()).toBe(0);
  await asha.page.getByText('2 sign-ups waiting for a decision', { exact: true }).waitFor();

  await asha.page.route('**/api/admin/authorize/*', (route) => route.fulfill({ status: 500, json: {} }));
  await asha.page.getByRole('button', { name: 'Authorize Nila Rao' }).click();
  await people.says('Failed to authorize Nila. Please try again.');
  await passAgain(asha.page, '**/api/admin/authorize/*');
  await sara.page.getByRole('button', { name: 'Deny Nila Rao' }).click();
  await others.dialog.waitFor();
  // A lost answer makes no difference (DECISIONS 340).
  const answersAgain = await loseAnswers(asha.page, '*/authorize/*');
  await asha.page.getByRole('button', { name: 'Authorize Nila Rao' }).click();
  await people.says('Nila Rao was authorized.');
  await answersAgain();
  // The question of the other admin is closed before it is answered.
  await others.says('Somebody else has already decided about Nila Rao.');
  await others.dialog.waitFor({ state: 'detached' });
  expect(await isFocused(asha.page.getByRole('button', { name: 'Authorize Pavan Das' }))).toBe(true);
  await others.applicant('Nila Rao').waitFor({ state: 'detached' });
  await asha.page.getByText('1 sign-up waiting for a decision', { exact: true }).waitFor();
  await nila.open('/login');
  await nila.login.logIn('nila', 'kites over pune');
  await nila.isAt('/chat');

  // The answer that the second of two admins gets.
  await sara.page.route('**/api/admin/deny/*', (route) => route.fulfill({ status: 404, json: { message: 'Gone.' } }));
  await sara.page.getByRole('button', { name: 'Deny Pavan Das' }).click();
  await others.dialog.waitFor();
  expect(await descriptionsOf(others.dialog)).toEqual([
    'Denying permanently deletes the profile of Pavan Das. It cannot be undone.',
  ]);
  await others.dialog.getByRole('button', { name: 'Deny', exact: true }).click();
  await others.says('Somebody else has already decided about Pavan Das.');
  expect(await others.applicant('Pavan Das').count()).toBe(0);

  // With many sign-ups the admin searches for one of them (DECISIONS 369).
  const many = Array.from({ length: 10 }, (_, at) => ({
    userId: 900 + at,
    firstName: 'Asif',
    lastName: `No${at}`,
    username: `asif${at}`,
  }));
  let waiting = many.slice(0, 9);
  let status = 200;
  await asha.page.route('**/api/admin/pending-users', (route) => route.fulfill({ status, json: waiting }));
  await asha.page.reload();
  await people.applicants.nth(8).waitFor();
  expect(await search.count()).toBe(0);
  // With the tenth it comes above the cards: a press that was meant for one of them must not let somebody else in (DECISIONS 211).
  const isSteadyWith = (above: string) =>
    asha.page.evaluate(async (above) => {
      while (!document.querySelector(above)) await new Promise(requestAnimationFrame);
      return document.querySelector('ul[aria-label="Pending sign-ups"]')?.getAnimations().length === 1;
    }, above);
  const withSearch = isSteadyWith('input[type=search]');
  waiting = many;
  await call(testApp.server.base, '/api/auth/signup', { body: signupForm({ username: 'tenth' }) });
  expect(await withSearch).toBe(true);
  // So is it when a line comes that says that the list may be out of date.
  const cards = asha.page.getByRole('list', { name: 'Pending sign-ups' });
  const animations = () => cards.evaluate((list) => list.getAnimations().length);
  await expect.poll(animations).toBe(0);
  const withLine = isSteadyWith('main [role=alert] button');
  status = 500;
  await call(testApp.server.base, '/api/auth/signup', { body: signupForm({ username: 'eleventh' }) });
  expect(await withLine).toBe(true);
  status = 200;
  await asha.page.getByRole('button', { name: 'Try again' }).click();
  await search.fill('asif asif7');
  await expect.poll(() => people.applicants.count()).toBe(1);
  await people.applicant('Asif No7').waitFor();
  await asha.page.getByRole('button', { name: 'Authorize Asif No7' }).click();
  await people.says('Nobody fits this search.');
  // Nine are left, and the caret still is in the search.
  await search.clear();
  await expect.poll(() => people.applicants.count()).toBe(9);
  expect(await isFocused(search)).toBe(true);
});

it('other roles change the navigation and close what they no longer open, without a reload', async () => {
  const mira = await testApp.returning('member');
  await mira.open('/chat');
  await mira.isAt('/chat');
  const { id } = (await testApp.read('/api/profile', 'member')) as { id: string };
  const give = (...roles: string[]) => testApp.act('superadmin', 'PUT', `/api/admin/users/${id}/roles`, roles);
  await mira.page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  expect(await mira.menu.links()).not.toContain('Approvals');
  await give('MEMBER', 'ADMIN');
  await expect.poll(() => mira.menu.links()).toContain('Approvals');
  // DECISIONS 313.
  await mira.page.getByText('Your roles have changed: other screens and chats are open to you now.').waitFor();
  await mira.menu.goTo('Approvals');
  await mira.isAt('/approvals');
  await give('MEMBER');
  await mira.isAt('/chat');
  expect(await mira.menu.links()).not.toContain('Approvals');

  // They change again before the app knows the last ones: that answer would be too old.
  let asked = 0;
  const profile = await handOn(mira.page, (request) => {
    const isAsked = request.method() === 'GET' && new URL(request.url()).pathname === '/api/profile';
    if (isAsked) asked++;
    return isAsked;
  });
  profile.holdOn();
  await give('MEMBER', 'ADMIN');
  await expect.poll(() => asked).toBe(1);
  await give('MEMBER', 'INVENTORY_MANAGER');
  await expect.poll(() => asked).toBe(2);
  await profile.free();
  await expect.poll(() => mira.menu.links()).toContain('Inventory');
  expect(await mira.menu.links()).not.toContain('Approvals');
  expect(await mira.page.evaluate(() => 'isTheSamePage' in window)).toBe(true);

  // The token is from before, and has the first roles: a page that is opened anew waits for those of the profile.
  await mira.menu.goTo('Inventory');
  await mira.page.reload();
  await mira.page.getByRole('heading', { name: 'Inventory' }).waitFor();
  await mira.isAt('/inventory');
});
