import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asHttpError, HttpError, OWN_FAULT } from './httpError';

/** Messages for people, by the status of Fastify's own errors. */
const texts: Readonly<Record<number, string>> = {
  400: 'The request could not be understood.',
  404: 'There is no such page.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This content type is not accepted. Send JSON.',
};

/**
 * Answers every failure with `{ message }` (DECISIONS 1): a client's mistake with its 4xx status, an error of the server with a 500
 * that reveals nothing and is logged.
 */
export function answerErrors(http: FastifyInstance): void {
  http.setErrorHandler<FastifyError>(sendError);
  http.setNotFoundHandler((request, reply) => {
    if (isScreen(request)) return reply.redirect(`/#${request.url}`);
    throw new HttpError(404, `There is no ${request.method} ${request.url.split('?')[0]}.`);
  });
}

/**
 * Whether somebody typed the address of a screen without its '#', as in '/live'. Paths with a dot are files; /api/ and /ws/ are
 * calls.
 */
const isScreen = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && /^\/(?!api\/|ws\/)[^.?]+(\?.*)?$/.test(url) && (headers.accept ?? '').includes('text/html');

/** Sends the answer for an error (see `answerErrors`), also for an error that occurs before a route is found. */
export function sendError(cause: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const error = asHttpError(cause);
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'failed');
  // The header is already set when a streamed answer fails before its first byte, but this answer is not compressed.
  void reply
    .removeHeader('content-encoding')
    .status(status)
    .type('application/json')
    .send({ message: wordsOf(error, status) });
}

function wordsOf(error: FastifyError | HttpError, status: number): string {
  if (error instanceof HttpError) return error.message;
  return status >= 500 ? OWN_FAULT : (texts[status] ?? error.message);
}
