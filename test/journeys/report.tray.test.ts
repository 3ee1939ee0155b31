import { describe, expect, it } from 'vitest';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { stopClock } from '../kit/clock';
import { NO_CONNECTION } from '../walks/incidents/reportSamples';
import { passAgain } from './calls';
import { ReportPage } from './pages/report';
import { answering, REPORT, reportsOf, writeWithPhoto } from './reports';
import { holdStoreApart, rowsOnDevice, submissionsOnDevice } from './storedDevice';

const testApp = openTestApp();
const reports = reportsOf(testApp);

/** What the browser says when the member comes back to the page from another app. */
const comeBack = ({ page }: Person) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

describe('a waiting report', () => {
  /** A waiting report, because the server cannot be reached. */
  async function waiting(location: string) {
    const { mira, report } = await reports.open({ hasClock: true });
    let tries = 0;
    await mira.page.route(REPORT, (route) => {
      tries++;
      return route.abort();
    });
    await writeWithPhoto(report, location);
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await report.waiting.getByText(location).waitFor();
    return { mira, report, tries: () => tries };
  }

  /** Presses Edit of the only report in the tray. */
  async function editInTray(mira: Person) {
    await mira.tray.bar.click();
    await mira.tray.waiting.getByRole('link', { name: 'Edit' }).click();
    await mira.isAt('/report');
    await mira.tray.panel.waitFor({ state: 'detached' });
  }

  it('says why it cannot be sent, and is tried again at once on request', async () => {
    const { mira, report, tries } = await waiting('Brass foundry');
    await report.waiting.getByText(NO_CONNECTION).waitFor();
    // The app tries again by itself after 2 s or more. It does not while the clock is stopped.
    await stopClock(mira.page);
    await report.waiting.getByText(NO_CONNECTION).waitFor();
    const before = tries();
    await report.press('Send now');
    await expect.poll(tries).toBe(before + 1);
    // So is it when the member comes back to the page.
    await report.waiting.getByText(NO_CONNECTION).waitFor();
    await comeBack(mira);
    await expect.poll(tries).toBe(before + 2);
  });

  it('is in view when the dialog that has told of it is closed, instead of the empty form alone', async () => {
    const { mira, report } = await reports.open({ viewport: { width: 360, height: 800 }, hasTouch: true });
    await report.write({ location: 'Behind the Venkatanarasimharajuvaripetachandrasekharan temple tank' });
    await mira.setOffline(true);
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await expect.poll(() => isFocused(mira.page.getByRole('heading', { name: 'Waiting to send' }))).toBe(true);
    const [entry, room] = await Promise.all([report.waiting.boundingBox(), mira.page.getByRole('main').boundingBox()]);
    if (!entry || !room) throw new Error('It is not on the page.');
    expect(entry.y).toBeGreaterThan(room.y);
    expect(entry.y + entry.height).toBeLessThan((await report.submit.boundingBox())?.y ?? 0);

    // The notice that it was sent can be closed, however long its words are.
    await mira.setOffline(false);
    const notice = mira.page.getByRole('status').filter({ hasText: 'was sent at' });
    const { x = 0, width = 0 } = (await notice.getByRole('button', { name: 'Dismiss' }).boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
  });

  it('can be edited, and what is being written is not lost without a question', async () => {
    const { mira, report } = await waiting('Pepper alley');
    await report.field('Location').fill('Something else');
    await report.press('Edit');
    await report.modal('Replace what you have written?');
    await report.press('Keep writing');
    await report.dialog.waitFor({ state: 'detached' });
    // 'Edit' in the tray does the same, on this screen and from any other.
    await editInTray(mira);
    await report.modal('Replace what you have written?');
    await report.press('Keep writing');
    await report.dialog.waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe('Something else');
    await mira.open('/chat');
    await editInTray(mira);
    await report.modal('Replace what you have written?');
    expect(await report.field('Location').inputValue()).toBe('Something else');
    await report.press('Replace');
    await report.waiting.first().waitFor({ state: 'detached' });
    expect(await report.field('Location').inputValue()).toBe('Pepper alley');
    await report.files.getByText('dog').waitFor();
    await report.field('Location').fill('Pepper alley, backyard');
    await passAgain(mira.page, REPORT);
    await report.submit.click();
    await report.modal('Report Submitted!');
    expect(await reports.incidentsAt('Pepper alley')).toEqual([]);
    expect(await reports.incidentsAt('Pepper alley, backyard')).toMatchObject([{ mediaFileCount: 1 }]);
  });

  it('is edited when the stored draft is known, and is on the device until the draft has it', async () => {
    const { mira, report } = await waiting('Clove alley');
    const edit = report.waiting.getByRole('button', { name: 'Edit' });
    const known = await holdStoreApart(mira, testApp.server.base, 'drafts');
    await mira.page.reload();
    await report.waiting.getByText('Clove alley').waitFor();
    expect(await edit.count()).toBe(0);
    await known();
    await edit.waitFor();
    // The page is closed before the draft is stored: what waited is sent by the next page. A page may still store it while it closes;
    // then the next one has it in the form.
    const stored = await holdStoreApart(mira, testApp.server.base, 'drafts');
    await edit.click();
    await expect.poll(() => report.field('Location').inputValue()).toBe('Clove alley');
    const again = await mira.anotherTab();
    await mira.page.close();
    await stored();
    await again.open('/report');
    const next = new ReportPage(again.page);
    const isInForm = async () =>
      (await next.field('Location').inputValue()) === 'Clove alley' &&
      (await next.files.getByText('dog').count()) === 1;
    const isSent = async () => (await reports.incidentsAt('Clove alley'))[0]?.mediaFileCount === 1;
    await expect.poll(async () => (await isSent()) || (await isInForm())).toBe(true);
  });

  it('is in the form as soon as Edit is pressed in the tray, if nothing is written there', async () => {
    const { mira, report } = await waiting('Cumin alley');
    await mira.open('/chat');
    await editInTray(mira);
    await expect.poll(() => report.field('Location').inputValue()).toBe('Cumin alley');
    await report.files.getByText('dog').waitFor();
    expect(await report.waiting.count()).toBe(0);
    // It is not filled in again after Back.
    await report.field('Location').fill('Cumin alley, backyard');
    await mira.open('/chat');
    await mira.page.goBack();
    await expect.poll(() => report.field('Location').inputValue()).toBe('Cumin alley, backyard');
    await mira.page.goBack();
    await mira.isAt('/chat');
  });

  it('can be deleted, and is then never sent', async () => {
    const { mira, report } = await waiting('Salt wharf');
    await report.press('Delete');
    await report.modal('Delete it?');
    await report.press('Keep it');
    await expect.poll(() => report.waiting.count()).toBe(1);
    await report.press('Delete');
    await report.dialog.getByRole('button', { name: 'Delete' }).click();
    await report.isAllSent();
    // It is hidden before the database has deleted it.
    const { id } = (await testApp.read('/api/profile', 'member')) as { id: string | number };
    await expect.poll(async () => (await rowsOnDevice(mira.page, String(id))).submissions).toBe(0);
    await passAgain(mira.page, REPORT);
    await mira.page.reload();
    await report.submit.waitFor();
    expect(await submissionsOnDevice(mira.page)).toEqual([]);
    expect(await report.waiting.count()).toBe(0);
    expect(await reports.incidentsAt('Salt wharf')).toEqual([]);
  });

  it('is not asked about any more once it has been sent', async () => {
    const { mira, report } = await waiting('Tin wharf');
    await report.press('Delete');
    await report.modal('Delete it?');
    await passAgain(mira.page, REPORT);
    await mira.page.getByRole('dialog', { name: 'Delete it?' }).waitFor({ state: 'detached' });
    await report.isAllSent();
    expect(await reports.incidentsAt('Tin wharf')).toHaveLength(1);
  });

  /** A report waits, another one is being written, and the member is asked whether the waiting one may replace it. */
  async function replacing(location: string) {
    const { mira, report } = await waiting(location);
    await report.field('Location').fill('Something else');
    await report.press('Edit');
    const question = mira.page.getByRole('dialog', { name: 'Replace what you have written?' });
    await question.waitFor();
    return { mira, report, question };
  }

  it('that is sent while the member is asked leaves what is being written alone', async () => {
    const { mira, report, question } = await replacing('Zinc wharf');
    await passAgain(mira.page, REPORT);
    await question.waitFor({ state: 'detached' });
    await report.isAllSent();
    expect(await report.field('Location').inputValue()).toBe('Something else');
    expect(await reports.incidentsAt('Zinc wharf')).toHaveLength(1);
  });

  it('that is deleted in another tab while the member is asked does so, too', async () => {
    const { mira, report, question } = await replacing('Nickel wharf');
    const other = await mira.anotherTab();
    await other.open('/report');
    const there = new ReportPage(other.page);
    await there.press('Delete');
    await there.dialog.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'detached' });
    await report.isAllSent();
    expect(await report.field('Location').inputValue()).toBe('Something else');
    expect(await reports.incidentsAt('Nickel wharf')).toEqual([]);
  });

  it('that the server refuses says why, and can be tried again', async () => {
    const { mira, report } = await waiting('Copper mine, shaft two');
    await passAgain(mira.page, REPORT);
    await answering(422, '{"message":"The location is not in our district."}')(mira);
    await report.waiting.getByText('Not sent. The location is not in our district.').waitFor();
    await mira.page.reload();
    await report.waiting.getByText('Not sent. The location is not in our district.').waitFor();
    await passAgain(mira.page, REPORT);
    await report.press('Retry');
    await report.isAllSent();
    expect(await reports.incidentsAt('Copper mine, shaft two')).toHaveLength(1);
  });

  it("that may be a duplicate by now waits for the member's answer", async () => {
    const location = 'Ivory square, south side';
    const { mira, report } = await waiting(location);
    const known = await reports.reported('South side of the Ivory Square');
    await passAgain(mira.page, REPORT);
    await report.waiting.getByText('Is it one of these?').waitFor();
    await mira.page.reload();
    await report.waiting.getByText('Is it one of these?').waitFor();
    expect(await report.offers.getAttribute('href')).toBe(`/#/incident/${known}`);
    expect(await reports.incidentsAt(location)).toEqual([]);
    await report.press('No, report it anyway');
    await report.isAllSent();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });
});
