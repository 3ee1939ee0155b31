import { CallFailure, mayBeMade } from '../contract/failure';
import type { Gateways } from './gateways';

/** How long the app looks, in milliseconds: the member waits for it, after having waited for the answer already. */
const LOOK = 10_000;

/**
 * Makes a call whose answer may be lost although the server has carried it out. Then the app looks whether that is so, before it says that
 * the call has failed. It does not matter who did it (DECISIONS 340). If the app cannot look, the call has failed; nor does it look if
 * the caller has logged out meanwhile.
 * @param isMade looks for the result of the call, and not for the absence of something that others can also remove in another way. It may
 * find a failure instead, with which the call then fails.
 */
export async function orMade(
  { userId }: Pick<Gateways, 'userId'>,
  call: () => Promise<unknown>,
  isMade: (signal: AbortSignal, callerId: string) => Promise<boolean | CallFailure>,
): Promise<unknown> {
  const caller = userId();
  try {
    return await call();
  } catch (error) {
    if (caller === null || userId() !== caller || !mayBeMade(error)) throw error;
    const found = await isMade(AbortSignal.timeout(LOOK), caller).catch(() => false);
    if (found === true) return undefined;
    throw found instanceof CallFailure ? found : error;
  }
}
