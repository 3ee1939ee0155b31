import { Readable } from 'node:stream';
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { GenericSchema, InferOutput } from 'valibot';
import type { Endpoint } from '../../src/contract/endpoints';
import type { Caller, Core } from '../core';
import { check } from './check';

type NameIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;
type OutputOf<Schema> = Schema extends GenericSchema ? InferOutput<Schema> : undefined;

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who calls; null on an open endpoint. */
    caller: Caller | null;
    /** The time at which the request arrived, by `performance.now()`. */
    arrivedAt: number;
  }
}

/** A call that passed authentication: the caller, and the input after validation by the contract. */
interface Call<E extends Endpoint, Query> {
  readonly caller: E extends { open: true } ? null : Caller;
  readonly params: Readonly<Record<NameIn<E['path']>, string>>;
  readonly query: OutputOf<Query>;
  readonly body: E extends { body: infer Body } ? OutputOf<Body> : undefined;
  /** The raw request, for a body that is not JSON (an upload). */
  readonly request: FastifyRequest;
}

interface RouteOptions<Query> {
  readonly query?: Query;
  /** Hooks that run after the body is read and before it is validated. */
  readonly limits?: readonly preHandlerAsyncHookHandler[];
  /** The largest allowed body in bytes, if it differs from the default. */
  readonly bodyLimit?: number;
  /** The status of a successful answer; 200 by default. */
  readonly status?: 200 | 201;
  /** Whether a member who must choose a new password may still make this call (DECISIONS P9). */
  readonly mayHaveOldPassword?: boolean;
}

/**
 * Registers the handler of one endpoint of the contract. Checks the bearer token (unless the endpoint is open), validates body and
 * query, then sends the handler's result; a stream is sent as JSON text. The handler refuses a call by throwing `HttpError`.
 */
export function route<const E extends Endpoint, Query extends GenericSchema | undefined = undefined>(
  core: Pick<Core, 'http' | 'findCaller'>,
  endpoint: E,
  handler: (call: Call<E, Query>) => Promise<unknown>,
  { query, limits = [], status = 200, bodyLimit, mayHaveOldPassword }: RouteOptions<Query> = {},
): void {
  core.http.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(bodyLimit !== undefined && { bodyLimit }),
    // Before the body is read, so that a visitor without a login gets 401 whatever they sent.
    onRequest: async (request) => {
      request.arrivedAt = performance.now();
      if (endpoint.open) return;
      request.caller = await core.findCaller(bearerOf(request.headers.authorization), mayHaveOldPassword);
    },
    preHandler: [...limits],
    handler: async (request, reply) => {
      const call = {
        caller: request.caller,
        params: request.params,
        query: query && check(query, request.query),
        body: endpoint.body && check(endpoint.body, request.body),
        request,
      };
      reply.status(status).header('cache-control', 'no-store');
      const answer = await handler(call as Call<E, Query>);
      if (answer instanceof Readable) reply.type('application/json; charset=utf-8');
      return answer;
    },
  });
}

/** The token of an Authorization header, or undefined. */
export const bearerOf = (header: string | undefined) => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
