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
