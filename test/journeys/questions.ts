import { CallFailure } from '../../src/contract/failure';
import type { IncidentStatus } from '../../src/contract/incidents';
import type { TestApp } from '../kit/browser';
import { answers, type Fate, isLost } from './calls';
import { openIncidentSetup } from './incidentScreen';
import type { Situations } from './situations';

/** The server's answer to a change of an incident that somebody else has changed meanwhile. */
export const CHANGED = 'Somebody else has changed this incident meanwhile. It is REPORTED now.';

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

/** How the call ends, and the event that the chart gets. */
export const ending = (fate: Fate, event: { type: string }) => ({
  tells: [event],
  does: ({ changing }: Question) => changing.let(fate),
});

/** The event of a failed call. */
export const failed = (actor: string, error: CallFailure) => ({ type: `xstate.error.actor.${actor}`, error });
/** The server refuses a call, with a message or without. */
export const refused = (actor: string, status: number, message: string | null) =>
  ending(
    answers(status, JSON.stringify(message === null ? {} : { message })),
    failed(actor, new CallFailure('refused', status, message)),
  );

/**
 * The acts that every dialog has.
 * @param actor whose call sends the answer
 * @param why what the server says when it gives a reason
 */
export const questionActs = (actor: string, why: string) => ({
  Cancel: { tells: [{ type: 'modal.close' }], ...inDialog('Cancel') },
  Escape: { tells: [{ type: 'modal.close' }], does: ({ page }: Question) => page.keyboard.press('Escape') },
  'the server fails': refused(actor, 500, null),
  'the server says why': refused(actor, 500, why),
  'the server cannot be reached': ending(isLost, failed(actor, new CallFailure('network', 0))),
  'the role is no longer there': refused(actor, 403, 'No.'),
  'another is asked about': { tells: 'anew' as const, does: (setup: Question) => setup.ask() },
});

/** A button of the dialog; the call that it sends is held. */
export const inDialog = (name: string) => ({
  control: ({ incident }: Question) => incident.dialog.getByRole('button', { name, exact: true }),
  async does({ incident, changing }: Question) {
    changing.hold();
    await incident.answer(name);
  },
});

/** Where a cancelled dialog leads. */
export const leaving = { Cancel: 'closed', Escape: 'closed' };
/** No dialog is open. */
export const closed = {
  sees: ({ incident }: Question) => incident.closed(),
  takes: { 'another is asked about': 'asking.quiet' },
};
/** The dialog stays open, with an alert. */
export const saysInside = (text: string) => ({
  to: 'asking.refused',
  sees: ({ incident }: Question) => incident.alerts(text),
});
/** The dialog is closed, and a modal names the role that is needed. */
export const saysRole = (text: string) => ({
  to: 'closed',
  async sees({ incident }: Question) {
    await incident.dialog.getByText(text, { exact: true }).waitFor();
    await incident.answer('OK');
  },
});
/** The dialog is closed because of a conflict, and the page says so. */
export const saysOutside = (text: string) => ({
  to: 'closed',
  async sees({ incident }: Question) {
    await incident.closed();
    await incident.says(text);
  },
});
