import { mayBeMade } from '../contract/failure';

/** How long the app looks, in milliseconds: the member waits for it, after having waited for the answer already. */
const LOOK = 10_000;

/**
 * Makes a call whose answer may be lost although the server has carried it out. Then the app looks whether that is so, before it says that
 * the call has failed. It does not matter who did it (DECISIONS 340). If the app cannot look, the call has failed.
 */
export async function orMade(
  call: () => Promise<unknown>,
  isMade: (signal: AbortSignal) => Promise<boolean>,
): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (mayBeMade(error) && (await isMade(AbortSignal.timeout(LOOK)).catch(() => false))) return undefined;
    throw error;
  }
}
