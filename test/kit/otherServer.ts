import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesOf, partOf } from './forms';
import { kabir, mira, type Person, people, personNamed, roleOf } from './otherPeople';
import { serveRealtime } from './otherServer.realtime';
import type { S2Part } from './s2part';

/** How this server differs from ours where the specification leaves it open. A test may change each value at any time. */
const ordinary = {
  /** The other origin from which browsers may call it (CORS), or null. */
  origin: null as string | null,
  /** Reactions name people by `firstName` alone, as S1 §3 does. */
  bareReactions: false,
  /** One message of each history has no sender. */
  senderlessMessage: false,
  /** One incident has a latitude that is not a number, another one has numbers as text. */
  textCoordinates: false,
  /** One entry of my-cases has `id` in place of `incidentId`. */
  caseWithoutIncident: false,
  /** Each history has its newest message twice. */
  duplicates: false,
  /** The global chat answers 200 with a page of HTML. */
  unreadableGlobalChat: false,
  /** How the token names the roles. */
  roles: 'list' as 'list' | 'text' | 'objects',
  /** Frames to unknown destinations are answered with ERROR, which ends the connection. */
  errors: false,
  /** The echo of a message has no `clientMessageId`. */
  echoesBare: false,
  /** How long the echo takes, in milliseconds. */
  echoDelay: 0,
  /** The number of next messages that are stored, but whose connection ends without an echo. */
  dropsAfterStoring: 0,
  /** The number of next messages that are neither stored nor echoed. */
  forgets: 0,
  /** The number of next messages that are not stored, but answered with ERROR, which ends the connection. */
  failsOn: 0,
  /** CONNECT gets no answer until `greet` is called. */
  holdsGreetings: false,
  /** The number of next reports that are stored, but whose answer is lost. */
  losesAnswers: 0,
};

interface Stored {
  readonly id: number;
  readonly clientMessageId: string | null;
  readonly text: string | null;
  readonly sender: Person | null;
  readonly timestamp: string;
  readonly reactions: Record<string, readonly object[]>;
  readonly seenBy: readonly { readonly id: number }[];
  readonly parentMessageId: number | null;
  readonly mediaUrl: string | null;
  readonly mediaType: string | null;
}
type Body = Readonly<Record<string, unknown>>;
/** The ids of the only incident chat, and of its incident. */
const CHAT = 71;
const INCIDENT = 12;
/** The fields of the three messages that a client sends (S1 §7). */
const fields = {
  send: ['text', 'clientMessageId', 'parentMessageId', 'mediaUrl', 'mediaType'],
  read: ['messageId'],
  react: ['messageId', 'reaction'],
} as const;

/** A server that knows only S1 and my-cases of S2. It has numeric ids, no receipts and no heart-beats, and accepts any password. */
export interface OtherServer {
  readonly base: string;
  readonly switches: typeof ordinary;
  /** What the app has used that is not in the specification. */
  readonly beyond: readonly string[];
  /** The calls that it got, such as 'GET /api/profile'. */
  readonly calls: string[];
  /** The bodies of the accepted SEND frames, with their destinations. */
  readonly frames: readonly (Body & { readonly to: string })[];
  /** The stored messages of a chat, oldest first. `chat` is 'gchat' or the id of an incident's chat. */
  stored(chat: 'gchat' | number): readonly Stored[];
  /** The incidents that were reported. */
  readonly reports: readonly Body[];
  /** Stores and publishes a message of Kabir. */
  say(chat: 'gchat' | number, text: string, more?: Partial<Stored>): Stored;
  /** Stores and echoes the messages that were forgotten by `forgets`. */
  recall(): void;
  /** Ends all realtime connections. */
  cut(): void;
  /** How many connections wait for the answer to their CONNECT. */
  ungreeted(): number;
  /** Answers them. */
  greet(): void;
  tokenOf(username: string): string;
  /** Resets the switches and all data to those of the start. */
  reset(): void;
  close(): Promise<void>;
}

/** @param parts the parts of S2 that it knows in addition */
export async function startOtherServer(parts: readonly S2Part[] = []): Promise<OtherServer> {
  const switches = { ...ordinary };
  const beyond: string[] = [];
  const calls: string[] = [];
  const frames: (Body & { to: string })[] = [];
  /** Functions that store and echo the forgotten messages. */
  const forgotten: (() => void)[] = [];
  const reports: Body[] = [];
  const files = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  let chats = new Map<string, Stored[]>();
  let lastId = 0;

  const topicOf = (chat: string) => (chat === 'gchat' ? '/topic/gchat' : `/topic/chat/${chat}`);
  const chatOf = (chat: string) => chats.get(chat) ?? [];

  function store(chat: string, sender: Person, message: Partial<Stored>): Stored {
    const made: Stored = {
      id: ++lastId,
      clientMessageId: null,
      text: null,
      timestamp: new Date().toISOString(),
      reactions: {},
      seenBy: [],
      parentMessageId: null,
      mediaUrl: null,
      mediaType: null,
      sender,
      ...message,
    };
    chatOf(chat).push(made);
    return made;
  }
  /** Changes a stored message and tells everybody. */
  function change(chat: string, id: unknown, how: (message: Stored) => Partial<Stored>): void {
    const list = chatOf(chat);
    const place = list.findIndex((message) => message.id === id);
    const found = list[place];
    if (!found) return;
    list[place] = { ...found, ...how(found) };
    broadcast(chat, list[place]);
  }
  const broadcast = (chat: string, message: Stored) =>
    realtime.publish(topicOf(chat), switches.echoesBare ? { ...message, clientMessageId: undefined } : message);
  const seen = (message: Stored): object => {
    const reactions = switches.bareReactions
      ? { '👍': [{ firstName: 'Kabir' }, { firstName: 'Tara' }], ...message.reactions }
      : message.reactions;
    return { ...message, clientMessageId: switches.echoesBare ? undefined : message.clientMessageId, reactions };
  };
  function historyOf(chat: string): unknown[] {
    const list: unknown[] = chatOf(chat).map(seen);
    if (switches.senderlessMessage) list.splice(1, 0, { id: 900, sender: null, text: 'Lost', timestamp: new Date() });
    if (switches.duplicates && list.length > 0) list.push(list.at(-1));
    return list;
  }

  function reset(): void {
    Object.assign(switches, ordinary);
    for (const list of [beyond, calls, forgotten, frames, reports]) list.length = 0;
    realtime.cut();
    chats = new Map([
      ['gchat', []],
      [`${CHAT}`, []],
    ]);
    lastId = 200;
    const at = (minutes: number) => ({ timestamp: new Date(Date.now() - minutes * 60_000).toISOString() });
    for (const chat of chats.keys()) {
      store(chat, kabir, { text: 'Is anybody near the bridge?', ...at(30) });
      store(chat, mira, { text: 'I am.', ...at(20) });
      store(chat, kabir, { text: 'Take a blanket, please.', ...at(10) });
    }
  }

  function tokenOf(username: string): string {
    const person = personNamed(username) ?? mira;
    const { id, firstName } = person;
    const names = [roleOf(person)];
    const roles = { list: names, text: names.join(','), objects: names.map((authority) => ({ authority })) }[
      switches.roles
    ];
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + 3600;
    return `${part({ alg: 'none' })}.${part({ id, sub: username, firstName, exp, roles })}.none`;
  }
  const personOf = (authorization = ''): Person | null => {
    const [, claims] = authorization.replace(/^Bearer /, '').split('.');
    if (!claims) return null;
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
    return personNamed(sub) ?? null;
  };

  const incidentOf = (id: number, more: object = {}) => ({
    id,
    status: 'REPORTED',
    animalType: 'DOG',
    informerName: 'Lata Rao',
    contactNumber: '9876543210',
    location: `Near bridge ${id}`,
    description: 'A hurt leg.',
    latitude: 12.9,
    longitude: 77.5,
    reportedAt: new Date(Date.now() - 3_600_000).toISOString(),
    lastUpdated: new Date(Date.now() - 3_600_000).toISOString(),
    caseCount: 0,
    ...more,
  });
  const incidents = () => [
    incidentOf(INCIDENT, { status: 'ASSIGNED' }),
    ...(switches.textCoordinates
      ? [
          incidentOf(13, { latitude: '12.9', longitude: '77.6', caseCount: '2' }),
          incidentOf(14, { latitude: 'north of the bridge' }),
        ]
      : []),
    ...reports.map((report, index) => incidentOf(20 + index, report)),
  ];
  const caseOf = (id: number, more: object) => ({
    ...{ caseId: id, status: 'ASSIGNED', animalType: 'DOG', location: `Near bridge ${id}`, teamName: 'Team A' },
    ...more,
  });
  const standing = (person: Person, rank: number) => ({
    ...person,
    rank,
    points: 10,
    hearts: 1,
    distanceTraveled: 2.5,
  });

  /** The answer to a GET, or undefined. */
  function read(path: string, person: Person): unknown {
    const [, chatId] = /^\/api\/chat\/messages\/(\d+)$/.exec(path) ?? [];
    const [, incidentId] = /^\/api\/incidents\/(\d+)$/.exec(path) ?? [];
    if (chatId) return chats.has(chatId) ? historyOf(chatId) : undefined;
    if (incidentId) return incidents().find(({ id }) => id === Number(incidentId));
    switch (path) {
      case '/api/profile':
        return { ...person, hasMedicineBox: false, roles: [roleOf(person)] };
      case '/api/chat/groups':
        return [{ chatGroup: { id: CHAT, name: 'Dog at the bridge', purposeId: INCIDENT }, hasUnreadMessages: false }];
      case '/api/gchat/messages':
        return historyOf('gchat');
      case '/api/incidents/live':
      case '/api/incidents/summary':
        return incidents();
      case `/api/incidents/${INCIDENT}/assignment/team`:
        return { teamName: 'Team A', assignedBy: 'Kabir', teamMembers: [{ userId: 583, firstName: 'Mira' }] };
      case '/api/standings/leaderboard':
        return people.map((one, index) => standing(one, index + 1));
      case '/api/cases/my-cases':
        return [
          caseOf(31, { incidentId: INCIDENT }),
          ...(switches.caseWithoutIncident ? [caseOf(32, { id: 13 }), 'no case at all'] : []),
        ];
      default:
        return undefined;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://other');
    const say = (status: number, body: unknown, type = 'application/json') =>
      response
        .writeHead(status, { 'content-type': type })
        .end(type === 'application/json' ? JSON.stringify(body) : (body as Buffer));
    const { origin } = request.headers;
    if (origin !== undefined && origin === switches.origin) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    }
    if (request.method === 'OPTIONS') {
      for (const header of String(request.headers['access-control-request-headers'] ?? '').split(','))
        if (!['', 'authorization', 'content-type'].includes(header)) beyond.push(`header ${header}`);
      return void response.writeHead(204).end();
    }
    calls.push(`${request.method} ${pathname}`);
    const file = files.get(decodeURIComponent(pathname) + search);
    if (file) return void say(200, file.bytes, file.type);
    // The queries of S2 §7.
    if (!/^(\?(unreadOnly=(true|false)|status=(PENDING|APPROVED)|keep=\d+))?$/.test(search))
      beyond.push(`query ${pathname}${search}`);
    if ('idempotency-key' in request.headers) beyond.push('header idempotency-key');

    const body = await bytesOf(request);
    if (pathname === '/api/auth/login') {
      const { username } = JSON.parse(body.toString()) as { username: string };
      const isKnown = personNamed(username) !== undefined;
      return void say(isKnown ? 200 : 401, isKnown ? { token: tokenOf(username) } : { message: 'Bad credentials' });
    }
    const person = personOf(request.headers.authorization);
    if (!person) return void say(401, { message: 'Unauthorized' });
    if (request.method === 'POST' && /^\/api\/(gchat|chat\/\d+)\/media$/.test(pathname)) {
      const part = partOf(body, 'media');
      // It does not encode file names, and the addresses have a query.
      const mediaUrl = `/uploads/${++lastId} ${part.fileName}`;
      files.set(`${mediaUrl}?key=7`, { type: part.type, bytes: part.bytes });
      return void say(200, { mediaUrl: `${mediaUrl}?key=7`, mediaType: part.type.split('/')[0]?.toUpperCase() });
    }
    if (request.method === 'POST' && pathname === '/api/incidents/report') {
      reports.push(JSON.parse(partOf(body, 'incident').bytes.toString()) as Body);
      if (switches.losesAnswers > 0) {
        switches.losesAnswers--;
        // The answer is begun before the connection ends; otherwise the browser would repeat the request by itself.
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).flushHeaders();
        return void setTimeout(() => request.socket.destroy(), 100);
      }
      return void say(200, { message: 'Thank you.', incidentId: 19 + reports.length });
    }
    if (pathname === '/api/gchat/messages' && switches.unreadableGlobalChat)
      return void say(200, Buffer.from('<html>Welcome</html>'), 'text/html');
    const json = /json/.test(request.headers['content-type'] ?? '') && body.length > 0 ? JSON.parse(`${body}`) : null;
    const asked = { method: request.method ?? '', path: pathname, search, body: json, person };
    for (const part of parts) {
      const given = part({ ...asked, noteBeyond: (what) => beyond.push(what) });
      if (given) return void say(given.status, given.body ?? null);
    }
    const found = request.method === 'GET' ? read(pathname, person) : undefined;
    say(found === undefined ? 404 : 200, found ?? { message: 'Not Found' });
  }

  /** Handles one SEND. @returns its outcome, as in `Behind` */
  function take(person: Person, to: string, text: string): 'taken' | 'unknown' | 'failed' | 'lost' {
    const [, global, id, action] = /^\/app\/(?:(gchat)|chat\/(\d+))\/(send|read|react)$/.exec(to) ?? [];
    const chat = global ?? id;
    if (!chat || !action || !chats.has(chat)) return 'unknown';
    const body = JSON.parse(text) as Body;
    frames.push({ ...body, to });
    const known: readonly string[] = fields[action as keyof typeof fields];
    for (const field of Object.keys(body)) if (!known.includes(field)) beyond.push(`field ${field} in ${to}`);
    for (const field of ['messageId', 'parentMessageId'])
      if (typeof body[field] === 'string') beyond.push(`${field} as text in ${to}`);
    if (action === 'send') {
      if (switches.failsOn > 0) {
        switches.failsOn--;
        return 'failed';
      }
      if (switches.forgets > 0) {
        switches.forgets--;
        forgotten.push(() => broadcast(chat, store(chat, person, body as Partial<Stored>)));
        return 'taken';
      }
      const made = store(chat, person, body as Partial<Stored>);
      if (switches.dropsAfterStoring > 0) {
        switches.dropsAfterStoring--;
        return 'lost';
      }
      setTimeout(() => broadcast(chat, made), switches.echoDelay);
    } else if (action === 'read') {
      change(chat, body.messageId, ({ seenBy }) => ({ seenBy: [...seenBy, { id: person.id }] }));
    } else {
      const reaction = String(body.reaction);
      const mine = switches.bareReactions ? { firstName: person.firstName } : person;
      change(chat, body.messageId, ({ reactions }) => ({
        reactions: { ...reactions, [reaction]: [...(reactions[reaction] ?? []), mine] },
      }));
    }
    return 'taken';
  }

  const http = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  const realtime = serveRealtime(http, {
    findPerson: personOf,
    hasTopic: (topic) => [...chats.keys()].some((chat) => topicOf(chat) === topic),
    hasErrors: () => switches.errors,
    holdsGreetings: () => switches.holdsGreetings,
    noteBeyond: (what) => beyond.push(what),
    take,
  });
  reset();
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));

  return {
    base: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    switches,
    beyond,
    calls,
    frames,
    reports,
    stored: (chat) => chatOf(`${chat}`),
    say(chat, text, more) {
      const made = store(`${chat}`, kabir, { text, ...more });
      broadcast(`${chat}`, made);
      return made;
    },
    recall: () => void forgotten.splice(0).map((keep) => keep()),
    cut: realtime.cut,
    ungreeted: realtime.ungreeted,
    greet: realtime.greet,
    tokenOf,
    reset,
    close: () =>
      new Promise((done) => {
        realtime.cut();
        http.close(() => done());
        http.closeAllConnections();
      }),
  };
}
