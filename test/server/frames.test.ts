import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChatGroupEntry, Message, Refusal } from '../../src/contract/chats';
import { connectFrame, type RawSocket, rawClient, rawSocket, sendFrame } from '../kit/raw';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let token: string;
const opened: RawSocket[] = [];
beforeAll(async () => {
  server = await startTestServer({ limits: { frameBytes: 8 * 1024, waitingBytes: 40 * 1024 } });
  token = await signIn(server.base, 'member');
});
afterAll(() => server.close());
afterEach(() => {
  for (const raw of opened.splice(0)) raw.socket.destroy();
});

const keep = (raw: RawSocket) => {
  opened.push(raw);
  return raw;
};
const open = async () => keep(await rawSocket(server.base));
const connect = async (headers = '') => keep(await rawClient(server.base, token, headers));
const say = (text: string, clientMessageId: string) => sendFrame('/app/gchat/send', { text, clientMessageId });

describe('frames', () => {
  it('may come split over several WebSocket messages', async () => {
    const raw = await connect();
    raw.send('SUBSCRIBE\nid:s\ndestination:/topic/gchat\n\n\0');
    const frame = say('über die Brücke 🐕', 'split-1');
    for (const part of [frame.slice(0, 7), frame.slice(7, 40), frame.slice(40, 70), frame.slice(70)]) raw.send(part);
    expect(await raw.hears(/split-1/)).toContain('über die Brücke 🐕');
  });

  it('may come several in one WebSocket message, and are carried out in their order', async () => {
    const raw = await open();
    raw.send(
      [
        connectFrame(token),
        'SUBSCRIBE\nid:s\ndestination:/topic/gchat\n\n\0\n\n',
        say('one', 'joined-1'),
        say('two', 'joined-2'),
        say('three', 'joined-3'),
      ].join(''),
    );
    const heard = await raw.hears(/joined-3/);
    expect([...heard.matchAll(/"text":"(\w+)"/g)].map((found) => found[1])).toEqual(['one', 'two', 'three']);
  });

  it('of one turn leave as one SockJS frame', async () => {
    const raw = await connect();
    raw.send('SUBSCRIBE\nid:s\ndestination:/topic/gchat\nreceipt:r\n\n\0');
    await raw.hears(/receipt-id:r/);
    const before = raw.frames.length;
    for (let count = 1; count <= 100; count++) server.broker.publish('/topic/gchat', { count });
    const heard = await raw.hears(/"count":100/);
    expect(raw.frames.length - before).toBe(1);
    expect(heard.match(/"count":\d+/g)?.length).toBe(100);
  });

  it('have the headers that STOMP 1.2 requires of a MESSAGE', async () => {
    const raw = await connect();
    raw.send('SUBSCRIBE\nid:a\\cb\ndestination:/topic/gchat\n\n\0');
    raw.send(say('héllo', 'headers-1'));
    const [head = '', body = ''] = (await raw.hears(/headers-1/)).split('MESSAGE\n')[1]?.split('\n\n') ?? [];
    const headers = Object.fromEntries(head.split('\n').map((line) => line.split(':') as [string, string]));
    expect(headers).toMatchObject({
      subscription: 'a\\cb',
      destination: '/topic/gchat',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body.slice(0, body.indexOf('\0')))),
    });
    expect(headers['message-id']).toMatch(/^\d+$/);
  });

  it('are answered with a RECEIPT when they ask for one, DISCONNECT last of all', async () => {
    const raw = await connect();
    raw.send(
      sendFrame('/app/gchat/send', { text: 'x', clientMessageId: 'receipt-1' }, 'receipt:r\\c1\\\\n\nreceipt:2\n'),
    );
    // Of a repeated header the first value counts.
    await raw.hears(/RECEIPT\nreceipt-id:r\\c1\\\\n\n/);
    raw.send('DISCONNECT\nreceipt:bye\n\n\0');
    await raw.hears(/RECEIPT\nreceipt-id:bye\n/);
    expect(await raw.hears(/bye/)).not.toMatch(/latest-message|quiet-for/);
    await expect.poll(() => raw.frames.at(-1)).toBe('c[1000,"Normal closure"]');
  });
});

describe('the RECEIPT of a SUBSCRIBE says what was before', () => {
  /** The header lines of the RECEIPT, each with its end. */
  const receiptOf = async (topic: string, raw: RawSocket, id = topic) => {
    raw.send(`SUBSCRIBE\nid:${id}\ndestination:${topic}\nreceipt:${id}\n\n\0`);
    const heard = await raw.hears(new RegExp(`receipt-id:${id}\\n[^\\0]*\\0`));
    return new RegExp(`receipt-id:${id}\\n([^\\0]*)\\n\\0`).exec(heard)?.[1];
  };

  it('names the oldest and newest message of a chat, also one that came with the SUBSCRIBE; neither in an empty chat', async () => {
    const raw = await connect();
    raw.send(sendFrame('/app/gchat/send', { text: 'The newest', clientMessageId: 'newest-1' }, 'receipt:sent\n'));
    await raw.hears(/receipt-id:sent/);
    const { body } = await call(server.base, '/api/gchat/messages?limit=200', { token });
    const stored = body as Message[];
    expect(stored.length).toBeLessThan(200);
    expect(await receiptOf('/topic/gchat', raw)).toEqual(
      expect.stringMatching(`^latest-message:${stored.at(-1)?.id}\noldest-message:${stored[0]?.id}\nquiet-for:\\d+\n$`),
    );

    // When it was last revised: after that an app fetches again what it has read before (DECISIONS 115).
    const since = performance.now();
    const path = `/api/messages/${stored.at(-1)?.id}`;
    expect((await call(server.base, path, { token, method: 'PUT', body: { text: 'Edited' } })).status).toBe(200);
    const quietFor = Number(/quiet-for:(\d+)/.exec((await receiptOf('/topic/gchat', raw, 'again')) ?? '')?.[1]);
    expect(quietFor).toBeLessThanOrEqual(performance.now() - since);

    const captain = await signIn(server.base, 'captain');
    const assigned = { token: captain, body: { userIds: [1] } };
    expect((await call(server.base, '/api/incidents/2/assignment/assign-team', assigned)).status).toBe(200);
    const { body: groups } = await call(server.base, '/api/chat/groups', { token });
    const chatId = (groups as ChatGroupEntry[]).find(({ chatGroup }) => chatGroup.purposeId === '2')?.chatGroup.id;
    expect(await receiptOf(`/topic/chat/${chatId}`, raw)).toMatch(
      /^latest-message:\noldest-message:\nquiet-for:\d+\n$/,
    );
  });

  it('says how long another topic was quiet, for a new one since the start of the server', async () => {
    const raw = await connect();
    const quietFor = async (id: string) =>
      Number(/^quiet-for:(\d+)\n$/.exec((await receiptOf('/topic/incidents', raw, id)) ?? '')?.[1]);
    server.broker.publish('/topic/incidents', { incidentId: '1' });
    const since = performance.now();
    const first = await quietFor('first');
    expect(first).toBeLessThanOrEqual(Math.ceil(performance.now() - since));
    await expect.poll(() => performance.now() - since).toBeGreaterThan(first + 20);
    expect(await quietFor('second')).toBeGreaterThan(first);
    expect(server.broker.quietFor('/topic/nowhere')).toBeGreaterThanOrEqual(server.broker.quietFor('/topic/incidents'));
  });
});

describe('a SEND that is refused before its turn', () => {
  const refusalsIn = (heard: string) =>
    [...heard.matchAll(/\{"type":"refusal","destination".*?\}/g)].map(([json]) => {
      const { type, ...refusal } = JSON.parse(json) as Refusal & { type: string };
      return refusal;
    });
  const listen = async () => {
    const raw = await connect();
    raw.send('SUBSCRIBE\nid:e\ndestination:/topic/members/1\nreceipt:listening\n\n\0');
    await raw.hears(/receipt-id:listening/);
    return raw;
  };

  it('because it is too large is reported, and the connection stays open', async () => {
    const raw = await listen();
    raw.send(say('x'.repeat(9000), 'large-1'));
    raw.send(sendFrame('/app/gchat/send', { text: 'x', clientMessageId: 'small-1' }, `far:${'x'.repeat(9000)}\n`));
    raw.send(sendFrame('/app/gchat/send', { text: 'x', clientMessageId: 'small-2' }, 'receipt:after\n'));
    const refusals = refusalsIn(await raw.hears(/receipt-id:after/));
    const refused = { destination: '/app/gchat/send', status: 413, message: 'This message is too large.' };
    expect(refusals).toEqual([
      { ...refused, clientMessageId: 'large-1' },
      { ...refused, clientMessageId: 'small-1' },
    ]);
  });

  it('because too much waits before it is reported, and the connection stays open', async () => {
    const raw = await listen();
    const ids = [1, 2, 3, 4, 5].map((count) => `much-${count}`);
    // None of the frames is valid, so each is refused, whether it has to wait or not.
    raw.send(ids.map((id) => say('x'.repeat(7000), id)).join(''));
    raw.send(sendFrame('/app/gchat/send', { text: 'x', clientMessageId: 'much-6' }, 'receipt:after\n'));
    const refusals = refusalsIn(await raw.hears(/receipt-id:after/));
    expect(refusals.map(({ clientMessageId, status }) => [clientMessageId, status])).toEqual([
      ['much-1', 400],
      ['much-2', 400],
      ['much-3', 429],
      ['much-4', 429],
      ['much-5', 429],
    ]);
  });
});

describe('a frame that breaks the rules of STOMP ends the connection with ERROR', () => {
  const refused: [string, string, RegExp][] = [
    ['anything before CONNECT', 'SUBSCRIBE\nid:s\ndestination:/topic/gchat\n\n\0', /must be CONNECT/],
    ['an unknown version', 'CONNECT\naccept-version:1.0,1.1\n\n\0', /STOMP 1\.2/],
    ['no version', 'CONNECT\n\n\0', /STOMP 1\.2/],
    ['no token', 'CONNECT\naccept-version:1.2\n\n\0', /log in/],
    ['a bad token', 'CONNECT\naccept-version:1.2\nAuthorization:Bearer x.y.z\n\n\0', /expired/],
  ];
  it.each(refused)('%s', async (_, frame, message) => {
    const raw = await open();
    raw.send(frame);
    expect(await raw.hears(/^ERROR\n.*\0/s)).toMatch(message);
    await raw.hears(message);
    await expect.poll(() => raw.frames.at(-1)).toMatch(/^c\[/);
  });

  const brokenLater: [string, string, RegExp][] = [
    ['a second CONNECT', 'CONNECT\naccept-version:1.2\n\n\0', /already/],
    ['an unknown command', 'DANCE\n\n\0', /no such command/],
    ['a SUBSCRIBE without id', 'SUBSCRIBE\ndestination:/topic/gchat\n\n\0', /header id/],
    ['a SUBSCRIBE without destination', 'SUBSCRIBE\nid:s\n\n\0', /header destination/],
    ['a SEND without destination', 'SEND\n\n{}\0', /header destination/],
    ['an UNSUBSCRIBE without id', 'UNSUBSCRIBE\n\n\0', /header id/],
    ['an acknowledgement', 'ACK\nid:1\n\n\0', /acknowledged/],
    ['a wish to acknowledge', 'SUBSCRIBE\nid:s\ndestination:/topic/gchat\nack:client\n\n\0', /ack must be auto/],
    ['a transaction', 'BEGIN\ntransaction:t\n\n\0', /Transactions/],
    ['a SEND in a transaction', 'SEND\ndestination:/app/gchat/send\ntransaction:t\n\n{}\0', /Transactions/],
    ['a frame over the limit', sendFrame('/app/gchat/send', 'x'.repeat(9000)), /too large/],
    ['a body that promises no length', 'SEND\ncontent-length:many\n\n', /too large/],
  ];
  it.each(brokenLater)('%s', async (_, frame, message) => {
    const raw = await connect();
    raw.send(frame);
    if (frame.endsWith('many\n\n')) for (let count = 0; count < 5; count++) raw.send('x'.repeat(9000));
    await raw.hears(/ERROR\n.*\0/s);
    expect(await raw.hears(message)).toContain('ERROR\n');
    await expect.poll(() => raw.frames.at(-1)).toMatch(/^c\[/);
  });

  it('the same subscription id twice', async () => {
    const raw = await connect();
    raw.send('SUBSCRIBE\nid:s\ndestination:/topic/gchat\n\n\0');
    raw.send('SUBSCRIBE\nid:s\ndestination:/topic/gchat\nreceipt:7\n\n\0');
    expect(await raw.hears(/ERROR\n/)).toMatch(/receipt-id:7/);
  });

  it('SockJS messages that are no text', async () => {
    for (const payload of ['[null]', '[{"a":1}]', '17', 'null', '[[]]']) {
      const raw = await open();
      raw.sendUnframed(payload);
      await raw.hears(/Frames must be text/);
    }
    const broken = await open();
    broken.sendUnframed('[');
    await expect.poll(() => server.connections.count).toBe(0);
  });
});
