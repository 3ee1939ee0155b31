import { describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { saysWhy } from '../kit/screens/press';
import { dog } from '../walks/incidents/samples';
import { listing, liveScreenOf } from './liveScreen';

const HOUR = 3_600_000;

const testApp = openTestApp({
  MAP_TILES: 'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
  MAP_ATTRIBUTION: '© Example, https://example.org/copyright',
});

const open = liveScreenOf(testApp);
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('the map of the incidents', () => {
  const noTiles = async ({ page }: Person) =>
    page.route(`${testApp.server.base}/`, async (route) => {
      const served = await route.fetch();
      const body = (await served.text()).replace(/(id="app-config">)(.*?)(?=<)/, (_, start: string, config: string) => {
        return start + JSON.stringify({ ...JSON.parse(config), mapTiles: { url: '', attribution: '' } });
      });
      await route.fulfill({ response: served, body });
    });

  it('opens with markers on a grid with coordinates if no tiles are configured, and counts incidents without coordinates', async () => {
    const { mira, live } = await open('/live', noTiles);
    await live.cards.first().waitFor();
    const before = await live.cards.count();
    await live.show('Map');
    await live.marker(/^Bird, IN PROGRESS, City park/).waitFor();
    await live.map
      .getByText(/^\d+\.\d{5}, \d+\.\d{5}$/)
      .first()
      .waitFor({ state: 'attached' });
    expect(await live.map.locator('img').count()).toBe(0);
    await mira.page.getByText('Incidents without coordinates: 2', { exact: true }).waitFor();
    await mira.page.getByText(/can add them with the setting MAP_TILES/).waitFor();
    await expect.poll(() => mira.page.getByRole('list', { name: 'Legend' }).getByRole('listitem').count()).toBe(7);
    expect(mira.page.url()).toContain('view=map');
    await mira.page.reload();
    await live.marker(/^Bird/).waitFor();
    await live.show('List');
    await live.cards.nth(before - 1).waitFor();
  });

  it('is where it was left, and the list beside an incident that is opened from it has its filter (DECISIONS 258, 161)', async () => {
    const two = [
      dog({ id: '1', status: 'CLOSED', location: 'North', latitude: 13.2, longitude: 77.5 }),
      dog({ id: '2', status: 'CLOSED', location: 'South', latitude: 12.9, longitude: 77.6 }),
    ];
    const wide = { viewport: { width: 1280, height: 800 } };
    const { mira, live } = await open('/live?status=CLOSED&view=map', listing(two), wide);
    const heightOf = (name: RegExp) =>
      live.marker(name).evaluateAll((buttons) => buttons[0]?.getBoundingClientRect().y ?? 0);
    const apart = async () => Math.round((await heightOf(/South/)) - (await heightOf(/North/)));
    await live.marker(/North/).waitFor();
    const first = await apart();
    expect(first).toBeGreaterThan(100);
    await live.map.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(apart).toBeLessThan(first - 10);
    const left = await apart();
    await mira.open('/incident/1');
    await live.card('North').waitFor();
    expect(await live.filter.inputValue()).toBe('CLOSED');
    await mira.page.goBack();
    await live.marker(/North/).waitFor();
    await expect.poll(apart).toBe(left);
  });

  it('shows the configured tiles, with their attribution, and may be left while it zooms', async () => {
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { mira, live } = await open(
      '/live?view=map',
      ({ page }) =>
        page.route('https://*.tiles.example.org/**', (route) =>
          route.fulfill({ body: pixel, contentType: 'image/png' }),
        ),
      { reducedMotion: 'no-preference' },
    );
    await live.marker(/^Bird/).waitFor();
    const image = live.map.locator('img').first();
    await image.waitFor();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    expect(await image.getAttribute('src')).toMatch(/^https:\/\/[abc]\.tiles\.example\.org\/\d+\/\d+\/\d+\.png$/);
    const link = mira.page.getByRole('link', { name: 'https://example.org/copyright' });
    expect(await link.getAttribute('href')).toBe('https://example.org/copyright');
    const [zoomIn, list] = [live.map.getByRole('button', { name: 'Zoom in' }), live.view('List')];
    const zoomAndLeave = (button: SVGElement | HTMLElement, link: SVGElement | HTMLElement | null) =>
      new Promise<void>((left) => {
        const map = button.closest('.leaflet-container');
        new MutationObserver(() => {
          if (!map?.querySelector('.leaflet-zoom-anim')) return;
          (link as HTMLElement).click();
          // Leaflet would end the zoom 250 ms after its start. An error in the page would fail the test.
          setTimeout(left, 300);
        }).observe(map as Node, { attributes: true, subtree: true });
        (button as HTMLElement).click();
      });
    await zoomIn.evaluate(zoomAndLeave, await list.elementHandle());
    await live.map.waitFor({ state: 'detached' });
  });

  it('works by keyboard: a marker opens its card, Esc leads back, and the card leads to the incident', async () => {
    const { mira, live } = await open('/live?view=map', noTiles);
    const bird = live.marker(/^Bird/);
    await bird.waitFor();
    await bird.focus();
    await mira.page.keyboard.press('Enter');
    const link = live.map.getByRole('link', { name: /City park/ });
    await link.waitFor();
    await expect.poll(() => link.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await bird.getAttribute('aria-expanded')).toBe('true');
    // The ring of its focus is around the words, not over them.
    expect(await link.evaluate((it) => Number.parseFloat(getComputedStyle(it).outlineOffset))).toBeGreaterThan(0);
    await mira.page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    await expect.poll(() => bird.evaluate((it) => it === document.activeElement)).toBe(true);
    await mira.page.keyboard.press('Space');
    await link.waitFor();
    await mira.page.keyboard.press('Enter');
    await mira.isAt('/incident/4');
  });

  it('says why it cannot show all of them if none has coordinates', async () => {
    const { mira } = await open('/live?view=map', async (person) => {
      await noTiles(person);
      await listing([dog({ id: '5', latitude: 95, longitude: 0 })])(person);
    });
    await mira.page.getByText('Incidents without coordinates: 1', { exact: true }).waitFor();
    await saysWhy(mira.page.getByRole('button', { name: 'Show all' }), 'None of these incidents has coordinates.');
  });

  it('clusters incidents that are close together, splits clusters when zoomed in, and lists incidents at the same place', async () => {
    const at = (id: string, latitude: number, longitude: number) =>
      dog({ id, location: `Place ${id}`, latitude, longitude, reportedAt: ago(HOUR), lastUpdated: ago(HOUR) });
    const incidents = [
      at('1', 18.52, 73.85),
      at('2', 18.52, 73.85),
      at('3', 18.521, 73.851),
      at('4', 19.9, 75.3),
      dog({ id: '5', latitude: 95, longitude: 0 }),
    ];
    const { mira, live } = await open('/live?view=map', async (person) => {
      await noTiles(person);
      await listing(incidents)(person);
    });
    await mira.page.getByText('Incidents without coordinates: 1', { exact: true }).waitFor();
    await live.marker('3 incidents, zoom in').click();
    await live.marker('2 incidents in one place').waitFor();
    await live.marker(/Place 3$/).waitFor();
    await live.marker('2 incidents in one place').click();
    await live.map.getByRole('link', { name: /Place 1/ }).waitFor();
    await expect.poll(() => live.map.getByRole('link').count()).toBe(2);
    // By the pointer, at once: the map must not move the list away from under it (C4).
    const close = await live.map.getByRole('button', { name: 'Close' }).boundingBox();
    await mira.page.mouse.move((close?.x ?? 0) + 20, (close?.y ?? 0) + 20);
    await mira.page.mouse.down();
    await mira.page.mouse.up();
    await live.map.getByRole('link').first().waitFor({ state: 'detached' });
    await mira.page.getByRole('button', { name: 'Show all' }).click();
    await live.marker('3 incidents, zoom in').waitFor();
    await live.marker(/Place 4$/).waitFor();
  });

  it('shows and says that an incident inside a marker of several is overdue', async () => {
    const at = (id: string, latitude: number, days: number) => {
      const time = ago(days * 24 * HOUR);
      return dog({ id, location: `Place ${id}`, latitude, longitude: 73.85, reportedAt: time, lastUpdated: time });
    };
    const incidents = [at('1', 18.52, 4), at('2', 18.52, 1), at('3', 18.521, 1), at('4', 19.9, 4), at('5', 21.9, 1)];
    const { mira, live } = await open('/live?view=map', async (person) => {
      await noTiles(person);
      await listing(incidents)(person);
    });
    const fill = (name: string) =>
      live.marker(name).evaluate((marker) => getComputedStyle(marker).getPropertyValue('background-color'));
    const red = await fill('Dog, REPORTED, ATTENTION!, Place 4');
    expect(await fill('Dog, REPORTED, Place 5')).not.toBe(red);
    expect(await fill('3 incidents, 1 with ATTENTION!, zoom in')).toBe(red);
    // With forced colours, too, red is red, also in the legend.
    await mira.page.emulateMedia({ forcedColors: 'active' });
    expect(await fill('Dog, REPORTED, ATTENTION!, Place 4')).toBe(red);
    expect(await fill('Dog, REPORTED, Place 5')).not.toBe(red);
    const legend = mira.page.getByText('Red: ATTENTION!');
    expect(await legend.evaluate((it) => getComputedStyle(it).forcedColorAdjust)).toBe('none');
    await mira.page.emulateMedia({ forcedColors: 'none' });
    await live.marker('3 incidents, 1 with ATTENTION!, zoom in').click();
    const place = live.marker('2 incidents in one place, 1 with ATTENTION!');
    await place.waitFor();
    await live.marker('Dog, REPORTED, Place 3').waitFor();
    await place.click();
    await live.map.getByRole('link', { name: /Place 1/ }).waitFor();
    expect(await fill('2 incidents in one place, 1 with ATTENTION!')).toBe(red);
  });
});
