import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Can } from '../contract/capabilities';
import { type Address, type Endpoint, known, pathOf } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { PASSWORD_REQUIRED } from '../contract/people';
import { createAhead } from './ahead';
import { readAnswer } from './answer';

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/**
 * The most time that a call may take until its whole answer has arrived, in milliseconds. Files are uploaded by upload.ts, without
 * this limit.
 */
const TIMEOUT = 60_000;

type Headers<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;
type Query<Name extends string> = Readonly<Partial<Record<Name, string | number | boolean | undefined>>>;

/**
 * The options of a call: exactly the parameters that its path names, a body if the endpoint has one, and query parameters and
 * headers that the endpoint declares. Query parameters and headers that the server does not know are not sent.
 */
type CallOptions<Called extends Address> = {
  readonly query?: Called extends { readonly query: infer Declared } ? Query<keyof Declared & string> : undefined;
  readonly headers?: Called extends { readonly headers: infer Declared } ? Headers<keyof Declared & string> : undefined;
  readonly signal?: AbortSignal;
} & ([ParamNames<Called['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<Called['path']>, string>> }) &
  (Called extends { readonly body: infer Body extends GenericSchema }
    ? { readonly body: InferInput<Body> }
    : { readonly body?: undefined });

/** The options of a call when the type of its endpoint is not known. */
interface AnyOptions {
  readonly query?: Query<string> | undefined;
  readonly headers?: Headers<string> | undefined;
  readonly signal?: AbortSignal;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** An endpoint's answer as the contract parses it. */
type AnswerOf<Called extends Endpoint> = InferOutput<Called['answer']>;

/** What every call needs. */
export interface ApiOptions {
  /** The part of the address before every path. Empty if the API has the same address as the app. */
  readonly base: string;
  /** Returns the bearer token. It is called for each call of the API. */
  token(): string | null;
  /**
   * Called when the server no longer accepts this token (401). Not called for the open endpoints: their 401 is an ordinary answer,
   * such as a wrong password (DECISIONS 2).
   * @returns a newer token of the same member, with which the call is repeated once (DECISIONS P10); null if there is none
   */
  onUnauthorized(token: string | null): Promise<string | null>;
  /** Called when the server refuses a call because the member must first choose a new password (DECISIONS P9). */
  onPasswordRequired?(): void;
  /** Tells which capabilities beyond the specification the server has. */
  readonly can: Can;
}

export interface Api {
  /**
   * Calls an endpoint of the contract. It never retries, because the calling chart decides that.
   * @throws CallFailure for every failure. An aborted call, and one that takes longer than a minute, is a 'network' failure.
   */
  call<const Called extends Endpoint>(endpoint: Called, options: CallOptions<Called>): Promise<AnswerOf<Called>>;
  /**
   * Makes a GET call before its answer is needed. The next `call` of the same address with the same token gets this answer if it
   * comes within 10 s; all later calls go to the server.
   */
  callAhead<const Called extends Address>(endpoint: Called, options: CallOptions<Called>): void;
}

/** An answer of the server, not parsed yet. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The gateway to the API server (S1 §7, S2 §7). */
export function createApi({ base, token, onUnauthorized, onPasswordRequired, can }: ApiOptions): Api {
  /** The calls made ahead. The key is the token and the address. */
  const ahead = createAhead<Answer>();
  const addressOf = (endpoint: Address, options: AnyOptions) =>
    base + pathOf(endpoint, options.params) + queryOf(known(options.query, endpoint.query, can));

  const sendAs = (bearer: string | null, endpoint: Address, options: AnyOptions) =>
    ask(addressOf(endpoint, options), {
      method: endpoint.method,
      headers: {
        ...headersOf(bearer, options.body),
        ...Object.fromEntries(known(options.headers, endpoint.headers, can)),
      },
      // JSON.stringify(undefined) is undefined, so such a call has no body.
      body: JSON.stringify(options.body),
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(options.signal ? [options.signal] : [])]),
    });

  async function send(endpoint: Address, options: AnyOptions): Promise<Answer> {
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

  /** The answer of a call made ahead to the same address, or null. Each answer is given out once. */
  function takeAhead(endpoint: Endpoint, options: AnyOptions): Promise<Answer> | null {
    return endpoint.method === 'GET' ? ahead.take(`${token()} ${addressOf(endpoint, options)}`) : null;
  }

  return {
    async call(endpoint, options) {
      const { status, text } = await (takeAhead(endpoint, options) ?? send(endpoint, options));
      return readAnswer(endpoint, status, text) as AnswerOf<typeof endpoint>;
    },
    callAhead(endpoint, options) {
      ahead.keep(`${token()} ${addressOf(endpoint, options)}`, send(endpoint, options));
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
