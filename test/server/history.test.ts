import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeChat } from '../../server/areas/chat/history';
import { cases, messageReads, messages, readPositions } from '../../server/db/schema';
import type { ChatGroupEntry, Message } from '../../src/contract/chats';
import { makeIncident, rowsOf } from '../kit/incidents';
import { call, signIn, startTestServer, stompClient, type TestServer } from '../kit/server';

let server: TestServer;
let tokens: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  tokens = {};
  for (const name of ['member', 'captain', 'inventory', 'admin', 'superadmin', 'ravi', 'tara'])
    tokens[name] = await signIn(server.base, name);
});
afterAll(() => server.close());

const get = (name: string, path: string) => call(server.base, path, { token: tokens[name] ?? '' });
const texts = (body: unknown) => (body as Message[]).map(({ text }) => text);
const groupsOf = async (name: string) => (await get(name, '/api/chat/groups')).body as ChatGroupEntry[];

describe('the chat list', () => {
  it('holds the chats of the open cases whose team the member is in', async () => {
    expect(await groupsOf('member')).toEqual([
      {
        chatGroup: {
          id: '1',
          name: 'Incident #3 · Dog',
          purposeId: '3',
          incident: {
            status: 'ASSIGNED',
            location: expect.any(String),
            photoUrl: null,
            team: ['Mira', 'Ravi', 'Tara'].map((firstName) => ({
              userId: expect.any(String),
              firstName,
              movement: null,
              movedAt: null,
            })),
          },
        },
        hasUnreadMessages: true,
        lastMessage: '🙏',
        lastMessageAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        lastSender: 'Ravi',
        unreadCount: 2,
      },
    ]);
    expect((await groupsOf('ravi')).map(({ chatGroup }) => chatGroup.id)).toEqual(['1', '2']);
  });

  it('is empty, not refused, for a member of no team', async () => {
    expect(await get('inventory', '/api/chat/groups')).toMatchObject({ status: 200, body: [] });
  });

  it.each(['captain', 'admin', 'superadmin'])('holds all open ones for %s', async (name) => {
    expect((await groupsOf(name)).map(({ chatGroup }) => chatGroup.id)).toEqual(['1', '2']);
  });

  it('has no last message for a chat without messages', async () => {
    expect((await groupsOf('tara'))[1]).toMatchObject({ hasUnreadMessages: false, lastMessage: null });
  });

  it('marks a chat as unread until each message by others was read', async () => {
    const ravi = await stompClient(server.base, tokens.ravi ?? '');
    const tara = await stompClient(server.base, tokens.tara ?? '');
    const inbox = await tara.subscribe('/topic/chat/2');
    const unread = async (name: string) =>
      (await groupsOf(name)).find(({ chatGroup }) => chatGroup.id === '2')?.hasUnreadMessages;
    for (const text of ['first', 'second'])
      await ravi.sendAndWait('/app/chat/2/send', { text, clientMessageId: `unread-${text}` });
    const [first, second] = [await inbox.next<Message>(), await inbox.next<Message>()];
    expect([await unread('ravi'), await unread('tara'), await unread('captain')]).toEqual([false, true, true]);
    await tara.sendAndWait('/app/chat/2/read', { messageId: second.id });
    expect((await groupsOf('tara')).find(({ chatGroup }) => chatGroup.id === '2')).toMatchObject({
      hasUnreadMessages: true,
      unreadCount: 1,
    });
    await tara.sendAndWait('/app/chat/2/read', { messageId: first.id });
    expect([await unread('tara'), await unread('captain')]).toEqual([false, true]);
    expect((await groupsOf('tara'))[0]).toMatchObject({
      chatGroup: { id: '2' },
      lastMessage: 'second',
      lastSender: 'Ravi',
      unreadCount: 0,
    });
    await ravi.close();
    await tara.close();
  });
});

describe('a member of a chat', () => {
  /** A chat of its own with messages of these senders, in this order. @returns their ids. */
  async function talk(senders: readonly number[]) {
    const id = await makeIncident(server, 'ASSIGNED');
    const chatId = (await rowsOf(server, id)).chats[0]?.id ?? 0;
    const rows = senders.map((senderId, at) => ({
      chatId,
      senderId,
      clientMessageId: `talk-${chatId}-${at}`,
      text: '…',
    }));
    const made = await server.db.insert(messages).values(rows).returning({ id: messages.id });
    return { chatId, ids: made.map((row) => row.id).sort((a, b) => a - b) };
  }
  const isUnread = async (chatId: number) =>
    (await groupsOf('member')).find(({ chatGroup }) => chatGroup.id === String(chatId))?.hasUnreadMessages;
  const markIn = async (chatId: number) =>
    (await server.db.select().from(readPositions).where(eq(readPositions.chatId, chatId))).map(
      ({ userId, readUpTo }) => [userId, readUpTo],
    );

  // Mira has the id 1, Ravi 6. Each step: the place of the message that she reads, then that of the first one still unread, or null.
  it.each<[string, number[], [read: number, unread: number | null][]]>([
    [
      'in its order',
      [6, 6, 6],
      [
        [0, 1],
        [1, 2],
        [2, null],
      ],
    ],
    [
      'from its end',
      [6, 6, 6],
      [
        [2, 0],
        [1, 0],
        [0, null],
      ],
    ],
    [
      'with a gap',
      [6, 6, 6, 6],
      [
        [0, 1],
        [2, 1],
        [3, 1],
        [1, null],
      ],
    ],
    [
      'twice',
      [6, 6],
      [
        [0, 1],
        [0, 1],
        [1, null],
        [0, null],
      ],
    ],
    [
      'between her own',
      [1, 6, 1, 6, 1],
      [
        [3, 1],
        [1, null],
      ],
    ],
  ])('who reads it %s has it unread until every message by others is read', async (_, senders, steps) => {
    const { chatId, ids } = await talk(senders);
    const mira = await stompClient(server.base, tokens.member ?? '');
    expect(await isUnread(chatId)).toBe(true);
    for (const [place, unread] of steps) {
      await mira.sendAndWait(`/app/chat/${chatId}/read`, { messageId: String(ids[place]) });
      expect(await isUnread(chatId)).toBe(unread !== null);
      expect(await markIn(chatId)).toEqual([[1, unread === null ? ids.at(-1) : (ids[unread] ?? 0) - 1]]);
    }
    await server.db.insert(messages).values({ chatId, senderId: 1, clientMessageId: `own-${chatId}`, text: '…' });
    expect(await isUnread(chatId)).toBe(false);
    await server.db.insert(messages).values({ chatId, senderId: 6, clientMessageId: `next-${chatId}`, text: '…' });
    expect(await isUnread(chatId)).toBe(true);
    await mira.close();
  });

  it('takes all messages up to the stored position as read', async () => {
    const { chatId, ids } = await talk([6, 6]);
    const readUpTo = ids[1] ?? 0;
    await server.db.insert(readPositions).values({ chatId, userId: 1, readUpTo });
    expect(await isUnread(chatId)).toBe(false);
    expect((await groupsOf('ravi')).find(({ chatGroup }) => chatGroup.id === String(chatId))).toMatchObject({
      hasUnreadMessages: false,
    });
    expect((await groupsOf('captain')).find(({ chatGroup }) => chatGroup.id === String(chatId))).toMatchObject({
      hasUnreadMessages: true,
    });
  });
});

describe('a long chat', () => {
  const LENGTH = 450;
  let chatId = 0;
  beforeAll(async () => {
    chatId = (await rowsOf(server, await makeIncident(server, 'ASSIGNED'))).chats[0]?.id ?? 0;
    const rows = Array.from({ length: LENGTH }, (_, at) => ({
      chatId,
      senderId: at % 2 ? 6 : 1,
      clientMessageId: `long-${at}`,
      text: `${at}`,
    }));
    const made = await server.db.insert(messages).values(rows).returning({ id: messages.id });
    await server.db.insert(messageReads).values(made.map(({ id }) => ({ messageId: id, userId: 7 })));
  });

  it('comes as a whole, in its order, each message once and with its readers', async () => {
    const { headers, body } = await get('captain', `/api/chat/messages/${chatId}`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const whole = body as Message[];
    expect(texts(whole)).toEqual(Array.from({ length: LENGTH }, (_, at) => `${at}`));
    expect(whole.filter(({ seenBy }) => seenBy.map(({ firstName }) => firstName).join() === 'Tara')).toHaveLength(
      LENGTH,
    );
    const newest = (await get('captain', `/api/chat/messages/${chatId}?limit=200`)).body as Message[];
    expect(whole.slice(-200)).toEqual(newest);
  });

  it('is streamed: messages sent meanwhile are included', async () => {
    const pieces = wholeChat(server.db, chatId);
    let text = String((await pieces.next()).value);
    await server.db.insert(messages).values({ chatId, senderId: 1, clientMessageId: 'meanwhile', text: 'Meanwhile' });
    for await (const piece of pieces) text += piece;
    const whole = JSON.parse(text) as Message[];
    expect([whole.length, whole.at(-1)?.text]).toEqual([LENGTH + 1, 'Meanwhile']);
  });
});

describe('the messages of a chat', () => {
  it('come oldest first, all of them without parameters', async () => {
    const { status, body } = await get('member', '/api/chat/messages/1');
    expect(status).toBe(200);
    expect(texts(body)).toEqual([
      'Team, this is the dog below the tea stall. @Mira has the first-aid kit.',
      'On my way after work, there by six.',
      'I can bring the crate on the bike.',
      'Please do, mine is too small for this one.',
      'He is eating. Left front leg is swollen.',
      '🙏',
    ]);
  });

  it('carry sender, receipts, reactions and what they answer', async () => {
    const messages = (await get('member', '/api/chat/messages/1')).body as Message[];
    expect(messages[3]).toEqual({
      id: '4',
      clientMessageId: 'demo-1-3',
      text: 'Please do, mine is too small for this one.',
      sender: { id: '7', firstName: 'Tara', lastName: 'Joshi' },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reactions: { '❤️': [{ id: '6', firstName: 'Ravi', lastName: 'Kulkarni' }] },
      seenBy: [
        { id: '1', firstName: 'Mira', lastName: 'Nair' },
        { id: '6', firstName: 'Ravi', lastName: 'Kulkarni' },
      ],
      parentMessageId: '3',
      mediaUrl: null,
      mediaType: null,
      quoted: {
        sender: { id: '6', firstName: 'Ravi', lastName: 'Kulkarni' },
        text: 'I can bring the crate on the bike.',
        mediaUrl: null,
        mediaType: null,
      },
    });
  });

  it('come in pages: the newest first, older ones by `before`', async () => {
    const all = (await get('member', '/api/gchat/messages')).body as Message[];
    expect(all.length).toBe(12);
    const page = async (query: string) => (await get('member', `/api/gchat/messages?${query}`)).body as Message[];
    expect(await page('limit=5')).toEqual(all.slice(7));
    expect(await page(`limit=5&before=${all[7]?.id}`)).toEqual(all.slice(2, 7));
    expect(await page(`limit=5&before=${all[2]?.id}`)).toEqual(all.slice(0, 2));
    expect(await page(`limit=5&before=${all[0]?.id}`)).toEqual([]);
    expect(await page('before=999999999999999')).toEqual(all);
    expect(await page('limit=200')).toEqual(all);
  });

  it('keep to 50 where only `before` is given', async () => {
    const ravi = await stompClient(server.base, tokens.ravi ?? '');
    for (let count = 0; count < 60; count++)
      ravi.send('/app/chat/2/send', { text: `${count}`, clientMessageId: `page-${count}` });
    await ravi.sendAndWait('/app/chat/2/send', { text: 'last', clientMessageId: 'page-last' });
    const found = (await get('ravi', '/api/chat/messages/2?before=999999999')).body;
    expect(texts(found)).toHaveLength(50);
    expect(texts(found).at(-1)).toBe('last');
    await ravi.close();
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'limit=-1', 'limit=', 'before=x', 'before=-1', 'before=1&before=2'])(
    'refuse ?%s',
    async (query) => {
      for (const path of ['/api/gchat/messages', '/api/chat/messages/1'])
        expect(await get('member', `${path}?${query}`)).toMatchObject({ status: 400, body: { message: /./ } });
    },
  );

  it('are for the team and captain-or-higher: 403 for others, 404 where there is no chat, 401 for visitors', async () => {
    const status = async (name: string, chatId: string) => (await get(name, `/api/chat/messages/${chatId}`)).status;
    for (const name of ['member', 'ravi', 'tara', 'captain', 'admin', 'superadmin'])
      expect([name, await status(name, '1')]).toEqual([name, 200]);
    expect(await status('inventory', '1')).toBe(403);
    expect(await status('member', '2')).toBe(403);
    for (const chatId of ['0', '999', '01', 'x', '-1', '1.0', '%00', '99999999999999999999'])
      expect([chatId, await status('superadmin', chatId)]).toEqual([chatId, 404]);
    for (const path of ['/api/chat/groups', '/api/chat/messages/1', '/api/gchat/messages', '/api/profile'])
      expect(await call(server.base, path)).toMatchObject({ status: 401, body: { message: 'Please log in.' } });
  });

  it('of a closed case can be read by its team, but the chat is no longer listed', async () => {
    expect(await get('member', '/api/chat/messages/3')).toMatchObject({ status: 200, body: [] });
    expect((await get('tara', '/api/chat/messages/3')).status).toBe(403);
    const [closed] = await server.db.select().from(cases).where(eq(cases.id, 3));
    expect(closed?.closedAt).toBeInstanceOf(Date);
    const listed = (await groupsOf('captain')).map(({ chatGroup }) => chatGroup.id);
    expect(listed).toEqual(expect.arrayContaining(['1', '2']));
    expect(listed).not.toContain('3');
  });
});
