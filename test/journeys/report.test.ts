import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import { openTheatre, type Person, type Theatre } from '../kit/browser';
import { openChoke } from '../kit/choke';
import { picture, wav } from '../kit/media';
import { ReportPage } from './pages/report';

const REPORT = '**/api/incidents/report';
const NO_CONNECTION = 'Could not connect to the server. Please check your connection and try again.';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterEach(() => theatre.sendHome());
afterAll(() => theatre.close());

async function open(options?: BrowserContextOptions, prepare: (mira: Person) => Promise<unknown> = async () => {}) {
  const mira = await theatre.returning('member', options);
  await prepare(mira);
  await mira.open('/report');
  return { mira, report: new ReportPage(mira.page) };
}
/** What the server has with this location, among all incidents. */
async function incidentsAt(location: string): Promise<Incident[]> {
  const all = (await theatre.read('/api/incidents/summary', 'captain')) as Incident[];
  return all.filter((incident) => incident.location === location);
}
/** Something that takes its time on a slow line. */
const bark = (bytes: number) => ({ name: 'bark.wav', mimeType: 'audio/wav', buffer: Buffer.from(wav(bytes).content) });
const photo = async (width: number, height: number, name = 'dog.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(width, height).png().toBuffer(),
});
/** The answer to a report, played by the test. */
const answering =
  (status: number, body: string) =>
  ({ page }: Person) =>
    page.route(REPORT, (route) => route.fulfill({ status, body, contentType: 'application/json' }));
/** A report of another member's, without a browser. */
async function reported(location: string, place: object = {}): Promise<string> {
  const form = new FormData();
  const incident = {
    informerName: 'Omar',
    contactNumber: '9123456780',
    animalType: 'DOG',
    description: 'A limping dog.',
    location,
    ...place,
  };
  form.append('incident', new Blob([JSON.stringify(incident)], { type: 'application/json' }));
  const answer = await fetch(`${theatre.server.base}/api/incidents/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await theatre.token('ravi')}` },
    body: form,
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { incidentId: string }).incidentId;
}

describe('a report', () => {
  it('with a photo reaches the server, and says what comes next', async () => {
    const { mira, report } = await open();
    await report.write({ location: 'Kite hill, the lowest bench' });
    await report.field('Animal Type').selectOption('CAT');
    await report.attach(await photo(2000, 1500), bark(10));
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png', 'bark.wav']);
    await report.press('Remove bark.wav');
    await report.submit.click();
    const said = await report.modal('Report Submitted!');
    const [incident] = await incidentsAt('Kite hill, the lowest bench');
    expect(said).toContain('Incident reported successfully!');
    expect(said).toMatch(new RegExp(`Incident ID\\s+${incident?.id}\\s`));
    expect(said).toMatch(/What's Next\?\s+Our team reviews your report immediately and may call the informer\./);
    expect(incident).toMatchObject({ animalType: 'CAT', contactNumber: '9876543210', latitude: null, longitude: null });
    // Made small before it was sent: 1280 px on the long side, JPEG (S1 §9).
    const whole = (await theatre.read(`/api/incidents/${incident?.id}`, 'captain')) as Incident;
    expect(whole.mediaFiles.map(({ mediaType }) => mediaType)).toEqual(['IMAGE']);
    const file = await fetch(theatre.server.base + whole.mediaFiles[0]?.url);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    await report.press('OK, Got It');
    await mira.isAt('/chat');
    await mira.open('/report');
    expect(await report.field('Location').inputValue()).toBe('');
  });

  it('shows its progress as a percent, and Processing... at 100', async () => {
    const { mira, report } = await open();
    await report.write({ location: 'Mill lane, the second gate' });
    await report.attach(bark(400_000));
    const session = await mira.context.newCDPSession(mira.page);
    const answered = new Promise<string>((resolve) =>
      session.on('Fetch.requestPaused', ({ requestId }) => resolve(requestId)),
    );
    await session.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/api/incidents/report', requestStage: 'Response' }],
    });
    await report.submit.click();
    await report.progress.waitFor();
    await mira.page.getByText('Processing...').waitFor();
    expect(await report.progress.getAttribute('aria-valuenow')).toBe('100');
    expect(await report.field('Location').isDisabled()).toBe(true);
    await session.send('Fetch.continueRequest', { requestId: await answered });
    await report.modal('Report Submitted!');
  });

  it('says what is wrong with each field, and blocks submitting while an error exists', async () => {
    const { mira, report } = await open();
    await report.field('Contact Number').fill('12345');
    await mira.page.getByText('Phone number must be 10 digits.').waitFor();
    expect(await report.submit.isDisabled()).toBe(true);
    await report.field('Contact Number').fill('1234567890');
    await report.submit.click();
    for (const text of ['Informer name is required.', 'Location is required.', 'Description is required.'])
      await mira.page.getByText(text).waitFor();
    expect(await report.submit.isDisabled()).toBe(true);
    expect(await report.field('Description').evaluate((field) => field === document.activeElement)).toBe(true);
    await report.attach({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('notes') });
    await report.alert.getByText('Unsupported file type.').waitFor();
    expect(await report.files.count()).toBe(0);
  });

  it('is written on where it was left after a reload, photos included', async () => {
    const { mira, report } = await open();
    await report.write({ location: 'Fern valley, at the spring' });
    await report.attach(await photo(40, 30));
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png']);
    await mira.page.reload();
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png']);
    expect(await report.field('Location').inputValue()).toBe('Fern valley, at the spring');
    await report.submit.click();
    await report.modal('Report Submitted!');
    expect((await incidentsAt('Fern valley, at the spring')).map((one) => one.mediaFileCount)).toEqual([1]);
  });

  it('can be photographed on a phone', async () => {
    const { report } = await open({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
    await report.field('Camera').setInputFiles([await photo(40, 30, 'now.png')]);
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['now.png']);
    expect(await report.field('Camera').getAttribute('capture')).toBe('environment');
  });
});

describe('a report that is not taken', () => {
  it.each([
    ["the server's words", 500, '{"message":"The stables are on fire."}', 'The stables are on fire.'],
    ['without words', 500, '{}', 'Failed to report incident.'],
    ['an answer that cannot be read', 200, 'Hello!', 'An unexpected error occurred. Please try again.'],
  ])('says so: %s', async (_, status, body, text) => {
    const { mira, report } = await open();
    await answering(status, body)(mira);
    const location = `Rope street ${status} ${text.length}`;
    await report.write({ location });
    await report.submit.click();
    expect(await report.modal('Error')).toContain(text);
    await mira.page.unroute(REPORT);
    await report.press('Try again');
    await report.modal('Report Submitted!');
    expect(await incidentsAt(location)).toHaveLength(1);
  });

  it('is taken once though the first answer was lost', async () => {
    const { mira, report } = await open();
    const keys: (string | undefined)[] = [];
    mira.page.on('request', (request) => {
      if (request.url().endsWith('/report') && request.method() === 'POST')
        keys.push(request.headers()['idempotency-key']);
    });
    await mira.page.route(
      REPORT,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await report.write({ location: 'Lark field, by the windmill' });
    await report.submit.click();
    expect(await report.modal('Kept for Later')).toContain(NO_CONNECTION);
    await report.press('OK');
    await report.isAllSent();
    expect(await incidentsAt('Lark field, by the windmill')).toHaveLength(1);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^\w{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('without network', () => {
  it('a report is kept in the middle of its upload, and goes out after a reload, once', async () => {
    const location = 'Otter creek, under the footbridge';
    const way = await openChoke(theatre.server.base);
    const localStorage = [{ name: 'token', value: await theatre.token('member') }];
    const mira = await theatre.visitor({
      storageState: { cookies: [], origins: [{ origin: way.base, localStorage }] },
    });
    const report = new ReportPage(mira.page);
    await mira.page.goto(`${way.base}/#/report`);
    await report.write({ location });
    // More than the buffers on the way hold.
    const folder = mkdtempSync(join(tmpdir(), 'saathi-bark-'));
    writeFileSync(join(folder, 'bark.wav'), wav(24_000_000).content);
    await report.field('Media').setInputFiles(join(folder, 'bark.wav'));
    await report.attach(await photo(40, 30));
    await expect.poll(() => report.submit.isEnabled()).toBe(true);
    way.after(100_000);
    await report.submit.click();
    const percent = async () => Number(await report.progress.getAttribute('aria-valuenow'));
    await expect.poll(percent).toBeGreaterThan(0);
    expect(await percent()).toBeLessThan(100);
    await mira.context.setOffline(true);
    expect(await report.modal('Kept for Later')).toContain(NO_CONNECTION);
    way.cut();
    await report.press('OK');
    expect(await report.waiting.innerText()).toContain(location);
    expect(await incidentsAt(location)).toEqual([]);
    // The line is back, but not the way to the server: what waits is still there after the reload.
    await mira.page.route(REPORT, (route) => route.abort());
    await mira.context.setOffline(false);
    await mira.page.reload();
    await report.waiting.getByText(location).waitFor();
    expect(await report.waiting.innerText()).toContain('2 files');
    expect(await report.field('Location').inputValue()).toBe('');
    await mira.page.unroute(REPORT);
    await mira.page.getByText(`Your waiting report has been sent: ${location}`).waitFor();
    await report.isAllSent();
    expect(await incidentsAt(location)).toMatchObject([{ location, mediaFileCount: 2 }]);
    await mira.page.reload();
    await report.submit.waitFor();
    expect(await report.waiting.count()).toBe(0);
    expect(await incidentsAt(location)).toHaveLength(1);
    way.close();
    rmSync(folder, { recursive: true });
  });

  it('a report goes out by itself when the network is back, from any screen, in one of two tabs', async () => {
    const location = 'Stone circus, third ring';
    const { mira, report } = await open();
    const other = await mira.anotherTab();
    await other.open('/report');
    const there = new ReportPage(other.page);
    await there.submit.waitFor();
    await mira.context.setOffline(true);
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await there.waiting.getByText(location).waitFor();
    const bar = mira.page.getByRole('link', { name: '1 report waiting to be sent' });
    await bar.waitFor();
    await mira.context.setOffline(false);
    await bar.waitFor({ state: 'detached' });
    await there.isAllSent();
    expect(await incidentsAt(location)).toHaveLength(1);
  });

  it('what waits is found again on another screen after a reload', async () => {
    const location = 'Amber quay, pier nine';
    const { mira, report } = await open();
    await mira.page.route(REPORT, (route) => route.abort());
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    await mira.page.unroute(REPORT);
    await mira.page.goto('about:blank');
    await mira.open('/chat');
    await mira.page.getByText(`Your waiting report has been sent: ${location}`).waitFor();
    expect(await incidentsAt(location)).toHaveLength(1);
  });

  it('nothing of one member is shown or sent to another', async () => {
    const location = 'Silver dunes, the last hut';
    const mira = await theatre.member('member');
    const report = new ReportPage(mira.page);
    await mira.page.route(REPORT, (route) => route.abort());
    await mira.open('/report');
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await report.write({ location: 'A draft of Mira' });
    await mira.menu.logOut();
    await mira.page.unroute(REPORT);
    await mira.login.logIn('ravi');
    await mira.isAt('/chat');
    await mira.open('/report');
    await report.submit.waitFor();
    expect(await report.waiting.count()).toBe(0);
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await incidentsAt(location)).toEqual([]);
    await mira.menu.logOut();
    await mira.login.logIn('member');
    await mira.isAt('/chat');
    await mira.page.getByText(`Your waiting report has been sent: ${location}`).waitFor();
    expect(await incidentsAt(location)).toHaveLength(1);
  });
});

describe('a waiting report', () => {
  /** One that waits, for the way to the server is barred. */
  async function waiting(location: string) {
    const { mira, report } = await open();
    let tries = 0;
    await mira.page.route(REPORT, (route) => {
      tries++;
      return route.abort();
    });
    await report.write({ location });
    await report.attach(await photo(40, 30));
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await report.waiting.getByText(location).waitFor();
    return { mira, report, tries: () => tries };
  }

  it('says why it cannot go out, and is tried again at once when that is asked for', async () => {
    const { report, tries } = await waiting('Brass foundry');
    await report.trouble.getByText(NO_CONNECTION).waitFor();
    const before = tries();
    await report.press('Try now');
    // By itself it is tried again after 5 s, and later each time.
    await expect.poll(tries, { timeout: 4_000 }).toBe(before + 1);
  });

  it('can be edited, and what is being written is not lost without a question', async () => {
    const { mira, report } = await waiting('Pepper alley');
    await report.field('Location').fill('Something else');
    await report.press('Edit');
    await report.modal('Replace what you have written?');
    await report.press('Keep writing');
    await report.dialog.waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe('Something else');
    await report.press('Edit');
    await report.press('Replace');
    await report.waiting.first().waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe('Pepper alley');
    await report.files.getByText('dog').waitFor();
    await report.field('Location').fill('Pepper alley, backyard');
    await mira.page.unroute(REPORT);
    await report.submit.click();
    await report.modal('Report Submitted!');
    expect(await incidentsAt('Pepper alley')).toEqual([]);
    expect(await incidentsAt('Pepper alley, backyard')).toMatchObject([{ mediaFileCount: 1 }]);
  });

  it('can be deleted, and is then never sent', async () => {
    const { mira, report } = await waiting('Salt wharf');
    await report.press('Delete');
    await report.modal('Delete this report?');
    await report.press('Keep it');
    expect(await report.waiting.count()).toBe(1);
    await report.press('Delete');
    await report.dialog.getByRole('button', { name: 'Delete' }).click();
    await report.isAllSent();
    await mira.page.unroute(REPORT);
    await mira.page.reload();
    await report.submit.waitFor();
    expect(await report.waiting.count()).toBe(0);
    expect(await incidentsAt('Salt wharf')).toEqual([]);
  });

  it('that the server refuses says why, and can be tried again', async () => {
    const { mira, report } = await waiting('Copper mine, shaft two');
    await mira.page.unroute(REPORT);
    await answering(422, '{"message":"The location is not in our district."}')(mira);
    await report.waiting.getByText('Not sent. The location is not in our district.').waitFor();
    await mira.page.reload();
    await report.waiting.getByText('Not sent. The location is not in our district.').waitFor();
    await mira.page.unroute(REPORT);
    await report.press('Retry');
    await report.isAllSent();
    expect(await incidentsAt('Copper mine, shaft two')).toHaveLength(1);
  });

  it('that may be known by now waits for a word', async () => {
    const location = 'Ivory square, south side';
    const { mira, report } = await waiting(location);
    const known = await reported('South side of the Ivory Square');
    await mira.page.unroute(REPORT);
    await report.waiting.getByText('Is it one of these?').waitFor();
    await mira.page.reload();
    await report.waiting.getByText('Is it one of these?').waitFor();
    expect(await report.offers.getAttribute('href')).toBe(`/#/incident/${known}`);
    expect(await incidentsAt(location)).toEqual([]);
    await report.press('No, report it anyway');
    await report.isAllSent();
    expect(await incidentsAt(location)).toHaveLength(1);
  });
});

describe('Is it one of these?', () => {
  it('is asked when such an animal was reported near there, and the report can be sent all the same', async () => {
    const near = await reported('Under the flyover', { latitude: 20.5, longitude: 70.5 });
    const { report } = await open();
    await report.write({ location: 'Cotton press, yard' });
    await report.field('Latitude').fill('20.5015');
    await report.field('Longitude').fill('70.5');
    await report.submit.click();
    await report.modal('Is it one of these?');
    expect(await report.offers.getAttribute('href')).toBe(`/#/incident/${near}`);
    await report.press('No, report it anyway');
    await report.modal('Report Submitted!');
    expect(await incidentsAt('Cotton press, yard')).toMatchObject([{ latitude: 20.5015, longitude: 70.5 }]);
  });

  it('leads to the incident, and keeps what is written', async () => {
    const known = await reported('Linen market, east gate');
    const { mira, report } = await open();
    await report.write({ location: 'east gate of the Linen market' });
    await report.submit.click();
    await report.modal('Is it one of these?');
    await report.offers.click();
    await mira.isAt(`/incident/${known}`);
    await mira.page.goBack();
    await report.submit.waitFor();
    await expect.poll(() => report.field('Location').inputValue()).toBe('east gate of the Linen market');
  });

  it('throws the report away only after another question', async () => {
    await reported('Jute mill, chimney');
    const { report } = await open();
    await report.write({ location: 'Jute mill chimney' });
    await report.submit.click();
    await report.modal('Is it one of these?');
    await report.press('Yes, discard my report');
    await report.modal('Discard your report?');
    await report.press('Discard');
    await report.dialog.first().waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await incidentsAt('Jute mill chimney')).toEqual([]);
  });

  it('is not asked where it cannot be found out, and nobody is kept from reporting', async () => {
    await reported('Wool exchange, arcade');
    const { report } = await open({}, ({ page }) =>
      page.route('**/api/incidents/live', (route) => route.fulfill({ status: 500 })),
    );
    await report.write({ location: 'Wool exchange arcade' });
    await report.submit.click();
    await report.modal('Report Submitted!');
  });
});

describe('my location', () => {
  it('fills latitude and longitude', async () => {
    const { report } = await open({
      permissions: ['geolocation'],
      geolocation: { latitude: 12.97161234, longitude: 77.5946 },
    });
    await report.press('Use my location');
    await expect.poll(() => report.field('Latitude').inputValue()).toBe('12.97161');
    expect(await report.field('Longitude').inputValue()).toBe('77.5946');
  });

  it('that is denied says so', async () => {
    const { report } = await open();
    await report.press('Use my location');
    await report.alert.getByText('Unable to retrieve location: User denied Geolocation. Check permissions.').waitFor();
    expect(await report.submit.isEnabled()).toBe(true);
  });

  /** A browser that answers as the test says, before the page is opened. */
  const geolocation = (script: string) => open({}, ({ page }) => page.addInitScript(script));

  it('that takes longer than ten seconds says so', async () => {
    const { report, mira } = await geolocation(`
      navigator.geolocation.getCurrentPosition = (found, failed, options) => {
        window.asked = options;
        failed({ code: 3, message: '' });
      };`);
    await report.press('Use my location');
    await report.alert.getByText('Unable to retrieve your location.').waitFor();
    expect(await mira.page.evaluate('window.asked')).toEqual({ timeout: 10_000, enableHighAccuracy: true });
  });

  it('that the browser does not know of says so', async () => {
    const { report } = await geolocation('delete Navigator.prototype.geolocation;');
    await report.press('Use my location');
    await report.alert.getByText('Geolocation is not supported by your browser.').waitFor();
  });

  it('can be given up while it is looked for', async () => {
    const { report, mira } = await geolocation('navigator.geolocation.getCurrentPosition = () => {};');
    await report.press('Use my location');
    await mira.page.getByText('Finding your location…').waitFor();
    expect(await report.submit.isDisabled()).toBe(true);
    await report.press('Cancel');
    expect(await report.submit.isEnabled()).toBe(true);
  });
});
