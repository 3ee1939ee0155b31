import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Ends a connection if something throws on its data. The WebSocket library throws on some frames, for example on a pong with the text
 * `__proto__`, which it looks up in a plain object; thrown from a socket's event, that would end the process. An error elsewhere still
 * ends it: then nobody knows which data is still right, and a new start is safe because everything is in the database.
 */
export function endOnError(socket: Socket, log: FastifyBaseLogger): void {
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  socket.emit = (event: string, ...values: unknown[]) => {
    if (event !== 'data') return emit(event, ...values);
    try {
      return emit(event, ...values);
    } catch (error) {
      log.warn({ err: error }, 'a connection was ended because of the data that came');
      socket.destroy();
      return true;
    }
  };
}

/**
 * Whether a request asks for a WebSocket as RFC 6455 says. The WebSocket library also takes the handshakes of the drafts before it, and
 * throws on some of them.
 */
export const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['sec-websocket-version'] === '13' &&
  headers['sec-websocket-key'] !== undefined;

/** Answers a request for an upgrade that is refused, and closes the socket also if the client keeps its side open. */
export function refuse(socket: Socket, status: string): void {
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  socket.destroySoon();
}
