import { describe, expect, it } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import { openTestApp, type Person } from '../kit/browser';
import { isInView } from '../kit/inView';
import { dog } from '../walks/incidents/samples';
import { device, deviceAnswers } from './device';
import { ago, LIVE, listing, liveScreenOf } from './liveScreen';

const testApp = openTestApp();
const open = liveScreenOf(testApp);

/** Many incidents, `Lane 1` first. */
const lanes = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = ago((index + 1) * 60_000);
    return dog({
      id: String(index + 1),
      status: 'REPORTED',
      location: `Lane ${index + 1}`,
      reportedAt: at,
      lastUpdated: at,
    });
  });

/** Scripts the server's list. The function that it returns puts a new report in it and tells the page, as the server does. */
async function growing({ page }: Person, begin: readonly Incident[]) {
  let incidents = begin;
  await page.route(LIVE, (route) => route.fulfill({ json: incidents }));
  return async (location: string) => {
    const at = new Date().toISOString();
    incidents = [dog({ id: location, status: 'REPORTED', location, reportedAt: at, lastUpdated: at }), ...incidents];
    const isFetched = page.waitForResponse(
      async (answer) => answer.url().endsWith('/incidents/live') && (await answer.text()).includes(location),
    );
    await testApp.act('captain', 'PUT', '/api/incidents/5/resolve');
    await testApp.act('captain', 'PUT', '/api/incidents/5/reactivate');
    await isFetched;
  };
}

describe('the live incidents', () => {
  it.each([
    ['in the usual order', false],
    ['sorted by distance, while the device is located again', true],
  ])('are found where they were left, on coming back from one of them, %s', async (_, isNear) => {
    // The last of them is the nearest.
    const many = Array.from({ length: 200 }, (_, index) =>
      dog({
        id: String(index + 1),
        status: 'REPORTED',
        location: `Lane ${index + 1}`,
        latitude: 13 + (200 - index) / 100,
        longitude: 77.5946,
      }),
    );
    const { mira, live } = await open('/live', async (person) => {
      await listing(many)(person);
      if (!isNear) return;
      await person.page.addInitScript(device);
      await person.context.grantPermissions(['geolocation']);
    });
    await live.cards.first().waitFor();
    if (isNear) {
      await mira.page.getByRole('button', { name: 'Near me' }).click();
      await deviceAnswers(mira.page, 'found');
      await expect.poll(async () => (await live.locations())[0]).toBe('Lane 200');
    }
    const top = () => mira.page.getByRole('main').evaluate((main) => main.scrollTop);
    await mira.page.getByRole('main').evaluate((main) => {
      main.scrollTop = 6_000;
    });
    // Rows that are rendered for the first time move the others while they are measured.
    let seen = '';
    const isAtRest = async () => {
      const before = seen;
      seen = JSON.stringify([await top(), await live.locations()]);
      return seen === before && !seen.includes(isNear ? '"Lane 200"' : '"Lane 1"');
    };
    await expect.poll(isAtRest).toBe(true);
    // A whole card with room below it, because the list begins lower if a banner says that the connection is lost.
    const place = await live.cards.evaluateAll((cards, room) => {
      const isWhole = ({ top, bottom }: DOMRect) => top > 0 && bottom < innerHeight - room;
      return cards.findIndex((one) => isWhole(one.getBoundingClientRect()));
    }, 80);
    const location = (await live.locations())[place] ?? '';
    const card = live.cards.filter({ has: mira.page.getByText(location, { exact: true }) });
    // With the keyboard: scrolling renders more rows, and the mouse could miss what moves.
    await card.getByRole('link').press('Enter');
    await mira.page.waitForURL(/incident/);
    await live.cards.first().waitFor({ state: 'detached' });
    await mira.page.goBack();
    // The card is rendered a moment before its place is scrolled to.
    await expect.poll(() => isInView(card)).toBe(true);
    if (isNear) {
      await mira.page.getByRole('button', { name: 'Locating…', pressed: true }).waitFor({ state: 'attached' });
      await deviceAnswers(mira.page, 'found');
      await mira.page.getByRole('button', { name: 'Near me' }).waitFor({ state: 'attached' });
      await expect.poll(() => isInView(card)).toBe(true);
    }
    await mira.open('/chat');
    await live.cards.first().waitFor({ state: 'detached' });
    await mira.open('/live');
    await live.cards.first().waitFor();
    expect(await top()).toBe(0);
  });

  it.each([
    ['one column', { width: 360, height: 740 }, 'Lane 3'],
    ['several columns', { width: 760, height: 740 }, 'Lane 2'],
  ])('in %s leave the focus and a press on their card when a new one comes', async (_, viewport, focused) => {
    let report = async (_location: string) => {};
    const prepare = async (person: Person) => {
      report = await growing(person, lanes(40));
    };
    const { mira, live } = await open('/live', prepare, { viewport });
    const { page } = mira;
    const has = () => page.evaluate(() => document.activeElement?.closest('article')?.textContent);
    await live.card(focused).first().getByRole('link').first().focus();
    await report('First new');
    await live.card('First new').waitFor();
    expect(await has()).toContain(focused);

    const pressed = live.cards.filter({ has: page.getByText('Lane 1', { exact: true }) });
    const { x = 0, y = 0 } = (await pressed.boundingBox()) ?? {};
    await page.mouse.move(x + 60, y + 30);
    await page.mouse.down();
    await report('Second new');
    await page.mouse.move(2, 2);
    await page.mouse.up();
    await live.card('Second new').waitFor();

    const next = (await pressed.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(next.x + 60, next.y + 30);
    await page.mouse.down();
    await report('Third new');
    await page.mouse.up();
    await mira.isAt('/incident/1');
    await page.goBack();
    await live.card('Third new').waitFor();
  });

  it('stay where they are when new ones come above them', async () => {
    let report = async (_location: string) => {};
    const prepare = async (person: Person) => {
      report = await growing(person, lanes(40));
    };
    const { mira, live } = await open('/live', prepare, { viewport: { width: 360, height: 740 } });
    const { page } = mira;
    await live.cards.first().waitFor();
    const main = page.getByRole('main');
    await main.evaluate((screen) => screen.scrollTo(0, 2_000));
    const card = live.cards.filter({ has: page.getByText('Lane 14', { exact: true }) });
    const place = async () => [await card.getAttribute('aria-posinset'), (await card.boundingBox())?.y];
    await card.waitFor();
    let seen = '';
    const isAtRest = async () => {
      const before = seen;
      seen = JSON.stringify(await place());
      return seen === before;
    };
    await expect.poll(isAtRest).toBe(true);
    const y = (await card.boundingBox())?.y ?? 0;
    for (const [count, location] of ['First new', 'Second new', 'Third new'].entries()) {
      await report(location);
      await expect.poll(() => card.getAttribute('aria-posinset')).toBe(String(15 + count));
      await expect.poll(isAtRest).toBe(true);
      expect(Math.abs(((await card.boundingBox())?.y ?? 0) - y)).toBeLessThan(2);
    }
    await main.evaluate((screen) => screen.scrollTo(0, 0));
    await live.card('Third new').waitFor();
  });

  it('begin at the top when another filter is chosen', async () => {
    const roads = lanes(80).map((lane, index) =>
      index % 2 === 0
        ? { ...lane, location: `Road ${index}` }
        : { ...lane, status: 'CLOSED', location: `Path ${index}` },
    );
    const { mira, live } = await open('/live', async (person) => {
      await listing(roads)(person);
      await person.page.route(LIVE, (route) => route.fulfill({ json: lanes(40) }));
    });
    const main = mira.page.getByRole('main');
    await live.card('Lane').first().waitFor();
    for (const [label, location] of [
      ['Reported', 'Road'],
      ['Closed', 'Path'],
      ['Live', 'Lane'],
    ] as const) {
      await main.evaluate((screen) => screen.scrollTo(0, 900));
      await live.choose(label);
      await live.card(location).first().waitFor({ state: 'attached' });
      expect([label, await main.evaluate((screen) => screen.scrollTop)]).toEqual([label, 0]);
    }
  });
});
