import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/machines/catalogue';
import { isSupervised } from '../../src/machines/supervision';
import { openTestApp, type PersonOptions } from '../kit/browser';
import { cutRingsOf, enlargeText, misfitsOf, normalText } from '../kit/fit';
import { standsStill } from '../kit/layoutShift';
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
const COUNTED_UNSEEN = 'the incident of a chat';

describe.each(Object.entries(placesOf(testApp)))('on %s', (place, { route, username, only, shown }) => {
  /** A small phone. */
  const options: PersonOptions = { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' };
  const open = async () => {
    const person = username ? await testApp.returning(username, options) : await testApp.visitor(options);
    await person.open(typeof route === 'string' ? route : await route());
    await shown(person);
    return person;
  };

  // Both in one visit, because most of the time of such a test goes into opening the page.
  it('nothing moves when it is opened; text of twice the size fits; a failed chart is started again, and one that fails three times says so', async () => {
    const person = await open();
    if (place === COUNTED_UNSEEN) await person.page.waitForLoadState('networkidle');
    else await standsStill(person.page);
    for (const size of [normalText, enlargeText]) {
      await size(person.page);
      // Words are whole, controls can be reached, and their focus can be seen.
      await expect.poll(() => misfitsOf(person.page)).toEqual([]);
      await expect.poll(() => cutRingsOf(person.page)).toEqual([]);
    }
    await normalText(person.page);
    const actors = actorsIn(person.page);
    const notice = person.page.getByRole('alert').filter({ hasText: 'stopped working' });
    const all = (await actors.all()).filter((way) => charts.includes(chartAt(way)));
    // Charts that run on every screen, like messaging, are broken on the first of them.
    const fresh = all.filter((way) => !broken.has(chartAt(way)));
    for (const way of only ?? fresh) {
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
      if (!only) await shown(person);
      broken.add(chartAt(way));
    }
  });
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
