import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Kit, Requisition } from '../../src/contract/supplies';
import { descriptionsOf, isFocused, openTestApp, type Person } from '../kit/browser';
import { hideCapabilities } from '../kit/capabilities';
import { listenTo } from '../kit/heard';
import { saysWhy } from '../kit/screens/press';
import { answers, handOn, holdAnswers, isLost, loseAnswers, passes } from './calls';
import { KitPage } from './pages/kit';
import { ProfilePage } from './pages/profile';
import { situationsOf } from './situations';
import { draftsOnDevice } from './storedDevice';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const requestsOf = async (username: string) =>
  (await testApp.read('/api/requisitions/my-requests', username)) as Requisition[];
/** The names and quantities in a kit, as the server has them. */
async function heldBy(firstName: string) {
  const [id] = await situations.idsOf(firstName);
  const { items } = (await testApp.read(`/api/first-aid-kit/${id}`, 'captain')) as Kit;
  return Object.fromEntries(items.map(({ inventoryItemName, quantity }) => [inventoryItemName, quantity]));
}
/** Somebody at the kit of a member. */
async function atKit(person: Person, owner: string): Promise<KitPage> {
  const [id] = await situations.idsOf(owner);
  await person.open(`/profile/first-aid-kit/${id}`);
  await person.page.getByRole('heading', { name: 'First-Aid Kit' }).waitFor();
  return new KitPage(person.page);
}
/** The field has the focus, and is read out with this error. */
async function isWrong(field: Locator, error: string): Promise<void> {
  await expect.poll(async () => (await descriptionsOf(field)).at(-1)).toBe(error);
  expect([await isFocused(field), await field.getAttribute('aria-invalid')]).toEqual([true, 'true']);
}
const handle = (id: string, act: 'approve' | 'dispatch') =>
  testApp.act('inventory', 'POST', `/api/inventory/requisitions/${id}/${act}`);

describe('a first-aid kit', () => {
  it('gets the requested supplies when they are approved, dispatched and acknowledged', async () => {
    const ravi = await testApp.returning('ravi');
    const kit = await atKit(ravi, 'Ravi');
    await ravi.page.getByRole('heading', { name: 'My First-Aid Kit' }).waitFor();
    await kit.has('Bandage', '2 rolls');

    // The field that is wrong has the focus, and its error is read out with it.
    const { item, quantity: howMany } = kit.choice(ravi.page.getByRole('region', { name: 'Request supplies' }));
    await ravi.page.getByRole('button', { name: 'Add to request' }).click();
    await isWrong(item, 'Please choose an item.');
    await kit.add('antis', '2');
    await kit.add('antis', '1');
    await isWrong(item, 'This item is already in your request.');
    await kit.add('wound', '0');
    await isWrong(howMany, 'Please enter a quantity of at least 1.');
    expect(await item.getAttribute('aria-invalid')).toBeNull();
    // What is chosen but not added would be missing without a word (DECISIONS 353).
    await kit.choose(ravi.page.getByRole('region', { name: 'Request supplies' }), 'gauze', '1');
    await kit.send.click();
    await isWrong(item, 'Gauze is not in your request yet. Add it, or go back to “Choose an item”.');
    // What is in the request can be changed, and taken out again.
    const heardHere = await listenTo(ravi.page);
    await kit.add('gauze', '1');
    await expect.poll(heardHere).toEqual(['Gauze is in your request.']);
    await ravi.page.getByRole('button', { name: 'Take Gauze out of the request' }).click();
    await kit.cart.getByLabel('Gauze', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await heardHere()).at(-1)).toBe('Gauze is taken out of your request.');
    const lineOfAntiseptic = kit.cart.getByLabel('Antiseptic', { exact: true });
    expect(await descriptionsOf(lineOfAntiseptic)).toEqual(['bottles']);
    await lineOfAntiseptic.fill('0');
    await kit.send.click();
    await isWrong(lineOfAntiseptic, 'Please enter a quantity of at least 1.');
    await lineOfAntiseptic.fill('2');
    // It is still there after a reload.
    await expect.poll(() => kit.cart.count()).toBe(1);
    await expect.poll(() => draftsOnDevice(ravi.page)).toContain('Antiseptic');
    await ravi.page.reload();
    await lineOfAntiseptic.waitFor();
    expect(await lineOfAntiseptic.inputValue()).toBe('2');

    // The server refuses it, and it can be sent again.
    const sending = await handOn(ravi.page, (request) => /\/api\/requisitions$/.test(request.url()));
    sending.always(answers(400, JSON.stringify({ message: 'Not today.' })));
    const heard = await listenTo(ravi.page);
    await kit.send.click();
    await kit.says(/Failed to submit requisition\. Not today\./);
    // It can be corrected: its items are in the request again.
    const ofRefused = (act: string) => kit.ofRefused(act, 'Request for supplies, Antiseptic × 2');
    await ofRefused('Edit').click();
    expect(await lineOfAntiseptic.inputValue()).toBe('2');
    await expect.poll(() => isFocused(lineOfAntiseptic)).toBe(true);
    await ofRefused('Edit').waitFor({ state: 'detached' });
    await kit.send.click();
    await kit.says(/Failed to submit requisition\. Not today\./);
    // What was put together is not deleted without a question.
    await ofRefused('Dismiss').click();
    await kit.dialog.getByRole('button', { name: 'Keep it' }).click();
    await kit.dialog.waitFor({ state: 'detached' });
    sending.always(passes);
    await ofRefused('Retry').click();
    await expect.poll(() => kit.step('Antiseptic × 2').innerText()).toBe('Pending');
    const [{ id } = { id: '' }] = await requestsOf('ravi');

    // The page learns it from the news.
    await handle(id, 'approve');
    await expect.poll(() => kit.step('Antiseptic × 2').innerText()).toBe('Approved');
    expect(await kit.request('Antiseptic × 2').getByRole('button').count()).toBe(0);
    await handle(id, 'dispatch');
    const receipt = kit
      .request('Antiseptic × 2')
      .getByRole('button', { name: /^Acknowledge receipt ?: Antiseptic × 2$/ });
    const acknowledging = await handOn(ravi.page, (request) => request.url().endsWith('/acknowledge'));
    acknowledging.always(answers(500, '{}'));
    // It is the first thing on the page, where the notification leads.
    await receipt.waitFor();
    expect(await ravi.page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()).toBe(
      'On their way',
    );
    await receipt.click();
    await kit.failsBelowTheHeader('Failed to acknowledge receipt.');
    acknowledging.always(passes);
    // The member's other device learns that the items were received.
    const elsewhere = await testApp.returning('ravi');
    const kitElsewhere = await atKit(elsewhere, 'Ravi');
    await expect.poll(() => kitElsewhere.step('Antiseptic × 2').innerText()).toBe('Dispatched');
    // What is done although its answer is lost is not called failed (DECISIONS 340).
    const answersToReceipts = await loseAnswers(ravi.page, '*/acknowledge');
    await receipt.click();
    await expect.poll(() => kitElsewhere.step('Antiseptic × 2').innerText()).toBe('Received');
    await kitElsewhere.has('Antiseptic', '2 bottles');
    await expect.poll(async () => (await heard()).at(-1)).toBe('Receipt acknowledged.');
    await answersToReceipts();
    expect(await heard()).toContain('Your request is submitted.');
    await expect.poll(() => kit.step('Antiseptic × 2').innerText()).toBe('Received');
    await kit.has('Antiseptic', '2 bottles');
    expect(await heldBy('Ravi')).toEqual({ Antiseptic: 2, Bandage: 2, Gauze: 1 });

    // A personal item is chosen from the inventory, too; the same item again is added to it (K6).
    await ravi.page.getByRole('button', { name: 'Add personal item' }).click();
    await kit.choose(kit.dialog, 'band', '3');
    await kit.dialog.getByRole('status').getByText('Bandage is chosen.').waitFor({ state: 'attached' });
    await kit.choice(kit.dialog).quantity.fill('none');
    await kit.dialog.getByRole('button', { name: 'Add' }).click();
    await isWrong(kit.choice(kit.dialog).quantity, 'Please enter a whole number.');
    await kit.choice(kit.dialog).quantity.fill('3');
    await kit.dialog.getByRole('button', { name: 'Add' }).click();
    await kit.has('Bandage', '5 rolls');
    await expect.poll(async () => (await heard()).at(-1)).toBe('Bandage is added to your kit.');
    // The open dialog follows the member's other device until another quantity is typed; saving that one first says what it replaces (K1).
    await ravi.page.getByRole('button', { name: 'Set quantity of Bandage' }).click();
    const quantity = kit.dialog.getByLabel('Quantity of Bandage');
    const setElsewhere = async (quantity: string) => {
      await elsewhere.page.getByRole('button', { name: 'Set quantity of Bandage' }).click();
      await kitElsewhere.setTo('Bandage', quantity);
      await kitElsewhere.has('Bandage', `${quantity} rolls`);
    };
    await kitElsewhere.has('Bandage', '5 rolls');
    await setElsewhere('6');
    await expect.poll(() => quantity.inputValue()).toBe('6');
    await quantity.fill('4');
    await setElsewhere('7');
    await kit.dialog.getByRole('button', { name: 'Save' }).click();
    await kit.dialog.getByText('it is 7 now. Saving again makes 4 of the 7 that there are.').waitFor();
    await kit.setTo('Bandage', '0');
    await isWrong(quantity, 'Please enter a quantity of at least 1.');
    const answersToChanges = await loseAnswers(ravi.page, '*/items/*');
    await kit.setTo('Bandage', '4');
    await kit.has('Bandage', '4 rolls');
    await expect.poll(async () => (await heard()).at(-1)).toBe('Bandage: 4 rolls.');
    await ravi.page.getByRole('button', { name: 'Remove Gauze' }).click();
    await kit.dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await kit.item('Gauze').waitFor({ state: 'detached' });
    await expect.poll(async () => (await heard()).at(-1)).toBe('Gauze is removed from your kit.');
    await answersToChanges();
    expect(await heldBy('Ravi')).toEqual({ Antiseptic: 2, Bandage: 4 });

    // Another member can read it, and their page does not fetch the requests (K5).
    const tara = await testApp.returning('tara');
    const calls: string[] = [];
    tara.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const seen = await atKit(tara, 'Ravi');
    await tara.page.getByRole('heading', { name: "Ravi's First-Aid Kit" }).waitFor();
    await seen.has('Bandage', '4 rolls');
    expect(await seen.items.getByRole('button').count()).toBe(0);
    expect(calls.filter((path) => path.endsWith('/my-requests'))).toEqual([]);

    // One of the calls fails: S2 §8.
    await handOn(tara.page, (request) => request.url().endsWith('/my-requests')).then((lists) =>
      lists.always(answers(500, '{}')),
    );
    const own = await atKit(tara, 'Tara');
    await own.says('Failed to fetch all necessary data.');
  });

  it('that is switched off with items in it keeps them: its page says so, to others, too, and can switch it on again (K4)', async () => {
    const [mira, tara] = [await testApp.returning('member'), await testApp.returning('tara')];
    const held = await heldBy('Mira');
    expect(Object.keys(held).length).toBeGreaterThan(1);
    const profile = new ProfilePage(mira.page);
    await mira.open('/profile');
    await profile.setting('First-aid kit').click();
    await profile.manageKit.waitFor({ state: 'detached' });
    await expect.poll(() => mira.menu.links()).not.toContain('My Kit');
    await expect.poll(() => testApp.read('/api/profile', 'member')).toMatchObject({ hasMedicineBox: false });
    expect(await heldBy('Mira')).toEqual(held);

    // A bookmark still leads there.
    const own = await atKit(mira, 'Mira');
    await mira.page.getByText('Your profile says that you have no first-aid kit.').waitFor();
    await expect.poll(() => own.items.count()).toBe(Object.keys(held).length);
    const seen = await atKit(tara, 'Mira');
    await tara.page.getByText('This member has no first-aid kit at the moment.').waitFor();
    await expect.poll(() => seen.items.count()).toBe(Object.keys(held).length);

    const box = await handOn(mira.page, (request) => request.url().endsWith('/medicine-box'));
    box.always(answers(500, '{}'));
    await mira.page.getByRole('button', { name: 'I have a first-aid kit' }).click();
    await own.failsBelowTheHeader('Failed to update first-aid kit. Please try again.');
    box.always(passes);
    await mira.page.getByRole('button', { name: 'I have a first-aid kit' }).click();
    await mira.page.getByText('Your profile says that you have no first-aid kit.').waitFor({ state: 'detached' });
    await expect.poll(() => mira.menu.links()).toContain('My Kit');
    await expect.poll(() => testApp.read('/api/profile', 'member')).toMatchObject({ hasMedicineBox: true });
    expect(await heldBy('Mira')).toEqual(held);
  });

  it('says in words what has expired, in the colour of what is wrong', async () => {
    const mira = await testApp.returning('member');
    await mira.page.route('**/api/first-aid-kit/*', async (route) => {
      const answer = await route.fetch();
      const given = (await answer.json()) as Kit;
      const nextExpiry = (name: string) => (name === 'Bandage' ? '2020-02-29' : '2040-12-16');
      const items = given.items.map((item) => ({ ...item, nextExpiry: nextExpiry(item.inventoryItemName) }));
      await route.fulfill({ response: answer, json: { ...given, items } });
    });
    const kit = await atKit(mira, 'Mira');
    const colour = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);
    const expired = kit.item('Bandage').getByText('Expired 29 Feb 2020', { exact: true });
    const good = kit.item('Antiseptic').getByText('Expires 16 Dec 2040', { exact: true });
    expect(await colour(expired)).not.toBe(await colour(good));
  });

  it('has its last piece used on two devices: one gets it, the other is told', async () => {
    const [here, there] = [await testApp.returning('member'), await testApp.returning('member')];
    const kits = [await atKit(here, 'Mira'), await atKit(there, 'Mira')] as const;
    for (const kit of kits) {
      await kit.use('Slip leash');
      await kit.dialog.getByRole('heading', { name: 'Use the last one?' }).waitFor();
    }
    const heard = await listenTo(here.page);
    await kits[0].dialog.getByRole('button', { name: 'Use the last one' }).click();
    await expect.poll(heard).toEqual(['The last Slip leash is used.']);
    await kits[0].item('Slip leash').waitFor({ state: 'detached' });
    await expect.poll(() => heldBy('Mira')).not.toHaveProperty('Slip leash');

    await kits[1].dialog.getByRole('button', { name: 'Use the last one' }).click();
    await kits[1].says(/Slip leash, 1 used\. Failed to remove item from kit\./);
    await kits[1].ofRefused('Dismiss', 'Used from the first-aid kit: Slip leash, 1 used').click();
    await expect.poll(() => kits[1].alerts.allInnerTexts()).toEqual(['']);
    await expect.poll(() => kits[0].alerts.allInnerTexts()).toEqual(['']);
  });

  it('is used without a network, and supplies are requested: across a reload, each arrives once when the network is back', async () => {
    const mira = await testApp.returning('member');
    const calls = await handOn(mira.page, () => true);
    const kit = await atKit(mira, 'Mira');
    await kit.has('Gloves', '6 pairs');
    const before = (await requestsOf('member')).length;
    const sent: string[] = [];
    mira.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().method() === 'POST' && response.ok()) sent.push(pathname.replace(/\d+/g, 'n'));
    });

    await mira.setOffline(true);
    const heard = await listenTo(mira.page);
    await kit.use('Gloves');
    await kit.use('Gloves');
    await kit.has('Gloves', '4 pairs');
    await expect.poll(heard).toEqual(['Gloves: 5 pairs left.', 'Gloves: 4 pairs left.']);
    await kit.item('Gloves').getByText('2 used, not saved yet').waitFor();
    await saysWhy(
      mira.page.getByRole('button', { name: /^Set quantity of Gloves/ }),
      'Its used pieces must be saved first.',
    );
    await kit.add('saline', '3');
    await kit.send.click();
    await kit.request('Saline 500 ml × 3').getByText('Waiting for the connection.').waitFor();
    await mira.tray.bar.filter({ hasText: '1 request for supplies and 2 used kit items waiting to be sent' }).waitFor();

    // The app's files can be loaded, but the API stays out of reach.
    calls.always(isLost);
    await mira.setOffline(false);
    await mira.page.reload();
    await kit.has('Gloves', '4 pairs');
    await kit.request('Saline 500 ml × 3').waitFor();
    await kit.says('Failed to fetch all necessary data.');
    expect(await kit.cart.count()).toBe(0);

    calls.always(passes);
    await mira.tray.bar.waitFor({ state: 'detached' });
    await kit.has('Gloves', '4 pairs');
    await expect.poll(() => kit.step('Saline 500 ml × 3').innerText()).toBe('Pending');
    expect(await heldBy('Mira')).toMatchObject({ Gloves: 4 });
    expect((await requestsOf('member')).length).toBe(before + 1);
    expect(sent.toSorted()).toEqual([
      '/api/first-aid-kit/n/items/n/use',
      '/api/first-aid-kit/n/items/n/use',
      '/api/requisitions',
    ]);

    // However late an answer comes, it brings no used piece back. The answers are held once the kit shows all that was sent.
    await kit.item('Gloves').getByText('used, not saved yet').waitFor({ state: 'detached' });
    const kits = await holdAnswers(mira.page, '**/api/first-aid-kit/*');
    await kit.use('Gloves');
    await kit.has('Gloves', '3 pairs');
    await kits.isHeld();
    const used = mira.page.waitForResponse((response) => response.url().endsWith('/use'));
    await kit.use('Gloves');
    await kit.has('Gloves', '2 pairs');
    await used;
    kits.release();
    // The late answer is shown once the kit is asked for again.
    await kits.isHeld();
    // If the news of the first use came before its answer, it counts as not saved until the next fetch, and one less is shown.
    expect(await kit.item('Gloves').innerText()).toMatch(/\b(2 pairs|1 pair)\b/);
    kits.free();
    await kit.item('Gloves').getByText('used, not saved yet').waitFor({ state: 'detached' });
    await kit.has('Gloves', '2 pairs');
    expect(await heldBy('Mira')).toMatchObject({ Gloves: 2 });
  });

  it('has one request for supplies in all tabs of a browser, which is sent once', async () => {
    const here = await testApp.returning('ravi');
    const there = await here.anotherTab();
    const [kit, other] = [await atKit(here, 'Ravi'), await atKit(there, 'Ravi')];
    const before = (await requestsOf('ravi')).length;
    await kit.add('gauze', '2');
    await other.cart.getByLabel('Gauze', { exact: true }).waitFor();
    await other.add('saline', '1');
    await kit.cart.getByLabel('Saline 500 ml', { exact: true }).waitFor();
    await kit.cart.getByLabel('Gauze', { exact: true }).fill('3');
    await expect.poll(() => other.cart.getByLabel('Gauze', { exact: true }).inputValue()).toBe('3');

    await other.send.click();
    await expect.poll(() => other.step('Gauze × 3').innerText()).toBe('Pending');
    await expect.poll(() => kit.cart.count()).toBe(0);
    await kit.send.waitFor({ state: 'detached' });
    expect((await requestsOf('ravi')).length).toBe(before + 1);
  });

  it('is used with a server that knows only S2: by its quantity, the last piece by a removal, and nothing twice', async () => {
    const tara = await testApp.returning('tara');
    await hideCapabilities(tara.page);
    const acts: string[] = [];
    tara.page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/\/(items|requisitions)/.test(pathname) && request.method() !== 'GET')
        acts.push(`${request.method()} ${pathname.replace(/\d+/g, 'n')}${search} ${request.postData() ?? ''}`.trim());
      expect(request.headers()['idempotency-key']).toBe(undefined);
    });
    const kit = await atKit(tara, 'Tara');
    // Tara has said that she has no kit (K4).
    await tara.page.getByRole('button', { name: 'I have a first-aid kit' }).click();
    await tara.page.getByText('Your profile says that you have no first-aid kit.').waitFor({ state: 'detached' });
    await tara.page.getByRole('button', { name: 'Add personal item' }).click();
    await kit.choose(kit.dialog, 'gloves', '2');
    await kit.dialog.getByRole('button', { name: 'Add' }).click();
    await kit.has('Gloves', '2 pairs');
    acts.length = 0;

    await kit.use('Gloves');
    await kit.has('Gloves', '1 pair');
    await expect.poll(() => heldBy('Tara')).toEqual({ Gloves: 1 });
    await kit.use('Gloves');
    await kit.dialog.getByRole('button', { name: 'Use the last one' }).click();
    await expect.poll(() => heldBy('Tara')).toEqual({});

    const before = (await requestsOf('tara')).length;
    const answersAgain = await loseAnswers(tara.page, '*/api/requisitions');
    await kit.add('gauze', '2');
    await kit.send.click();
    await kit
      .request('Gauze × 2')
      .getByText(/It is tried again by itself/)
      .waitFor();
    await answersAgain();
    await expect.poll(() => kit.step('Gauze × 2').innerText()).toBe('Pending');
    expect((await requestsOf('tara')).length).toBe(before + 1);
    expect(acts).toEqual([
      'PUT /api/first-aid-kit/n/items/n {"quantity":1}',
      'DELETE /api/first-aid-kit/n/items/n',
      expect.stringMatching(/^POST \/api\/requisitions \[\{"inventoryItemId":"\d+","quantity":2\}\]$/),
    ]);
  });
});
