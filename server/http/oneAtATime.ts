import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most requests of one connection that may wait for their turn. Browsers and proxies send the next one after the answer. */
const MOST_WAITING = 16;

/**
 * Handles the requests of a connection one after the other, and ends a connection on which too many wait. Node itself hands over each
 * request as soon as it has arrived, and keeps the answers until their turn. A client that sends a thousand requests for files without
 * reading an answer would have a thousand files opened. They would stay open after the end of the connection, because Node tells an answer
 * of that only when its turn has come.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();
  const handleFirst = (line: [IncomingMessage, ServerResponse][]) => {
    const [first] = line;
    if (!first) return;
    const [request, response] = first;
    response.once('close', () => {
      line.shift();
      if (!request.socket.destroyed) handleFirst(line);
    });
    handle(request, response);
  };
  return (request, response) => {
    const line = lines.get(request.socket) ?? [];
    lines.set(request.socket, line);
    line.push([request, response]);
    const waiting = line.length - 1;
    if (waiting === 0) handleFirst(line);
    else if (waiting > MOST_WAITING) request.socket.destroy();
  };
}
