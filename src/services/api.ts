import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Can } from '../contract/capabilities';
import { type Endpoint, known, pathOf } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { PASSWORD_REQUIRED } from '../contract/people';
import { readAnswer } from './answer';

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** How long a call may take until its whole answer is there, in milliseconds. Files have a way of their own (upload.ts). */
const TIMEOUT = 60_000;
/** How old the answer of a call made ahead may be when it is taken, in milliseconds. */
const FRESH = 10_000;

type Headers<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;
type Query<Name extends string> = Readonly<Partial<Record<Name, string | number | boolean | undefined>>>;

/**
 * What a call carries: exactly the parameters that its path names, a body where the endpoint has one, and query parameters and headers
 * that it declares. Those that the server does not know are left out.
 */
type CallOptions<Called extends Endpoint> = {
  readonly query?: Called extends { readonly query: infer Declared } ? Query<keyof Declared & string> : undefined;
  readonly headers?: Called extends { readonly headers: infer Declared } ? Headers<keyof Declared & string> : undefined;
  readonly signal?: AbortSignal;
} & ([ParamNames<Called['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<Called['path']>, string>> }) &
  (Called extends { readonly body: infer Body extends GenericSchema }
    ? { readonly body: InferInput<Body> }
    : { readonly body?: undefined });

/** The same for an endpoint that is not known. */
interface AnyOptions {
  readonly query?: Query<string> | undefined;
  readonly headers?: Headers<string> | undefined;
  readonly signal?: AbortSignal;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** What an endpoint answers with, as the contract reads it. */
type AnswerOf<Called extends Endpoint> = InferOutput<Called['answer']>;

/** What every call needs to know. */
export interface ApiOptions {
  /** The address before every path; empty for the address that serves the app. */
  readonly base: string;
  /** The bearer token, asked anew for each call. */
  token(): string | null;
  /**
   * The server no longer takes this token (a 401). Never said of the open endpoints, whose 401 is an answer (DECISIONS 2).
   * @returns the fresh token of the same member that has taken its place (DECISIONS P10), with which the call is made once more; null
   *   where there is none
   */
  onUnauthorized(token: string | null): Promise<string | null>;
  /** The server answers nothing else until the member has chosen a new password (DECISIONS P9). */
  onPasswordRequired?(): void;
  /** What the server can do beyond the specification. */
  readonly can: Can;
}

export interface Api {
  /**
   * One call of an endpoint of the contract. Nothing is retried: whether to try again is for a chart to say.
   * @throws CallFailure always, whatever goes wrong; a call that its signal has cut off, or that takes longer
   *   than a minute, is a network failure.
   */
  call<const Called extends Endpoint>(endpoint: Called, options: CallOptions<Called>): Promise<AnswerOf<Called>>;
  /**
   * Makes a call before anybody asks for it. The next equal call with the same token, within some seconds, gets its answer;
   * every later one is made anew.
   */
  callAhead<const Called extends Endpoint>(endpoint: Called, options: CallOptions<Called>): void;
}

/** What the server has said, unread. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The gateway to the API server (S1 §7, S2 §7). */
export function createApi({ base, token, onUnauthorized, onPasswordRequired, can }: ApiOptions): Api {
  /** Calls made ahead, by token and address. */
  const ahead = new Map<string, { readonly answer: Promise<Answer>; readonly at: number }>();
  const addressOf = (endpoint: Endpoint, options: AnyOptions) =>
    base + pathOf(endpoint, options.params) + queryOf(known(options.query, endpoint.query, can));

  const sendAs = (bearer: string | null, endpoint: Endpoint, options: AnyOptions) =>
    ask(addressOf(endpoint, options), {
      method: endpoint.method,
      headers: {
        ...headersOf(bearer, options.body),
        ...Object.fromEntries(known(options.headers, endpoint.headers, can)),
      },
      // Undefined, as JSON, is no body at all.
      body: JSON.stringify(options.body),
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(options.signal ? [options.signal] : [])]),
    });

  async function send(endpoint: Endpoint, options: AnyOptions): Promise<Answer> {
    const bearer = endpoint.open ? null : token();
    let answer = await sendAs(bearer, endpoint, options);
    if (answer.status === 401 && !endpoint.open) {
      const renewed = await onUnauthorized(bearer);
      if (renewed !== null) answer = await sendAs(renewed, endpoint, options);
    }
    const text = await answer.text().catch(failing);
    if (answer.status === 403 && text.includes(PASSWORD_REQUIRED)) onPasswordRequired?.();
    return { status: answer.status, text };
  }

  /** The answer of an equal call made ahead, which is given to one call only. */
  function takeAhead(endpoint: Endpoint, options: AnyOptions): Promise<Answer> | null {
    if (ahead.size === 0 || endpoint.method !== 'GET') return null;
    const key = `${token()} ${addressOf(endpoint, options)}`;
    const made = ahead.get(key);
    ahead.delete(key);
    return made && Date.now() - made.at <= FRESH ? made.answer : null;
  }

  return {
    async call(endpoint, options) {
      const { status, text } = await (takeAhead(endpoint, options) ?? send(endpoint, options));
      return readAnswer(endpoint, status, text) as AnswerOf<typeof endpoint>;
    },
    callAhead(endpoint, options) {
      const answer = send(endpoint, options);
      // The call that takes this answer reports its failure.
      answer.catch(() => {});
      ahead.set(`${token()} ${addressOf(endpoint, options)}`, { answer, at: Date.now() });
    },
  };
}

const failing = (error: unknown): never => {
  throw Object.assign(new CallFailure('network', 0), { cause: error });
};

const ask = (address: string, request: RequestInit) => fetch(address, request).catch(failing);

const headersOf = (token: string | null, body: unknown): Record<string, string> => ({
  Accept: 'application/json',
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
});

const queryOf = (given: readonly [string, string | number | boolean][]) =>
  given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
