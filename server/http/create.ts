import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config';
import { answerErrors, sendError } from './errors';
import { serializers } from './log';

/** Who answers requests and upgrades before Fastify does. */
export interface Doorkeeper {
  /** @returns whether the request was answered. */
  request(request: IncomingMessage, response: ServerResponse): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** How long a body may take to arrive, in milliseconds: 100 MB of video need as much at 250 kbit/s. */
export const REQUEST_TIMEOUT = 60 * 60_000;

/** Fastify with our errors and log, behind a doorkeeper that takes what belongs to the realtime connection. */
export function createHttp({ limits, logLevel, trustProxy }: Config, doorkeeper: Doorkeeper): FastifyInstance {
  const http = fastify({
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: true,
    trustProxy,
    frameworkErrors: sendError,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: logLevel, serializers },
    serverFactory: (handler) => {
      const server = createServer({ requestTimeout: REQUEST_TIMEOUT }, (request, response) => {
        if (!doorkeeper.request(request, response)) handler(request, response);
      });
      return server.on('upgrade', (request, socket, head) => doorkeeper.upgrade(request, socket, head));
    },
  });
  http.decorateRequest('caller', null);
  readJson(http);
  answerErrors(http);
  return http;
}

/** JSON bodies. An empty one is none: clients name the type of all that they send, a press of a button among it. */
function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, String(body), done),
  );
}
