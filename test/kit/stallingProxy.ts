import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a server that can stall in the middle of a request, like a poor network. */
export interface StallingProxy {
  /** The address of the proxy, without a slash at the end. */
  readonly base: string;
  /** From now on passes only about this many bytes to the server on each connection. */
  after(bytes: number): void;
  /** Ends every connection; later ones pass everything again. */
  cut(): void;
  close(): void;
}

/** Starts a proxy to a server. */
export async function startStallingProxy(base: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(base);
  const lines = new Set<{ readonly socket: Socket; passed: number }>();
  let most = Number.POSITIVE_INFINITY;
  const listener = createServer((socket) => {
    const server = connect(Number(port), hostname);
    const line = { socket, passed: 0 };
    lines.add(line);
    const end = () => {
      lines.delete(line);
      socket.destroy();
      server.destroy();
    };
    socket.on('data', (chunk) => {
      server.write(chunk);
      line.passed += chunk.length;
      if (line.passed > most) socket.pause();
    });
    server.pipe(socket);
    for (const side of [socket, server]) side.on('error', end).on('close', end);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const cut = () => {
    most = Number.POSITIVE_INFINITY;
    for (const { socket } of lines) socket.destroy();
  };
  return {
    base: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    after(bytes) {
      most = bytes;
      for (const line of lines) line.passed = 0;
    },
    cut,
    close() {
      cut();
      listener.close();
    },
  };
}
