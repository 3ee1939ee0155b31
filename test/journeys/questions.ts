import { CallFailure } from '../../src/contract/failure';
import type { IncidentStatus } from '../../src/contract/incidents';
import type { TestApp } from '../kit/browser';
import { answers, type Fate, isLost } from './calls';
import { openIncidentSetup } from './incidentScreen';
import type { Situations } from './situations';

/** What the server says to whoever changes an incident that has been changed since they have seen it. */
export const CHANGED = 'Somebody else has changed this incident meanwhile. It is REPORTED now.';

/** Kabir before a question that a button of an incident asks, with a hand on what its answer sends. No time passes by itself. */
export async function openQuestion(testApp: TestApp, situations: Situations, status: IncidentStatus, button: string) {
  const setup = await openIncidentSetup(testApp, situations, { username: 'captain', status });
  const ask = () => setup.incident.press(button);
  await setup.stopTheClock();
  await ask();
  return Object.assign(setup, {
    /** The same is asked about another incident. */
    async ask() {
      await setup.another();
      await ask();
    },
  });
}
export type Question = Awaited<ReturnType<typeof openQuestion>>;

/** How the call ends, and what the chart is told of it. */
export const ending = (fate: Fate, event: { type: string }) => ({
  tells: [event],
  does: ({ changing }: Question) => changing.let(fate),
});

/** What the chart is told when the call of an actor has failed. */
export const failed = (actor: string, error: CallFailure) => ({ type: `xstate.error.actor.${actor}`, error });
/** The server refuses the call of an actor, with words or without. */
export const refused = (actor: string, status: number, message: string | null) =>
  ending(
    answers(status, JSON.stringify(message === null ? {} : { message })),
    failed(actor, new CallFailure('refused', status, message)),
  );

/**
 * What can happen to every question.
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

/** A button of the question; what it sends waits. */
export const inDialog = (name: string) => ({
  control: ({ incident }: Question) => incident.dialog.getByRole('button', { name, exact: true }),
  async does({ incident, changing }: Question) {
    changing.hold();
    await incident.answer(name);
  },
});

/** Where a question that was sent away leads. */
export const leaving = { Cancel: 'closed', Escape: 'closed' };
/** No question is on the screen. */
export const closed = {
  sees: ({ incident }: Question) => incident.closed(),
  takes: { 'another is asked about': 'asking.quiet' },
};
/** The question stays, with an alert. */
export const saysInside = (text: string) => ({
  to: 'asking.refused',
  sees: ({ incident }: Question) => incident.alerts(text),
});
/** The question is gone, and a modal says which role it takes. */
export const saysRole = (text: string) => ({
  to: 'closed',
  async sees({ incident }: Question) {
    await incident.dialog.getByText(text, { exact: true }).waitFor();
    await incident.answer('OK');
  },
});
/** The question is gone, for it makes no sense any more, and the page says why. */
export const saysOutside = (text: string) => ({
  to: 'closed',
  async sees({ incident }: Question) {
    await incident.closed();
    await incident.says(text);
  },
});
