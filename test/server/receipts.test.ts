import { setInterval } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { messageReads } from '../../server/db/schema';
import type { Message, Refusal } from '../../src/contract/chats';
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
let ravi: TestClient;
let chat: Inbox;
let refusals: Inbox;
let raviId: number;
const others: TestClient[] = [];
beforeAll(async () => {
  // There are more receipts than this limit, so they do not count against it. The messages come from 20 senders, because of the limit.
  server = await startTestServer({ limits: { sendBurst: 60, sendsPerSecond: 20 } });
});
afterAll(() => server.close());

/** Ravi listens to the global chat and to his refusals. */
async function connectRavi() {
  const token = await signIn(server.base, 'ravi');
  raviId = Number(((await call(server.base, '/api/profile', { token })).body as { id: string }).id);
  ravi = await stompClient(server.base, token);
  chat = await ravi.subscribe('/topic/gchat');
  refusals = await ravi.subscribe(`/topic/members/${raviId}`, 'refusal');
}
async function connectAs(username: string): Promise<TestClient> {
  const client = await stompClient(server.base, await signIn(server.base, username));
  others.push(client);
  return client;
}
afterEach(async () => {
  for (const client of [ravi, ...others.splice(0)]) await client.close();
});

const read = (messageId: string) => ravi.send('/app/gchat/read', { messageId });
const isRead = ({ seenBy }: Message) => seenBy.some(({ id }) => id === String(raviId));
/** The ids of the messages that Ravi has read, as they are stored. */
const readIds = async () =>
  (
    await server.db.select({ id: messageReads.messageId }).from(messageReads).where(eq(messageReads.userId, raviId))
  ).map(({ id }) => String(id));

/** Messages of Mira to the global chat. @returns their ids. */
async function sent(name: string, count: number): Promise<string[]> {
  const mira = await connectAs('member');
  for (let index = 0; index < count; index++)
    mira.send('/app/gchat/send', { text: 'One of many', clientMessageId: `${name}-${index}` });
  const ids: string[] = [];
  while (ids.length < count)
    ids.push((await chat.next<Message>(({ clientMessageId }) => clientMessageId === `${name}-${ids.length}`)).id);
  return ids;
}

it('receipts of a reader of 200 messages a second are all stored, and their connection lives', async () => {
  await connectRavi();
  const [perSecond, count] = [200, 500];
  const senders: Awaited<ReturnType<typeof connectAs>>[] = [];
  // One after the other: a busy machine may close a connection that takes long to say who it is.
  while (senders.length < 20) senders.push(await connectAs('member'));
  const heard = new Set<string>();
  ravi.client.subscribe('/topic/gchat', ({ body }) => {
    const message: Message = JSON.parse(body);
    if (!message.clientMessageId?.startsWith('busy') || heard.has(message.id)) return;
    heard.add(message.id);
    read(message.id);
  });
  let index = 0;
  for await (const _ of setInterval(1000 / perSecond)) {
    senders[index % senders.length]?.send('/app/gchat/send', { text: 'Busy', clientMessageId: `busy-${index}` });
    if (++index === count) break;
  }
  await expect.poll(() => heard.size, { timeout: 30_000 }).toBe(count);
  await ravi.settled();
  expect(refusals.all).toEqual([]);
  expect(await readIds()).toEqual(expect.arrayContaining([...heard]));
  for (const id of heard) await chat.next<Message>((message) => message.id === id && isRead(message));
});

it('receipts that wait together are published once each, even if they are more than may be sent at once', async () => {
  await connectRavi();
  const ids = await sent('gathered', 50);
  const before = chat.all.length;
  // 600 frames: ten times what a connection may send at once.
  for (let round = 0; round < 12; round++) for (const id of ids) read(id);
  await ravi.settled();
  for (const id of ids) await chat.next<Message>((message) => message.id === id && isRead(message));
  expect(refusals.all).toEqual([]);
  expect(await readIds()).toEqual(expect.arrayContaining(ids));
  const told = (chat.all.slice(before) as Message[]).filter(isRead).length;
  expect(told).toBeGreaterThanOrEqual(ids.length);
  // Published one by one they would be 600 messages; at most 200 receipts are collected.
  expect(told).toBeLessThanOrEqual(400);
});

it('of receipts that wait together each is judged by itself, in its order', async () => {
  await connectRavi();
  const [first = '', second = ''] = await sent('judged', 2);
  ravi.send('/app/gchat/send', { text: 'My own', clientMessageId: 'own' });
  const { id: own } = await chat.next<Message>(({ clientMessageId }) => clientMessageId === 'own');
  const answers: string[] = [];
  const publish = (body: string, receipt: string) => {
    ravi.client.watchForReceipt(receipt, () => answers.push(receipt));
    ravi.client.publish({ destination: '/app/gchat/read', body, headers: { receipt } });
  };
  publish(JSON.stringify({ messageId: first }), 'first');
  publish(JSON.stringify({ messageId: own }), 'own');
  publish(JSON.stringify({ messageId: '999999' }), 'unknown');
  publish('no JSON', 'broken');
  publish(JSON.stringify({ messageId: second }), 'second');
  await ravi.settled();
  expect(answers).toEqual(['first', 'second']);
  expect((refusals.all as Refusal[]).map(({ status, message }) => [status, message])).toEqual([
    [403, 'Your own messages cannot be marked as read.'],
    [404, 'There is no such message in this chat.'],
    [400, 'The body must be JSON.'],
  ]);
  const stored = await readIds();
  expect(stored).toEqual(expect.arrayContaining([first, second]));
  expect(stored).not.toContain(own);
});

it('what comes after receipts is carried out after them', async () => {
  await connectRavi();
  const ids = await sent('ordered', 20);
  for (const id of ids) read(id);
  ravi.send('/app/gchat/send', { text: 'All read', clientMessageId: 'after' });
  await chat.next<Message>(({ clientMessageId }) => clientMessageId === 'after');
  expect(await readIds()).toEqual(expect.arrayContaining(ids));
});

it('the readers of a message are listed in the order in which they have read it', async () => {
  await connectRavi();
  const [id = ''] = await sent('ordered', 1);
  const readAfter = (userId: number, minutes: number) => ({
    messageId: Number(id),
    userId,
    readAt: new Date(Date.now() + minutes * 60_000),
  });
  await server.db.insert(messageReads).values([readAfter(2, 3), readAfter(3, 2), readAfter(4, 1)]);
  const answer = await call(server.base, '/api/gchat/messages', { token: await signIn(server.base, 'tara') });
  const message = (answer.body as Message[]).find((one) => one.id === id);
  const readers = message?.seenBy.map((reader) => reader.id);
  expect(readers?.filter((reader) => reader !== String(raviId))).toEqual(['4', '3', '2']);
});
