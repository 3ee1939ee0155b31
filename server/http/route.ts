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
    /** Who calls; null on an open endpoint. */
    caller: Caller | null;
    /** When it arrived, by `performance.now()`. */
    arrivedAt: number;
  }
}

/** A call that has been let in: who calls, and what they sent, checked by the contract. */
interface Call<E extends Endpoint, Query> {
  readonly caller: E extends { open: true } ? null : Caller;
  readonly params: Readonly<Record<NameIn<E['path']>, string>>;
  readonly query: OutputOf<Query>;
  readonly body: E extends { body: infer Body } ? OutputOf<Body> : undefined;
  /** For a body that is no JSON: an upload. */
  readonly request: FastifyRequest;
}

interface RouteOptions<Query> {
  readonly query?: Query;
  /** Run after the body was read and before it is checked. */
  readonly limits?: readonly preHandlerAsyncHookHandler[];
  /** The largest body in bytes, where it may be larger than others. */
  readonly bodyLimit?: number;
  /** The status of success, 200 unless said otherwise. */
  readonly status?: 200 | 201;
  /** Whether a member may call who has to choose a new password first (DECISIONS P9). */
  readonly mayHaveOldPassword?: boolean;
}

/**
 * Registers the handler of one endpoint of the contract: bearer token (unless the endpoint is open), then body and query by
 * their schemas, then the handler, whose result is the answer; a stream is the text of one. A handler refuses by throwing `HttpError`.
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
    // Before the body is read: a visitor is told to log in, whatever they sent.
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
