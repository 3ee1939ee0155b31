import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/machines/catalogue';
import { isSupervised } from '../../src/machines/supervision';
import { openTestApp, type PersonOptions } from '../kit/browser';
import { cutRingsOf, enlargeText, misfitsOf, normalText } from '../kit/fit';
import { SHIFT_LIMIT, shiftsOf, standsStill } from '../kit/layoutShift';
import { actorsIn } from '../kit/screens/actors';
import { canPress } from '../kit/screens/press';
import { placesOf } from './places';

const testApp = openTestApp();
const charts = catalogue.filter(({ machine }) => isSupervised(machine)).map(({ machine }) => machine.id);
const chartAt = (way: string) => way.split('/').at(-1) ?? '';
const broken = new Set<string>();

/**
 * The rows of a short chat are laid out with their usual heights before they are measured. Both happen before the frame is painted, so
 * nobody sees it, but the browser counts it as a shift.
 */
const COUNTED_UNSEEN = 'the chat of a case';

/** Checks that words are whole, controls can be reached, and their focus can be seen, also with text of twice the size. */
async function fits(page: Page, where: string) {
  for (const size of [normalText, enlargeText]) {
    await size(page);
    await expect.poll(() => misfitsOf(page), { message: where }).toEqual([]);
    await expect.poll(() => cutRingsOf(page), { message: where }).toEqual([]);
  }
  await normalText(page);
}

/** Breaks a chart once, which nobody sees, and then so often that it stays down until 'Try again'. */
async function breakChart(page: Page, way: string) {
  const actors = actorsIn(page);
  const notice = page.getByRole('alert').filter({ hasText: 'stopped working' });
  await actors.fail(way);
  expect(await actors.isDown(way), way).toBe(false);
  await actors.fail(way);
  await actors.fail(way);
  expect(await actors.isDown(way), way).toBe(true);
  const again = notice.getByRole('button', { name: 'Try again' });
  await expect.poll(() => canPress(again), { message: `${way} says so` }).toBe(true);
  await again.last().click();
  await notice.first().waitFor({ state: 'detached' });
  expect(await actors.isDown(way), way).toBe(false);
  broken.add(chartAt(way));
}

describe.each(Object.entries(placesOf(testApp)))('on %s', (place, { route, username, shown, isKept, modals = {} }) => {
  /** A small phone. */
  const options: PersonOptions = { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' };

  // All in one visit, because most of the time of such a test goes into opening the page.
  it('nothing moves when it is opened; text of twice the size fits; a failed chart is started again, and one that fails three times says so', async () => {
    const person = username ? await testApp.returning(username, options) : await testApp.visitor(options);
    const { page } = person;
    await person.open(typeof route === 'string' ? route : await route());
    await shown(person);
    if (place === COUNTED_UNSEEN) await page.waitForLoadState('networkidle');
    else await standsStill(page);
    if (isKept) {
      await page.reload();
      await shown(person);
      await standsStill(page);
    }
    await fits(page, place);
    // Charts that run on every screen, like messaging, are broken on the first of them.
    const running = (await actorsIn(page).all()).filter((way) => charts.includes(chartAt(way)));
    for (const way of running.filter((one) => !broken.has(chartAt(one)))) {
      await breakChart(page, way);
      await shown(person);
    }
    for (const [name, { charts: own, open }] of Object.entries(modals)) {
      await open(person);
      await fits(page, `${place}: ${name}`);
      for (const way of own) await breakChart(page, way);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count(), { message: `${place}: ${name}` }).toBe(0);
    }
  });
});

it('the check notices what moves by itself', async () => {
  const visitor = await testApp.visitor();
  await visitor.open('/login');
  await visitor.login.isShown();
  await visitor.page.evaluate(() => {
    const pushing = document.createElement('div');
    pushing.style.blockSize = '120px';
    document.body.prepend(pushing);
  });
  expect((await shiftsOf(visitor.page)).sum).toBeGreaterThan(SHIFT_LIMIT);
});

it('a message goes out after messaging itself has failed', async () => {
  const mira = await testApp.returning('member');
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await actorsIn(mira.page).fail('messaging');
  await mira.chat.isUsable();
  await mira.chat.write('Still here');
  await mira.chat.send.click();
  await mira.chat.isTicked('Still here', 'Sent');
});

it('every chart has been broken, except those that run only while something is sent or caught up (device.tabs breaks one)', () => {
  for (const passing of ['submission', 'decision', 'catchUp']) broken.add(passing);
  expect(charts.filter((chart) => !broken.has(chart))).toEqual([]);
});
