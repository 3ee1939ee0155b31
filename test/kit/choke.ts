import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be choked in the middle of a request, as a poor network does. */
export interface Choke {
  /** Where the server is reached by this way, without a slash at the end. */
  readonly base: string;
  /** Lets so many bytes through on each connection from now on, and then takes no more. */
  after(bytes: number): void;
  /** Breaks every connection off, and lets everything through again. */
  cut(): void;
  close(): void;
}

/** Opens another way to a server. */
export async function openChoke(base: string): Promise<Choke> {
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
