import { CallFailure } from '../../src/contract/failure';
import type { IncidentStatus } from '../../src/contract/incidents';
import type { Theatre } from '../kit/browser';
import { answers, type Fate } from './calls';
import { openIncidentScene } from './incidentScreen';
import type { Situations } from './situations';

/** What the server says to whoever changes an incident that has been changed since they have seen it. */
export const CHANGED = 'Somebody else has changed this incident meanwhile. It is REPORTED now.';

/** Kabir before a question that a button of an incident asks, with a hand on what its answer sends. No time passes by itself. */
export async function openQuestion(theatre: Theatre, situations: Situations, status: IncidentStatus, button: string) {
  const scene = await openIncidentScene(theatre, situations, { username: 'captain', status });
  const ask = () => scene.incident.press(button);
  await scene.stopTheClock();
  await ask();
  return Object.assign(scene, {
    /** The same is asked about another incident. */
    async ask() {
      await scene.another();
      await ask();
    },
  });
}
export type Question = Awaited<ReturnType<typeof openQuestion>>;

/** A button of the question; what it sends waits. */
export const inDialog = (name: string) => ({
  control: ({ incident }: Question) => incident.dialog.getByRole('button', { name, exact: true }),
  async does({ incident, changing }: Question) {
    changing.hold();
    await incident.answer(name);
  },
});

/** How the call ends, and what the chart is told of it. */
export const ending = (fate: Fate, event: { type: string }) => ({
  tells: [event],
  does: ({ changing }: Question) => changing.let(fate),
});
/** The server refuses, with words or without. */
export const refusedWith = <Event>(status: number, message: string | null, failed: (error: CallFailure) => Event) =>
  [
    answers(status, JSON.stringify(message === null ? {} : { message })),
    failed(new CallFailure('refused', status, message)),
  ] as const;

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
