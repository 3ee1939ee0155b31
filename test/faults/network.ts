import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { carriesMessage, carriesSend } from './frames';
import { createPipe, type Pipe } from './pipe';

/** Where a connection is cut: within a SEND, within its echo, or just before or just after the echo. */
export type Cut = 'midSend' | 'beforeEcho' | 'midEcho' | 'afterEcho';

/** A proxy between clients and a server, which can be made to fail as a network does. */
export interface Network {
  /** The address at which clients reach the server through it, without a slash at the end. */
  readonly base: string;
  /** Resets every connection. */
  reset(): void;
  /** Swallows everything in both directions, also of new connections. All connections are reset when that ends. */
  blackhole(isOn: boolean): void;
  /** Every byte takes this much longer in each direction. */
  delay(milliseconds: number): void;
  /** Refuses new connections. */
  refuse(isOn: boolean): Promise<void>;
  /** Cuts the connection that sends (or receives) the message after `skip` others. Resolves when it is cut. */
  cut(where: Cut, skip: number): Promise<void>;
  /** Calls off a cut that has not happened yet. */
  disarm(): void;
  close(): void;
}

interface Connection {
  readonly client: Socket;
  /** Null if the connection was opened during a black hole. */
  readonly server: Socket | null;
  readonly pipes: readonly Pipe[];
  /** The proxy has ended it, and ignores what still comes. */
  isOver: boolean;
  /** The cut waits for the echo on this connection, and swallows it. */
  isOwedEcho: boolean;
}

/** Opens a network on a free port, in front of a server's port. */
export async function openNetwork(serverPort: number): Promise<Network> {
  const connections = new Set<Connection>();
  let isHole = false;
  let latency = 0;
  let armed: { where: Cut; skip: number; happened: () => void } | null = null;

  const end = (connection: Connection) => {
    connection.isOver = true;
    for (const pipe of connection.pipes) pipe.clear();
    connection.client.resetAndDestroy();
    connection.server?.resetAndDestroy();
    connections.delete(connection);
  };

  /** Whether the armed cut is of one of these kinds and has let enough messages pass. Counts this one. */
  const isDue = (...at: readonly Cut[]) => armed !== null && at.includes(armed.where) && armed.skip-- <= 0;
  const happened = (connection: Connection) => {
    connection.isOver = true;
    connections.delete(connection);
    armed?.happened();
    armed = null;
  };

  const fromClient = (connection: Connection, chunk: Buffer) => {
    const { client, server, pipes } = connection;
    if (connection.isOver || isHole || !server) return;
    if (armed && carriesSend(chunk) && isDue('midSend', 'beforeEcho')) {
      if (armed.where === 'midSend') {
        server.end(chunk.subarray(0, chunk.length >> 1));
        client.resetAndDestroy();
        return happened(connection);
      }
      connection.isOwedEcho = true;
    }
    pipes[0]?.pass(latency, () => server.write(chunk));
  };
  const fromServer = (connection: Connection, chunk: Buffer) => {
    const { client, server, pipes } = connection;
    if (connection.isOver || isHole) return;
    if (armed && carriesMessage(chunk)) {
      if (connection.isOwedEcho) {
        happened(connection);
        return end(connection);
      }
      if (isDue('midEcho', 'afterEcho')) {
        client.end(armed.where === 'midEcho' ? chunk.subarray(0, chunk.length >> 1) : chunk, () => client.destroy());
        server?.resetAndDestroy();
        return happened(connection);
      }
    }
    pipes[1]?.pass(latency, () => client.write(chunk));
  };

  const accept = (client: Socket) => {
    client.setNoDelay();
    const server = isHole ? null : connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    const connection = { client, server, pipes: [createPipe(), createPipe()], isOver: false, isOwedEcho: false };
    connections.add(connection);
    for (const socket of [client, server]) {
      socket?.on('error', () => {});
      socket?.on('close', (hadError) => {
        // During a black hole the other side does not learn that this one has closed.
        if (connection.isOver || isHole) return;
        if (hadError) return end(connection);
        connection.isOver = true;
        connections.delete(connection);
        const other = socket === client ? server : client;
        connection.pipes[socket === client ? 0 : 1]?.pass(latency, () => other?.destroySoon());
      });
    }
    client.on('data', (chunk: Buffer) => fromClient(connection, chunk));
    server?.on('data', (chunk: Buffer) => fromServer(connection, chunk));
  };

  let listening: Server = createServer(accept).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const reset = () => {
    for (const connection of [...connections]) end(connection);
  };

  return {
    base: `http://127.0.0.1:${port}`,
    reset,
    blackhole(isOn) {
      isHole = isOn;
      if (!isOn) reset();
    },
    delay(milliseconds) {
      latency = milliseconds;
      if (milliseconds === 0) for (const { pipes } of connections) for (const pipe of pipes) pipe.flush();
    },
    async refuse(isOn) {
      if (isOn) {
        listening.close();
        reset();
      } else {
        listening = createServer(accept).listen(port, '127.0.0.1');
        await once(listening, 'listening');
      }
    },
    cut: (where, skip) =>
      new Promise((resolve) => {
        armed = { where, skip, happened: resolve };
      }),
    disarm() {
      armed = null;
    },
    close() {
      listening.close();
      reset();
    },
  };
}
