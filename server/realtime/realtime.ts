import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import sockjs, { type Connection } from 'sockjs';
import { REALTIME_PATH } from '../../src/contract/topics';
import type { Core } from '../core';
import type { RawHandler } from '../http/create';
import { endOnError, isHandshake, limitBody, refuse } from './guard';
import { createOutgoing } from './outgoing';
import { type Destinations, Session } from './session';
import { wireOf } from './wire';

/**
 * The SockJS paths that are served: the greeting, WebSocket with and without SockJS framing, and the fallbacks for networks
 * that break WebSockets. The ancient ones (iframe, JSONP, HTML file) want inline scripts and are left out. What Node's `url.parse`
 * would read as something else than a part of the path is left out, too: sockjs-node would refuse it and keep the socket open.
 */
const served = new RegExp(
  `^${REALTIME_PATH}/(info|websocket|[^/.?#\\\\]+/(?<session>[^/.?#\\\\]+)/(websocket|xhr|xhr_send|xhr_streaming|eventsource))(\\?|$)`,
);

/**
 * Whether a path is served. sockjs-node keeps its sessions in a plain object, so a session cannot have a name that each object has, such
 * as `constructor`: its request would never be answered.
 */
function isServed(url: string): boolean {
  const found = served.exec(url);
  return found !== null && !((found.groups?.session ?? '') in {});
}

const isWebSocketPath = (url: string) => isServed(url) && /\/websocket(\?|$)/.test(url);

/** The time that clients get to disconnect when the server shuts down, in milliseconds. */
const GRACE = 500;

export interface Realtime extends RawHandler {
  /** Ends all connections. */
  close(): void;
}

/** The realtime connection of S1 §7: SockJS at /ws, STOMP 1.2 on top. */
export function createRealtime(core: Core, destinations: Destinations): Realtime {
  const { frameBytes, waitingBytes, unreadBytes, closeWithin } = core.config.limits;
  const sockets = new Set<Duplex>();
  let isClosing = false;
  const outgoingOf = createOutgoing(unreadBytes);
  // The types of sockjs know neither these options nor the handler.
  const server = sockjs.createServer({
    prefix: REALTIME_PATH,
    log: () => {},
    disable_cors: true,
    // Until CONNECT; then the session allows more. The escapes of SockJS may double a frame.
    faye_server_options: { maxLength: 2 * frameBytes },
  } as sockjs.ServerOptions);
  const handle = (server as unknown as { listener(): { getHandler(): SockjsHandler } }).listener().getHandler();

  server.on('connection', (connection: Connection | null) => {
    // Null if it has already ended: sockjs-node tells of a connection only in the next turn.
    if (!connection) return;
    const wire = wireOf(connection, closeWithin);
    const outgoing = outgoingOf(wire, () => session.cut());
    const session = new Session(core, destinations, wire, outgoing);
    core.connections.add(session);
    core.connections.limitAnonymous(core.config.limits.anonymousConnections);
    connection.on('data', (data: unknown) => session.receive(data));
    connection.on('close', () => {
      core.connections.remove(session);
      session.close();
    });
  });

  return {
    request(request, response) {
      if (!isServed(request.url ?? '')) return false;
      limitBody(request, 2 * waitingBytes);
      blameClient(response);
      response.setHeader('x-content-type-options', 'nosniff');
      // nginx would hold back a streamed answer until its buffer is full.
      response.setHeader('x-accel-buffering', 'no');
      handle(request, response);
      return true;
    },
    upgrade(request, socket, head) {
      // It might come after the others were cut off, and the server would wait for its end.
      if (isClosing) {
        socket.destroy();
        return;
      }
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
      endOnError(request.socket, core.http.log);
      if (!isWebSocketPath(request.url ?? '')) refuse(request.socket, '404 Not Found');
      // A client must wait for the answer. What comes before it would be handled before the session exists.
      else if (!isHandshake(request) || head.length > 0) refuse(request.socket, '400 Bad Request');
      else handle(request, socket, head);
    },
    close() {
      isClosing = true;
      core.connections.endAll('The server is shutting down.');
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, GRACE);
    },
  };
}

type SockjsHandler = (request: IncomingMessage, response: ServerResponse | Duplex, head?: Buffer) => void;

/** Answers 400 where sockjs-node would answer 500, because it does so for a client's mistake (a broken body). */
function blameClient(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => writeHead(status >= 500 ? 400 : status, ...rest);
}
