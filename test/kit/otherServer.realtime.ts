import type { Server } from 'node:http';
import sockjs, { type Connection } from 'sockjs';

/** What the realtime part of the other server needs from the rest of it. */
interface Behind<Person> {
  /** The person of an Authorization header, or null. */
  findPerson(authorization: string | undefined): Person | null;
  hasTopic(topic: string): boolean;
  /** Whether unknown destinations are answered with ERROR; otherwise they are ignored. */
  hasErrors(): boolean;
  /** Whether CONNECT gets no answer until `greet` is called. */
  holdsGreetings(): boolean;
  /** The client uses something that is not in the specification. */
  noteBeyond(what: string): void;
  /**
   * Handles one SEND: it is taken, its destination is unknown, it is not stored because of an error, or it is stored and the connection
   * ends ('lost').
   */
  take(person: Person, destination: string, body: string): 'taken' | 'unknown' | 'failed' | 'lost';
}

interface Frame {
  readonly command: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Client<Person> {
  readonly connection: Connection;
  person: Person | null;
  /** Topics by the ids of subscriptions. */
  readonly subscriptions: Map<string, string>;
}

/** SockJS with STOMP on /ws, without receipts and heart-beats. */
export function serveRealtime<Person>(http: Server, behind: Behind<Person>) {
  const clients = new Set<Client<Person>>();
  /** Those that wait for the answer to their CONNECT. */
  const ungreeted = new Set<Client<Person>>();

  const greet = ({ connection }: Client<Person>) =>
    connection.write(frameOf('CONNECTED', { version: '1.2', 'heart-beat': '0,0' }));
  function hear(client: Client<Person>, { command, headers, body }: Frame): void {
    const { connection, subscriptions, person } = client;
    const { destination = '', id = '' } = headers;
    // Later, because sockjs is still delivering frames of the same message.
    const end = () => setTimeout(() => connection.end());
    const fail = (message: string) => {
      connection.write(frameOf('ERROR', { message }));
      end();
    };
    const failUnknown = (what: string) => {
      behind.noteBeyond(`${what} ${destination}`);
      if (behind.hasErrors()) fail('Unknown destination');
    };
    if ('receipt' in headers) behind.noteBeyond(`receipt of ${command}`);
    if (command === 'CONNECT' || command === 'STOMP') {
      client.person = behind.findPerson(headers.Authorization);
      if (client.person === null) fail('Bad token');
      else if (behind.holdsGreetings()) ungreeted.add(client);
      else greet(client);
    } else if (person === null) fail('Not connected');
    else if (command === 'SUBSCRIBE') {
      if (behind.hasTopic(destination)) subscriptions.set(id, destination);
      else failUnknown('topic');
    } else if (command === 'UNSUBSCRIBE') subscriptions.delete(id);
    else if (command === 'SEND') {
      const outcome = behind.take(person, destination, body);
      if (outcome === 'unknown') failUnknown('destination');
      if (outcome === 'failed') fail('Internal error');
      if (outcome === 'lost') end();
    }
  }

  const server = sockjs.createServer({ log: () => {} });
  server.on('connection', (connection) => {
    const client: Client<Person> = { connection, person: null, subscriptions: new Map() };
    clients.add(client);
    connection.on('data', (text) => {
      const frame = frameIn(text);
      if (frame) hear(client, frame);
    });
    connection.on('close', () => {
      clients.delete(client);
      ungreeted.delete(client);
    });
  });
  server.installHandlers(http, { prefix: '/ws' });

  let published = 0;
  return {
    publish(topic: string, body: object): void {
      for (const { connection, subscriptions } of clients)
        for (const [subscription, destination] of subscriptions)
          if (destination === topic)
            connection.write(
              frameOf('MESSAGE', { subscription, destination, 'message-id': `${++published}` }, JSON.stringify(body)),
            );
    },
    /** Ends all connections. */
    cut(): void {
      for (const { connection } of clients) connection.end();
    },
    /** How many wait for the answer to their CONNECT. */
    ungreeted: () => ungreeted.size,
    /** Answers all that wait for it. */
    greet(): void {
      for (const client of ungreeted) greet(client);
      ungreeted.clear();
    },
  };
}

function frameOf(command: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  return `${command}\n${lines.join('')}\n${body}\0`;
}

/** The frame in a text, or null for a heart-beat. */
function frameIn(text: string): Frame | null {
  const [, command, lines, body] = /^([A-Z]+)\n((?:.+\n)*)\n([^\0]*)\0/.exec(text.replaceAll('\r', '')) ?? [];
  if (command === undefined || lines === undefined || body === undefined) return null;
  const headers = lines.split('\n').map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1)]);
  return { command, headers: Object.fromEntries(headers), body };
}
