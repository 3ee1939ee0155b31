import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { capabilities } from '../../src/contract/capabilities';
import { endpoints } from '../../src/contract/endpoints';
import type { Incident } from '../../src/contract/incidents';
import { newFolder } from '../kit/folder';
import { type Answer, call, signIn, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
const dist = newFolder();
const appConfig = {
  productName: "</script><script>alert('$&')</script><!--",
  mentionNames: ['Mira'],
  mapTiles: 'x'.repeat(2000),
};
/** The configuration as served: without the address of another server, and with this server's capabilities. */
const served = { ...appConfig, apiBase: '', capabilities };
const page =
  '<!doctype html><head><title>app</title><style>.start { width: 9rem }</style><script type="application/json" id="app-config">' +
  '{"productName":"\\u003c/script>\\u003cscript>alert(\'$&\')\\u003c/script>\\u003c!--","mentionNames":["Mira"],"mapTiles":"' +
  'x'.repeat(2000) +
  `","apiBase":"","capabilities":${JSON.stringify(capabilities)}}</script></head>`;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><head><title>app</title><style>.start { width: 9rem }</style></head>',
  );
  for (const copy of ['br', 'gz']) writeFileSync(join(dist, `index.html.${copy}`), 'without the configuration');
  writeFileSync(join(dist, 'config.json'), JSON.stringify(appConfig));
  writeFileSync(join(dist, 'assets', 'main-abc123.js'), 'plain');
  writeFileSync(join(dist, 'assets', 'main-abc123.js.br'), 'packed');
  writeFileSync(join(dist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, 'icon.svg.br'), 'packed');
  writeFileSync(join(dist, '.secret'), 'hidden');
  writeFileSync(join(dist, '..', 'saathi-outside.txt'), 'outside');
  server = await startTestServer({ staticDir: dist });
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
  rmSync(join(dist, '..', 'saathi-outside.txt'));
});

const isRefusal = ({ status, body }: Answer, expected: number) =>
  expect({ status, body }).toEqual({ status: expected, body: { message: expect.stringMatching(/\S/) } });

describe('the health check', () => {
  const health = async () => {
    const { status, body } = await call(server.base, '/api/health');
    return { status, body };
  };

  it('says that the server works, and asks the database once for many calls, of which one address may make 120 a minute', async () => {
    const asked = vi.spyOn(server.db, 'execute');
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 60 }, health));
    expect(answers).toEqual(Array(60).fill({ status: 200, body: { status: 'ok' } }));
    // Once a second; on a busy machine these calls take several.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 1000));
    asked.mockRestore();
    const more = await Promise.all(Array.from({ length: 80 }, health));
    expect(more.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('says that the database is silent', async () => {
    const silent = await startTestServer({ logLevel: 'silent' });
    // All connections are taken by transactions that wait.
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const held = Array.from({ length: 10 }, () => silent.db.transaction(() => ended));
    const { status, body } = await call(silent.base, '/api/health');
    expect({ status, body }).toEqual({ status: 503, body: { message: 'The database does not answer.' } });
    end();
    await Promise.all(held);
    await expect.poll(async () => (await call(silent.base, '/api/health')).status).toBe(200);
    await silent.close();
  });
});

describe('a failure is JSON with a message', () => {
  it('401 for every endpoint that is not open, whatever the visitor sends', async () => {
    const guarded = Object.values(endpoints).filter((endpoint) => !('open' in endpoint));
    expect(guarded.length).toBeGreaterThan(3);
    for (const { method, path } of guarded) {
      const url = path.replace(/\{\w+\}/g, '1');
      isRefusal(await call(server.base, url, { method }), 401);
      isRefusal(await call(server.base, url, { method, token: 'x' }), 401);
      isRefusal(await call(server.base, url, { method, headers: { authorization: 'Basic eDp4' } }), 401);
    }
  });

  it('404 for what does not exist', async () => {
    for (const path of ['/api', '/api/nothing', '/nothing', '/assets/nothing.js', '/api/auth/login'])
      isRefusal(await call(server.base, path), 404);
    isRefusal(await call(server.base, '/api/profile', { method: 'DELETE' }), 404);
  });

  it.each(['{', '', 'null', '[]', '"x"', '17', '{"__proto__":{"a":1}}', '{"username":"a"', '['.repeat(30_000)])(
    '400 for the body %.30s',
    async (body) => {
      isRefusal(await call(server.base, '/api/auth/login', { method: 'POST', body }), 400);
    },
  );

  it('400 for half a surrogate pair, which cannot be stored', async () => {
    const token = await signIn(server.base, 'captain');
    isRefusal(
      await call(server.base, '/api/incidents/1', { token, method: 'PUT', body: { location: 'near \ud83d' } }),
      400,
    );
  });

  it('413 for a body that is too large, 415 for one that is not JSON', async () => {
    const body = JSON.stringify({ username: 'x', password: 'x'.repeat(70_000) });
    isRefusal(await call(server.base, '/api/auth/login', { body }), 413);
    for (const type of ['text/xml', 'multipart/form-data; boundary=x', 'nonsense', 'application/jsonp'])
      isRefusal(await call(server.base, '/api/auth/login', { body: 'x', headers: { 'content-type': type } }), 415);
  });

  it('4xx for malformed addresses and headers', async () => {
    for (const path of [
      '/%',
      '/%E0%A4',
      '/api/chat/messages/%',
      `/api/chat/messages/${'1'.repeat(3000)}`,
      '//x',
      '/\\',
    ])
      expect((await rawRequest(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)).status, path).toMatch(/^4\d\d$/);
    for (const request of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: z\r\n\r\n',
    ])
      expect((await rawRequest(request)).status).toMatch(/^4\d\d$/);
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    expect((await rawRequest(`GET /elsewhere HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`)).status).toBe('404');
    expect(
      (await rawRequest(`GET /ws/0/x/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`))
        .status,
    ).toBe('400');
    expect((await call(server.base, '/')).status).toBe(200);
  });

  async function rawRequest(text: string): Promise<{ status: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
      socket.once('data', (data) => {
        socket.destroy();
        resolve({ status: data.toString().split(' ')[1] ?? '' });
      });
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('no answer')));
    });
  }
});

it('an empty body counts as none, even if its type says JSON', async () => {
  const token = await signIn(server.base, 'captain');
  const headers = { 'content-type': 'application/json' };
  const ask = (method: string, path: string) =>
    call(server.base, `/api/incidents/${path}`, { token, method, headers, body: '' });
  const listed = (await call(server.base, '/api/incidents/summary', { token })).body as Incident[];
  const idIn = (status: string) => listed.find(({ status: found }) => found === status)?.id;
  expect((await ask('PUT', `${idIn('ONGOING')}/resolve`)).status).toBe(200);
  expect((await ask('POST', `${idIn('REPORTED')}/interest`)).status).toBe(200);
  expect((await ask('DELETE', `${idIn('REPORTED')}/interest`)).status).toBe(200);
  isRefusal(await ask('PUT', `${idIn('REPORTED')}/close`), 400);
});

interface Encoded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was transferred, still compressed. */
  readonly sent: Buffer;
}

const getEncoded = (path: string, accepted: string, headers: Record<string, string> = {}) =>
  new Promise<Encoded>((resolve) => {
    get(server.base + path, { headers: { 'accept-encoding': accepted, ...headers } }, async (response) => {
      const sent = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, sent });
    });
  });

describe('an answer of the API', () => {
  const summary = async (accepted: string) =>
    getEncoded('/api/incidents/summary', accepted, { authorization: `Bearer ${await signIn(server.base, 'member')}` });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('of more than 1 kB is sent as %s to a client that takes it', async (encoding, unpack) => {
    const plain = await summary('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.sent.length).toBeGreaterThan(1024);
    const { headers, sent } = await summary(encoding);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringMatching(/accept-encoding/i) });
    expect(unpack(sent).toString()).toBe(plain.sent.toString());
    expect(sent.length).toBeLessThan(plain.sent.length / 2);
  });

  it('is brotli where a client takes both', async () => {
    expect((await summary('gzip, deflate, br')).headers['content-encoding']).toBe('br');
  });

  it('that is short is sent as it is', async () => {
    const { status, headers } = await getEncoded('/api/profile', 'br, gzip');
    expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 401, encoding: undefined });
  });
});

it('an idle connection stays open longer than a proxy keeps its own, which is two minutes with Caddy', async () => {
  const { headers } = await call(server.base, '/config.json', { headers: { connection: 'keep-alive' } });
  expect(Number(/^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
});

it('a request that is compressed is refused', async () => {
  const body = gzipSync(JSON.stringify({ username: 'member', password: 'rescue-demo' }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const { status } = await fetch(`${server.base}/api/auth/login`, { method: 'POST', headers, body });
  expect(status).toBe(400);
});

describe('the app', () => {
  it('is served with a strict policy and no Strict-Transport-Security', async () => {
    const { status, headers, body } = await call(server.base, '/');
    expect({ status, body }).toEqual({ status: 200, body: page });
    const policy = headers.get('content-security-policy')?.split(';').sort();
    expect(policy).toEqual(
      [
        "default-src 'self'",
        "script-src 'self'",
        // The SHA-256 of the page's own style element.
        "style-src 'self' 'sha256-ka5iKh8tvyx+Ol8A9hQPgDTPcMNvBuV4yRKfz8yxQ3o='",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ].sort(),
    );
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('is cached for ever if its name contains a hash, for a day if it is a picture, and revalidated otherwise', async () => {
    const cached = async (path: string) => (await call(server.base, path)).headers.get('cache-control');
    expect(await cached('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
    for (const encoding of ['identity', 'br'])
      expect((await getEncoded('/icon.svg', encoding)).headers['cache-control']).toBe('public, max-age=86400');
    expect(await cached('/config.json')).toBe('no-cache');
  });

  it('is sent with its compressed copies to a client that takes them', async () => {
    const path = '/assets/main-abc123.js';
    expect((await getEncoded(path, 'br, gzip')).headers['content-encoding']).toBe('br');
    expect((await getEncoded(path, 'br, gzip')).sent.toString()).toBe('packed');
    expect((await getEncoded(path, 'identity')).headers['content-encoding']).toBeUndefined();
  });

  it('has its configuration in the page, as data that cannot become markup, and in config.json', async () => {
    expect((await call(server.base, '/index.html')).body).toBe(page);
    expect((await call(server.base, '/config.json')).body).toEqual(served);
    const [, data = ''] = /<script type="application\/json" id="app-config">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toEqual(served);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('has its configuration in the page that is sent as %s, too', async (encoding, unpack) => {
    const { headers, sent } = await getEncoded('/', encoding);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(unpack(sent).toString()).toBe(page);
  });

  it('sends the page again only when it has changed', async () => {
    const { headers } = await call(server.base, '/');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"\S{22}"$/);
    const known = (tag: string) => getEncoded('/', 'br', { 'if-none-match': tag });
    expect(await known(etag)).toMatchObject({ status: 304, sent: Buffer.alloc(0) });
    expect((await known('W/"of another page"')).status).toBe(200);
    const other = await startTestServer({ staticDir: dist, mapTiles: { url: '/{z}/{x}/{y}', attribution: '' } });
    try {
      expect((await call(other.base, '/')).headers.get('etag')).not.toBe(etag);
    } finally {
      await other.close();
    }
  });

  it('opens when something is shared in a browser without a service worker, whatever it is', async () => {
    const form = new FormData();
    form.append('text', 'At the gate');
    form.append('files', new File([new Uint8Array(3_000_000)], 'dog.jpg', { type: 'image/jpeg' }));
    for (const body of [form, 'no form at all']) {
      const answer = await fetch(`${server.base}/share`, { method: 'POST', body, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, './#/share']);
    }
  });

  it.each([
    ['/live', '/#/live'],
    ['/live?view=map', '/#/live?view=map'],
    ['/incident/3', '/#/incident/3'],
  ])("leads from a screen's address without its '#', %s, to the screen", async (path, screen) => {
    const open = (accept: string) => fetch(server.base + path, { headers: { accept }, redirect: 'manual' });
    const answer = await open('text/html');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, screen]);
    expect((await open('application/json')).status).toBe(404);
  });

  it('starts even if the configuration is not JSON', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'index.html'), '<head></head>');
    writeFileSync(join(folder, 'config.json'), '{ "productName": ');
    const other = await startTestServer({ staticDir: folder });
    try {
      expect((await call(other.base, '/config.json')).body).toEqual({ apiBase: '', capabilities });
      expect((await call(other.base, '/')).body).toMatch(
        /^<head><script type="application\/json" id="app-config">\{"apiBase":"",.*\}<\/script><\/head>$/,
      );
    } finally {
      await other.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('serves no files beside it', async () => {
    for (const path of [
      '/.secret',
      '/../saathi-outside.txt',
      '/..%2fsaathi-outside.txt',
      '/assets/..%2f..%2fsaathi-outside.txt',
    ])
      expect((await call(server.base, path)).status, path).toBeGreaterThanOrEqual(400);
  });

  it('may be missing: the API still works', async () => {
    const bare = await startTestServer();
    try {
      isRefusal(await call(bare.base, '/'), 404);
      expect(await signIn(bare.base, 'member')).toMatch(/^ey/);
    } finally {
      await bare.close();
    }
  });
});
