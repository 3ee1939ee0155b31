import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { newFolder } from '../kit/folder';
import { wav } from '../kit/media';
import { startStallingProxy } from '../kit/stallingProxy';
import { NO_CONNECTION } from '../walks/incidents/reportSamples';
import { handOn, loseAnswers, passAgain, passes } from './calls';
import { ReportPage } from './pages/report';
import { answering, keysOf, photo, REPORT, REPORT_PATH, reportsOf, writeWithPhoto } from './reports';
import { draftsOnDevice, holdStoreApart, submissionsOnDevice } from './storedDevice';

const testApp = openTestApp();
const reports = reportsOf(testApp);

/** What the browser says when the member comes back to the page from another app. */
const comeBack = ({ page }: Person) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

describe('without network', () => {
  it('a report is kept in the middle of its upload, and is sent once after a reload', async () => {
    const location = 'Otter creek, under the footbridge';
    const proxy = await startStallingProxy(testApp.server.base);
    const localStorage = [{ name: 'token', value: await testApp.token('member') }];
    const mira = await testApp.visitor({
      storageState: { cookies: [], origins: [{ origin: proxy.base, localStorage }] },
    });
    const report = new ReportPage(mira.page);
    await mira.page.goto(`${proxy.base}/#/report`);
    await report.write({ location });
    // The file is larger than all buffers between the page and the server.
    const folder = newFolder();
    writeFileSync(join(folder, 'bark.wav'), wav(24_000_000).content);
    await report.field('Media').setInputFiles(join(folder, 'bark.wav'));
    await report.attach(await photo(40, 30));
    await expect.poll(() => report.submit.isEnabled()).toBe(true);
    proxy.after(100_000);
    await report.submit.click();
    const percent = async () => Number(await report.progress.getAttribute('aria-valuenow'));
    await expect.poll(percent).toBeGreaterThan(0);
    expect(await percent()).toBeLessThan(100);
    await mira.setOffline(true);
    const told = await report.modal('Kept for Later');
    // First the dialog says that the report is kept, and then when it will be sent.
    expect(told).toMatch(/kept on this device.*as soon as there is a connection/);
    expect(told).not.toContain(NO_CONNECTION);
    proxy.cut();
    await report.press('OK');
    expect(await report.waiting.innerText()).toContain(location);
    expect(await reports.incidentsAt(location)).toEqual([]);
    // The network is back, but the upload stalls: what waits is still there after the reload.
    proxy.after(100_000);
    await mira.setOffline(false);
    await mira.page.reload();
    await report.waiting.getByText(location).waitFor();
    expect(await report.waiting.innerText()).toContain('2 files');
    expect(await report.field('Location').inputValue()).toBe('');
    proxy.cut();
    await sentNotice(mira, location).waitFor();
    await report.isAllSent();
    expect(await reports.incidentsAt(location)).toMatchObject([{ location, mediaFileCount: 2 }]);
    await mira.page.reload();
    await report.submit.waitFor();
    await expect.poll(() => submissionsOnDevice(mira.page)).toEqual([]);
    expect(await report.waiting.count()).toBe(0);
    expect(await reports.incidentsAt(location)).toHaveLength(1);
    proxy.close();
    rmSync(folder, { recursive: true });
  });

  it('a report is sent automatically when the network is back, from any screen, in one of two tabs', async () => {
    const location = 'Stone circus, third ring';
    const { mira, report } = await reports.open();
    const other = await mira.anotherTab();
    await other.open('/report');
    const there = new ReportPage(other.page);
    await there.submit.waitFor();
    // Either tab may be the one that sends: the other one takes over from a tab that is slow to answer.
    const asked = (path: string) => mira.context.waitForEvent('request', (request) => request.url().endsWith(path));
    // The network is lost while similar incidents are looked for.
    const live = await handOn(mira.context, (request) => request.url().endsWith('/api/incidents/live'));
    live.hold();
    await report.write({ location });
    await Promise.all([asked('/api/incidents/live'), report.submit.click()]);
    await mira.setOffline(true);
    await report.modal('Kept for Later');
    live.always(passes);
    await report.press('OK');
    await there.waiting.getByText(location).waitFor();
    const bar = mira.page.getByRole('button', { name: '1 report waiting to be sent' });
    await bar.waitFor();
    // A browser may be wrong about the network, so coming back to the page is enough for a try. The network returns during that try.
    const posts = await handOn(mira.context, (request) => request.url().endsWith('/api/incidents/report'));
    posts.hold();
    await Promise.all([asked('/api/incidents/report'), comeBack(mira)]);
    posts.always(passes);
    await mira.setOffline(false);
    await bar.waitFor({ state: 'detached' });
    await there.isAllSent();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it('a report that arrived at the moment at which the network changed is not compared with itself (DECISIONS 309)', async () => {
    const location = 'Copper ford, the eastern stones';
    const { mira, report } = await reports.open();
    // The server has the report, but the browser has told the app nothing of sent bytes yet.
    await mira.page.route(REPORT, (route) => void route.fetch(), { times: 1 });
    await report.write({ location });
    await report.submit.click();
    await expect.poll(() => reports.incidentsAt(location)).toHaveLength(1);
    await mira.setOffline(true);
    await report.modal('Kept for Later');
    await mira.setOffline(false);
    await report.modal('Report Submitted!');
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it('a waiting report is listed in the tray of every screen after a reload', async () => {
    const location = 'Amber quay, pier nine';
    const { mira, report } = await reports.open();
    await mira.page.route(REPORT, (route) => route.abort());
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    await mira.page.goto('about:blank');
    await passAgain(mira.page, REPORT);
    await mira.open('/chat');
    await sentNotice(mira, location).waitFor();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
    await sentNotice(mira, location).getByRole('link', { name: 'Open' }).click();
    await expect.poll(() => mira.route()).toMatch(/^\/incident\/\d+$/);
    await sentNotice(mira, location).waitFor({ state: 'detached' });
  });

  it('nothing of one member is shown or sent to another', async () => {
    const location = 'Silver dunes, the last hut';
    const mira = await testApp.returning('member');
    const report = new ReportPage(mira.page);
    await mira.page.route(REPORT, (route) => route.abort());
    await mira.open('/report');
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await report.write({ location: 'A draft of Mira' });
    await mira.menu.logOutKeeping();
    await mira.page.getByLabel('Username').waitFor();
    await passAgain(mira.page, REPORT);
    await mira.login.logIn('ravi');
    await mira.isAt('/chat');
    await mira.open('/report');
    await report.submit.waitFor();
    expect(await report.waiting.count()).toBe(0);
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await reports.incidentsAt(location)).toEqual([]);
    await mira.menu.logOut();
    await mira.login.logIn('member');
    await mira.isAt('/chat');
    await sentNotice(mira, location).waitFor();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
    await mira.menu.logOut();
    await mira.login.logIn('ravi');
    await mira.isAt('/chat');
    expect(await sentNotice(mira, location).count()).toBe(0);
  });
});

/** The notice that a report went out after it had to wait. */
const sentNotice = ({ page }: Person, location: string) =>
  page
    .locator('[role=status] > div')
    .filter({ hasText: new RegExp(`^Your report #\\d+ was sent at \\d{1,2}:\\d\\d.*: ${location}`) });

describe('a report on its way', () => {
  /** Mira sends a report that the server has stored, but whose answer does not come. */
  async function hanging(location: string) {
    const { mira, report } = await reports.open();
    const keys = keysOf(mira);
    const answers = await loseAnswers(mira.page, REPORT_PATH, true);
    await writeWithPhoto(report, location);
    await report.submit.click();
    await report.progress.waitFor();
    await expect.poll(async () => (await reports.incidentsAt(location)).length).toBe(1);
    return { mira, report, keys, answers };
  }

  it('goes on when its screen is left, and arrives once', async () => {
    const location = 'Cinder path, last lamp';
    const { mira, report, keys, answers } = await hanging(location);
    await mira.open('/chat');
    await mira.tray.bar.filter({ hasText: '1' }).waitFor();
    await answers();
    await mira.tray.bar.waitFor({ state: 'detached' });
    // Leaving the screen did not abort it, so there was only one try.
    expect(keys).toHaveLength(1);
    expect(await reports.incidentsAt(location)).toMatchObject([{ mediaFileCount: 1 }]);
    // It is not kept as a draft any more, either.
    await mira.open('/report');
    await mira.page.reload();
    await report.submit.waitFor();
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await report.files.count()).toBe(0);
  });

  it('of which nothing was sent when the network is lost waits for the network, and arrives once', async () => {
    const location = 'Tannery lane, behind the vats';
    const { mira, report } = await reports.open();
    const keys = keysOf(mira);
    const calls = await handOn(mira.page, (request) => request.url().endsWith('/api/incidents/report'));
    calls.hold();
    await report.write({ location });
    await Promise.all([mira.page.waitForRequest(REPORT), report.submit.click()]);
    expect(await report.progress.getAttribute('aria-valuenow')).toBe('0');
    await mira.setOffline(true);
    await report.modal('Kept for Later');
    calls.always(passes);
    await report.press('OK');
    expect(await reports.incidentsAt(location)).toEqual([]);
    await mira.setOffline(false);
    await sentNotice(mira, location).waitFor();
    await report.isAllSent();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
    // The second try names the same report as the first, of which nothing had been sent.
    expect(new Set(keys).size).toBe(1);
  });

  it('whose answer was lost by a reload goes on automatically, and is stored once', async () => {
    const location = 'Willow weir, lock keeper';
    const { mira, report } = await reports.open();
    const keys = keysOf(mira);
    await writeWithPhoto(report, location);
    const live = await handOn(mira.page, (request) => request.url().endsWith('/api/incidents/live'));
    live.hold();
    // The server stores it, but its answer is lost.
    const answersAgain = await loseAnswers(mira.page, REPORT_PATH, true);
    await report.submit.click();
    await expect.poll(() => submissionsOnDevice(mira.page)).toMatchObject([{ wasTried: false }]);
    // It is sent before the database has stored that it is.
    const database = await holdStoreApart(mira, testApp.server.base, 'submissions');
    await live.free();
    await expect.poll(async () => (await reports.incidentsAt(location)).length).toBe(1);
    await mira.page.reload();
    await report.submit.waitFor();
    await database();
    await report.waiting.getByText(location).waitFor();
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await report.files.count()).toBe(0);
    await answersAgain();
    await report.isAllSent();
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(await reports.incidentsAt(location)).toMatchObject([{ mediaFileCount: 1 }]);
    // After the answer, the same text is a new report.
    await writeWithPhoto(report, location);
    await report.submit.click();
    await report.press('No, report it anyway');
    await report.modal('Report Submitted!');
    expect(await reports.incidentsAt(location)).toHaveLength(2);
  });

  it('that is deleted in another tab is not said to be submitted', async () => {
    const location = 'Fern gorge, rope bridge';
    const { mira, report } = await reports.open();
    const other = await mira.anotherTab();
    await other.open('/report');
    const there = new ReportPage(other.page);
    // Nothing of it reaches the server.
    await mira.page.route(REPORT, () => {});
    await report.write({ location });
    await report.submit.click();
    await report.progress.waitFor();
    await there.waiting.getByText(location).waitFor();
    await there.waiting.getByRole('button', { name: 'Delete' }).click();
    await there.press('Delete');
    await there.isAllSent();
    await report.progress.waitFor({ state: 'detached' });
    expect(await report.dialog.count()).toBe(0);
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await reports.incidentsAt(location)).toEqual([]);
  });

  it('can be sent later by hand, exactly once', async () => {
    const location = 'Chalk pit, upper rim';
    const { report, keys, answers } = await hanging(location);
    await report.press('Send later');
    expect(await report.modal('Kept for Later')).not.toContain(NO_CONNECTION);
    await report.press('OK');
    expect(await report.field('Location').inputValue()).toBe('');
    await report.waiting.getByText(location).waitFor();
    await answers();
    await report.isAllSent();
    expect(keys).toHaveLength(1);
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it('that was refused can be sent later, too', async () => {
    const location = 'Slate roof, north eaves';
    const { mira, report } = await reports.open();
    await answering(503, '{"message":"In a minute."}')(mira);
    await report.write({ location });
    await report.submit.click();
    await report.modal('Error');
    await report.press('Send later');
    await report.modal('Kept for Later');
    await report.press('OK');
    await report.waiting.getByText(location).waitFor();
    await passAgain(mira.page, REPORT);
    await report.press('Send now');
    await report.isAllSent();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it('that this browser cannot store is not shown as stored', async () => {
    const location = 'Glass works, furnace yard';
    const { mira, report } = await reports.open({}, ({ page }) =>
      page.addInitScript(() => {
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (...row) {
          if (this.name === 'submissions') throw new DOMException('The disk is full.', 'QuotaExceededError');
          return put.apply(this, row);
        };
      }),
    );
    await mira.page.route(REPORT, (route) => route.abort());
    await report.write({ location });
    await report.submit.click();
    expect(await report.modal('Not Sent Yet')).toContain(
      'This browser cannot keep your report: leave this page open until it is sent.',
    );
    await report.press('OK');
    await report.waiting.getByText(location).waitFor();
    // Its draft is the only copy, and is not offered again after it was sent.
    expect(await draftsOnDevice(mira.page)).toContain(location);
    await passAgain(mira.page, REPORT);
    await report.press('Send now');
    await report.isAllSent();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
    await expect.poll(() => draftsOnDevice(mira.page)).toBe('[]');
  });
});
