import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, chats, media } from '../../server/db/schema';
import {
  chatOf,
  filesOf,
  GLOBAL,
  jpeg,
  picture,
  recordings,
  type Sample,
  sample,
  upload,
  uploaded,
  wav,
} from '../kit/media';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let mira: string;
beforeAll(async () => {
  server = await startTestServer();
  mira = await signIn(server.base, 'member');
});
afterAll(() => server.close());

const gif = () =>
  sample(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'image/gif', 'a.gif');

describe('an upload', () => {
  it('answers with a relative address that cannot be guessed, and the kind', async () => {
    const first = await uploaded(server.base, mira, await jpeg());
    const second = await uploaded(server.base, mira, await jpeg());
    expect(first).toEqual({ mediaUrl: expect.stringMatching(/^\/media\/[0-9a-f]{32}$/), mediaType: 'IMAGE' });
    expect(second.mediaUrl).not.toBe(first.mediaUrl);
  });

  it('keeps the sent bytes if it is not an image', async () => {
    const { mediaUrl } = await uploaded(server.base, mira, recordings.clipWebm);
    const response = await fetch(server.base + mediaUrl);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(recordings.clipWebm.content);
    const [row] = await server.db
      .select()
      .from(media)
      .where(eq(media.id, mediaUrl.slice('/media/'.length)));
    expect(row).toMatchObject({ kind: 'VIDEO', bytes: recordings.clipWebm.content.length, chatId: 0 });
  });

  it('leaves nothing where it arrived', async () => {
    await uploaded(server.base, mira, await jpeg());
    expect((await filesOf(server)).incoming).toEqual([]);
  });
});

describe('the kind of a file', () => {
  const renamed = (file: Sample, type: string): Sample => ({ ...file, type, name: 'x.bin' });
  it.each<[string, () => Sample | Promise<Sample>, string, string]>([
    ['a JPEG', jpeg, 'IMAGE', 'image/jpeg'],
    [
      'a PNG that is called a video',
      async () => sample(await picture().png().toBuffer(), 'video/mp4'),
      'IMAGE',
      'image/png',
    ],
    ['a GIF', gif, 'IMAGE', 'image/gif'],
    ['a WebP', async () => sample(await picture().webp().toBuffer()), 'IMAGE', 'image/webp'],
    ['an AVIF', async () => sample(await picture().avif().toBuffer()), 'IMAGE', 'image/webp'],
    ['a TIFF', async () => sample(await picture().tiff().toBuffer()), 'IMAGE', 'image/webp'],
    ['a clip in WebM', () => recordings.clipWebm, 'VIDEO', 'video/webm'],
    ['a clip in MP4', () => recordings.clipMp4, 'VIDEO', 'video/mp4'],
    ['a voice message in WebM', () => recordings.voiceWebm, 'AUDIO', 'audio/webm'],
    ['a voice message in MP4', () => recordings.voiceMp4, 'AUDIO', 'audio/mp4'],
    ['a clip of which nothing is said', () => renamed(recordings.clipWebm, ''), 'VIDEO', 'video/webm'],
    ['a clip that is called a picture', () => renamed(recordings.clipMp4, 'image/png'), 'VIDEO', 'video/mp4'],
    ['a WAV', wav, 'AUDIO', 'audio/wav'],
    ['a WAV that is called a document', () => renamed(wav(), 'application/pdf'), 'AUDIO', 'audio/wav'],
    [
      'an MP3 with a cover before its sound',
      () => sample(Buffer.concat([Buffer.from('ID3\x04\0\0\0\x0c\0\0'), Buffer.alloc(200_000)])),
      'AUDIO',
      'audio/mpeg',
    ],
  ])('of %s is told by its content', async (_, make, mediaType, mime) => {
    const answer = await uploaded(server.base, mira, await make());
    expect(answer.mediaType).toBe(mediaType);
    const served = await fetch(server.base + answer.mediaUrl);
    expect(served.headers.get('content-type')).toBe(mime);
    await served.arrayBuffer();
  });

  const html = '<!doctype html><script>alert(document.domain)</script>';
  it.each<[string, Sample]>([
    ['a page that is called a picture', sample(html)],
    ['a page that begins like a picture is expected to', sample(`\ufeff${html}`)],
    ['an SVG', sample('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'image/svg+xml', 'a.svg')],
    ['an SVG with a prolog', sample('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')],
    ['a script', sample('alert(1)', 'video/mp4')],
    ['a PDF', sample('%PDF-1.7\n%', 'application/pdf', 'a.pdf')],
    ['an archive', sample(Buffer.from('504b0304140000000000', 'hex'), 'image/png')],
    ['a program', sample(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5000)]), 'audio/mpeg')],
    ['plain text', sample('hello', 'audio/webm')],
    ['an empty file', sample('')],
  ])('%s is refused', async (_, file) => {
    const before = await filesOf(server);
    const { status, body } = await upload(server.base, GLOBAL, mira, file);
    expect({ status, body }).toEqual({ status: 415, body: { message: 'Unsupported file type.' } });
    expect(await filesOf(server)).toEqual(before);
  });
});

describe('the body of an upload', () => {
  const message = "Send one file, as multipart/form-data in a part named 'media'.";

  it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['no part at all', () => upload(server.base, GLOBAL, mira, [])],
    ['a part of another name', async () => upload(server.base, GLOBAL, mira, await jpeg(), { field: 'file' })],
    ['two files', async () => upload(server.base, GLOBAL, mira, [await jpeg(), await jpeg()])],
    ['many files', async () => upload(server.base, GLOBAL, mira, Array(20).fill(await jpeg()))],
    ['a field beside it', async () => upload(server.base, GLOBAL, mira, await jpeg(), { fields: { text: 'hi' } })],
    ['a field instead', () => upload(server.base, GLOBAL, mira, [], { fields: { media: 'hi' } })],
    ['no body', () => call(server.base, GLOBAL, { token: mira, method: 'POST' })],
  ])('with %s is refused', async (_, send) => {
    const before = await filesOf(server);
    const { status, body } = await send();
    expect({ status, body }).toEqual({ status: 400, body: { message } });
    expect(await filesOf(server)).toEqual(before);
  });

  it('as JSON is refused', async () => {
    const { status, body } = await call(server.base, GLOBAL, { token: mira, body: { media: 'hi' } });
    expect({ status, body }).toEqual({ status: 415, body: { message: 'Send multipart/form-data.' } });
  });

  it.each([
    ['a boundary that never comes', 'multipart/form-data; boundary=x', 'nothing of the kind'],
    ['no boundary', 'multipart/form-data', 'nothing of the kind'],
    [
      'a part without an end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="media"; filename="a"\r\n\r\nGIF89a',
    ],
    ['a head without an end', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="me'],
    [
      'a name that objects have',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nhi\r\n--x--\r\n',
    ],
  ])('with %s is refused', async (_, type, body) => {
    const answer = await call(server.base, GLOBAL, { token: mira, body, headers: { 'content-type': type } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: expect.stringMatching(/./) });
    expect((await filesOf(server)).incoming).toEqual([]);
  });
});

describe('who may upload', () => {
  const path = (chatId: string) => `/api/chat/${chatId}/media`;

  it.each([
    ['member', 201],
    ['ravi', 201],
    ['captain', 201],
    ['admin', 201],
    ['superadmin', 201],
    ['inventory', 403],
  ])('to the chat of a team: %s is answered %i', async (username, expected) => {
    const chatId = await chatOf(server.base, 'Dog');
    const before = await filesOf(server);
    const { status, body } = await upload(server.base, path(chatId), await signIn(server.base, username), await jpeg());
    expect(status).toBe(expected);
    if (expected === 201) return;
    expect(body).toEqual({ message: 'You are not a participant of this chat.' });
    expect(await filesOf(server)).toEqual(before);
  });

  it.each(['member', 'inventory', 'captain', 'admin', 'superadmin'])('to the global chat: %s', async (username) => {
    const answer = await upload(server.base, GLOBAL, await signIn(server.base, username), await jpeg());
    expect(answer.status).toBe(201);
  });

  it('does not include anybody without a token', async () => {
    for (const token of [undefined, 'nonsense'])
      expect((await upload(server.base, GLOBAL, token, await jpeg())).status).toBe(401);
  });

  it.each(['999999', 'x', '0', '-1'])('does not include anybody for a chat that does not exist: %s', async (chatId) => {
    const { status, body } = await upload(server.base, path(chatId), mira, await jpeg());
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Chat group not found.' } });
  });

  it('does not include anybody for the chat of a closed case', async () => {
    const chatId = await chatOf(server.base, 'Bird');
    const [chat] = await server.db
      .select()
      .from(chats)
      .where(eq(chats.id, Number(chatId)));
    await server.db
      .update(cases)
      .set({ status: 'CLOSED', closedAt: new Date() })
      .where(eq(cases.id, Number(chat?.caseId)));
    const { status, body } = await upload(server.base, path(chatId), await signIn(server.base, 'ravi'), await jpeg());
    expect({ status, body }).toEqual({
      status: 409,
      body: { message: 'This case is closed. Its chat can only be read.' },
    });
  });
});
