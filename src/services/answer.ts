import { safeParse } from 'valibot';
import type { Endpoint } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { ErrorAnswer } from '../contract/primitives';

/**
 * Statuses and bodies with which something on the way may answer in place of the API: a proxy whose server is being replaced, a host that
 * only has files, or the login page of a public network. The bodies are pages, or say no more than the status.
 */
const OF_OTHERS = [403, 404, 405, 410];
const BODY_OF_OTHERS = /^\s*(<|(\d{3} )?(page )?(not found|forbidden|method not allowed|gone)\W*$|default backend)/i;

/** Statuses with which a proxy says in words of its own that it cannot reach the API. */
const OF_PROXIES = [502, 503, 504];

/** With these statuses a server may send no body: it has created something, or a list is empty. Nothing on the way answers so. */
const BODILESS = [201, 204];

/** The most characters of a message. A longer text is no message for people. */
const MESSAGE_LIMIT = 500;

/**
 * Parses an endpoint's answer by its contract.
 * @throws CallFailure 'refused' for a status outside 2xx, 'unreadable' for a body that does not match the contract, 'network' for an
 * answer that does not come from the API (DECISIONS 271).
 */
export function readAnswer(endpoint: Endpoint, status: number, text: string): unknown {
  const content = text === '' && BODILESS.includes(status) ? null : parsed(text);
  if (status < 200 || status > 299) {
    if (OF_OTHERS.includes(status) && BODY_OF_OTHERS.test(text)) throw new CallFailure('network', 0);
    throw new CallFailure('refused', status, messageIn(status, content, text));
  }
  const read = safeParse(endpoint.answer, content);
  if (read.success) return read.output;
  console.error(`The answer of ${endpoint.method} ${endpoint.path} does not match the contract`, read.issues);
  throw new CallFailure('unreadable', status);
}

/** The message for people: `message` of the body, or a body that is a short text (S2 §8: 'server text'). Null if there is none. */
function messageIn(status: number, content: unknown, text: string): string | null {
  const { output, success } = safeParse(ErrorAnswer, content);
  if (success) return output.message ?? null;
  const words = (typeof content === 'string' ? content : content === undefined ? text : '').trim();
  const isMessage = words.length <= MESSAGE_LIMIT && !words.startsWith('<') && !OF_PROXIES.includes(status);
  return isMessage ? words || null : null;
}

/** The text as JSON, or undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
