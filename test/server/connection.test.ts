import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { caseMembers, userRoles, users } from '../../server/db/schema';
import type { Message, Refusal } from '../../src/contract/chats';
import { filesOf, GLOBAL, partHead, slowUpload } from '../kit/media';
import { connectFrame, type RawSocket, rawClient, rawSocket, sendFrame } from '../kit/raw';
import { runWhileLocked } from '../kit/runWhileLocked';
import { call, signIn, startTestServer, stompClient, type TestServer } from '../kit/server';

let server: TestServer;
let token: string;
const opened: RawSocket[] = [];
beforeAll(async () => {
  server = await startTestServer({
    limits: {
      heartbeat: 100,
      unreadBytes: 256 * 1024,
      connectWithin: 300,
      closeWithin: 300,
      subscriptions: 5,
      connectionsPerMember: 4,
      sendBurst: 20,
      sendsPerSecond: 10,
    },
  });
  token = await signIn(server.base, 'member');
});
afterAll(() => server.close());
afterEach(async () => {
  for (const raw of opened.splice(0)) raw.socket.destroy();
  await expect.poll(() => server.connections.count).toBe(0);
});

const keep = (raw: RawSocket) => {
  opened.push(raw);
  return raw;
};
const connect = async (headers = '') => keep(await rawClient(server.base, token, headers));
const nothingIsLeft = async () => {
  await expect.poll(() => server.connections.count).toBe(0);
  expect(server.broker.count()).toBe(0);
};

/** The request that opens a WebSocket. The test sends it itself, because a library would answer the server's frames. */
const handshake = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n`;

describe('a connection', () => {
  it('sends heart-beats to a client that wants them, and says in CONNECTED how often it can', async () => {
    const raw = await connect('heart-beat:0,10\n');
    expect(await raw.hears(/CONNECTED/)).toContain('heart-beat:100,100\n');
    await raw.hears(/\0\n\n\n/);
  });

  it('sends no heart-beats to a client that wants none', async () => {
    const [still, beating] = [await connect('heart-beat:0,0\n'), await connect('heart-beat:0,100\n')];
    await beating.hears(/\0\n\n\n/);
    expect(still.frames).toHaveLength(2);
  });

  it('is closed when the client is silent for twice its promised interval, and leaves nothing behind', async () => {
    const raw = await connect('heart-beat:100,0\n');
    const start = performance.now();
    raw.send('SUBSCRIBE\nid:s\ndestination:/topic/gchat\nreceipt:r\n\n\0');
    await raw.hears(/receipt-id:r/);
    expect(server.broker.count('/topic/gchat')).toBe(1);
    await raw.closed;
    const silence = performance.now() - start;
    expect(silence).toBeGreaterThan(150);
    expect(silence).toBeLessThan(2000);
    await nothingIsLeft();
  });

  it('stays open while the client sends heart-beats', async () => {
    const raw = await connect('heart-beat:100,100\n');
    const beats = setInterval(() => raw.send('\n'), 25);
    await raw.hears(/\0\n{6}/);
    clearInterval(beats);
    expect(raw.socket.destroyed).toBe(false);
  });

  it('ends when no CONNECT comes in time', async () => {
    const raw = keep(await rawSocket(server.base));
    await raw.hears(/No CONNECT frame came in time/);
    await nothingIsLeft();
  });

  it.each(['/ws/000/silent/websocket', '/ws/websocket'])(
    'ends although its client answers nothing: %s',
    async (path) => {
      const socket = connectTo({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write(handshake(path));
      let heard = '';
      socket.on('data', (data) => {
        heard += data;
      });
      await once(socket, 'end');
      expect(heard).toContain('No CONNECT frame came in time.');
      socket.destroy();
      await nothingIsLeft();
    },
  );

  it('is closed as the oldest when too many have not sent CONNECT; one that has stays', async () => {
    const strict = await startTestServer({ limits: { anonymousConnections: 3, connectWithin: 60_000 } });
    const open = async () => keep(await rawSocket(strict.base));
    const known = keep(await rawClient(strict.base, await signIn(strict.base, 'member')));
    const [oldest, ...others] = [await open(), await open(), await open()];
    const last = await open();
    expect(await oldest.hears(/ERROR/)).toContain('Too many connections that have not said whose they are.');
    await expect.poll(() => strict.connections.count).toBe(4);
    expect([known, ...others, last].map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false]);
    last.send(connectFrame(await signIn(strict.base, 'ravi')));
    await last.hears(/CONNECTED/);
    await strict.close();
  });

  it('stays while its CONNECT is being answered, however long a slow database needs for that (DECISIONS 400)', async () => {
    const strict = await startTestServer({ limits: { anonymousConnections: 1, connectWithin: 300 } });
    const member = await signIn(strict.base, 'member');
    const patient = keep(await rawSocket(strict.base));
    const connected = await runWhileLocked(
      strict.db,
      (tx) => tx.execute(sql`lock table users in access exclusive mode`),
      () => {
        patient.send(connectFrame(member));
        return patient.hears(/CONNECTED|ERROR/);
      },
      async () => {
        const [first, second] = [keep(await rawSocket(strict.base)), keep(await rawSocket(strict.base))];
        await first.hears(/Too many connections/);
        await second.hears(/No CONNECT frame came in time/);
      },
    );
    expect(connected).toMatchObject({ value: expect.stringMatching(/^CONNECTED\n/) });
    await strict.close();
  });

  it('of a client that does not read is cut off, while the others still get their messages', async () => {
    const [slow, quick] = [await connect(), await connect()];
    for (const raw of [slow, quick]) {
      raw.send('SUBSCRIBE\nid:s\ndestination:/topic/gchat\nreceipt:r\n\n\0');
      await raw.hears(/receipt-id:r/);
    }
    slow.socket.pause();
    const payload = { text: 'x'.repeat(50_000) };
    for (let count = 0; count < 400 && server.broker.count('/topic/gchat') > 1; count++) {
      server.broker.publish('/topic/gchat', payload);
      const heard = quick.frames.length;
      await expect.poll(() => quick.frames.length, { interval: 1 }).toBeGreaterThan(heard - 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.broker.count('/topic/gchat')).toBe(1);
    await expect.poll(() => server.connections.count).toBe(1);
    server.broker.publish('/topic/gchat', { text: 'still here' });
    await quick.hears(/still here/);
  });

  it('that disappears without a word leaves nothing behind', async () => {
    const raw = await connect('heart-beat:5000,100\n');
    for (const topic of ['/topic/gchat', '/topic/chat/1', '/topic/members/1'])
      raw.send(`SUBSCRIBE\nid:${topic}\ndestination:${topic}\nreceipt:${topic}\n\n\0`);
    await raw.hears(/receipt-id:\/topic\/members\/1/);
    expect(server.broker.count()).toBe(3);
    raw.socket.resetAndDestroy();
    await nothingIsLeft();
  });

  it('may hold only a limited number of subscriptions', async () => {
    const client = await stompClient(server.base, token);
    const refusals = await client.subscribe('/topic/members/1', 'refusal');
    for (let count = 0; count < 4; count++) await client.subscribe('/topic/gchat');
    client.client.subscribe('/topic/gchat', () => {});
    expect(await refusals.next<Refusal>()).toMatchObject({ status: 429, destination: '/topic/gchat' });
    expect(server.broker.count('/topic/gchat')).toBe(4);
    await client.close();
  });

  it('is one of a limited number per member', async () => {
    const first = await connect();
    for (let count = 1; count < 4; count++) await connect();
    const fifth = keep(await rawSocket(server.base));
    fifth.send(connectFrame(token));
    expect(await fifth.hears(/ERROR/)).toContain('Too many connections of one member');
    keep(await rawClient(server.base, await signIn(server.base, 'ravi')));
    first.socket.destroy();
    await expect.poll(() => server.connections.countOf(1)).toBe(3);
    await connect();
  });

  it('gets nothing more after UNSUBSCRIBE', async () => {
    const client = await stompClient(server.base, token);
    const inbox = await client.subscribe('/topic/gchat');
    inbox.unsubscribe();
    await client.settled();
    expect(server.broker.count('/topic/gchat')).toBe(0);
    await client.close();
  });

  it('may send only a limited number of frames at once', async () => {
    const client = await stompClient(server.base, token);
    const refusals = await client.subscribe('/topic/members/1', 'refusal');
    for (let count = 0; count < 40; count++)
      client.send('/app/gchat/send', { text: `${count}`, clientMessageId: `burst-${count}` });
    await client.settled();
    const refused = refusals.all as Refusal[];
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeLessThanOrEqual(20);
    expect(refused.every(({ status }) => status === 429)).toBe(true);
    const { body } = await call(server.base, '/api/gchat/messages', { token });
    const stored = (body as Message[]).filter(({ clientMessageId }) => clientMessageId?.startsWith('burst-'));
    expect(stored.length + refused.length).toBe(40);
    expect(refused.map(({ clientMessageId }) => clientMessageId)).not.toContain('burst-0');
    await client.close();
  });
});

describe('a connection whose owner changes', () => {
  it('ends with ERROR when the token expires', async () => {
    // Long enough to connect on a busy machine.
    const brief = await startTestServer({ tokenTtl: 5 });
    try {
      const client = await stompClient(brief.base, await signIn(brief.base, 'member'));
      expect((await client.error).headers.message).toBe('Token expired');
      await client.closed;
      await expect.poll(() => brief.connections.count).toBe(0);
    } finally {
      await brief.close();
    }
  });

  it('is refused its next frame when the member was removed', async () => {
    const [ravi] = await server.db.select().from(users).where(eq(users.username, 'ravi'));
    const client = await stompClient(server.base, await signIn(server.base, 'ravi'));
    await client.subscribe(`/topic/members/${ravi?.id}`, 'refusal');
    await server.db.update(users).set({ status: 'PENDING' }).where(eq(users.username, 'ravi'));
    client.send('/app/gchat/send', { text: 'x', clientMessageId: 'gone' });
    expect((await client.error).headers.message).toBe('This account is no longer active.');
    await client.closed;
    await server.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.username, 'ravi'));
  });

  it('may read and write in a case chat only what the present team may', async () => {
    const client = await stompClient(server.base, await signIn(server.base, 'tara'));
    const refusals = await client.subscribe('/topic/members/7', 'refusal');
    const inbox = await client.subscribe('/topic/chat/1');
    await server.db.delete(caseMembers).where(eq(caseMembers.userId, 7));
    client.send('/app/chat/1/send', { text: 'x', clientMessageId: 'left' });
    expect(await refusals.next<Refusal>()).toMatchObject({ status: 403, clientMessageId: 'left' });
    const elsewhere = await stompClient(server.base, await signIn(server.base, 'tara'));
    const unconcerned = await elsewhere.subscribe('/topic/members/7', 'refusal');
    await server.connections.recheck(7);
    server.broker.publish('/topic/chat/1', { secret: true });
    server.broker.publish('/topic/members/7', { type: 'refusal', last: true });
    expect(await refusals.next()).toEqual({
      destination: '/topic/chat/1',
      status: 403,
      message: expect.stringMatching(/\S/),
      clientMessageId: null,
    });
    expect(await refusals.next()).toEqual({ last: true });
    expect(inbox.all).toEqual([]);
    expect(await unconcerned.next()).toEqual({ last: true });
    await client.close();
    await elsewhere.close();
  });

  it('loses with a role what only the role allowed, at once', async () => {
    const client = await stompClient(server.base, await signIn(server.base, 'captain'));
    const refusals = await client.subscribe('/topic/members/2', 'refusal');
    await client.subscribe('/topic/chat/2');
    await server.db.delete(userRoles).where(eq(userRoles.userId, 2));
    client.client.subscribe('/topic/chat/1', () => {});
    expect(await refusals.next<Refusal>()).toMatchObject({ status: 403, destination: '/topic/chat/1' });
    await server.connections.recheck(2);
    expect(server.broker.count('/topic/chat/2')).toBe(0);
    expect(server.broker.count('/topic/members/2')).toBe(1);
    await client.close();
  });

  it('is ended by a recheck when the member was removed', async () => {
    const client = await stompClient(server.base, await signIn(server.base, 'inventory'));
    await server.db.update(users).set({ status: 'PENDING' }).where(eq(users.id, 3));
    await server.connections.recheck(3);
    expect((await client.error).headers.message).toBe('This account is no longer active.');
    await client.closed;
  });

  it('ends if its rights cannot be found out: it would go on reading what it may not', async () => {
    const client = await stompClient(server.base, token);
    await client.subscribe('/topic/gchat');
    await server.db.execute(sql`alter table user_roles rename to elsewhere`);
    await expect(server.connections.recheck(1)).rejects.toThrow();
    await server.db.execute(sql`alter table elsewhere rename to user_roles`);
    expect((await client.error).headers.message).toBe('Something went wrong on the server.');
    await nothingIsLeft();
  });
});

it('that is opened while the server ends is cut off at once: the server would wait for its end', async () => {
  const ending = await startTestServer();
  const its = await signIn(ending.base, 'member');
  const client = await stompClient(ending.base, its);
  // While this upload goes on, the server has not ended.
  const slow = slowUpload(ending.base, GLOBAL, its);
  slow.request.write(partHead());
  await expect.poll(async () => (await filesOf(ending)).incoming).toHaveLength(1);
  const late = connectTo(ending.port, '127.0.0.1');
  await once(late, 'connect');
  const ended = ending.close();
  await client.closed;
  late.write(handshake('/ws/websocket'));
  const answer: Buffer[] = [];
  late.on('data', (data) => answer.push(data));
  await once(late, 'close');
  expect(Buffer.concat(answer).toString()).toBe('');
  slow.request.destroy();
  await ended;
});

describe('every transport', () => {
  it('tells a proxy not to hold back a streamed answer', async () => {
    const stream = await fetch(`${server.base}/ws/1/buffered/xhr_streaming`, { method: 'POST' });
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    await stream.body?.cancel();
  });

  it.each(['websocket', 'xhr-streaming', 'xhr-polling'])('%s carries a conversation', async (transport) => {
    const options = { transports: [transport] };
    const client = await stompClient(server.base, await signIn(server.base, 'admin'), options);
    const inbox = await client.subscribe('/topic/gchat');
    for (let count = 0; count < 3; count++)
      client.send('/app/gchat/send', {
        text: `über ${transport} 🐕 ${count}`,
        clientMessageId: `${transport}-${count}`,
      });
    for (let count = 0; count < 3; count++)
      expect((await inbox.next<Message>()).text).toBe(`über ${transport} 🐕 ${count}`);
    await client.close();
    await expect.poll(() => server.connections.count, { timeout: 9000 }).toBe(0);
  });

  it('plain WebSocket too, without SockJS framing', async () => {
    const raw = keep(await rawSocket(server.base, '/ws/websocket'));
    raw.sendUnframed(connectFrame(token));
    raw.sendUnframed('SUBSCRIBE\nid:s\ndestination:/topic/gchat\n\n\0');
    raw.sendUnframed(sendFrame('/app/gchat/send', { text: 'plain', clientMessageId: 'plain' }));
    await expect.poll(() => raw.frames.join('')).toContain('"text":"plain"');
  });

  it('does not fill its memory for a polling client that never comes back', async () => {
    const session = `${server.base}/ws/000/${crypto.randomUUID()}`;
    const poll = async () => (await fetch(`${session}/xhr`, { method: 'POST' })).text();
    const say = (text: string) =>
      fetch(`${session}/xhr_send`, {
        method: 'POST',
        body: JSON.stringify([text]),
        headers: { 'content-type': 'text/plain' },
      });
    expect(await poll()).toBe('o\n');
    await say(`${connectFrame(token)}SUBSCRIBE\nid:s\ndestination:/topic/gchat\n\n\0`);
    await expect.poll(() => server.broker.count('/topic/gchat')).toBe(1);
    for (let count = 0; count < 10 && server.broker.count('/topic/gchat') > 0; count++) {
      server.broker.publish('/topic/gchat', { text: 'x'.repeat(50_000) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.broker.count('/topic/gchat')).toBe(0);
    await expect.poll(() => server.connections.count, { timeout: 9000 }).toBe(0);
  });

  it('answers requests that are not SockJS with 4xx', async () => {
    const status = async (path: string, init: RequestInit = {}) => (await fetch(server.base + path, init)).status;
    const text = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'text/plain' } });
    expect(await status('/ws/000/none/xhr_send', text('["x"]'))).toBe(404);
    expect(await status('/ws/000/none/xhr_send', text('{'))).toBe(400);
    expect(await status('/ws/000/none/xhr_send', text('{}'))).toBe(400);
    expect(await status('/ws/000/none/xhr_send', text(''))).toBe(400);
    expect(await status('/ws/000/none/websocket')).toBe(400);
    expect(await status('/ws/000/none/xhr')).toBe(405);
    for (const path of ['/ws', '/ws/iframe.html', '/ws/000/none/jsonp', '/ws/000/none/htmlfile', '/ws/%00/x/y'])
      expect([path, await status(path)]).toEqual([path, 404]);
    await expect(fetch(`${server.base}/ws/000/none/xhr_send`, text('x'.repeat(3_000_000)))).rejects.toThrow();
  });
});
