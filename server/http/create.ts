import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config';
import { answerErrors, sendError } from './errors';
import { serializers } from './log';
import { UPLOAD_TIMEOUT, waitForBody } from './timeouts';

/** Answers requests and upgrades before Fastify sees them. */
export interface RawHandler {
  /** @returns whether the request was answered. */
  request(request: IncomingMessage, response: ServerResponse): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Where the log goes: stdout unless said otherwise. */
export interface Log {
  write(line: string): void;
}

/** How long answers that are underway may take when the server ends, in milliseconds. */
const GRACE = 2000;

/** Fastify with our errors and log, behind a handler that takes what belongs to the realtime connection. */
export function createHttp(
  { limits, logLevel, trustProxy }: Config,
  rawHandler: RawHandler,
  log: Log = process.stdout,
): FastifyInstance {
  const underway = new Set<ServerResponse>();
  const http = fastify({
    bodyLimit: limits.bodyBytes,
    trustProxy: trustProxy && [...trustProxy],
    frameworkErrors: sendError,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: logLevel, serializers, stream: log },
    serverFactory: (handler) => {
      const server = createServer({ requestTimeout: UPLOAD_TIMEOUT }, (request, response) => {
        waitForBody(request, limits.bodyWithin);
        underway.add(response);
        response.once('close', () => underway.delete(response));
        if (!rawHandler.request(request, response)) handler(request, response);
      });
      return server.on('upgrade', (request, socket, head) => rawHandler.upgrade(request, socket, head));
    },
  });
  http.decorateRequest('caller', null);
  http.decorateRequest('arrivedAt', 0);
  readJson(http);
  endGently(http, underway);
  answerErrors(http);
  if (!trustProxy) warnOfProxy(http);
  return http;
}

/** Says once that there is a proxy whose visitors all count as one. */
function warnOfProxy(http: FastifyInstance): void {
  let isSaid = false;
  http.addHook('onRequest', async ({ headers, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    log.warn(
      'X-Forwarded-For arrives, but TRUST_PROXY is not set: limits per address count all visitors behind the proxy as one. Set TRUST_PROXY to the address of the proxy.',
    );
  });
}

/** Reads JSON bodies. An empty one counts as no body, because clients name the type with every call, also with those without a body. */
function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, String(body), done),
  );
}

/** When the server ends, answers on their way get up to `GRACE` to finish; connections without one are closed at once. */
function endGently(http: FastifyInstance, underway: ReadonlySet<ServerResponse>): void {
  http.addHook('preClose', async () => {
    const deadline = performance.now() + GRACE;
    // Node counts a connection without a request as busy, and browsers open such connections in advance. So all are closed once no
    // answer is on its way.
    const timer = setInterval(() => {
      if (underway.size === 0 || performance.now() > deadline) http.server.closeAllConnections();
      else http.server.closeIdleConnections();
    }, 20);
    http.server.once('close', () => clearInterval(timer));
  });
}
