import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A way from our server to PostgreSQL on which connections can be lost. */
export interface Way {
  readonly reach: pg.ClientConfig;
  /** All connections, in the order in which they were made. */
  readonly lines: readonly Line[];
  /** From now on nothing passes on the present connections, as if the machine of PostgreSQL were gone. Later ones work. */
  silence(): void;
  /** Loses the next connection that asks for the lock, together with the answer. PostgreSQL keeps it. */
  loseAnswer(): void;
  close(): void;
}
export interface Line {
  /** The side of our server, and the side of PostgreSQL. */
  readonly server: Socket;
  readonly postgres: Socket;
}

/** Opens a way to the database with this address. */
export async function openWay(databaseUrl: string): Promise<Way> {
  const { host, port, user, database, password } = new pg.Client({ connectionString: databaseUrl });
  const lines: Line[] = [];
  let isLosing = false;
  const listener = createServer((server) => {
    const postgres = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    lines.push({ server, postgres });
    let isLost = false;
    server.on('data', (chunk) => {
      isLost = isLosing && chunk.includes('pg_try_advisory_lock');
      if (isLost) isLosing = false;
      postgres.write(chunk);
    });
    postgres.on('data', (chunk) => {
      if (isLost) server.destroy();
      else if (!server.destroyed) server.write(chunk);
    });
    postgres.on('close', () => server.destroy());
    server.on('end', () => postgres.destroy());
    for (const side of [server, postgres]) side.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const to = (listener.address() as AddressInfo).port;
  return {
    reach: { host: '127.0.0.1', port: to, user, database, password: password ?? '' },
    lines,
    silence() {
      for (const { server, postgres } of lines) for (const side of [server, postgres]) side.pause();
    },
    loseAnswer() {
      isLosing = true;
    },
    close() {
      listener.close();
      for (const { server, postgres } of lines) for (const side of [server, postgres]) side.destroy();
    },
  };
}
