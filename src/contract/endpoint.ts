import type { GenericSchema } from 'valibot';

/** One call of the API. `path` is relative to the API base; a `{name}` in it is a parameter. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** True if the call needs no token (S1 §1: login and signup). */
  readonly open?: true;
  readonly body?: GenericSchema;
  readonly answer: GenericSchema;
}

/**
 * The path of an endpoint with its parameters filled in, each percent-encoded.
 * @throws Error when a parameter that the path names is missing.
 */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
