import { describe, expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { stopClock } from '../kit/clock';
import { passAgain } from './calls';
import { ReportPage } from './pages/report';
import { REPORT, reportsOf } from './reports';
import { situationsOf } from './situations';

const testApp = openTestApp();
const reports = reportsOf(testApp);
const situations = situationsOf(testApp);

describe('Is it one of these?', () => {
  it('is asked when such an animal was reported nearby, and the report can still be sent', async () => {
    const near = await reports.reported('Under the flyover', { latitude: 20.5, longitude: 70.5 });
    // Also on a phone that is three days ahead: the 48 hours are told by the server's clock (DECISIONS 370).
    const threeDays = 3 * 24 * 3_600_000;
    const { report } = await reports.open({ hasClock: true }, ({ page }) =>
      page.clock.setSystemTime(Date.now() + threeDays),
    );
    await report.write({ location: 'Cotton press, yard' });
    await report.writeCoordinates('20.5015', '70.5');
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
    await report.submit.waitFor({ state: 'detached' });
    await mira.page.getByRole('button', { name: '1 report needs your answer' }).waitFor();
    await mira.page.goBack();
    await report.waiting.getByText('Is it one of these?').waitFor();
    await report.press('Edit');
    await expect.poll(() => report.field('Location').inputValue()).toBe('east gate of the Linen market');
  });

  it('adds the report to the incident as a note, and sends no report (DECISIONS 170)', async () => {
    const known = await reports.reported('Paper mill, north gate');
    const { mira, report } = await reports.open();
    await report.write({ location: 'north gate of the Paper mill', description: 'It cannot stand up.' });
    await report.submit.click();
    await report.modal('Is it one of these?');
    await report.press('Yes, add mine to this one');
    await mira.isAt(`/incident/${known}`);
    await mira.page.getByRole('status').getByText('Your report becomes a note of this incident.').waitFor();
    const note = mira.page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
    const mine = note.filter({ hasText: 'It cannot stand up.' });
    await mine.getByText('Mira', { exact: true }).waitFor();
    expect(await mine.getByRole('link', { name: '9876543210' }).getAttribute('href')).toBe('tel:9876543210');
    expect(await reports.incidentsAt('north gate of the Paper mill')).toEqual([]);
  });

  it('lets the animal be reported by itself if that incident is gone before the note arrives (DECISIONS 385)', async () => {
    const location = 'East door of the Lime kiln';
    const known = await reports.reported('Lime kiln, east door');
    const { mira, report } = await reports.open();
    await report.write({ location });
    await report.submit.click();
    await report.modal('Is it one of these?');
    await situations.assign(known, 'Ravi');
    await situations.begin(known, 'Ravi');
    await situations.complete(known, 'It walked away.');
    await situations.move(known, 'resolve');
    await situations.remove(known);
    await report.press('Yes, add mine to this one');
    await mira.tray.bar.click();
    await mira.tray.waiting.getByRole('button', { name: 'Report it instead' }).click();
    await mira.tray.bar.waitFor({ state: 'detached' });
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it("is asked in place of 'Kept for Later', and keeps what is written", async () => {
    const location = 'Hemp mill, drying floor';
    await reports.reported('Drying floor of the Hemp mill');
    const { mira, report } = await reports.open();
    await mira.setOffline(true);
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    // The first calls after the return of the network may still fail. If only the check fails, the report is sent without a question.
    await mira.page.route(REPORT, (route) => route.abort());
    await mira.setOffline(false);
    await report.modal('Is it one of these?');
    await passAgain(mira.page, REPORT);
    await mira.page.keyboard.press('Escape');
    await report.dialog.waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe(location);
    await report.isAllSent();
  });

  it('is asked in the tab where the report was written, although another one sends', async () => {
    const location = 'Jute depot, ramp two';
    await reports.reported('Ramp two of the Jute depot');
    const { mira } = await reports.open();
    // The first tab of the device is the one that sends.
    const other = await mira.anotherTab();
    await other.open('/report');
    const there = new ReportPage(other.page);
    await there.write({ location });
    await there.submit.click();
    await there.modal('Is it one of these?');
    await there.press('No, report it anyway');
    await there.modal('Report Submitted!');
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it('is not asked if the check takes more than 8 s', async () => {
    await reports.reported('Silk bazaar, fountain');
    const { mira, report } = await reports.open({ hasClock: true }, ({ page }) =>
      page.route('**/api/incidents/live', () => {}),
    );
    const { page } = mira;
    await report.write({ location: 'Silk bazaar fountain' });
    await stopClock(page);
    await Promise.all([page.waitForRequest('**/api/incidents/live'), report.submit.click()]);
    await page.clock.runFor(7_900);
    expect(await reports.incidentsAt('Silk bazaar fountain')).toEqual([]);
    await page.clock.runFor(100);
    await report.modal('Report Submitted!');
  });

  it('is not asked if the check fails, and the report is sent', async () => {
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
});
