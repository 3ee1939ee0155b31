import { readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMediaStore } from '../../server/areas/media/store';
import type { UploadAnswer } from '../../src/contract/chats';
import { newFolder } from '../kit/folder';
import { jpeg, recordings, uploaded, wav } from '../kit/media';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let clip: UploadAnswer;
let image: UploadAnswer;
const { content } = recordings.clipMp4;
const size = content.length;
beforeAll(async () => {
  server = await startTestServer();
  const mira = await signIn(server.base, 'member');
  clip = await uploaded(server.base, mira, recordings.clipMp4);
  image = await uploaded(server.base, mira, await jpeg());
});
afterAll(() => server.close());

const get = (headers: Record<string, string> = {}, path = clip.mediaUrl, method = 'GET') =>
  fetch(server.base + path, { headers, method });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a file', () => {
  it('can be fetched by anybody who knows its address, without a token', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(await bytesOf(response)).toEqual(content);
  });

  it('cannot run as a page, has its real type, may be shown by the app and cached only privately', async () => {
    for (const path of [clip.mediaUrl, image.mediaUrl, `${image.mediaUrl}?thumbnail`]) {
      const response = await get({}, path);
      await response.arrayBuffer();
      const header = (name: string) => response.headers.get(name);
      expect(header('content-security-policy')).toBe(
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
      );
      expect(header('x-content-type-options')).toBe('nosniff');
      expect(header('cross-origin-resource-policy')).toBe('cross-origin');
      expect(header('access-control-allow-origin')).toBe('*');
      expect(header('referrer-policy')).toBe('no-referrer');
      expect(header('cache-control')).toBe('private, max-age=31536000, immutable');
      expect(header('content-disposition')).toBe('inline');
      expect(header('accept-ranges')).toBe('bytes');
      expect(header('content-encoding')).toBeNull();
    }
  });

  it('is described by HEAD without being sent', async () => {
    const response = await get({}, clip.mediaUrl, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(size));
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(await response.text()).toBe('');
  });

  it('is not sent again to a client that has it', async () => {
    const tag = (await get()).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await get({ 'if-none-match': known });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('and its thumbnail have different ETags', async () => {
    const whole = (await get({}, image.mediaUrl)).headers.get('etag') ?? '';
    const small = await get({ 'if-none-match': whole }, `${image.mediaUrl}?thumbnail`);
    expect(small.status).toBe(200);
    expect(small.headers.get('content-type')).toBe('image/webp');
  });
});

describe('a range of a file', () => {
  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, size],
    ['bytes=-100', size - 100, size],
    ['bytes=0-0', 0, 1],
    [`bytes=${size - 1}-`, size - 1, size],
    ['bytes=10-999999999', 10, size],
    ['bytes=-999999999', 0, size],
    ['Bytes=5-9', 5, 10],
  ])('is sent when asked for: %s', async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect(await bytesOf(response)).toEqual(content.subarray(start, end));
  });

  it.each([`bytes=${size}-`, 'bytes=999999999-', 'bytes=-0'])('that is not there is refused: %s', async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await response.json()).toEqual({ message: 'The file is shorter than that.' });
  });

  it.each(['bytes=9-5', 'bytes=-', 'bytes=a-b', 'bytes', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=99999999999999999-'])(
    'that cannot be understood returns the whole file: %s',
    async (range) => {
      const response = await get({ range });
      expect(response.status).toBe(200);
      expect(await bytesOf(response)).toEqual(content);
    },
  );

  it('is only sent of the version that it was requested of', async () => {
    const tag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-9', 'if-range': tag })).status).toBe(206);
    for (const other of ['"other"', 'Sat, 01 Jan 2022 00:00:00 GMT'])
      expect((await get({ range: 'bytes=0-9', 'if-range': other })).status).toBe(200);
  });

  it('is described by HEAD too', async () => {
    const response = await get({ range: 'bytes=0-9' }, clip.mediaUrl, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([206, '10']);
  });
});

describe('what is not there', () => {
  it.each([
    '/media/00000000000000000000000000000000',
    '/media/x',
    '/media/',
    '/media/..%2f..%2fjwt-secret',
    '/media/%00',
    '/media/00000000000000000000000000000000.thumbnail',
  ])('is not found: %s', async (path) => {
    const { status, body, headers } = await call(server.base, path);
    expect(status).toBe(404);
    expect(body).toEqual({ message: expect.stringMatching(/./) });
    expect(headers.get('cache-control')).toBeNull();
  });

  it('is an address with the file name of a thumbnail', async () => {
    expect((await call(server.base, `${image.mediaUrl}.thumbnail`)).status).toBe(404);
  });

  it('is a file that its storage has lost', async () => {
    const { mediaUrl } = await uploaded(server.base, await signIn(server.base, 'ravi'), wav());
    await server.media.storage.remove(mediaUrl.slice('/media/'.length));
    expect((await call(server.base, mediaUrl)).body).toEqual({ message: 'There is no such file.' });
  });

  it('is a way to write or delete a file by its address', async () => {
    for (const method of ['PUT', 'DELETE', 'POST'])
      expect((await call(server.base, clip.mediaUrl, { method })).status).toBe(404);
  });
});

it.skipIf(process.platform === 'win32')(
  'other accounts of the machine can read neither the files nor their folders',
  () => {
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    const files = join(server.media.folder, 'files');
    // The clip, and the image with its thumbnail.
    expect(readdirSync(files).map((name) => modeOf(join(files, name)))).toEqual([0o600, 0o600, 0o600]);
    const dataDir = newFolder();
    const { folder, incoming } = openMediaStore({ dataDir });
    expect([folder, join(folder, 'files'), incoming].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    rmSync(dataDir, { recursive: true });
  },
);

it('a reader who disconnects half-way does not harm the server', async () => {
  const long = await uploaded(server.base, await signIn(server.base, 'ravi'), wav(5_000_000));
  await new Promise<void>((resolve) => {
    const asked = request(server.base + long.mediaUrl, { agent: false }, (response) => {
      response.once('data', () => {
        response.destroy();
        resolve();
      });
    });
    asked.end();
  });
  expect((await get({}, long.mediaUrl, 'HEAD')).headers.get('content-length')).toBe('5000044');
});
