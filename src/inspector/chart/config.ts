import type { AnyStateMachine } from 'xstate';
import { actionName, guardWords } from './words';

/**
 * A machine's configuration as JSON, which XState's `createMachine` takes. JSON has no code: a guard or an action that is written in place
 * is named by its words, and what computes data (the context, inputs, parameters) is left out.
 */
export function configOf({ config }: AnyStateMachine): string {
  return JSON.stringify(
    config,
    (key, value: unknown) => (typeof value === 'function' ? wordsFor(key, value) : value),
    2,
  );
}

/** An action is the value of such a key, or an element of its list, whose key is a number. */
const isOfAction = (key: string) => /^(actions|entry|exit|\d+)$/.test(key);

function wordsFor(key: string, code: unknown): string | undefined {
  if (key === 'guard') return guardWords(code);
  return isOfAction(key) ? actionName(code) : undefined;
}
