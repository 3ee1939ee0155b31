import type { IncidentStatus } from '../../src/contract/incidents';
import type { TestApp } from '../kit/browser';
import { stopClock } from '../kit/clock';
import { listenToCharts } from '../kit/screens/charts';
import { type Fate, handOn } from './calls';
import { device } from './device';
import { IncidentPage } from './pages/incident';
import type { Situations } from './situations';

interface Opening {
  readonly username: string;
  readonly status?: IncidentStatus;
  /** The incident does not come before it is let through. */
  readonly isHeld?: true;
}

/**
 * Somebody before a fresh incident of theirs alone, with a hand on the calls that fetch it and on those that change it, on their
 * clipboard and on their device, and an ear on the charts of the page.
 */
export async function openIncidentSetup(
  testApp: TestApp,
  situations: Situations,
  { username, status = 'REPORTED', isHeld }: Opening,
) {
  const person = await testApp.returning(username, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = person;
  await page.clock.install();
  await page.addInitScript(device);
  const fetching = await handOn(
    page,
    (request) => request.method() === 'GET' && /\/api\/incidents\/\d+$/.test(request.url()),
  );
  const changing = await handOn(
    page,
    (request) => request.method() !== 'GET' && /\/api\/incidents\/\d+/.test(request.url()),
  );
  const incident = new IncidentPage(page);
  const setup = {
    person,
    page,
    incident,
    fetching,
    changing,
    id: '',
    /** Another incident is looked at, as by a link. */
    async another(next: IncidentStatus = status) {
      setup.id = await situations.make(next);
      if (isHeld) fetching.hold();
      await person.open(`/incident/${setup.id}`);
      if (!isHeld) await incident.isShown(setup.id);
    },
    /** From now on time passes only by `page.clock.runFor`. */
    stopTheClock: () => stopClock(page),
    /** Something is pressed whose call ends as the fate says. */
    async presses(press: () => Promise<unknown>, fate: Fate) {
      changing.hold();
      await press();
      await changing.let(fate);
    },
  };
  await setup.another();
  const charts = listenToCharts(page);
  // The app begins to tell when it is idle, which it never is once the clock is stopped.
  await charts.isTelling();
  return Object.assign(setup, { charts });
}
export type IncidentSetup = Awaited<ReturnType<typeof openIncidentSetup>>;
