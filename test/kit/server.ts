import { Client, type IFrame, type IMessage, type StompHeaders } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { createServer, type Replacements, type RunningServer } from '../../server/app';
import { type Config, defaultLimits, type Limits, readConfig } from '../../server/config';
import type { MemberNews } from '../../src/contract/memberNews';
import { copyOfTemplate, type Place } from './database';

/** A server in this process, on a free port and with its own database. */
export interface TestServer extends RunningServer {
  /** Its address, without a slash at the end. */
  readonly base: string;
}

/** The settings that a test may change. Limits can be changed one by one. */
export type Overrides = Partial<Omit<Config, 'limits'>> & { readonly limits?: Partial<Limits> };

/** Higher limits where the defaults would stop tests. */
const lifted: Partial<Limits> = {
  loginsPerMember: 10_000,
  loginsPerAddress: 10_000,
  loginsPerAccount: 10_000,
  signupsPerAddress: 10_000,
  requisitionsPerHour: 10_000,
};

/** The configuration of a test server; it must name its database and folder. */
export const testConfig = ({ limits, ...overrides }: Overrides & Pick<Config, 'dataDir' | 'databaseUrl'>): Config => ({
  ...readConfig({ STATIC_DIR: '/nonexistent' }),
  host: '127.0.0.1',
  port: 0,
  logLevel: 'error',
  limits: { ...defaultLimits, ...lifted, ...limits },
  ...overrides,
});

/**
 * Starts a server with a copy of the demo organisation that is removed when the test closes the server, unless the test names a
 * database and folder of its own.
 */
export async function startTestServer(overrides: Overrides = {}, replacements: Replacements = {}): Promise<TestServer> {
  const { databaseUrl, dataDir } = overrides;
  const place: Place =
    databaseUrl && dataDir ? { databaseUrl, dataDir, remove: async () => {} } : await copyOfTemplate();
  const config = testConfig({ ...overrides, databaseUrl: place.databaseUrl, dataDir: place.dataDir });
  const server = await createServer(config, replacements).catch(async (error) => {
    await place.remove();
    throw error;
  });
  const close = async () => {
    await server.close();
    await place.remove();
  };
  return { ...server, close, base: `http://127.0.0.1:${server.port}` };
}

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Calls the API. A string is sent unchanged as the body, anything else as JSON. */
export async function call(
  base: string,
  path: string,
  {
    token,
    method,
    body,
    headers = {},
  }: { token?: string; method?: string; body?: unknown; headers?: HeadersInit } = {},
): Promise<Answer> {
  const response = await fetch(base + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      // Compressing each answer would take a tenth of the time of these tests.
      'accept-encoding': 'identity',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Logs a member in. @returns the token. */
export async function signIn(base: string, username: string, password = 'rescue-demo'): Promise<string> {
  const { status, body } = await call(base, '/api/auth/login', { body: { username, password } });
  if (status !== 200) throw new Error(`${username} could not log in: ${status} ${JSON.stringify(body)}`);
  return (body as { token: string }).token;
}

/** The messages of one topic that a client gets. */
export interface Inbox {
  /** Everything that came, oldest first. */
  readonly all: unknown[];
  /** Waits for the first message that fits and was not taken by an earlier call. It may have come already. */
  next<Heard = Record<string, unknown>>(fits?: (heard: Heard) => boolean): Promise<Heard>;
  unsubscribe(): void;
}

/** A real SockJS and STOMP client. */
export interface TestClient {
  readonly client: Client;
  /**
   * Subscribes, and waits until the server has subscribed the client or has closed the connection.
   * @param type for a personal topic: only news of this type are kept, without the field `type`
   */
  subscribe(topic: string, type?: MemberNews['type']): Promise<Inbox>;
  /** Sends JSON, without waiting. */
  send(destination: string, body: unknown): void;
  /** Sends JSON and waits for the server's receipt, which says that it was stored. */
  sendAndWait(destination: string, body: unknown): Promise<void>;
  /** Resolves when the server has handled all frames that were sent before. @throws Error if the connection ends before */
  settled(): Promise<void>;
  /** Resolves with the server's ERROR frame, if there is one. */
  readonly error: Promise<IFrame>;
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

interface ClientOptions {
  /** SockJS transports, WebSocket unless said otherwise. */
  readonly transports?: string[];
  readonly heartbeat?: number;
  readonly headers?: StompHeaders;
}

let receipts = 0;

/** Connects with a token. @throws Error with the server's message if it refuses */
export async function stompClient(
  base: string,
  token: string,
  { transports = ['websocket'], heartbeat = 0, headers = {} }: ClientOptions = {},
): Promise<TestClient> {
  const closed = deferred<void>();
  const error = deferred<IFrame>();
  const connected = deferred<void>();
  const client = new Client({
    webSocketFactory: () => new SockJS(`${base}/ws`, null, { transports }),
    connectHeaders: { Authorization: `Bearer ${token}`, ...headers },
    heartbeatIncoming: heartbeat,
    heartbeatOutgoing: heartbeat,
    reconnectDelay: 0,
    onConnect: () => connected.resolve(),
    onStompError: (frame) => error.resolve(frame),
    onWebSocketClose: () => closed.resolve(),
  });
  client.activate();
  const unlessClosed = (wanted: Promise<void>) =>
    Promise.race([wanted, closed.promise.then(() => Promise.reject(new Error('The connection was closed.')))]);
  await Promise.race([
    unlessClosed(connected.promise),
    error.promise.then((frame) => Promise.reject(new Error(frame.headers.message))),
  ]);

  const receipt = () => {
    const id = `receipt-${++receipts}`;
    const promise = new Promise<void>((resolve) => client.watchForReceipt(id, () => resolve()));
    return { headers: { receipt: id }, promise };
  };

  return {
    client,
    error: error.promise,
    closed: closed.promise,
    async subscribe(topic, type) {
      const { inbox, take } = createInbox(type);
      const done = receipt();
      const { unsubscribe } = client.subscribe(topic, take, done.headers);
      await Promise.race([done.promise, closed.promise]);
      return { ...inbox, unsubscribe };
    },
    send: (destination, body) =>
      client.publish({ destination, body: typeof body === 'string' ? body : JSON.stringify(body) }),
    async sendAndWait(destination, body) {
      const done = receipt();
      client.publish({ destination, headers: done.headers, body: JSON.stringify(body) });
      await unlessClosed(done.promise);
    },
    async settled() {
      const done = receipt();
      client.unsubscribe('none', done.headers);
      await unlessClosed(done.promise);
    },
    close: () => client.deactivate({ force: true }),
  };
}

function createInbox(type?: MemberNews['type']) {
  const all: unknown[] = [];
  const untaken: unknown[] = [];
  const waiting = new Set<() => void>();
  const inbox: Omit<Inbox, 'unsubscribe'> = {
    all,
    next: <Heard>(fits: (heard: Heard) => boolean = () => true) =>
      new Promise<Heard>((resolve) => {
        const look = () => {
          const place = untaken.findIndex((heard) => fits(heard as Heard));
          if (place < 0) return;
          waiting.delete(look);
          resolve(untaken.splice(place, 1)[0] as Heard);
        };
        waiting.add(look);
        look();
      }),
  };
  const take = (message: IMessage) => {
    const heard: { type?: unknown } = JSON.parse(message.body);
    if (type !== undefined) {
      if (heard.type !== type) return;
      delete heard.type;
    }
    all.push(heard);
    untaken.push(heard);
    for (const look of [...waiting]) look();
  };
  return { inbox, take };
}

/** A promise, and the function that resolves it. */
function deferred<Value>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
