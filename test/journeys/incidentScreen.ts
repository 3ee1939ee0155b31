import { type CallFailure, mayBeMade } from '../../src/contract/failure';
import type { IncidentStatus } from '../../src/contract/incidents';
import type { TestApp } from '../kit/browser';
import { stopClock } from '../kit/clock';
import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { type Fate, failsWith, handOn, onlyFirst, passes } from './calls';
import { device } from './device';
import { IncidentPage } from './pages/incident';
import type { Situations } from './situations';

interface Opening {
  readonly username: string;
  readonly status?: IncidentStatus;
  /** The incident's fetch is held until the test lets it through. */
  readonly isHeld?: true;
}

/**
 * A member on the page of a new incident that no other test uses. The calls that fetch and change it, the clipboard and the
 * device's location are scripted; the charts of the page are traced.
 */
export async function openIncidentSetup(
  testApp: TestApp,
  situations: Situations,
  { username, status = 'REPORTED', isHeld }: Opening,
) {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const person = await testApp.returning(username, { permissions, hasClock: true });
  const { page } = person;
  await page.addInitScript(device);
  await recordFromStart(page);
  const fetching = await handOn(
    page,
    // Only this incident: those of the member's cases are fetched ahead.
    (request) => request.method() === 'GET' && request.url().endsWith(`/api/incidents/${setup.id}`),
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
    /** Opens another incident, as by a link. */
    async another(next: IncidentStatus = status) {
      setup.id = await situations.make(next);
      if (isHeld) fetching.hold();
      else fetching.always(passes);
      await person.open(`/incident/${setup.id}`);
      if (!isHeld) await incident.isShown(setup.id);
    },
    /** From now on time passes only by `page.clock.runFor`. */
    stopTheClock: () => stopClock(page),
    /** Presses something, and ends the call that it makes as `fate` says. */
    async presses(press: () => Promise<unknown>, fate: Fate) {
      changing.hold();
      await press();
      await changing.let(fate);
    },
  };
  await setup.another();
  const charts = listenToCharts(page);
  // The app starts its trace when it is idle, which never happens after the clock is stopped.
  await charts.isTelling();
  return Object.assign(setup, { charts });
}
export type IncidentSetup = Awaited<ReturnType<typeof openIncidentSetup>>;

/** How the call that changes the incident ends, and the event that the chart gets. */
export const callEnds = <Setup extends IncidentSetup = IncidentSetup>(
  fate: Fate,
  event: { type: string },
  after = () => passes,
) => ({
  tells: [event],
  does: ({ changing }: Setup) => changing.let(fate, after()),
});
export const callFails =
  <Setup extends IncidentSetup = IncidentSetup>(port: string) =>
  (error: CallFailure) =>
    callEnds<Setup>(failsWith(error), { type: `xstate.error.actor.${port}`, error } as { type: string });
/** The same for a call that the app repeats once by itself if it may have been carried out (DECISIONS 281). The repeat ends alike. */
export const actFails =
  <Setup extends IncidentSetup = IncidentSetup>(port: string) =>
  (error: CallFailure) => {
    const fate = failsWith(error);
    const event = { type: `xstate.error.actor.${port}`, error } as { type: string };
    return callEnds<Setup>(fate, event, () => (mayBeMade(error) ? onlyFirst(fate) : passes));
  };
