import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { media } from '../../server/db/schema';
import type { ChatGroupEntry, Message, Refusal, UploadAnswer } from '../../src/contract/chats';
import { chatOf, jpeg, recordings, upload, uploaded, wav } from '../kit/media';
import {
  call,
  type Inbox,
  signIn,
  startTestServer,
  stompClient,
  type TestClient,
  type TestServer,
} from '../kit/server';

let server: TestServer;
let token: string;
let mira: TestClient;
let chat: Inbox;
let refusals: Inbox;
let caseChat: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.base, 'member');
  mira = await stompClient(server.base, token);
  chat = await mira.subscribe('/topic/gchat');
  const { id } = (await call(server.base, '/api/profile', { token })).body as { id: string };
  refusals = await mira.subscribe(`/topic/members/${id}`, 'refusal');
  caseChat = await chatOf(server.base, 'Dog');
});
afterAll(async () => {
  await mira.close();
  await server.close();
});

let clientMessageId: string;
let count = 0;
beforeEach(() => {
  clientMessageId = `media-${++count}`;
});

const send = (body: object, destination = '/app/gchat/send') => mira.send(destination, { clientMessageId, ...body });
const echo = () => chat.next<Message>((message) => message.clientMessageId === clientMessageId);
const historyOf = async (path: string) => (await call(server.base, path, { token })).body as Message[];

describe('a message with a file', () => {
  it.each([
    ['IMAGE', jpeg],
    ['VIDEO', () => recordings.clipWebm],
    ['AUDIO', () => recordings.voiceWebm],
  ])('brings it to everybody, live and in the history: %s', async (mediaType, make) => {
    const { mediaUrl } = await uploaded(server.base, token, await make());
    send({ mediaUrl, mediaType });
    expect(await echo()).toMatchObject({ text: null, mediaUrl, mediaType });
    const stored = (await historyOf('/api/gchat/messages')).at(-1);
    expect(stored).toMatchObject({ clientMessageId, text: null, mediaUrl, mediaType });
  });

  it('contains the size of a picture, but of nothing else, and not of pictures stored before sizes were', async () => {
    const image = await uploaded(server.base, token, await jpeg());
    send({ mediaUrl: image.mediaUrl, mediaType: 'IMAGE' });
    const { id, mediaSize } = await echo();
    expect(mediaSize).toEqual({ width: 40, height: 30 });
    const stored = async () => (await historyOf('/api/gchat/messages')).find((message) => message.id === id);
    expect((await stored())?.mediaSize).toEqual({ width: 40, height: 30 });

    const mediaId = image.mediaUrl.slice('/media/'.length);
    await server.db.update(media).set({ width: null, height: null }).where(eq(media.id, mediaId));
    expect(await stored()).not.toHaveProperty('mediaSize');

    const clip = await uploaded(server.base, token, recordings.clipWebm);
    clientMessageId += '-clip';
    send({ mediaUrl: clip.mediaUrl, mediaType: 'VIDEO' });
    expect(await echo()).not.toHaveProperty('mediaSize');
  });

  it('may have a text as well, and keeps both when it is read and reacted to', async () => {
    const { mediaUrl } = await uploaded(server.base, token, await jpeg());
    send({ text: 'Look!', mediaUrl, mediaType: 'IMAGE' });
    const { id } = await echo();
    mira.send('/app/gchat/react', { messageId: id, reaction: '❤️' });
    const after = await chat.next<Message>((message) => message.id === id && '❤️' in message.reactions);
    expect(after).toMatchObject({ text: 'Look!', mediaUrl, mediaType: 'IMAGE' });
  });

  it('is of the kind that the file is, whatever the sender says', async () => {
    const { mediaUrl } = await uploaded(server.base, token, wav());
    send({ mediaUrl, mediaType: 'IMAGE' });
    expect((await echo()).mediaType).toBe('AUDIO');
  });

  it('without one has no kind', async () => {
    send({ text: 'hello', mediaType: 'IMAGE' });
    expect(await echo()).toMatchObject({ mediaUrl: null, mediaType: null });
  });

  it('changes nothing when it is sent again', async () => {
    const { mediaUrl } = await uploaded(server.base, token, await jpeg());
    send({ mediaUrl, mediaType: 'IMAGE' });
    const first = await echo();
    send({ mediaUrl, mediaType: 'IMAGE' });
    expect(await echo()).toEqual(first);
    const stored = (await historyOf('/api/gchat/messages')).filter((message) => message.mediaUrl === mediaUrl);
    expect(stored).toHaveLength(1);
  });

  it("is named in the list of a team's chats", async () => {
    const { body } = await upload(server.base, `/api/chat/${caseChat}/media`, token, await jpeg());
    const topic = await mira.subscribe(`/topic/chat/${caseChat}`);
    send({ ...(body as UploadAnswer) }, `/app/chat/${caseChat}/send`);
    await topic.next<Message>((message) => message.clientMessageId === clientMessageId);
    const groups = (await call(server.base, '/api/chat/groups', { token })).body as ChatGroupEntry[];
    expect(groups.find(({ chatGroup }) => chatGroup.id === caseChat)?.lastMessage).toBe('[image]');
  });
});

describe('a file that a message may not carry', () => {
  it.each<[string, () => Promise<string>]>([
    ['one that was never uploaded', async () => '/media/0123456789abcdef0123456789abcdef'],
    ["somebody else's", async () => (await uploaded(server.base, await signIn(server.base, 'ravi'), wav())).mediaUrl],
    [
      'one for another chat',
      async () =>
        ((await upload(server.base, `/api/chat/${caseChat}/media`, token, wav())).body as UploadAnswer).mediaUrl,
    ],
    ['its own at another host', async () => server.base + (await uploaded(server.base, token, wav())).mediaUrl],
    ['its own, small', async () => `${(await uploaded(server.base, token, await jpeg())).mediaUrl}?thumbnail`],
    ['its own, without a slash', async () => (await uploaded(server.base, token, wav())).mediaUrl.slice(1)],
    ['another address', async () => 'https://example.org/dog.jpg'],
    ['a script', async () => 'javascript:alert(1)'],
    ['nothing', async () => ''],
  ])('is refused, and the message with it: %s', async (_, make) => {
    send({ text: 'Look!', mediaUrl: await make(), mediaType: 'IMAGE' });
    expect(await refusals.next<Refusal>((refusal) => refusal.clientMessageId === clientMessageId)).toMatchObject({
      destination: '/app/gchat/send',
      status: 400,
      message: 'There is no such uploaded file.',
    });
    const stored = await historyOf('/api/gchat/messages');
    expect(stored.some((message) => message.clientMessageId === clientMessageId)).toBe(false);
  });
});
