import { safeParse } from 'valibot';
import { type Can, isOwnServer } from '../../contract/capabilities';
import type { Endpoint } from '../../contract/endpoint';
import { CallFailure } from '../../contract/failure';
import { ErrorAnswer } from '../../contract/primitives';

/**
 * Statuses with which something on the way may answer in place of the API: a proxy whose server is being replaced, a host that only has
 * files, or the login page of a public network.
 */
const OF_OTHERS = [403, 404, 405, 410];

/** From this status on the words are those of a proxy that cannot reach the API. */
const OF_PROXIES = 502;

/** A text that says no more than the status, such as '404 page not found' or 'Unauthorized'. It is no message for people. */
const STATUS_ALONE =
  /^\W*(\d{3}\W*)?(bad request|unauthorized|forbidden|(page )?not found|method not allowed|conflict|gone|payload too large|too many requests|internal server error)\W*$/i;

/** The most characters of a message. A longer text is no message for people. */
const MESSAGE_LIMIT = 500;

/**
 * Parses an endpoint's answer by its contract.
 * @param can the capabilities of the server: one that has ours is ours, and answers in JSON alone
 * @throws CallFailure 'refused' for a status outside 2xx, 'unreadable' for a body that does not match the contract, 'network' for an
 * answer that does not come from the API (DECISIONS 271).
 */
export function readAnswer(endpoint: Endpoint, status: number, text: string, can: Can): unknown {
  const isOurs = isOwnServer(can);
  if (status < 200 || status > 299) throw failureOf(status, text, isOurs);
  const content = parsed(text);
  // The page of a public network, or the start page that a host of files gives for each address. It must not count as done.
  if (content === undefined && isPage(text)) throw new CallFailure('network', 0);
  const mayBeEmpty = status === 204 || (!isOurs && endpoint.method !== 'GET');
  const read = safeParse(endpoint.answer, text === '' && mayBeEmpty ? null : content);
  const isNoneOfOurs = isOurs && text !== '' && content === undefined;
  if (read.success && !isNoneOfOurs) return read.output;
  console.error(`The answer of ${endpoint.method} ${endpoint.path} does not match the contract`, read.issues);
  throw new CallFailure('unreadable', status);
}

function failureOf(status: number, text: string, isOurs: boolean): CallFailure {
  const content = parsed(text);
  const { output, success } = safeParse(ErrorAnswer, content);
  if (success) return new CallFailure('refused', status, output.message ?? null);
  const words = (typeof content === 'string' ? content : content === undefined ? text : '').trim();
  const saysNothing = isOurs || isPage(words) || STATUS_ALONE.test(words);
  if (status === 401 && isOurs && isPage(text)) return new CallFailure('network', 0);
  if (OF_OTHERS.includes(status)) {
    if (saysNothing && words !== '') return new CallFailure('network', 0);
    // A text may come from a firewall, too. Without a message nothing that is kept on the device is deleted for it.
    return new CallFailure('refused', status);
  }
  const isMessage = !saysNothing && words.length <= MESSAGE_LIMIT && status < OF_PROXIES;
  return new CallFailure('refused', status, (isMessage && words) || null);
}

/** Whether the text is a page of HTML and no answer of an API. */
const isPage = (text: string) => text.trimStart().startsWith('<');

/**
 * Whether the API has refused the token. Our API says so in JSON: a page of HTML with 401 is that of a proxy which asks for a password of
 * its own. Other servers may answer with such a page themselves.
 */
export const isTokenRefused = (status: number, text: string, can: Can) =>
  status === 401 && !(can('idempotencyKeys') && isPage(text));

/** The text as JSON, or undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
