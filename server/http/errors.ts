import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asHttpError, HttpError } from './httpError';

/** What Fastify's own refusals are called in words for people. */
const texts: Readonly<Record<number, string>> = {
  400: 'The request could not be understood.',
  404: 'There is no such page.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This content type is not accepted. Send JSON.',
};

/**
 * Answers every failure with `{ message }` (DECISIONS 1): a client's mistake with its 4xx, the server's own with a 500 that reveals
 * nothing and is logged.
 */
export function answerErrors(http: FastifyInstance): void {
  http.setErrorHandler<FastifyError>(sendError);
  http.setNotFoundHandler((request, reply) => {
    if (isScreen(request)) return reply.redirect(`/#${request.url}`);
    throw new HttpError(404, `There is no ${request.method} ${request.url.split('?')[0]}.`);
  });
}

/** Whether somebody typed the address of a screen without its '#', as in '/live'. Files and calls have a dot or a place of their own. */
const isScreen = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && /^\/(?!api\/|ws\/)[^.?]+$/.test(url) && (headers.accept ?? '').includes('text/html');

/** @see answerErrors; also for what goes wrong before a route is found. */
export function sendError(cause: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const error = asHttpError(cause);
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'failed');
  // It is set when a streamed answer fails before its first byte. This answer is not compressed.
  void reply
    .removeHeader('content-encoding')
    .status(status)
    // Of an answer that failed while it was being compressed.
    .removeHeader('content-encoding')
    .type('application/json')
    .send({ message: wordsOf(error, status) });
}

function wordsOf(error: FastifyError | HttpError, status: number): string {
  if (error instanceof HttpError) return error.message;
  return status >= 500 ? 'Something went wrong on the server.' : (texts[status] ?? error.message);
}
