import { describe, expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { stopClock } from '../kit/clock';
import { reachesCardWhileScrolling } from '../kit/finger';
import { listenTo } from '../kit/heard';
import { interceptConnection } from '../kit/network';
import { dog } from '../walks/incidents/samples';
import { passAgain } from './calls';
import { ago, LIVE, listing, liveScreenOf } from './liveScreen';
import { LivePage } from './pages/live';

const HOUR = 3_600_000;

const testApp = openTestApp({
  MAP_TILES: 'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
  MAP_ATTRIBUTION: '© Example, https://example.org/copyright',
});

const open = liveScreenOf(testApp);

describe('near me', () => {
  const [near, far, nowhere] = [
    dog({ id: '1', location: 'Near', latitude: 18.53, longitude: 73.85, reportedAt: ago(9 * HOUR) }),
    dog({ id: '2', location: 'Far', latitude: 18.7, longitude: 73.85, reportedAt: ago(HOUR) }),
    dog({ id: '3', location: 'Nowhere', reportedAt: ago(2 * HOUR) }),
  ];

  it('changes the order of S1 §4 only when it is pressed, although the device has allowed it; shows the distance; and is remembered on this device', async () => {
    const { mira, live } = await open('/live', listing([far, nowhere, near]), {
      permissions: ['geolocation'],
      geolocation: { latitude: 18.52, longitude: 73.85 },
    });
    await live.cards.nth(2).waitFor();
    expect(await live.locations()).toEqual(['Far', 'Nowhere', 'Near']);
    const button = mira.page.getByRole('button', { name: 'Near me' });
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    await expect.poll(() => live.locations()).toEqual(['Near', 'Far', 'Nowhere']);
    // A hundredth of a degree of latitude is 1.112 km.
    await live.card('Near').getByText('1.1 km', { exact: true }).waitFor();
    expect(await live.card('Nowhere').innerText()).not.toContain('km');
    await mira.page.reload();
    await live.card('Near').getByText('1.1 km', { exact: true }).waitFor();
    await live.show('Map');
    await live.map.getByRole('img', { name: 'Your place' }).waitFor();
    await button.click();
    await live.map.getByRole('img', { name: 'Your place' }).waitFor({ state: 'detached' });
    await mira.page.reload();
    await live.marker(/Near$/).waitFor();
    expect(await button.getAttribute('aria-pressed')).toBe('false');
  });
});

describe('the live incidents', () => {
  it('are cards in the order overdue, REPORTED, newest, with ATTENTION! and the first six words of the location', async () => {
    // What is overdue is told by the server's clock, also on a phone that is four days ahead (DECISIONS 370).
    const { mira, live } = await open('/live', ({ page }) => page.clock.setSystemTime(Date.now() + 96 * HOUR), {
      hasClock: true,
    });
    await live.cards.nth(5).waitFor();
    expect(await live.locations()).toEqual([
      'Ring road, near the petrol pump…',
      'Temple street, house with the blue…',
      'Behind the vegetable market, gate 3',
      'City park, the large banyan at…',
      'Old bridge, east bank, below the…',
      'Railway colony, block 12',
    ]);
    const attention = live.cards.filter({ hasText: 'ATTENTION!' });
    expect(await attention.allInnerTexts()).toEqual([
      expect.stringMatching(/^Cattle\s+REPORTED\s+Ring road/),
      expect.stringMatching(/^Cat\s+ONGOING\s+Temple street/),
    ]);
    expect(await live.card('City park').innerText()).toMatch(/IN PROGRESS[\s\S]*\d+ hours ago/);
    // By keyboard: the filter, the view, and the cards in their order.
    await live.filter.focus();
    for (const name of ['List', 'Map', 'Near me']) {
      await mira.page.keyboard.press('Tab');
      expect(await mira.page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await mira.page.keyboard.press('Tab');
    expect(await mira.page.evaluate(() => document.activeElement?.textContent)).toMatch(/^CattleREPORTED/);
    await mira.page.keyboard.press('Enter');
    await mira.isAt('/incident/2');
  });

  it('can be filtered by status; the choice is in the address and is still there on coming back', async () => {
    // An unknown filter in the address is the default.
    const { mira, live } = await open('/live?status=NONSENSE&view=7');
    await live.card('City park').waitFor();
    expect(await live.filter.inputValue()).toBe('LIVE');
    expect(await live.filter.locator('option').allInnerTexts()).toEqual([
      'Live',
      'All',
      'Reported',
      'Assigned',
      'In Progress',
      'Ongoing',
      'Resolved',
      'Closed',
    ]);
    await live.choose('Closed');
    await live.card('Lake road').waitFor();
    expect(await live.locations()).toEqual(['Lake road, third lamp post']);
    expect(mira.page.url()).toContain('status=CLOSED');
    await live.choose('All');
    await live.cards.nth(7).waitFor();
    await live.choose('Resolved');
    await live.card('Bus depot').waitFor();
    await expect.poll(() => live.cards.count()).toBe(1);
    await live.card('Bus depot').getByRole('link').click();
    await mira.isAt('/incident/7');
    await live.cards.first().waitFor({ state: 'detached' });
    await mira.page.goBack();
    await live.card('Bus depot').waitFor();
    await expect.poll(() => live.cards.count()).toBe(1);
    expect(await live.filter.inputValue()).toBe('RESOLVED');
  });

  it('say so when nothing matches', async () => {
    const { mira, live } = await open('/live', listing([dog({ id: '1', status: 'REPORTED' })]));
    await live.cards.first().waitFor();
    const heard = await listenTo(mira.page);
    const said = ['Reported: 1 incident', 'Assigned: No Incidents Found'];
    // The lost connection is said, too, because this page has none.
    const found = async () => (await heard()).filter((sentence) => said.includes(sentence));
    await live.choose('Reported');
    await expect.poll(found).toEqual(said.slice(0, 1));
    await live.choose('Assigned');
    await mira.page.getByRole('heading', { name: 'No Incidents Found', exact: true }).waitFor();
    await expect.poll(found).toEqual(said);
    await mira.page.getByText('There are no incidents matching the selected filter.', { exact: true }).waitFor();
    expect(await live.cards.count()).toBe(0);
  });

  it('follow what others do, and stay on the screen with their age while no newer ones can be fetched, or the device is offline', async () => {
    const { mira, live } = await open();
    const [market, colony] = [live.card('Behind the vegetable market'), live.card('Railway colony')];
    await market.waitFor();
    await testApp.act('captain', 'PUT', '/api/incidents/1/close', { reason: 'It was a toy.' });
    await market.waitFor({ state: 'detached' });
    await expect.poll(() => live.cards.count()).toBe(5);
    await testApp.act('captain', 'PUT', '/api/incidents/5/resolve');
    await colony.waitFor({ state: 'detached' });
    await testApp.act('captain', 'PUT', '/api/incidents/5/reactivate');
    await colony.waitFor();

    // News has shown that the topic is open: from now on only 'Try again' fetches the list.
    await mira.page.route(LIVE, (route) => route.abort());
    await testApp.act('captain', 'PUT', '/api/incidents/5/resolve');
    await mira.page.getByRole('alert').getByText('Could not connect to the server. Last updated: now.').waitFor();
    await colony.waitFor();
    await passAgain(mira.page, LIVE);
    await live.retry.click();
    await colony.waitFor({ state: 'detached' });
    await live.age.waitFor({ state: 'detached' });

    // Without a network they say how old they are, and catch up when it is back.
    await mira.setOffline(true);
    await live.age.waitFor();
    await testApp.act('captain', 'PUT', '/api/incidents/5/reactivate');
    await expect.poll(() => live.cards.count()).toBe(4);
    await mira.setOffline(false);
    await colony.waitFor();
    await live.age.waitFor({ state: 'detached' });
  });

  it('show what has changed between the answer and the opening of the topic', async () => {
    const mira = await testApp.returning('member');
    const connection = await interceptConnection(mira.page);
    connection.hold('page');
    await mira.open('/live');
    const live = new LivePage(mira.page);
    await live.card('Railway colony').waitFor();
    await testApp.act('captain', 'PUT', '/api/incidents/5/resolve');
    connection.release();
    await live.card('Railway colony').waitFor({ state: 'detached' });
    await testApp.act('captain', 'PUT', '/api/incidents/5/reactivate');
    await live.card('Railway colony').waitFor();
  });

  it('say so in red when the server fails or cannot be reached, and are fetched again', async () => {
    let status: number | null = 500;
    const { mira, live } = await open('/live', async ({ page }) => {
      await page.route('**/ws/**', (route) => route.abort());
      await page.route(LIVE, (route) => (status ? route.fulfill({ status, json: {} }) : route.abort()));
    });
    await live.fails('Failed to fetch incidents.');
    status = null;
    await live.retry.click();
    const text = 'Could not connect to the server.';
    await live.fails(text);
    const colour = await mira.page.getByText(text).evaluate((words) => getComputedStyle(words).color);
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    await passAgain(mira.page, LIVE);
    await live.retry.click();
    await live.card('City park').waitFor();
  });

  it('grow older every 60 s, and overdue as time passes', async () => {
    const almostDue = { reportedAt: ago(72 * HOUR - 50_000), lastUpdated: ago(72 * HOUR - 50_000) };
    const incidents = [
      dog({ id: '1', location: 'Here', reportedAt: ago(5 * 60_000 + 5_000), lastUpdated: ago(5 * 60_000) }),
      dog({ id: '2', location: 'There', ...almostDue }),
    ];
    const { mira, live } = await open('/live', listing(incidents), { hasClock: true });
    await live.card('Here').getByText('5 minutes ago').waitFor();
    await stopClock(mira.page);
    expect(await live.locations()).toEqual(['Here', 'There']);
    expect(await mira.page.getByText('ATTENTION!').count()).toBe(0);
    await mira.page.clock.runFor(60_000);
    await live.card('Here').getByText('6 minutes ago').waitFor();
    await live.card('There').getByText('ATTENTION!').waitFor();
    expect(await live.locations()).toEqual(['There', 'Here']);
  });

  it('may be a thousand, of which only those near the viewport are in the document', async () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      dog({ id: String(index), location: `Street ${index}`, status: 'ASSIGNED', reportedAt: ago(index * HOUR) }),
    );
    const { mira, live } = await open('/live', listing(many));
    await live.card('Street 0').first().waitFor();
    expect(await live.cards.count()).toBeLessThan(60);
    expect(await reachesCardWhileScrolling(mira.page)).toBe(true);
    await mira.page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await live.card('Street 999').waitFor();
    expect(await live.card('Street 999').getAttribute('aria-posinset')).toBe('1000');
    expect(await live.cards.count()).toBeLessThan(60);
  });
});
