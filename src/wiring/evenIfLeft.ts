import { fromPromise } from 'xstate';
import { alerting } from '../machines/session/notices.machine';
import type { Gateways } from './gateways';

interface Change<Answer> {
  /** Makes the call, without the signal of the screen. */
  readonly call: () => Promise<Answer>;
  /** What the member is told if it fails after they have left the screen. */
  readonly failureText: (error: unknown) => string;
  /** The incident that the change is about: the text has a link there. */
  readonly incidentId?: string;
}

/**
 * The port of a change that is carried out even if the member leaves the screen at once, as people do who have pressed a button. If it
 * fails then, the next screen says so; nobody is told of the change of a member who has logged out (DECISIONS 134).
 * It rejects as the call does.
 */
export const evenIfLeft = <Answer, Input>({ notify, userId }: Gateways, changeOf: (input: Input) => Change<Answer>) =>
  fromPromise<Answer, Input>(async ({ input, signal: left }) => {
    const { call, failureText, incidentId } = changeOf(input);
    const caller = userId();
    try {
      return await call();
    } catch (error) {
      const about = incidentId === undefined ? {} : { incidentId };
      if (left.aborted && caller !== null && userId() === caller) notify({ ...alerting(failureText(error)), ...about });
      throw error;
    }
  });
