import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawSocket } from '../kit/raw';
import { startTestServer, type TestServer } from '../kit/server';

// Bytes that no app sends. An error that the server does not catch in these tests fails the run.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent', limits: { connectWithin: 60_000 } });
});
afterAll(() => server.close());

const answers = async () => (await fetch(`${server.base}/ws/info`)).status;

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
  const raw = await rawSocket(server.base);
  raw.send(`CONNECT\naccept-version:1.2\nx:x${' '.repeat(1_000_000)}x\n\n\0`);
  expect(await raw.hears(/ERROR/)).toContain('The frame is too large.');
  raw.socket.destroy();
});
