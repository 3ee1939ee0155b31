import { safeParse } from 'valibot';
import type { Endpoint } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { ErrorAnswer } from '../contract/primitives';

/**
 * Statuses with which something on the way may answer in place of the API: a proxy whose server is being replaced, a host that only has
 * files, or the login page of a public network.
 */
const OF_OTHERS = [403, 404, 405, 410];

/**
 * Parses an endpoint's answer by its contract.
 * @throws CallFailure 'refused' for a status outside 2xx, 'unreadable' for a body that does not match the contract, 'network' for an
 * answer that does not come from the API (DECISIONS 271).
 */
export function readAnswer(endpoint: Endpoint, status: number, text: string): unknown {
  const content = parsed(text);
  if (status < 200 || status > 299) {
    const isOfOthers = content === undefined && text.trim() !== '' && OF_OTHERS.includes(status);
    if (isOfOthers) throw new CallFailure('network', 0);
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
