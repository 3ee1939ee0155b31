import type { Can } from '../contract/capabilities';
import { isRetryable, mayBeMade } from '../contract/failure';
import { world } from '../services/world';

/** A change that must not be made twice. */
interface Change<Answer> {
  /** All that the change consists of, as plain data. A call with equal content repeats an earlier one. */
  readonly content: unknown;
  readonly call: (headers: { readonly 'Idempotency-Key': string }) => Promise<Answer>;
  /** Looks at the server. Returns what stands for the lost answer if the change is made, otherwise undefined. */
  readonly find?: () => Promise<Answer | undefined>;
}

/**
 * Makes a function for changes whose answer may be lost although they are carried out (DECISIONS 281). Until an answer has come, every
 * call with equal content has the same Idempotency-Key, so that a server that knows the key gives its first answer. Without an answer
 * `find` tells whether the change is made. It also tells that after a refusal by a server that knows no keys, which may refuse a change
 * because it is made already.
 */
export function createOnce(can: Can) {
  /** The keys of the changes that may have been made without an answer, by their content. */
  const keys = new Map<string, string>();
  return async <Answer>({ content, call, find }: Change<Answer>): Promise<Answer> => {
    const name = JSON.stringify(content);
    const isRepeat = keys.has(name);
    const key = keys.get(name) ?? world.createId();
    keys.set(name, key);
    let answer: Answer | undefined;
    try {
      answer = await call({ 'Idempotency-Key': key });
    } catch (error) {
      // A repeat that is refused for the moment (isRetryable), for example because the session has ended, says nothing of the first call.
      if (!mayBeMade(error) && (!isRepeat || (can('idempotencyKeys') && !isRetryable(error)))) {
        keys.delete(name);
        throw error;
      }
      answer = await find?.().catch(() => undefined);
      if (answer === undefined) throw error;
    }
    keys.delete(name);
    return answer;
  };
}
