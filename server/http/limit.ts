import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Core } from '../core';
import { HttpError } from './httpError';

/**
 * Lets `most` calls of one key through per window and refuses the rest with 429 (DECISIONS 1) and a Retry-After header.
 * Runs after the body was read, so the key may look into it.
 */
export function limit(
  { http }: Pick<Core, 'http'>,
  most: number,
  window: 'minute' | 'hour',
  keyOf: (request: FastifyRequest) => string,
): preHandlerAsyncHookHandler {
  const count = http.createRateLimit({ max: most, timeWindow: `1 ${window}`, keyGenerator: keyOf });
  return async (request, reply) => {
    const state = await count(request);
    if (state.isAllowed || !state.isExceeded) return;
    refuseTry(reply, state.ttlInSeconds);
  };
}

/** @throws HttpError 429, and says when to try again, in seconds. */
export function refuseTry(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', seconds);
  throw new HttpError(429, `Too many tries. Please wait ${seconds} seconds and try again.`);
}
