import { safeParse } from 'valibot';
import type { Endpoint } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { ErrorAnswer } from '../contract/primitives';

/**
 * Parses an endpoint's answer by its contract.
 * @throws CallFailure 'refused' for a status outside 2xx, 'unreadable' for a body that does not match the contract.
 */
export function readAnswer(endpoint: Endpoint, status: number, text: string): unknown {
  const content = parsed(text);
  if (status < 200 || status > 299) {
    const { output, success } = safeParse(ErrorAnswer, content);
    throw new CallFailure('refused', status, success ? (output.message ?? null) : null);
  }
  const read = safeParse(endpoint.answer, content);
  if (read.success) return read.output;
  console.error(`The answer of ${endpoint.method} ${endpoint.path} does not match the contract`, read.issues);
  throw new CallFailure('unreadable', status);
}

/** The text as JSON, or undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
