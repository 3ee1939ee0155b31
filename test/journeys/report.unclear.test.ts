import { describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { hideCapabilities } from '../kit/capabilities';
import { loseAnswers, passAgain } from './calls';
import { answering, keysOf, photo, REPORT, REPORT_PATH, reportsOf } from './reports';

const testApp = openTestApp();
const reports = reportsOf(testApp);

describe('with a server that does not recognise repeats (DECISIONS W3)', () => {
  /** Mira sends a report that arrives, but whose answer is lost. */
  async function unclear(location: string) {
    const { mira, report, prepared } = await reports.open({}, async (person) => {
      await withoutRepeats(person);
      return keysOf(person);
    });
    const answersAgain = await loseAnswers(mira.page, REPORT_PATH);
    await report.write({ location });
    await report.attach(await photo(40, 30));
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png']);
    await report.submit.click();
    // It is kept for later at first, but it is not sent again by itself: the member is asked.
    await report.modal('Did It Arrive?');
    await report.press('Decide later');
    await report.waiting.getByText('Waits for your answer').waitFor();
    await answersAgain();
    return { mira, report, keys: prepared };
  }
  /** The page takes the server for one that does not recognise repeats. */
  const withoutRepeats = ({ page }: Person) => hideCapabilities(page);
  const QUESTION = 'We could not see whether it arrived. Look in Live Incidents before sending it again.';

  it('a report whose answer was lost is not sent again before the member says so', async () => {
    const location = 'Marble arch, flower stall';
    const { mira, report, keys } = await unclear(location);
    await report.waiting.getByText(QUESTION).waitFor();
    await mira.page.reload();
    await report.waiting.getByText(QUESTION).waitFor();
    expect(keys).toEqual([undefined]);
    expect(await reports.incidentsAt(location)).toHaveLength(1);
    await report.waiting.getByRole('link', { name: 'Live Incidents' }).click();
    await mira.isAt('/live');
    // The incident is there, so she deletes the waiting report.
    await mira.tray.bar.click();
    await mira.tray.waiting.getByRole('button', { name: 'Delete' }).click();
    await mira.page.getByRole('dialog', { name: 'Delete it?' }).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => mira.tray.waiting.count()).toBe(0);
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });

  it('the report is sent again with its photo if the member asks for it', async () => {
    const location = 'Granite quarry, weighbridge';
    const { report, keys } = await unclear(location);
    await report.press('Send again');
    await report.isAllSent();
    expect(keys).toEqual([undefined, undefined]);
    expect((await reports.incidentsAt(location)).map(({ mediaFileCount }) => mediaFileCount)).toEqual([1, 1]);
  });

  it('a report that failed in the server may have arrived: the member is asked at once, and may decide later', async () => {
    const location = 'Basalt cliff, lower path';
    const { mira, report } = await reports.open({ hasClock: true }, async (person) => {
      await withoutRepeats(person);
      await answering(500, '{"message":"The disk is full."}')(person);
    });
    await report.write({ location });
    await report.submit.click();
    // The next try comes by itself after 2 s. There is none, but the question.
    await report.modal('Did It Arrive?');
    // From now on it comes only by hand.
    await mira.page.clock.pauseAt(new Date(Date.now() + 60_000));
    await report.press('Send again');
    expect(await report.modal('Error')).toContain('The disk is full.');
    await report.press('Try again');
    await report.modal('Did It Arrive?');
    await mira.page.clock.resume();
    await report.press('Decide later');
    await report.waiting.getByText(QUESTION).waitFor();
    expect(await report.field('Location').inputValue()).toBe('');
    expect(await reports.incidentsAt(location)).toEqual([]);
  });

  it('a report that was certainly not sent is sent automatically', async () => {
    const location = 'Sandstone steps, ferry';
    const { mira, report } = await reports.open({}, async (person) => {
      await withoutRepeats(person);
      await person.page.route(REPORT, (route) => route.abort());
    });
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await passAgain(mira.page, REPORT);
    await report.isAllSent();
    expect(await reports.incidentsAt(location)).toHaveLength(1);
  });
});

it('a report that the server refused for now is checked for duplicates again at the next try', async () => {
  const { report } = await reports.open({}, answering(429, '{"message":"Too many reports."}'));
  await report.write({ location: 'Amber terrace, north side' });
  await report.submit.click();
  expect(await report.modal('Error')).toContain('Too many reports.');
  const known = await reports.reported('North side of the Amber Terrace');
  await report.modal('Is it one of these?');
  expect(await report.offers.getAttribute('href')).toBe(`/#/incident/${known}`);
});
