import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearGlobalChat } from '../../server/areas/admin/clearChat';
import { auditLog, media, messageReactions, messages } from '../../server/db/schema';
import type { Message } from '../../src/contract/chats';
import { callsIn, everybody, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { filesOf, jpeg, uploaded } from '../kit/media';
import { runWhileLocked } from '../kit/runWhileLocked';
import { call, stompClient, type TestClient } from '../kit/server';

let signedIn: SignedInServer;
let mira: TestClient;
beforeAll(async () => {
  signedIn = await startSignedInServer();
  mira = await stompClient(signedIn.server.base, signedIn.tokens['member in team']);
});
afterAll(async () => {
  await mira.close();
  await signedIn.server.close();
});

const { asked, read } = callsIn(() => signedIn);
const db = () => signedIn.server.db;
const clear = (query = '', person: (typeof everybody)[number] = 'super admin') =>
  asked(person, `admin/clear-global-chat${query}`, { method: 'DELETE' });
const history = () => read<Message[]>('gchat/messages');
const texts = async () => (await history()).map(({ text }) => text);
let count = 0;
/** Says something in the global chat as Mira. @returns the message. */
async function say(text: string, more: object = {}): Promise<Message> {
  const clientMessageId = `said-${++count}`;
  await mira.sendAndWait('/app/gchat/send', { text, clientMessageId, ...more });
  return (await history()).find((message) => message.clientMessageId === clientMessageId) as Message;
}

describe('clearing the global chat', () => {
  beforeEach(async () => {
    await db().delete(messages).where(eq(messages.chatId, 0));
  });

  it('needs a login', async () => {
    expect((await call(signedIn.server.base, '/api/admin/clear-global-chat', { method: 'DELETE' })).status).toBe(401);
  });

  it.each(everybody)('is only for super admins: as %s', async (person) => {
    await say('Hello.');
    const { status, body } = await clear('?keep=0', person);
    if (person === 'super admin') expect([status, body]).toEqual([200, { messages_deleted: 1 }]);
    else expect([status, body]).toEqual([403, { message: 'Only a super admin can do this.' }]);
    expect(await texts()).toEqual(person === 'super admin' ? [] : ['Hello.']);
  });

  it('keeps the newest; their references to deleted messages are removed', async () => {
    const first = await say('first');
    await mira.sendAndWait('/app/gchat/react', { messageId: first.id, reaction: '👍' });
    const second = await say('second', { parentMessageId: first.id });
    await say('third', { parentMessageId: second.id });
    expect(await clear('?keep=2')).toMatchObject({ status: 200, body: { messages_deleted: 1 } });
    const left = await history();
    expect(left.map(({ text, parentMessageId }) => [text, parentMessageId])).toEqual([
      ['second', null],
      ['third', second.id],
    ]);
    expect(await db().$count(messageReactions, eq(messageReactions.messageId, Number(first.id)))).toBe(0);
    expect(await clear('?keep=2')).toMatchObject({ body: { messages_deleted: 0 } });
    expect(await clear('?keep=1000')).toMatchObject({ body: { messages_deleted: 0 } });
    expect(await clear('?keep=0')).toMatchObject({ body: { messages_deleted: 2 } });
    expect(await history()).toEqual([]);
  });

  it('keeps 100 if no number is given (S2 §9)', async () => {
    const rows = Array.from({ length: 103 }, (_, index) => ({
      chatId: 0,
      senderId: 7,
      clientMessageId: `many-${index}`,
      text: `number ${index}`,
    }));
    await db().insert(messages).values(rows);
    expect(await clear()).toMatchObject({ body: { messages_deleted: 3 } });
    expect((await texts())[0]).toBe('number 3');
  });

  it.each(['-1', '1.5', 'x', '', '1e3'])('of all but %j is refused', async (keep) => {
    await say('stays');
    expect(await clear(`?keep=${keep}`)).toMatchObject({
      status: 400,
      body: { message: 'Number to keep must be 0 or more.' },
    });
    expect(await texts()).toEqual(['stays']);
  });

  it('deletes the files of what is gone, and no file that a message still has', async () => {
    const send = async () => uploaded(signedIn.server.base, signedIn.tokens['member in team'], await jpeg());
    const [gone, both, kept] = [await send(), await send(), await send()];
    const carry = ({ mediaUrl }: { mediaUrl: string }) => say('', { mediaUrl, mediaType: 'IMAGE' });
    for (const file of [gone, both, both, kept]) await carry(file);
    await clear('?keep=2');
    const idOf = ({ mediaUrl }: { mediaUrl: string }) => mediaUrl.slice('/media/'.length);
    const statuses = await Promise.all(
      [gone, both, kept].map(async ({ mediaUrl }) => (await call(signedIn.server.base, mediaUrl)).status),
    );
    expect(statuses).toEqual([404, 200, 200]);
    const { kept: files } = await filesOf(signedIn.server);
    expect(files.filter((name) => name.startsWith(idOf(gone)))).toEqual([]);
    expect(await db().$count(media, eq(media.id, idOf(gone)))).toBe(0);
  });

  it('leaves the chats of cases alone, tells everybody, and is in the audit log', async () => {
    const before = await db().$count(messages, sql`${messages.chatId} <> 0`);
    const news = await mira.subscribe('/topic/members/1', 'chat.cleared');
    await say('gone');
    await clear('?keep=0');
    expect(await news.next()).toEqual({});
    news.unsubscribe();
    expect(await db().$count(messages, sql`${messages.chatId} <> 0`)).toBe(before);
    const [entry] = await db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'chat.cleared',
      actorName: 'Sara Thomas',
      details: 'Messages deleted: 1. To keep: the newest 0.',
    });
  });

  it('waits for an answer that is being sent, and leaves it', async () => {
    const first = await say('first');
    await runWhileLocked(
      db(),
      async (tx) => {
        await tx
          .select()
          .from(messages)
          .where(eq(messages.id, Number(first.id)))
          .for('key share');
        await tx.insert(messages).values({
          chatId: 0,
          senderId: 7,
          clientMessageId: 'answer',
          text: 'answer',
          parentMessageId: Number(first.id),
        });
      },
      () => clearGlobalChat(db(), { id: 5 }, 0),
    );
    expect((await history()).map(({ text, parentMessageId }) => [text, parentMessageId])).toEqual([['answer', null]]);
  });

  it('waits for a file that is being sent again, and leaves it', async () => {
    const { mediaUrl } = await uploaded(signedIn.server.base, signedIn.tokens['member in team'], await jpeg());
    await say('', { mediaUrl, mediaType: 'IMAGE' });
    const mediaId = mediaUrl.slice('/media/'.length);
    const ended = await runWhileLocked(
      db(),
      async (tx) => {
        await tx.select().from(media).where(eq(media.id, mediaId)).for('key share');
        await tx.insert(messages).values({ chatId: 0, senderId: 1, clientMessageId: 'sent again', mediaId });
      },
      () => clear('?keep=0'),
    );
    expect(ended).toMatchObject({ value: { status: 200, body: { messages_deleted: 1 } } });
    expect((await history()).map((message) => message.mediaUrl)).toEqual([mediaUrl]);
    expect((await call(signedIn.server.base, mediaUrl)).status).toBe(200);
  });

  it('refuses an answer to a deleted message, while everything else that is sent meanwhile stays', async () => {
    const first = await say('first');
    const refused = await mira.subscribe('/topic/members/1', 'refusal');
    const sends = Array.from({ length: 60 }, (_, index) =>
      mira.sendAndWait('/app/gchat/send', {
        text: `meanwhile ${index}`,
        clientMessageId: `meanwhile-${index}`,
        ...(index % 3 === 0 && { parentMessageId: first.id }),
      }),
    );
    const cleared = [await clear('?keep=0'), await clear('?keep=0')];
    await mira.settled();
    void Promise.allSettled(sends);
    expect(cleared.map(({ status }) => status)).toEqual([200, 200]);
    const gone = cleared.reduce((sum, { body }) => sum + (body as { messages_deleted: number }).messages_deleted, 0);
    // Each message was stored or refused, and each stored one is there or was deleted.
    expect(gone + (await history()).length + refused.all.length).toBe(61);
    for (const refusal of refused.all) expect(refusal).toMatchObject({ status: 400 });
    expect((await history()).filter(({ parentMessageId }) => parentMessageId !== null)).toEqual([]);
  });
});
