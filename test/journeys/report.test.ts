import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import { isFocused, openTestApp } from '../kit/browser';
import { holdWaits, stopClock } from '../kit/clock';
import { newFolder } from '../kit/folder';
import { listenTo } from '../kit/heard';
import { wav } from '../kit/media';
import { startStallingProxy } from '../kit/stallingProxy';
import { NO_CONNECTION } from '../walks/incidents/reportSamples';
import { answers, handOn, loseAnswers, passAgain, passes } from './calls';
import { ReportPage } from './pages/report';
import { bark, keysOf, photo, REPORT, REPORT_PATH, reportsOf } from './reports';
import { isDraftStored, submissionsOnDevice } from './storedDevice';

const testApp = openTestApp();
const reports = reportsOf(testApp);

describe('a report', () => {
  it('with a photo reaches the server, and says what comes next', async () => {
    const { mira, report } = await reports.open();
    await report.write({ location: 'Kite hill, the lowest bench' });
    await report.chooseAnimal('Cat');
    await report.attach(await photo(2000, 1500), bark(10));
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png', 'bark.wav']);
    await report.press('Remove bark.wav');
    // A press beside the picture is undone (DECISIONS 409).
    await expect.poll(() => report.files.count()).toBe(1);
    await report.press('Undo');
    await expect.poll(() => report.files.count()).toBe(2);
    await report.press('Remove bark.wav');
    await report.submit.click();
    const said = await report.modal('Report Submitted!');
    const [incident] = await reports.incidentsAt('Kite hill, the lowest bench');
    expect(said).toContain('Incident reported successfully!');
    expect(said).toMatch(new RegExp(`Incident ID\\s+${incident?.id}\\s`));
    expect(said).toMatch(/What's Next\?\s+Our team reviews your report immediately and may call the informer\./);
    expect(incident).toMatchObject({ animalType: 'CAT', contactNumber: '9876543210', latitude: null, longitude: null });
    // Compressed before it was sent: 1280 px on the long side, JPEG (S1 §9).
    const whole = (await testApp.read(`/api/incidents/${incident?.id}`, 'captain')) as Incident;
    expect(whole.mediaFiles.map(({ mediaType }) => mediaType)).toEqual(['IMAGE']);
    const file = await fetch(testApp.server.base + whole.mediaFiles[0]?.url);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    await report.press('OK, Got It');
    await mira.isAt('/chat');
    await mira.open('/report');
    expect(await report.field('Location').inputValue()).toBe('');
  });

  it('takes a member who has seen the animal only a few presses on a phone', async () => {
    const place = { latitude: 12.97161, longitude: 77.5946, accuracy: 11.6 };
    const phone = { viewport: { width: 360, height: 640 }, geolocation: place, permissions: ['geolocation'] };
    const { mira, report } = await reports.open(phone);
    // The photo and the place come first, and each animal has its picture.
    const form = mira.page.getByRole('form', { name: 'Report' });
    expect(await form.textContent()).toMatch(/^Photos, Video, Audio.+Location.+Animal Type/s);
    const animals = mira.page.getByRole('radiogroup', { name: 'Animal Type' }).locator('label');
    const pictures = await animals.evaluateAll((chips) => chips.map((chip) => chip.querySelector('svg')?.innerHTML));
    expect(pictures).toHaveLength(5);
    expect(new Set([undefined, ...pictures]).size).toBe(6);
    await report.submit.click();
    // The first invalid field has the focus, and the button that stays in sight does not cover it.
    const location = report.field('Location');
    await expect.poll(() => isFocused(location)).toBe(true);
    const isUncovered = async (thing: Locator) => {
      const [seen, button] = [await thing.boundingBox(), await report.submit.boundingBox()];
      return (seen?.y ?? 0) + (seen?.height ?? 0) < (button?.y ?? 0);
    };
    expect(await isUncovered(location)).toBe(true);
    await report.press('Use my location');
    const found = mira.page.getByText(
      'Your coordinates are filled in, exact to about 12 m. Please also describe the place.',
    );
    await found.waitFor();
    expect(await isUncovered(found)).toBe(true);
    await mira.page.getByText('12.97161, 77.5946').waitFor();
    // Nor does it cover what is typed into a field that was below it, as when the keyboard has made the screen low.
    const sender = report.field('Informer Name');
    await sender.focus();
    await sender.evaluate((it) => it.closest('main')?.scrollBy(0, it.getBoundingClientRect().bottom - innerHeight));
    expect(await isUncovered(sender)).toBe(false);
    await mira.page.keyboard.type('L');
    await expect.poll(() => isUncovered(sender)).toBe(true);
    await sender.clear();
    await location.fill('Reed pond, the footbridge');
    await report.chooseAnimal('Bird');
    await report.field('Description').fill('A heron with a hook in its beak.');
    await mira.page.getByRole('radio', { name: 'Now', exact: true }).check();
    const heard = await listenTo(mira.page);
    await report.press('I saw it myself');
    await expect.poll(heard).toEqual(['Your name and number are filled in.']);
    expect(await report.field('Informer Name').inputValue()).toBe('Mira Nair');
    expect(await report.field('Contact Number').inputValue()).toMatch(/^\d{10}$/);
    await report.submit.click();
    await report.modal('Report Submitted!');
    const [incident] = await reports.incidentsAt('Reed pond, the footbridge');
    expect(incident).toMatchObject({
      animalType: 'BIRD',
      severity: 'NOW',
      latitude: 12.97161,
      informerName: 'Mira Nair',
    });
    // The way to see who comes.
    await report.dialog.getByRole('link', { name: `Incident ID ${incident?.id}` }).click();
    await mira.isAt(`/incident/${incident?.id}`);
    expect(await report.dialog.count()).toBe(0);
  });

  it('shows its progress as a percent, and Processing... at 100', async () => {
    const { mira, report } = await reports.open();
    await report.write({ location: 'Mill lane, the second gate' });
    await report.attach(bark(400_000));
    const session = await mira.page.context().newCDPSession(mira.page);
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
    expect(await report.field('Location').isEditable()).toBe(false);
    await session.send('Fetch.continueRequest', { requestId: await answered });
    await report.modal('Report Submitted!');
  });

  it('goes on where it was left after a reload, photos included', async () => {
    const { mira, report } = await reports.open();
    await report.write({ location: 'Fern valley, at the spring' });
    await report.attach(await photo(40, 30));
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png']);
    for (const kept of ['Fern valley', 'dog.png']) await isDraftStored(mira, kept);
    await mira.page.reload();
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png']);
    expect(await report.field('Location').inputValue()).toBe('Fern valley, at the spring');
    await report.submit.click();
    await report.modal('Report Submitted!');
    expect((await reports.incidentsAt('Fern valley, at the spring')).map((one) => one.mediaFileCount)).toEqual([1]);
  });

  it('that another tab sends is said to be submitted in the tab where it was written', async () => {
    const location = 'Juniper road, at the well';
    const { mira } = await reports.open();
    // The first tab of the device is the one that sends.
    const calls = await handOn(mira.page, (request) => request.url().endsWith('/api/incidents/report'));
    calls.hold();
    const other = await mira.anotherTab();
    await other.open('/report');
    const there = new ReportPage(other.page);
    await there.write({ location });
    await there.submit.click();
    await there.modal('Kept for Later');
    expect(await reports.incidentsAt(location)).toEqual([]);
    await calls.let(passes);
    await there.modal('Report Submitted!');
    expect(await reports.incidentsAt(location)).toHaveLength(1);
    await there.press('OK, Got It');
    await other.isAt('/chat');
  });

  it('that another tab sends at once is not said to be kept meanwhile', async () => {
    const location = 'Willow island, at the ferry';
    const { mira } = await reports.open();
    const other = await mira.anotherTab();
    await other.open('/report');
    const there = new ReportPage(other.page);
    await there.write({ location });
    const titles = await other.page.evaluateHandle(() => {
      const seen: (string | undefined)[] = [];
      new MutationObserver(() => seen.push(document.querySelector('dialog h2')?.textContent)).observe(document.body, {
        childList: true,
        subtree: true,
      });
      return seen;
    });
    // However long the first tab takes on a busy machine, these 2 s do not pass.
    await holdWaits(other.page, [2_000]);
    await there.submit.click();
    await there.modal('Report Submitted!');
    expect(await titles.jsonValue()).not.toContain('Kept for Later');
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it('can be photographed on a phone', async () => {
    const { mira, report } = await reports.open({
      viewport: { width: 360, height: 800 },
      hasTouch: true,
      isMobile: true,
    });
    // Both ways are in one row.
    const [camera, files] = ['Take a Photo', 'Choose Files'].map((name) => mira.page.getByRole('button', { name }));
    expect((await files?.boundingBox())?.y).toBe((await camera?.boundingBox())?.y);
    const asked = mira.page.waitForEvent('filechooser');
    await report.press('Take a Photo');
    await (await asked).setFiles([await photo(40, 30, 'now.png')]);
    // The camera of an iPhone gives all photos the same name, so each gets one of its own.
    await expect.poll(() => report.files.allInnerTexts()).toEqual([expect.stringMatching(/^photo-\d+\.png$/)]);
    expect(await report.field('Camera').getAttribute('capture')).toBe('environment');
  });
});

describe('a report whose first try fails', () => {
  it('leaves the focus at the field or the button from which it was submitted', async () => {
    const { mira, report } = await reports.open();
    const calls = await handOn(mira.page, (request) => request.url().endsWith('/api/incidents/report'));
    await report.write({ location: 'Loom street, third floor' });
    for (const [name, sender] of [
      ['the field', report.field('Contact Number')],
      ['the button', report.submit],
    ] as const) {
      calls.hold();
      await sender.press('Enter');
      await report.progress.waitFor();
      expect(await isFocused(sender), name).toBe(true);
      // A second press does not send it a second time.
      await sender.press('Enter');
      await calls.let(answers(500, '{}'), answers(500, '{}'));
      await report.modal('Error');
      await report.press('Back to the form');
      await report.dialog.waitFor({ state: 'detached' });
      expect(await isFocused(sender), name).toBe(true);
      await expect.poll(() => report.field('Location').isEditable()).toBe(true);
    }
  });

  it('is stored once although the first answer was lost', async () => {
    const { mira, report } = await reports.open();
    const keys = keysOf(mira);
    const answersAgain = await loseAnswers(mira.page, REPORT_PATH);
    await report.write({ location: 'Lark field, by the windmill' });
    await report.submit.click();
    // It goes out by itself, so nobody is told to try again. Why it waits is said where it waits (S1 §8).
    expect(await report.modal('Kept for Later')).not.toContain(NO_CONNECTION);
    await report.press('OK');
    await report.waiting.getByText(NO_CONNECTION).waitFor();
    await answersAgain();
    await report.isAllSent();
    expect(await reports.incidentsAt('Lark field, by the windmill')).toHaveLength(1);
    expect(keys.length).toBeGreaterThan(1);
    expect(keys[0]).toMatch(/^\w{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['before its first byte', 10],
    ['half-way', 24_000_000],
  ])(
    'and stalls %s is cut off after a minute, and is stored once when the connection works again',
    async (when, bytes) => {
      const isBegun = when === 'half-way';
      const location = `Quarry road, ${isBegun ? 'upper' : 'lower'} gate`;
      const proxy = await startStallingProxy(testApp.server.base);
      const mira = await testApp.returning('member', { base: proxy.base });
      const { page } = mira;
      const report = new ReportPage(page);
      await page.clock.install();
      await mira.open('/report');
      await report.write({ location });
      // The large file is larger than all buffers between the page and the server.
      const folder = newFolder();
      writeFileSync(join(folder, 'bark.wav'), wav(bytes).content);
      await report.field('Media').setInputFiles(join(folder, 'bark.wav'));
      await expect.poll(() => report.submit.isEnabled()).toBe(true);
      if (isBegun) proxy.after(100_000);
      else await page.route(REPORT, () => {});
      let isCutOff = false;
      page.on('requestfailed', (request) => {
        isCutOff ||= request.url().endsWith('/api/incidents/report');
      });
      const keys = keysOf(mira);
      const percent = async () => Number(await report.progress.getAttribute('aria-valuenow'));
      await stopClock(page);
      await report.submit.click();
      await expect.poll(() => keys.length).toBe(1);
      if (isBegun) await expect.poll(percent).toBeGreaterThan(0);
      await page.clock.runFor(59_000);
      expect(isCutOff).toBe(false);
      expect(await percent()).toBeLessThan(isBegun ? 100 : 1);
      // Progress from before the stall may be reported late, and then the minute begins again. The steps are shorter than the wait of at
      // least 1.5 s before the next try.
      const isOver = async () => {
        await page.clock.runFor(isCutOff ? 0 : 500);
        return isCutOff;
      };
      await expect.poll(isOver).toBe(true);
      expect(await report.modal('Kept for Later')).toContain('kept on this device');
      // What never began cannot have arrived.
      await expect.poll(() => submissionsOnDevice(page)).toMatchObject([{ wasTried: isBegun }]);
      expect(await reports.incidentsAt(location)).toEqual([]);
      proxy.cut();
      await passAgain(page, REPORT);
      await page.clock.resume();
      await report.press('OK');
      await report.isAllSent();
      expect(await reports.incidentsAt(location)).toMatchObject([{ mediaFileCount: 1 }]);
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
      proxy.close();
      rmSync(folder, { recursive: true });
    },
  );
});
