import type { GenericSchema } from 'valibot';
import type { Can, Capability } from './capabilities';

/** One call of the API. `path` is relative to the API base; a `{name}` in it is a parameter. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** True if the call needs no token (S1 §1: login and signup). */
  readonly open?: true;
  readonly body?: GenericSchema;
  /** The query parameters of the call, each with the capability that it needs; null for those of the specification. */
  readonly query?: Readonly<Record<string, Capability | null>>;
  /** The headers besides those of every call, each with the capability that it needs. */
  readonly headers?: Readonly<Record<string, Capability>>;
  readonly answer: GenericSchema;
}

/** The header of a call that can be repeated safely with the same key (DECISIONS 9, 281). */
export const idempotencyKey = { 'Idempotency-Key': 'idempotencyKeys' } as const satisfies Endpoint['headers'];

/** An endpoint without the schema of its answer. The first calls of a screen are made before the code that parses them is loaded. */
export type Address = Omit<Endpoint, 'answer'>;

/** The given query parameters or headers without undefined ones and those that the server does not know. */
export function known<Value>(
  given: Readonly<Record<string, Value | undefined>> = {},
  declared: Endpoint['query'] = {},
  can: Can,
): [name: string, value: Value][] {
  return Object.entries(given).flatMap(([name, value]) => {
    const needed = declared[name];
    return value === undefined || needed === undefined || (needed !== null && !can(needed)) ? [] : [[name, value]];
  });
}

/** The part of the address before every path, as it is used: without a trailing slash. */
export const baseOf = (written: string) => written.replace(/\/+$/, '');

/**
 * The path of an endpoint with its parameters filled in, each percent-encoded.
 * @throws Error when a parameter that the path names is missing.
 */
export function pathOf(endpoint: Address, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
