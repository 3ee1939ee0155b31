import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../server/config';
import { newFolder } from '../kit/folder';
import { rawClient } from '../kit/raw';
import { signIn, startTestServer, type TestServer } from '../kit/server';

/** Clients that ask for more than they read. */
let server: TestServer;
const dist = newFolder();
const opened: Socket[] = [];
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<html><head></head></html>');
  for (const name of ['a', 'b', 'c'])
    writeFileSync(join(dist, 'assets', `${name}.js`), `${name} ${'x'.repeat(300_000)} end of ${name}`);
  writeFileSync(join(dist, 'assets', 'long.js'), 'x'.repeat(50_000_000));
  server = await startTestServer({ staticDir: dist });
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** A connection, what it has heard, and whether the server has ended it. */
function open(to = server) {
  const socket = connect(to.port, '127.0.0.1');
  opened.push(socket);
  const client = { socket, heard: '', isClosed: false };
  socket.on('data', (data) => {
    client.heard += data;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    client.isClosed = true;
  });
  return client;
}
const filesOpen = () => readdirSync('/proc/self/fd').length;
const get = (name: string) => `GET /assets/${name}.js HTTP/1.1\r\nHost: x\r\n\r\n`;

it.runIf(existsSync('/proc/self/fd'))(
  'an answer of which a client reads nothing for too long is given up, with its file; a silent WebSocket stays',
  async () => {
    const impatient = await startTestServer({ staticDir: dist, limits: { unreadWithin: 1000 } });
    const silent = await rawClient(impatient.base, await signIn(impatient.base, 'member'), 'heart-beat:0,0\n');
    opened.push(silent.socket);
    const client = open(impatient);
    client.socket.write(get('long'));
    await once(client.socket, 'data');
    client.socket.pause();
    const held = filesOpen();
    // The file and the server's end of the connection. Unused connections to the database are closed only after 10 s.
    await expect.poll(filesOpen, { timeout: 5000 }).toBeLessThanOrEqual(held - 2);
    silent.send('SUBSCRIBE\nid:s\ndestination:/topic/gchat\nreceipt:r\n\n\0');
    await silent.hears(/receipt-id:r/);
    await impatient.close();
  },
);

it('such an answer is given up after two minutes (DECISIONS 403)', () => {
  expect(defaultLimits.unreadWithin).toBe(120_000);
});

describe('requests that are sent without waiting for the answers', () => {
  it('are answered one after the other', async () => {
    const client = open();
    client.socket.write(get('a') + get('b') + get('c'));
    await expect.poll(() => client.heard.includes('end of c')).toBe(true);
    expect(client.heard.match(/end of ./g)).toEqual(['end of a', 'end of b', 'end of c']);
  });

  it('are answered if no more than 16 wait (DECISIONS 403)', async () => {
    const client = open();
    client.socket.write('GET /media/x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1 + 16));
    await expect.poll(() => client.heard.match(/HTTP\/1.1 404/g)?.length).toBe(17);
  });

  it('end the connection when there are too many', async () => {
    const client = open();
    client.socket.write(get('a').repeat(1000));
    await expect.poll(() => client.isClosed).toBe(true);
  });

  it.runIf(existsSync('/proc/self/fd'))('open one file for each connection, and leave none open', async () => {
    const before = filesOpen();
    const clients = Array.from({ length: 10 }, () => open());
    for (const { socket } of clients) {
      socket.once('data', () => socket.pause());
      socket.write(get('a').repeat(15));
    }
    await expect.poll(() => clients.every(({ heard }) => heard !== '')).toBe(true);
    // Each connection has two ends in this process.
    expect(filesOpen()).toBeLessThan(before + 4 * clients.length);
    for (const { socket } of clients) socket.destroy();
    await expect.poll(filesOpen).toBeLessThanOrEqual(before);
  });
});
