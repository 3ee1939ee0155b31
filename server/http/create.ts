import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config';
import { answerErrors, sendError } from './errors';
import { serializers, throttleUnavailable } from './log';
import { oneAtATime } from './oneAtATime';
import { IDLE_TIMEOUT, limitBodyTime, UPLOAD_TIMEOUT } from './timeouts';

/** Handles requests and upgrades before Fastify sees them. */
export interface RawHandler {
  /** @returns whether the request was answered. */
  request(request: IncomingMessage, response: ServerResponse): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** The target of the log; stdout by default. */
export interface Log {
  write(line: string): void;
}

/** The time that unfinished answers get when the server stops, in milliseconds. */
const GRACE = 2000;

/** Creates Fastify with our error answers and log. `rawHandler` first takes the requests of the realtime connection. */
export function createHttp(
  { limits, logLevel, trustProxy }: Config,
  rawHandler: RawHandler,
  log: Log = process.stdout,
): FastifyInstance {
  const underway = new Set<ServerResponse>();
  const { logMethod, flush } = throttleUnavailable();
  const http = fastify({
    bodyLimit: limits.bodyBytes,
    trustProxy: trustProxy && [...trustProxy],
    frameworkErrors: sendError,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: logLevel, serializers, stream: log, hooks: { logMethod } },
    serverFactory: (handler) => {
      const timeouts = { requestTimeout: UPLOAD_TIMEOUT, keepAliveTimeout: IDLE_TIMEOUT };
      const server = createServer(
        timeouts,
        oneAtATime((request, response) => {
          limitBodyTime(request, limits.bodyWithin);
          underway.add(response);
          response.once('close', () => underway.delete(response));
          if (!rawHandler.request(request, response)) handler(request, response);
        }),
      );
      // Node closes a connection on which nothing moves for so long, except a WebSocket.
      server.setTimeout(limits.unreadWithin);
      return server.on('upgrade', (request, socket, head) => rawHandler.upgrade(request, socket, head));
    },
  });
  http.decorateRequest('caller', null);
  http.decorateRequest('arrivedAt', 0);
  http.addHook('onClose', async () => flush());
  readJson(http);
  endGently(http, underway);
  answerErrors(http);
  warnOfProxy(http, trustProxy !== false);
  return http;
}

/**
 * Warns once that a proxy is in use that TRUST_PROXY does not name, so that all visitors behind it count as one address. The addresses
 * of a request (`ips`) begin with the one that has connected; others follow only if that is trusted.
 */
function warnOfProxy(http: FastifyInstance, isSet: boolean): void {
  let isSaid = false;
  http.addHook('onRequest', async ({ headers, ips = [], log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined || ips.length > 1) return;
    isSaid = true;
    const why = isSet ? `from ${ips[0]}, which TRUST_PROXY does not name` : 'but TRUST_PROXY is not set';
    log.warn(
      `X-Forwarded-For arrives, ${why}: limits per address count all visitors behind the proxy as one. Set TRUST_PROXY to the address of the proxy.`,
    );
  });
}

/** Parses JSON bodies. An empty body counts as none, because clients send the content type with every call, even without a body. */
function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, String(body), done),
  );
}

/** When the server stops, unfinished answers get up to `GRACE` to finish; idle connections are closed immediately. */
function endGently(http: FastifyInstance, underway: ReadonlySet<ServerResponse>): void {
  http.addHook('preClose', async () => {
    const deadline = performance.now() + GRACE;
    // Node counts a new connection that has sent no request as busy, and browsers open such connections in advance. So all
    // connections are closed as soon as no answer is unfinished.
    const timer = setInterval(() => {
      if (underway.size === 0 || performance.now() > deadline) http.server.closeAllConnections();
      else http.server.closeIdleConnections();
    }, 20);
    http.server.once('close', () => clearInterval(timer));
  });
}
