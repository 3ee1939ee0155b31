import { safeParse } from 'valibot';
import type { Endpoint } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { ErrorAnswer } from '../contract/primitives';

/**
 * What an endpoint answered, read as the contract says.
 * @throws CallFailure 'refused' for a status outside 2xx, 'unreadable' for content that is not what it should be.
 */
export function readAnswer(endpoint: Endpoint, status: number, text: string): unknown {
  const content = parsed(text);
  if (status < 200 || status > 299) {
    const { output, success } = safeParse(ErrorAnswer, content);
    throw new CallFailure('refused', status, success ? (output.message ?? null) : null);
  }
  const read = safeParse(endpoint.answer, content);
  if (read.success) return read.output;
  console.error(`The answer of ${endpoint.method} ${endpoint.path} is not what it should be`, read.issues);
  throw new CallFailure('unreadable', status);
}

/** The text as JSON; undefined where it is something else, which the contract then judges. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
