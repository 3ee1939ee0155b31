import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import { type Address, type Endpoint, known } from '../../contract/endpoint';
import { CallFailure } from '../../contract/failure';
import { PASSWORD_REQUIRED } from '../../contract/people';
import { type Ahead, aheadKey, createAhead } from './ahead';
import { isTokenRefused, readAnswer } from './answer';
import { type AddressOptions, type Answer, addressOf, request, type Target } from './request';

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

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

/** An endpoint's answer as the contract parses it. */
type AnswerOf<Called extends Endpoint> = InferOutput<Called['answer']>;

/** What every call needs. */
export interface ApiOptions extends Target {
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
  /** The answers to calls made ahead, also by the code that ran before this one. */
  readonly ahead?: Ahead<Answer>;
}

export interface Api {
  /**
   * Calls an endpoint of the contract. It never retries, because the calling chart decides that.
   * @throws CallFailure for every failure. An aborted call, and one that takes longer than a minute, is a 'network' failure.
   */
  call<const Called extends Endpoint>(endpoint: Called, options: CallOptions<Called>): Promise<AnswerOf<Called>>;
  /**
   * Makes a GET call before its answer is needed, unless it has been made already. The next `call` of the same address with the same
   * token gets this answer if it comes within 10 s; all later calls go to the server.
   */
  callAhead(endpoint: Address, options: AddressOptions): void;
}

/** The gateway to the API server (S1 §7, S2 §7). */
export function createApi(options: ApiOptions): Api {
  const { token, onUnauthorized, onPasswordRequired, can, ahead = createAhead<Answer>() } = options;

  return {
    async call(endpoint, { params, query, headers, body, signal }) {
      const address = addressOf(options, endpoint, { params, query });
      const { method, open } = endpoint;
      const sendAs = (bearer: string | null) =>
        request(address, {
          method,
          token: bearer,
          headers: Object.fromEntries(known<string>(headers, endpoint.headers, can)),
          body,
          signal,
        });
      let bearer = open ? null : token();
      const made = method === 'GET' ? ahead.take(aheadKey(bearer, address)) : null;
      let answer = await (made ?? sendAs(bearer)).catch(failing);
      if (isTokenRefused(answer.status, answer.text, can) && !open) {
        const renewed = await onUnauthorized(bearer);
        if (renewed !== null) {
          bearer = renewed;
          answer = await sendAs(renewed).catch(failing);
        }
      }
      // Not if the member has chosen one by now, or somebody else has logged in.
      const isPresent = bearer === token();
      if (isPresent && answer.status === 403 && answer.text.includes(PASSWORD_REQUIRED)) onPasswordRequired?.();
      return readAnswer(endpoint, answer.status, answer.text, can) as AnswerOf<typeof endpoint>;
    },
    callAhead(endpoint, parameters) {
      const address = addressOf(options, endpoint, parameters);
      const key = aheadKey(token(), address);
      if (!ahead.has(key)) ahead.keep(key, request(address, { method: 'GET', token: token() }));
    },
  };
}

const failing = (error: unknown): never => {
  throw Object.assign(new CallFailure('network', 0), { cause: error });
};
