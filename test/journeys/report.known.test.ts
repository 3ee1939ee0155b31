import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTheatre, type Theatre } from '../kit/browser';
import { type Reports, reportsOf } from './reports';

let theatre: Theatre;
let reports: Reports;
beforeAll(async () => {
  theatre = await openTheatre();
  reports = reportsOf(theatre);
});
afterEach(() => theatre.sendHome());
afterAll(() => theatre.close());

describe('Is it one of these?', () => {
  it('is asked when such an animal was reported near there, and the report can be sent all the same', async () => {
    const near = await reports.reported('Under the flyover', { latitude: 20.5, longitude: 70.5 });
    const { report } = await reports.open();
    await report.write({ location: 'Cotton press, yard' });
    await report.field('Latitude').fill('20.5015');
    await report.field('Longitude').fill('70.5');
    await report.submit.click();
    await report.modal('Is it one of these?');
    expect(await report.offers.getAttribute('href')).toBe(`/#/incident/${near}`);
    await report.press('No, report it anyway');
    await report.modal('Report Submitted!');
    expect(await reports.incidentsAt('Cotton press, yard')).toMatchObject([{ latitude: 20.5015, longitude: 70.5 }]);
  });

  it('leads to the incident, and keeps what is written', async () => {
    const known = await reports.reported('Linen market, east gate');
    const { mira, report } = await reports.open();
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
    await reports.reported('Jute mill, chimney');
    const { report } = await reports.open();
    await report.write({ location: 'Jute mill chimney' });
    await report.submit.click();
    await report.modal('Is it one of these?');
    await report.press('Yes, discard my report');
    await report.modal('Discard your report?');
    await report.press('Discard');
    await report.dialog.first().waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await reports.incidentsAt('Jute mill chimney')).toEqual([]);
  });

  it('can be closed, which leaves everything as it was', async () => {
    await reports.reported('Hemp yard, third gate');
    const { report } = await reports.open();
    await report.write({ location: 'third gate of the Hemp yard' });
    await report.submit.click();
    await report.modal('Is it one of these?');
    await report.press('Close');
    await report.dialog.waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe('third gate of the Hemp yard');
    expect(await reports.incidentsAt('third gate of the Hemp yard')).toEqual([]);
    await report.submit.click();
    await report.modal('Is it one of these?');
  });

  it('is not asked where finding out takes more than 8 s', async () => {
    await reports.reported('Silk bazaar, fountain');
    const { report } = await reports.open({}, ({ page }) => page.route('**/api/incidents/live', () => {}));
    await report.write({ location: 'Silk bazaar fountain' });
    const pressed = Date.now();
    await report.submit.click();
    await report.modal('Report Submitted!');
    expect(Date.now() - pressed).toBeGreaterThan(7_000);
  });

  it('is not asked where it cannot be found out, and nobody is kept from reporting', async () => {
    await reports.reported('Wool exchange, arcade');
    const { report } = await reports.open({}, ({ page }) =>
      page.route('**/api/incidents/live', (route) => route.fulfill({ status: 500 })),
    );
    await report.write({ location: 'Wool exchange arcade' });
    await report.submit.click();
    await report.modal('Report Submitted!');
  });
});

describe('my location', () => {
  it('fills latitude and longitude', async () => {
    const { report } = await reports.open({
      permissions: ['geolocation'],
      geolocation: { latitude: 12.97161234, longitude: 77.5946 },
    });
    await report.press('Use my location');
    await expect.poll(() => report.field('Latitude').inputValue()).toBe('12.97161');
    expect(await report.field('Longitude').inputValue()).toBe('77.5946');
  });

  it('that is denied says so', async () => {
    const { report } = await reports.open();
    await report.press('Use my location');
    await report.alert.getByText('Unable to retrieve location: User denied Geolocation. Check permissions.').waitFor();
    expect(await report.submit.isEnabled()).toBe(true);
  });

  /** A browser that answers as the test says, before the page is opened. */
  const geolocation = (script: string) => reports.open({}, ({ page }) => page.addInitScript(script));

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
