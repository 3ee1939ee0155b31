import { CallFailure, isRetryable, mayBeMade } from '../contract/failure';
import { world } from '../services/world';
import { type Gateways, whileSameMember } from './gateways';

/*
 * An answer may be lost although the server has carried out the change. What a call does about it:
 * - `createOnce`: for a change that must not be made twice, or that a later change of somebody else must not be mistaken for. The server
 *   recognises a repeat by its key; at a server that knows no keys the app looks.
 * - `orMade`: for a change that is as good if somebody else has made it. It is not repeated: the app fetches, and sees whether it is made.
 * - `keyed`: where the chart has the key, and the member repeats the press.
 * What a submission does is said by its kind (docs/submissions.md).
 */

/** The header by which our server recognises a repeated call. */
export const keyed = (key: string) => ({ 'Idempotency-Key': key });

/** A change that must not be made twice. */
interface Change<Answer> {
  /** All that the change consists of, as plain data. A call with equal content repeats an earlier one. */
  readonly content: unknown;
  readonly call: (headers: ReturnType<typeof keyed>) => Promise<Answer>;
  /**
   * For servers that know no keys: looks whether the change has been made. If so, returns an answer in place of the lost one, otherwise
   * undefined.
   */
  readonly find?: () => Promise<Answer | undefined>;
}

/** How long after a call without an answer an equal call repeats it, in milliseconds. Later it is meant as another change. */
const KEPT = 10 * 60_000;

/**
 * Makes a function for changes whose answer may be lost although they are carried out (DECISIONS 281). Until an answer has come, every
 * call with equal content has the same Idempotency-Key. If no answer comes, a server that knows the key is called once more: it gives its
 * first answer, or refuses the change if somebody else has made it meanwhile. At a server that knows no keys `find` tells whether the
 * change is made. There a repeated call may be refused because the first one was carried out: then `find` tells that, too. Neither is done
 * when the caller has logged out meanwhile: it would be done in the name of the next member.
 */
export function createOnce(gateways: Pick<Gateways, 'apiOptions' | 'userId'>, now = world.now) {
  /** The keys of the changes that may have been made without an answer, by their content, and when they were last called. */
  const kept = new Map<string, { readonly key: string; readonly at: number }>();
  return async <Answer>({ content, call, find }: Change<Answer>): Promise<Answer> => {
    const isStillCaller = whileSameMember(gateways);
    const recognisesRepeats = gateways.apiOptions.can('idempotencyKeys');
    const contentKey = JSON.stringify([gateways.userId(), content]);
    const before = kept.get(contentKey);
    let isRepeat = before !== undefined && now() - before.at < KEPT;
    const key = before && isRepeat ? before.key : world.createId();
    const send = () => {
      kept.set(contentKey, { key, at: now() });
      return call(keyed(key));
    };
    try {
      const answer = await send().catch((error) => {
        if (!recognisesRepeats || !mayBeMade(error) || !isStillCaller()) throw error;
        isRepeat = true;
        return send();
      });
      kept.delete(contentKey);
      return answer;
    } catch (error) {
      // A repeat that is refused only for the moment, for example because the session has ended, says nothing about the first call.
      const isOpen = mayBeMade(error) || (isRepeat && (!recognisesRepeats || isRetryable(error)));
      const mayLook = isOpen && !recognisesRepeats && isStillCaller();
      const found = mayLook ? await find?.().catch(() => undefined) : undefined;
      if (!isOpen || found !== undefined) kept.delete(contentKey);
      if (found === undefined) throw error;
      return found;
    }
  };
}

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
