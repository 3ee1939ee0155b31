import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { answers, handOn } from './calls';
import type { Reports } from './reports';

/** A new place for each report, because the app asks about incidents whose place has the same words. */
export const newPlace = () => `Lane ${crypto.randomUUID()}`;

/**
 * Mira at the form. The calls that send a report are scripted, and the charts of her page are traced. `location` is the place in the
 * last report, `near` that of an incident that it may be about.
 */
export async function openReportScene(reports: Reports, script = '') {
  const { mira, report, prepared } = await reports.open({}, async ({ page }) => {
    await page.addInitScript(script);
    await recordFromStart(page);
    return handOn(page, (request) => request.url().endsWith('/api/incidents/report'));
  });
  await report.submit.waitFor();
  return { mira, page: mira.page, report, calls: prepared, charts: listenToCharts(mira.page), location: '', near: '' };
}
export type ReportScene = Awaited<ReturnType<typeof openReportScene>>;

/** Writes a report that the server refuses, so that it waits until somebody edits it. */
export async function leaveOneWaiting(scene: ReportScene): Promise<void> {
  const { report, calls } = scene;
  const location = newPlace();
  scene.location = location;
  calls.hold();
  await report.write({ location });
  await report.submit.click();
  await report.press('Send later');
  await report.press('OK');
  await calls.let(answers(400, '{"message":"Location is required."}'));
  await report.waiting.getByText('Not sent. Location is required.').waitFor();
}

/** A button of the screen, and how it is pressed. */
export const button = (name: string) => ({
  control: ({ mira }: ReportScene) => mira.page.getByRole('button', { name, exact: true }),
  does: ({ report }: ReportScene) => report.press(name),
});
