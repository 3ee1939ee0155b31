import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DrizzleQueryError, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { diskStorage } from '../../server/areas/media/disk';
import type { Storage } from '../../server/areas/media/storage';
import { ConfigError, readConfig } from '../../server/config';
import { chats, media } from '../../server/db/schema';
import { newFolder } from '../kit/folder';
import { makeIncident, sendCompletion, sendReport } from '../kit/incidents';
import {
  chatOf,
  FORM_END,
  FORM_TYPE,
  filesOf,
  GLOBAL,
  jpeg,
  partHead,
  recordings,
  sample,
  slowUpload,
  upload,
  wav,
} from '../kit/media';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';

const MB = 1024 * 1024;
const mediaBytes = { IMAGE: MB, VIDEO: 2 * MB, AUDIO: 1.5 * MB };
let server: TestServer;
let mira: string;
let ravi: string;
beforeAll(async () => {
  server = await startTestServer({ limits: { mediaBytes, uploadsAtOnce: 2, uploadsPerHour: 10_000 } });
  [mira, ravi] = [await signIn(server.base, 'member'), await signIn(server.base, 'ravi')];
});
afterAll(() => server.close());
afterEach(() => expect.poll(async () => (await filesOf(server)).incoming).toEqual([]));

/** A file that is filled up to this length with bytes after its own. */
const stretched = (content: Uint8Array, length: number) =>
  sample(Buffer.concat([content, Buffer.alloc(length - content.length)]));

/** How many uploads are so far that their file is being written. */
const arriving = (count: number) => expect.poll(async () => (await filesOf(server)).incoming.length).toBe(count);

describe('a file that is too large', () => {
  it.each([
    ['image', async () => (await jpeg()).content, mediaBytes.IMAGE, 'An image may have at most 1 MB.'],
    ['video', async () => recordings.clipWebm.content, mediaBytes.VIDEO, 'A video may have at most 2 MB.'],
    ['audio file', async () => wav().content, mediaBytes.AUDIO, 'An audio file may have at most 1.5 MB.'],
  ])('is refused, the largest is not: %s', async (_, make, most, message) => {
    const content = await make();
    expect((await upload(server.base, GLOBAL, mira, stretched(content, most))).status).toBe(201);
    const before = await filesOf(server);
    const { status, body } = await upload(server.base, GLOBAL, mira, stretched(content, most + 1));
    expect({ status, body }).toEqual({ status: 413, body: { message } });
    expect(await filesOf(server)).toEqual(before);
  });

  it('is refused as soon as it exceeds the limit, and the rest is discarded', async () => {
    const body = Buffer.concat([
      Buffer.from(partHead()),
      stretched(wav().content, 1.9 * MB).content,
      Buffer.from(FORM_END),
    ]);
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
    let heard = '';
    socket.on('data', (text) => {
      heard += text;
    });
    socket.write(`POST ${GLOBAL} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${mira}\r\n`);
    socket.write(`Content-Type: ${FORM_TYPE}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, 1.7 * MB));
    await expect.poll(() => heard).toContain('An audio file may have at most 1.5 MB.');
    expect(heard).toMatch(/^HTTP\/1.1 413 /);

    heard = '';
    socket.write(body.subarray(1.7 * MB));
    socket.write('GET /media/x HTTP/1.1\r\nHost: test\r\n\r\n');
    await expect.poll(() => heard).toMatch(/^HTTP\/1.1 404 /);
    socket.destroy();
  });

  it('is refused before its body if its length is declared', async () => {
    const slow = slowUpload(server.base, GLOBAL, mira, { 'content-length': String(3 * MB) });
    slow.request.write(partHead());
    expect(await slow.answer).toEqual({ status: 413, body: { message: 'A file may have at most 2 MB.' } });
    slow.request.destroy();
  });

  it('is what the configuration says', () => {
    const { limits } = readConfig({ MEDIA_LIMIT_IMAGE_MB: '3', MEDIA_LIMIT_VIDEO_MB: '7' });
    expect(limits.mediaBytes).toEqual({ IMAGE: 3 * MB, VIDEO: 7 * MB, AUDIO: 25 * MB });
    expect(readConfig({}).limits.mediaBytes).toEqual({ IMAGE: 10 * MB, VIDEO: 100 * MB, AUDIO: 25 * MB });
    for (const wrong of ['0', '-1', '1.5', 'ten', '10001'])
      expect(() => readConfig({ MEDIA_LIMIT_AUDIO_MB: wrong })).toThrow(ConfigError);
  });
});

describe('an upload that breaks off', () => {
  it.each([
    ['within the file', () => stretched(recordings.clipWebm.content, MB).content],
    ['before the file can be told', () => new Uint8Array([0xff, 0xd8])],
    ['before the file', () => new Uint8Array()],
  ])('leaves nothing: %s', async (_, make) => {
    const before = await filesOf(server);
    const slow = slowUpload(server.base, GLOBAL, mira);
    slow.request.write(partHead());
    slow.request.write(make());
    await arriving(1);
    slow.request.destroy();
    await arriving(0);
    expect(await filesOf(server)).toEqual(before);
  });

  it('without any progress is ended', async () => {
    const impatient = await startTestServer({ limits: { uploadIdle: 150 } });
    const slow = slowUpload(impatient.base, GLOBAL, await signIn(impatient.base, 'member'));
    slow.request.write(partHead());
    slow.request.write(recordings.clipWebm.content);
    await expect(slow.answer).rejects.toThrow();
    await expect.poll(() => filesOf(impatient)).toEqual({ kept: [], incoming: [] });
    await impatient.close();
  });
});

describe('a member who uploads a lot', () => {
  it('is limited to a few at once, without effect on others', async () => {
    const slow = [1, 2].map(() => slowUpload(server.base, GLOBAL, mira));
    for (const { request } of slow) request.write(partHead());
    await arriving(2);
    const third = await upload(server.base, GLOBAL, mira, wav());
    expect(third.status).toBe(429);
    expect(third.body).toEqual({ message: 'Too many uploads at once. Please wait until one of them is done.' });
    expect((await upload(server.base, GLOBAL, ravi, wav())).status).toBe(201);

    slow[0]?.request.destroy();
    slow[1]?.request.write(wav().content);
    slow[1]?.request.end(FORM_END);
    expect((await slow[1]?.answer)?.status).toBe(201);
    await arriving(0);
    expect((await upload(server.base, GLOBAL, mira, wav())).status).toBe(201);
  });

  it('may go on after an upload that has broken off before the server began to receive it', async () => {
    const strict = await startTestServer({ limits: { uploadsAtOnce: 1 } });
    const token = await signIn(strict.base, 'member');
    const pool = (strict.db as unknown as { $client: { waitingCount: number } }).$client;
    // All connections to the database are taken, so the call waits before its body.
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const taken = Array.from({ length: 10 }, () => strict.db.transaction(() => ended));
    const broken = slowUpload(strict.base, GLOBAL, token);
    broken.request.flushHeaders();
    await expect.poll(() => pool.waitingCount).toBe(1);
    broken.request.destroy();
    await call(strict.base, '/nothing');
    end();
    await Promise.all(taken);
    await expect.poll(async () => (await upload(strict.base, GLOBAL, token, wav())).status).toBe(201);
    await strict.close();
  });

  it('is limited per hour, in both chats and completions together, without effect on others', async () => {
    const strict = await startTestServer({ limits: { uploadsPerHour: 2 } });
    const [busy, other] = [await signIn(strict.base, 'member'), await signIn(strict.base, 'ravi')];
    const chat = `/api/chat/${await chatOf(strict.base, 'Dog')}/media`;
    expect((await upload(strict.base, GLOBAL, busy, wav())).status).toBe(201);
    expect((await upload(strict.base, chat, busy, wav())).status).toBe(201);
    const third = await upload(strict.base, GLOBAL, busy, wav());
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3000);
    const incidentId = await makeIncident(strict, 'IN_PROGRESS');
    expect((await sendCompletion(strict.base, busy, incidentId)).status).toBe(429);
    expect((await upload(strict.base, GLOBAL, other, wav())).status).toBe(201);
    expect((await sendCompletion(strict.base, other, incidentId)).status).toBe(200);
    await strict.close();
  });
});

describe('a storage that fails', () => {
  /** The errors that the next files meet, in order. Null means no error. */
  let failures: (string | null)[] = [];
  let whenKept = () => {};
  let broken: TestServer;
  let folder: string;
  let token: string;
  beforeAll(async () => {
    folder = newFolder();
    const disk = diskStorage(folder);
    const put: Storage['put'] = async (name, path) => {
      const code = failures.shift();
      if (code) throw Object.assign(new Error('write'), { code, syscall: 'write' });
      await disk.put(name, path);
      whenKept();
    };
    broken = await startTestServer({ logLevel: 'silent' }, { storage: { ...disk, put } });
    token = await signIn(broken.base, 'superadmin');
  });
  afterAll(async () => {
    await broken.close();
    rmSync(folder, { recursive: true });
  });

  it.each<[string, (string | null)[], number, string]>([
    ['has no room', ['ENOSPC'], 507, 'There is no room for this file on the server.'],
    ['has no room for the thumbnail', [null, 'ENOSPC'], 507, 'There is no room for this file on the server.'],
    ['is over its quota', ['EDQUOT'], 507, 'There is no room for this file on the server.'],
    ['is broken', ['EIO'], 503, 'The file could not be stored. Please try again later.'],
  ])('because it %s says so, and keeps no half', async (_, meets, expected, message) => {
    failures = meets;
    const { status, body } = await upload(broken.base, GLOBAL, token, await jpeg());
    expect({ status, body }).toEqual({ status: expected, body: { message } });
    expect(await filesOf(broken)).toEqual({ kept: [], incoming: [] });
    expect(await broken.db.select().from(media)).toEqual([]);
  });

  it('for arriving files is reported, too, and recovers without a restart', async () => {
    rmSync(broken.media.incoming, { recursive: true });
    const { status, body } = await upload(broken.base, GLOBAL, token, await jpeg());
    expect({ status, body }).toEqual({
      status: 503,
      body: { message: 'The file could not be stored. Please try again later.' },
    });
    mkdirSync(broken.media.incoming);
    expect((await upload(broken.base, GLOBAL, token, await jpeg())).status).toBe(201);
  });

  it('that cannot write an arriving file is reported, too', async () => {
    const slow = slowUpload(broken.base, GLOBAL, token);
    slow.request.write(partHead());
    slow.request.write(new Uint8Array([0xff, 0xd8]));
    await expect.poll(async () => (await filesOf(broken)).incoming.length).toBe(1);
    // Something else already has the name of the file.
    const [folder = ''] = (await filesOf(broken)).incoming;
    mkdirSync(join(broken.media.incoming, folder, 'original-0'));
    slow.request.write((await jpeg()).content.subarray(2));
    slow.request.end(FORM_END);
    expect(await slow.answer).toEqual({
      status: 503,
      body: { message: 'The file could not be stored. Please try again later.' },
    });
    await expect.poll(async () => (await filesOf(broken)).incoming).toEqual([]);
  });

  it('to remove the folder of an upload does not make it look failed', async () => {
    const { incoming } = broken.media;
    whenKept = () => {
      renameSync(incoming, `${incoming}-away`);
      writeFileSync(incoming, 'no folder');
    };
    const { status } = await sendReport(broken.base, token, { files: [wav()] });
    whenKept = () => {};
    rmSync(incoming);
    renameSync(`${incoming}-away`, incoming);
    expect(status).toBe(201);
  });

  it.each([
    ['goes away at the COMMIT are kept, for their rows may be', { message: 'Connection terminated unexpectedly' }, 1],
    ['is shut down are kept, too', { message: 'terminating connection', code: '57P01' }, 1],
    ['refuses the rows are not', { message: 'deadlock detected', code: '40P01' }, 0],
  ])('files whose database %s', async (_, { message, ...code }, kept) => {
    const before = (await filesOf(broken)).kept.length;
    const { transaction } = broken.db;
    const fails = async () => {
      throw new DrizzleQueryError('insert', [], Object.assign(new Error(message), code));
    };
    Object.assign(broken.db, { transaction: fails });
    const { status } = await sendReport(broken.base, token, { files: [wav()] });
    Object.assign(broken.db, { transaction });
    expect(status).toBe(kept ? 503 : 409);
    expect((await filesOf(broken)).kept).toHaveLength(before + kept);
  });
});

it('a file whose chat is deleted during the upload is not kept', async () => {
  const before = await filesOf(server);
  const chatId = await chatOf(server.base, 'Bird');
  const slow = slowUpload(server.base, `/api/chat/${chatId}/media`, ravi);
  slow.request.write(partHead());
  await arriving(1);
  await server.db.delete(chats).where(eq(chats.id, Number(chatId)));
  slow.request.write(wav().content);
  slow.request.end(FORM_END);
  expect(await slow.answer).toEqual({
    status: 409,
    body: { message: 'This chat has ended. The file was not kept.' },
  });
  expect((await filesOf(server)).kept).toEqual(before.kept);
});
