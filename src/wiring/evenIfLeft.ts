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
 * Makes a change that is carried out even if the member leaves the screen at once, as people do who have pressed a button. If it fails
 * then, the next screen says so; nobody is told of the change of a member who has logged out (DECISIONS 134).
 * @param left the signal of the port: aborted when the screen is left
 * @throws CallFailure as the call
 */
export async function evenIfLeft<Answer>(
  { notify, userId }: Gateways,
  left: AbortSignal,
  { call, failureText, incidentId }: Change<Answer>,
): Promise<Answer> {
  const caller = userId();
  try {
    return await call();
  } catch (error) {
    const about = incidentId === undefined ? {} : { incidentId };
    if (left.aborted && caller !== null && userId() === caller) notify({ ...alerting(failureText(error)), ...about });
    throw error;
  }
}
