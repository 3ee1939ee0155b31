import { fromPromise } from 'xstate';
import type { InLine } from '../machines/chat/ports';
import { alertNotice } from '../machines/session/notices.machine';
import type { Gateways } from './gateways';

interface Change<Answer> {
  /** Makes the call, without the signal of the screen. */
  readonly call: () => Promise<Answer>;
  /** What the member is told if it fails after they have left the screen. */
  readonly failureText: (error: unknown) => string;
  /** The incident that the change is about: the text has a link there. */
  readonly incidentId?: string;
  /** The changes that wait for this one. They are made, too, if the member has left by then; otherwise the chart asks for each. */
  readonly behind?: () => readonly Change<unknown>[];
}

/**
 * The port of a change that is carried out even if the member leaves the screen at once, as people do who have pressed a button. If it
 * fails then, the next screen says so; nobody is told of the change of a member who has logged out (DECISIONS 134).
 * It rejects as the call does.
 */
export const evenIfLeft = <Answer, Input>({ notify, userId }: Gateways, changeOf: (input: Input) => Change<Answer>) =>
  fromPromise<Answer, Input>(async ({ input, signal: left }) => {
    const caller = userId();
    const isStillCaller = () => caller !== null && userId() === caller;
    const make = async <Out>({ call, failureText, incidentId }: Change<Out>): Promise<Out> => {
      try {
        return await call();
      } catch (error) {
        const about = incidentId === undefined ? {} : { incidentId };
        if (left.aborted && isStillCaller()) notify({ ...alertNotice(failureText(error)), ...about });
        throw error;
      }
    };
    const { behind, ...first } = changeOf(input);
    try {
      return await make(first);
    } finally {
      const waiting = left.aborted ? (behind?.() ?? []) : [];
      for (const next of waiting) if (isStillCaller()) await make(next).catch(() => {});
    }
  });

/** The same for changes that are made one after the other. Those that still wait when the member leaves are made, too. */
export const lineEvenIfLeft = <Answer, Item extends object>(
  gateways: Gateways,
  changeOf: (item: Item) => Change<Answer>,
) =>
  evenIfLeft<Answer, InLine<Item>>(gateways, (input) => ({
    ...changeOf(input),
    behind: () => input.behind().map(changeOf),
  }));
