import { fromPromise } from 'xstate';
import type { WithQueued } from '../machines/chat/ports';
import { alertNotice, stillNotice } from '../machines/session/notices.machine';
import type { Gateways, Notify } from './gateways';

interface Change<Answer> {
  /** What is changed, with which its notices begin: by then other things may be on the screen. */
  readonly name?: string;
  /** Makes the call, without the signal of the screen. */
  readonly call: () => Promise<Answer>;
  /**
   * What the member is told if it succeeds after they have closed its dialog or left the screen. With it they are also told at once that
   * it goes on: otherwise they could make the same change again. Without it they are told neither.
   */
  doneNotice?(answer: Answer): Parameters<Notify>[0];
  /** What they are told if it fails then; null if that is nothing they need to know. */
  readonly failureText: (error: unknown) => string | null;
  /** The incident that the change is about: the text has a link there. */
  readonly incidentId?: string;
  /**
   * The changes queued behind this one. If the screen is left before this one ends, they are sent here; otherwise the chart sends
   * them.
   */
  readonly queued?: () => readonly Change<unknown>[];
}

const named = (name: string | undefined, notice: Parameters<Notify>[0]) =>
  name === undefined ? notice : { ...notice, text: `${name}: ${notice.text}` };

/**
 * A port for a call that goes on when its screen is left, or its dialog is closed. A notice says then how it ends, unless the member has
 * logged out (DECISIONS 134, 398), and what is on the screen by then is fetched again. It rejects as the call does.
 */
export const evenIfLeft = <Answer, Input>(
  { notify, realtime, userId }: Gateways,
  changeOf: (input: Input) => Change<Answer>,
) =>
  fromPromise<Answer, Input>(async ({ input, signal: left }) => {
    const caller = userId();
    const isStillCaller = () => caller !== null && userId() === caller;
    const hasLeft = () => left.aborted && isStillCaller();
    const make = async <Out>({ name, call, doneNotice, failureText, incidentId }: Change<Out>): Promise<Out> => {
      try {
        const answer = await call();
        if (doneNotice && hasLeft()) notify(named(name, doneNotice(answer)));
        return answer;
      } catch (error) {
        const about = incidentId === undefined ? {} : { incidentId };
        const text = hasLeft() ? failureText(error) : null;
        if (text !== null) notify({ ...named(name, alertNotice(text)), ...about });
        throw error;
      }
    };
    const { queued, ...first } = changeOf(input);
    const sayStill = () => first.doneNotice && isStillCaller() && notify(named(first.name, stillNotice));
    left.addEventListener('abort', sayStill);
    try {
      return await make(first);
    } finally {
      left.removeEventListener('abort', sayStill);
      const rest = left.aborted ? (queued?.() ?? []) : [];
      for (const next of rest) if (isStillCaller()) await make(next).catch(() => {});
      if (hasLeft()) realtime.ownChange();
    }
  });

/** The same for changes that are made one after the other. Those that are still queued when the screen is left are made, too. */
export const eachEvenIfLeft = <Answer, Item extends object>(
  gateways: Gateways,
  changeOf: (item: Item) => Change<Answer>,
) =>
  evenIfLeft<Answer, WithQueued<Item>>(gateways, (input) => ({
    ...changeOf(input),
    queued: () => input.queued().map(changeOf),
  }));
