import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits } from '../../server/config';
import { masked, rawClient, rawSocket } from '../kit/raw';
import { signIn, startTestServer, type TestServer } from '../kit/server';

// Bytes that no app sends. An error that the server does not catch in these tests fails the run.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent', limits: { connectWithin: 60_000 } });
});
afterAll(() => server.close());

const answers = async () => (await fetch(`${server.base}/ws/info`)).status;

const WEB_SOCKET =
  'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n';

/**
 * Sends these bytes in one packet, keeps its side open, and waits until the server has closed the socket and takes nothing more.
 * @returns all that the server has sent
 */
async function told(...bytes: (string | Buffer)[]): Promise<string> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(Buffer.concat(bytes.map((part) => Buffer.from(part))));
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([once(socket, 'end').catch(() => {}), closed]);
  // To a socket that is only half closed one could write for ever.
  const writing = setInterval(() => socket.write('x'), 5);
  await closed;
  clearInterval(writing);
  return answer;
}

it.each(['__proto__', 'hasOwnProperty', '__defineGetter__'])(
  'a pong with the text %s, which the WebSocket library cannot bear, ends its own connection only',
  async (text) => {
    for (const path of ['/ws/000/pong/websocket', '/ws/websocket']) {
      const [hostile, other] = [await rawSocket(server.base, path), await rawSocket(server.base)];
      hostile.pong(text);
      await hostile.closed;
      expect(other.socket.destroyed).toBe(false);
      other.socket.destroy();
    }
    expect(await answers()).toBe(200);
  },
);

it('a header of a million blanks between two letters is read at once, and its frame refused', async () => {
  const raw = await rawClient(server.base, await signIn(server.base, 'member'));
  raw.send(`SUBSCRIBE\nx:x${' '.repeat(1_000_000)}x\n\n\0`);
  expect(await raw.hears(/ERROR/)).toContain('The frame is too large.');
  raw.socket.destroy();
});

it.each([
  ['the end', masked(Buffer.alloc(0), 0x88)],
  ['a pong with the text __proto__', masked(Buffer.from('__proto__'), 0x8a)],
  ['no frame', Buffer.from('x'.repeat(20))],
])('%s in the same packet as the handshake is refused: nothing may come before its answer', async (_, bytes) => {
  for (const path of ['/ws/000/early/websocket', '/ws/websocket'])
    expect(await told(`GET ${path} HTTP/1.1\r\n${WEB_SOCKET}`, bytes)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await answers()).toBe(200);
});

it.each([
  ['of the draft 76', 'Sec-WebSocket-Key1: 999999 99999\r\nSec-WebSocket-Key2: 999999 99999\r\n\r\n12345678'],
  ['of the draft 75', '\r\n'],
  ['of another version', 'Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n'],
])('a handshake %s is refused', async (_, rest) => {
  const head = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n';
  for (const path of ['/ws/000/old/websocket', '/ws/websocket'])
    expect(await told(`GET ${path} HTTP/1.1\r\n${head}${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await answers()).toBe(200);
});

it.each(['/', '/ws/info', '/ws/000/x/xhr', '/ws/000#/x/websocket', '/ws/000\\/x/websocket', '/ws/000/x/websocket?a'])(
  'a refused upgrade of %s leaves no open socket behind',
  async (path) => {
    const method = path.endsWith('?a') ? 'POST' : 'GET';
    expect(await told(`${method} ${path} HTTP/1.1\r\n${WEB_SOCKET}`)).toMatch(/^HTTP\/1\.1 40[04] /);
  },
);

it('a body in a thousand small pieces is cut off, because each piece costs a copy of all before it', async () => {
  const head =
    'POST /ws/000/pieces/xhr_send HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n';
  const first = `10000\r\n${' '.repeat(65_536)}\r\n`;
  expect(await told(head.replace('Host', 'Connection: close\r\nHost'), first, '0\r\n\r\n')).toMatch(/ 400 /);
  expect(await told(head, first, '1\r\nx\r\n'.repeat(1000), '0\r\n\r\n')).toBe('');
});

it('before CONNECT, a message may not be longer than a frame with its escapes', async () => {
  for (const path of ['/ws/000/long/websocket', '/ws/websocket']) {
    const raw = await rawSocket(server.base, path);
    const begun = masked(Buffer.alloc(2 * defaultLimits.frameBytes + 1));
    raw.socket.write(begun.subarray(0, 20));
    await raw.closed;
  }
});

it.each(['constructor', '__proto__', 'toString'])('a session with the name %s is not served', async (name) => {
  const { status } = await fetch(`${server.base}/ws/000/${name}/xhr_streaming`, { method: 'POST' });
  expect(status).toBe(404);
});
