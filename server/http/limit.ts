import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { counted } from '../../src/rules/counted';
import type { Core } from '../core';
import { HttpError } from './httpError';

/**
 * Lets `most` calls with the same key through per window, and refuses more with 429 (DECISIONS 1) and a Retry-After header. It runs
 * after the body was read, so `keyOf` may use the body.
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

/** @throws HttpError 429 with a Retry-After header, always. */
export function refuseTry(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', seconds);
  throw new HttpError(429, `Too many tries. Please wait ${counted(seconds, 'second')} and try again.`);
}
