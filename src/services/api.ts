import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import { type Endpoint, pathOf } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { readAnswer } from './answer';

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** How long a call may take until its whole answer is there, in milliseconds. Files have a way of their own (upload.ts). */
const PATIENCE = 60_000;

/** What a call carries: exactly the parameters that its path names, and a body where the endpoint has one. */
type CallOptions<Called extends Endpoint> = {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal;
} & ([ParamNames<Called['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<Called['path']>, string>> }) &
  (Called extends { readonly body: infer Body extends GenericSchema }
    ? { readonly body: InferInput<Body> }
    : { readonly body?: undefined });

/** What an endpoint answers with, as the contract reads it. */
type AnswerOf<Called extends Endpoint> = InferOutput<Called['answer']>;

/** What every call needs to know. */
export interface ApiOptions {
  /** The address before every path; empty for the address that serves the app. */
  readonly base: string;
  /** The bearer token, asked anew for each call. */
  token(): string | null;
  /** The server no longer takes this token (a 401). Never said of the open endpoints, whose 401 is an answer (DECISIONS 2). */
  onUnauthorized(token: string | null): void;
}

export interface Api {
  /**
   * One call of an endpoint of the contract. Nothing is retried: whether to try again is for a chart to say.
   * @throws CallFailure always, whatever goes wrong; a call that its signal has cut off, or that takes longer
   *   than a minute, is a network failure.
   */
  call<const Called extends Endpoint>(endpoint: Called, options: CallOptions<Called>): Promise<AnswerOf<Called>>;
}

/** The one door to the API server (S1 §7, S2 §7). */
export function createApi({ base, token, onUnauthorized }: ApiOptions): Api {
  return {
    async call(endpoint, options) {
      const bearer = endpoint.open ? null : token();
      const answer = await ask(base + pathOf(endpoint, options.params) + queryOf(options.query), {
        method: endpoint.method,
        headers: headersOf(bearer, options.body),
        // Undefined, as JSON, is no body at all.
        body: JSON.stringify(options.body),
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(options.signal ? [options.signal] : [])]),
      });
      if (answer.status === 401 && !endpoint.open) onUnauthorized(bearer);
      const text = await answer.text().catch(failing);
      return readAnswer(endpoint, answer.status, text) as AnswerOf<typeof endpoint>;
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

function queryOf(query: CallOptions<Endpoint>['query'] = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
