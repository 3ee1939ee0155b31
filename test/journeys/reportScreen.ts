import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { listenToCharts } from '../kit/screens/charts';
import { REPORT, type Reports } from './reports';

/** What becomes of a call that sends a report. */
export type Fate = (route: Route) => Promise<unknown>;
export const passes: Fate = (route) => route.continue();
export const answers =
  (status: number, body: string): Fate =>
  (route) =>
    route.fulfill({ status, body, contentType: 'application/json' });

/** Somewhere else each time: what has been reported with the same words is asked about. */
export const newPlace = () => `Lane ${crypto.randomUUID()}`;

/**
 * Mira before the form, with a hand on the calls that send a report and an ear on the charts of her page. `location` is for what was
 * written last, `near` for the incident that it may be.
 */
export async function openReportScene(reports: Reports, script = '') {
  let always: Fate | null = passes;
  let held: Route[] = [];
  const { mira, report } = await reports.open({}, async ({ context }) => {
    await context.addInitScript(script);
    await context.route(REPORT, (route) => (always ? always(route) : held.push(route)));
  });
  await report.submit.waitFor();
  const calls = {
    /** The next ones wait. */
    hold() {
      always = null;
    },
    /** What becomes of the one that waits; those after it pass. */
    async let(fate: Fate) {
      await expect.poll(() => held.length).toBe(1);
      await Promise.all(held.map(fate));
      calls.always(passes);
    },
    /** What becomes of all from now on; the one that waits is forgotten. */
    always(fate: Fate) {
      always = fate;
      held = [];
    },
  };
  return { mira, report, calls, charts: listenToCharts(mira.page), location: '', near: '' };
}
export type ReportScene = Awaited<ReturnType<typeof openReportScene>>;

/** Writes a report that the server refuses, so that it waits until somebody edits it. */
export async function leaveOneWaiting(scene: ReportScene): Promise<void> {
  const { mira, report, calls } = scene;
  const location = newPlace();
  scene.location = location;
  calls.always(answers(400, '{"message":"Location is required."}'));
  await report.write({ location });
  await report.submit.click();
  await report.press('Send later');
  await report.press('OK');
  await report.waiting.getByText('Not sent. Location is required.').waitFor();
  calls.always(passes);
  await mira.page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A button of the screen, and how it is pressed. */
export const button = (name: string) => ({
  control: ({ mira }: ReportScene) => mira.page.getByRole('button', { name, exact: true }),
  does: ({ report }: ReportScene) => report.press(name),
});
