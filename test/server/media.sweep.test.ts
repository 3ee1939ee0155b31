import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../server/areas/sweep';
import { ConfigError } from '../../server/config';
import { chats, loginAddresses, media, messages } from '../../server/db/schema';
import type { Message, UploadAnswer } from '../../src/contract/chats';
import { copyOfTemplate, newDatabase } from '../kit/database';
import { chatOf, FORM_END, filesOf, GLOBAL, jpeg, partHead, slowUpload, upload, uploaded, wav } from '../kit/media';
import { call, signIn, startTestServer, stompClient, type TestServer } from '../kit/server';

const [HOUR, MINUTE] = [60 * 60_000, 60_000];
const DAY = 24 * HOUR;

let server: TestServer;
let mira: string;
beforeAll(async () => {
  server = await startTestServer();
  mira = await signIn(server.base, 'member');
});
afterAll(() => server.close());
// Removes what a test leaves behind: far in the future everything unsent is old.
beforeEach(async () => {
  await server.db.delete(messages).where(eq(messages.chatId, 0));
  await sweepIn(30 * DAY);
  expect(await filesOf(server)).toEqual({ kept: [], incoming: [] });
});

/** Sweeps as if so much time had passed. */
const sweepIn = (time: number) => sweep(server, new Date(Date.now() + time));
const statusOf = async ({ mediaUrl }: UploadAnswer) => (await call(server.base, mediaUrl)).status;

/** Sends a file in the global chat. @returns the message's id. */
async function sent(file: UploadAnswer, clientMessageId: string): Promise<number> {
  const client = await stompClient(server.base, mira);
  const chat = await client.subscribe('/topic/gchat');
  client.send('/app/gchat/send', { ...file, clientMessageId });
  const { id } = await chat.next<Message>((message) => message.clientMessageId === clientMessageId);
  await client.close();
  return Number(id);
}

it('the address of a login is forgotten after 180 days, also if its member does not log in again', async () => {
  const known = async () => (await server.db.select().from(loginAddresses)).length;
  expect(await known()).toBe(1);
  await sweepIn(180 * DAY - HOUR);
  expect(await known()).toBe(1);
  await sweepIn(180 * DAY + HOUR);
  expect(await known()).toBe(0);
});

describe('a file that no message refers to', () => {
  it('is removed after a day, with its thumbnail', async () => {
    const image = await uploaded(server.base, mira, await jpeg());
    await sweepIn(DAY - MINUTE);
    expect(await statusOf(image)).toBe(200);
    expect((await filesOf(server)).kept).toHaveLength(2);
    await sweepIn(DAY + MINUTE);
    expect(await statusOf(image)).toBe(404);
    expect((await filesOf(server)).kept).toEqual([]);
    expect(await server.db.select().from(media)).toEqual([]);
  });

  it('cannot be sent any more then', async () => {
    const file = await uploaded(server.base, mira, wav());
    await sweepIn(DAY + MINUTE);
    const client = await stompClient(server.base, mira);
    const { id } = (await call(server.base, '/api/profile', { token: mira })).body as { id: string };
    const refusals = await client.subscribe(`/topic/members/${id}`, 'refusal');
    client.send('/app/gchat/send', { ...file, clientMessageId: 'too-late' });
    expect(await refusals.next()).toMatchObject({ status: 400, message: 'There is no such uploaded file.' });
    await client.close();
  });
});

describe('a file that a message refers to', () => {
  it('stays', async () => {
    const image = await uploaded(server.base, mira, await jpeg());
    await sent(image, 'stays');
    await sweepIn(400 * DAY);
    expect(await statusOf(image)).toBe(200);
    expect((await filesOf(server)).kept).toHaveLength(2);
  });

  it('is removed when the message has been', async () => {
    const image = await uploaded(server.base, mira, await jpeg());
    const id = await sent(image, 'goes');
    await server.db.delete(messages).where(eq(messages.id, id));
    await sweepIn(DAY + MINUTE);
    expect(await statusOf(image)).toBe(404);
    expect((await filesOf(server)).kept).toEqual([]);
  });

  it('cannot be fetched any more when its chat is deleted, and is removed soon', async () => {
    const chatId = await chatOf(server.base, 'Dog');
    const path = `/api/chat/${chatId}/media`;
    const unsent = (await upload(server.base, path, mira, await jpeg())).body as UploadAnswer;
    const file = (await upload(server.base, path, mira, wav())).body as UploadAnswer;
    const client = await stompClient(server.base, mira);
    await client.sendAndWait(`/app/chat/${chatId}/send`, { ...file, clientMessageId: 'of-a-team' });
    await client.close();
    await server.db.delete(chats).where(eq(chats.id, Number(chatId)));
    expect([await statusOf(unsent), await statusOf(file)]).toEqual([404, 404]);
    await sweepIn(3 * HOUR);
    expect((await filesOf(server)).kept).toEqual([]);
  });
});

describe('what was left behind', () => {
  async function keepWithoutRow(name: string) {
    const path = join(server.media.incoming, 'stray');
    writeFileSync(path, 'x');
    await server.media.storage.put(name, path);
  }

  it('by a crash between file and row is removed, unless it is young', async () => {
    await keepWithoutRow('0123456789abcdef0123456789abcdef');
    await keepWithoutRow('0123456789abcdef0123456789abcdef.thumbnail');
    const image = await uploaded(server.base, mira, await jpeg());
    await sweepIn(HOUR);
    expect((await filesOf(server)).kept).toHaveLength(4);
    await sweepIn(3 * HOUR);
    expect((await filesOf(server)).kept).toHaveLength(2);
    expect(await statusOf(image)).toBe(200);
  });

  it('is removed although there is a folder, as on a disk of its own (lost+found)', async () => {
    const folder = join(server.media.folder, 'files', 'lost+found');
    mkdirSync(folder);
    await keepWithoutRow('0123456789abcdef0123456789abcdef');
    await sweepIn(3 * HOUR);
    expect((await filesOf(server)).kept).toEqual([]);
    expect(existsSync(folder)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('is removed however much it is', async () => {
    for (let index = 0; index < 1100; index++) await keepWithoutRow(index.toString(16).padStart(32, '0'));
    await sweepIn(3 * HOUR);
    expect((await filesOf(server)).kept).toEqual([]);
  });

  it('by an upload that crashed is removed, one on its way is not', async () => {
    mkdirSync(join(server.media.incoming, 'upload-crashed'));
    writeFileSync(join(server.media.incoming, 'upload-crashed', 'original'), 'half of');
    const slow = slowUpload(server.base, GLOBAL, mira);
    slow.request.write(partHead());
    await expect.poll(async () => (await filesOf(server)).incoming).toHaveLength(2);
    await sweepIn(HOUR);
    expect((await filesOf(server)).incoming).toHaveLength(2);
    slow.request.write(wav().content);
    slow.request.end(FORM_END);
    expect((await slow.answer).status).toBe(201);
    await sweepIn(3 * HOUR);
    expect((await filesOf(server)).incoming).toEqual([]);
  });
});

it('files that are still needed survive a restart, and every start sweeps', async () => {
  const { remove, ...own } = await copyOfTemplate();
  const before = await startTestServer(own);
  const token = await signIn(before.base, 'member');
  const [old, young] = [await uploaded(before.base, token, wav()), await uploaded(before.base, token, wav())];
  const yesterday = new Date(Date.now() - DAY - MINUTE);
  await before.db
    .update(media)
    .set({ createdAt: yesterday })
    .where(eq(media.id, old.mediaUrl.slice('/media/'.length)));
  await before.close();

  const after = await startTestServer(own);
  await expect.poll(async () => (await filesOf(after)).kept).toEqual([young.mediaUrl.slice('/media/'.length)]);
  expect((await call(after.base, young.mediaUrl)).status).toBe(200);
  expect((await call(after.base, old.mediaUrl)).status).toBe(404);
  await after.close();
  await remove();
});

it('a folder of media that belongs to another database is left alone, and the server does not start', async () => {
  const { remove, dataDir, databaseUrl } = await copyOfTemplate();
  const another = await newDatabase();
  const own = { dataDir, databaseUrl, seed: 'none', superadminPassword: 'rescue-alone' } as const;
  const foreign = { ...own, databaseUrl: another.databaseUrl };
  const before = await startTestServer(own);
  const file = await uploaded(before.base, await signIn(before.base, 'member'), wav());
  await before.close();

  const line = `The media in ${join(dataDir, 'media')} belong to another database. Set DATA_DIR and DATABASE_URL to what belongs together.`;
  await expect(startTestServer(foreign)).rejects.toThrow(new ConfigError(line));
  // The folder as an earlier server would have left it, without the id.
  rmSync(join(dataDir, 'media', 'organisation'));
  await expect(startTestServer(foreign)).rejects.toThrow(line);

  const after = await startTestServer(own);
  expect((await call(after.base, file.mediaUrl)).status).toBe(200);
  await after.close();
  await expect(startTestServer(foreign)).rejects.toThrow(line);
  await another.drop();
  await remove();
});
