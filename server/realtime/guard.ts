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

/** The most pieces in which a body may come. A slow network divides it into pieces of more than a kilobyte. */
const MOST_PIECES = 1000;

/**
 * Cuts off a client whose body exceeds `most` bytes, or comes in very many pieces: sockjs-node would keep a body of any size, and copies
 * all of it for each piece.
 */
export function limitBody(request: IncomingMessage, most: number): void {
  let bytes = 0;
  let pieces = 0;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    pieces++;
    if (bytes <= most && pieces <= MOST_PIECES) return;
    // The pieces that have arrived together with this one would still be handed out.
    request.removeAllListeners('data');
    request.destroy();
  });
}
