import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { mainButtons } from './looks';
import { MyCasesPage } from './pages/cases';
import { IncidentPage } from './pages/incident';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

/** The buttons of a member's own movement, on two screens. */
const screens = [
  [
    'an incident',
    (id: string) => `/incident/${id}`,
    (page: Page, _: string) => page.getByRole('region', { name: 'On the Way' }),
  ],
  ['My Cases', () => '/my-cases', (page: Page, id: string) => new MyCasesPage(page).card(id)],
] as const;

/** The label of the button that is now where the middle of another one was. */
async function afterPress(button: Locator, says: Locator): Promise<string | undefined> {
  await button.click({ trial: true });
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not on the screen.');
  await button.click();
  await says.waitFor();
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  return says.page().evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.innerText, middle);
}

it('what was said is where the pressed button was, and no button that says or undoes more', async () => {
  const id = await situations.assigned('Mira', 'Ravi');
  const mira = await testApp.returning('member', phone);
  for (const [screen, route, part] of screens) {
    await mira.open(route(id));
    const mine = part(mira.page, id);
    const [onMyWay, arrived, undo] = ["I'm on My Way", "I've Arrived", 'Undo'].map((name) =>
      mine.getByRole('button', { name }),
    );
    if (!onMyWay || !arrived || !undo) throw new Error('There are three buttons.');
    await onMyWay.waitFor();
    // The page does not move any more.
    if (route(id) !== '/my-cases') await new IncidentPage(mira.page).button('View Team').waitFor();
    expect(await afterPress(onMyWay, mine.getByText('You are on your way.')), screen).toBeUndefined();
    expect((await afterPress(arrived, mine.getByText('You have arrived.'))) ?? '', screen).not.toContain('Undo');
    await undo.click();
    await onMyWay.waitFor();
  }
});

it('one button of a case is the main one: what the member does next', async () => {
  const id = await situations.assigned('Mira', 'Ravi');
  const mira = await testApp.returning('member', phone);
  // Her phone is an hour behind.
  await mira.page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
  });
  await mira.open('/my-cases');
  const cases = new MyCasesPage(mira.page);
  const card = cases.card(id);
  await expect.poll(() => mainButtons(card)).toEqual(["I'm on My Way"]);
  const told = mira.page.waitForRequest((call) => call.method() !== 'GET' && /\/cases\//.test(call.url()));
  await card.getByRole('button', { name: "I'm on My Way" }).click();
  // Since when she is on the way is told by the server's clock (DECISIONS 370).
  const { at } = (await told).postDataJSON();
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  await expect.poll(() => mainButtons(card)).toEqual(["I've Arrived"]);
  await card.getByRole('button', { name: "I've Arrived" }).click();
  await expect.poll(() => mainButtons(card)).toEqual(['Initiate Case']);
  await cases.initiate(id);
  await cases.participant('Mira Nair').waitFor();
  await cases.confirm.click();
  await expect.poll(() => mainButtons(card)).toEqual(['Mark as Done']);
  // Who has begun it may be there without having said so.
  await card.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => mainButtons(card)).toEqual(['Mark as Done']);
});
