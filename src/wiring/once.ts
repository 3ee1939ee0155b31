import type { Can } from '../contract/capabilities';
import { isRetryable, mayBeMade } from '../contract/failure';
import { world } from '../services/world';

/** A change that must not be made twice. */
interface Change<Answer> {
  /** All that the change consists of, as plain data. A call with equal content repeats an earlier one. */
  readonly content: unknown;
  readonly call: (headers: { readonly 'Idempotency-Key': string }) => Promise<Answer>;
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
 * change is made. There a repeated call may be refused because the first one was carried out: then `find` tells that, too.
 */
export function createOnce(can: Can, now = world.now) {
  /** The keys of the changes that may have been made without an answer, by their content, and when they were last called. */
  const kept = new Map<string, { readonly key: string; readonly at: number }>();
  return async <Answer>({ content, call, find }: Change<Answer>): Promise<Answer> => {
    const isOurs = can('idempotencyKeys');
    const name = JSON.stringify(content);
    const before = kept.get(name);
    let isRepeat = before !== undefined && now() - before.at < KEPT;
    const key = before && isRepeat ? before.key : world.createId();
    const send = () => {
      kept.set(name, { key, at: now() });
      return call({ 'Idempotency-Key': key });
    };
    try {
      const answer = await send().catch((error) => {
        if (!isOurs || !mayBeMade(error)) throw error;
        isRepeat = true;
        return send();
      });
      kept.delete(name);
      return answer;
    } catch (error) {
      // A repeat that is refused only for the moment, for example because the session has ended, says nothing of the first call.
      const isOpen = mayBeMade(error) || (isRepeat && (!isOurs || isRetryable(error)));
      const found = isOpen && !isOurs ? await find?.().catch(() => undefined) : undefined;
      if (!isOpen || found !== undefined) kept.delete(name);
      if (found === undefined) throw error;
      return found;
    }
  };
}
