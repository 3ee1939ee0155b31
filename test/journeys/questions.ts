import type { IncidentStatus } from '../../src/contract/incidents';
import type { TestApp } from '../kit/browser';
import { eachFailure, failures, type IncidentOutcome } from '../walks/incidents/outcomes';
import { passes } from './calls';
import { actFails, callEnds, openIncidentSetup } from './incidentScreen';
import type { Situations } from './situations';

/** Kabir with a dialog of an incident open; the call that it sends is scripted, and the clock is stopped. */
export async function openQuestion(testApp: TestApp, situations: Situations, status: IncidentStatus, button: string) {
  const setup = await openIncidentSetup(testApp, situations, { username: 'captain', status });
  const ask = () => setup.incident.press(button);
  await setup.stopTheClock();
  await ask();
  return Object.assign(setup, {
    /** Opens the same dialog for another incident. */
    async ask() {
      await setup.another();
      await ask();
    },
  });
}
export type Question = Awaited<ReturnType<typeof openQuestion>>;

/**
 * The acts that every dialog has.
 * @param port the port whose call sends the answer
 */
export const questionActs = (port: string) => ({
  Cancel: { isAlike: true, tells: [{ type: 'modal.close' }], ...inDialog('Cancel') },
  Escape: {
    isAlike: true,
    tells: [{ type: 'modal.close' }],
    does: ({ page }: Question) => page.keyboard.press('Escape'),
  },
  'the server takes it': callEnds<Question>(passes, { type: `xstate.done.actor.${port}` }),
  ...eachFailure(failures, actFails<Question>(port)),
  'another is asked about': { tells: 'anew' as const, does: (setup: Question) => setup.ask() },
});

/** The targets of acts that are not events of the chart. */
export const questionFacts = {
  asking: { takes: { Escape: 'closed' } },
  closed: { takes: { 'another is asked about': 'asking.quiet' } },
};

/** While it is sent the Cancel button is disabled, and Esc closes the dialog (398). */
export const otherActs = { 'submitting Cancel': ['Escape'] };

/** A button of the dialog; the call that it sends is held. */
export const inDialog = (name: string) => ({
  control: ({ incident }: Question) => incident.dialog.getByRole('button', { name, exact: true }),
  async does({ incident, changing }: Question) {
    changing.hold();
    await incident.answer(name);
  },
});

/** Waits until the page shows the outcome of an event. */
export async function answersAs({ incident }: Question, { to, alert, notice, unauthorized }: IncidentOutcome) {
  if (alert) await incident.alerts(alert);
  if (unauthorized) {
    await incident.dialog.getByText(unauthorized, { exact: true }).waitFor();
    // Otherwise the dialog below the refusal stays open, and OK is a separate act of the walk.
    if (to === 'closed') await incident.answer('OK');
  }
  if (to === 'closed') await incident.closed();
  if (notice) await incident.says(notice);
}
