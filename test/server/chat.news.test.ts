import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishMessages } from '../../server/areas/chat/news';
import { createRooms } from '../../server/areas/chat/rooms';
import { Broker } from '../../server/realtime/broker';
import type { ChatGroupEntry, Message } from '../../src/contract/chats';
import {
  call,
  type Inbox,
  signIn,
  startTestServer,
  stompClient,
  type TestClient,
  type TestServer,
} from '../kit/server';

/** The ids of demo members, DECISIONS 15. Chat 1 is that of Mira's, Ravi's and Tara's case. */
const ids = { member: 1, captain: 2, inventory: 3, superadmin: 5, ravi: 6 };
type Name = keyof typeof ids;
let server: TestServer;
const tokens = {} as Record<Name, string>;
const clients = {} as Record<Name, TestClient>;
const inboxes = {} as Record<Name, Inbox>;
beforeAll(async () => {
  server = await startTestServer();
  for (const name of Object.keys(ids) as Name[]) {
    tokens[name] = await signIn(server.base, name);
    clients[name] = await stompClient(server.base, tokens[name]);
    inboxes[name] = await clients[name].subscribe(`/topic/members/${ids[name]}`, 'chats.changed');
  }
});
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.close()));
  await server.close();
});

let count = 0;
/** Says something as Ravi. */
async function say(chat: 'chat/1' | 'gchat', text: string, clientMessageId = `news-${++count}`): Promise<void> {
  await clients.ravi.sendAndWait(`/app/${chat}/send`, { text, clientMessageId });
}
const newest = async (path: string) =>
  ((await call(server.base, `/api/${path}`, { token: tokens.captain })).body as Message[]).at(-1)?.id;

describe('news of a message', () => {
  it('in the chat of a case contain what a toast needs, for all who have the chat in their list', async () => {
    await say('chat/1', 'Is the crate still at the shelter, @Kabir?');
    const groups = (await call(server.base, '/api/chat/groups', { token: tokens.captain })).body as ChatGroupEntry[];
    const chatName = groups.find(({ chatGroup }) => chatGroup.id === '1')?.chatGroup.name;
    const message = {
      messageId: await newest('chat/messages/1'),
      senderId: '6',
      senderName: 'Ravi',
      chatName,
      // S1: the first 30 characters.
      preview: 'Is the crate still at the shel...',
    };
    expect(await inboxes.member.next()).toEqual({
      chatId: '1',
      count: 1,
      message: { ...message, isMention: false, isMyCase: true },
    });
    expect(await inboxes.captain.next()).toEqual({
      chatId: '1',
      count: 1,
      message: { ...message, isMention: true, isMyCase: false },
    });
    expect(await inboxes.superadmin.next()).toMatchObject({ message: { isMention: false, isMyCase: false } });
    // His own list has changed, too, but he gets no news of his own message.
    expect(await inboxes.ravi.next()).toEqual({ chatId: '1' });
    await clients.inventory.settled();
    expect(inboxes.inventory.all).toEqual([]);
  });

  it('in the global chat reach everybody except the sender', async () => {
    await say('gchat', 'Good morning');
    const news = {
      chatId: null,
      isGlobal: true,
      count: 1,
      message: {
        messageId: await newest('gchat/messages'),
        senderId: '6',
        senderName: 'Ravi',
        chatName: 'Global Chat',
        preview: 'Good morning',
        isMention: false,
        isMyCase: false,
      },
    };
    for (const name of ['member', 'captain', 'inventory', 'superadmin'] as const)
      expect(await inboxes[name].next()).toEqual(news);
    const before = inboxes.ravi.all.length;
    await clients.ravi.settled();
    expect(inboxes.ravi.all).toHaveLength(before);
  });

  it.each([
    ['@Mira please call', ['member']],
    ['@mira, @Indu: please call', ['member', 'inventory']],
    ['@Everyone the van is back', ['member', 'captain', 'inventory', 'superadmin']],
    ['Mira and mira@example.org', []],
    ['@Miranda', []],
  ])('%s: mentions %j', async (text, mentioned) => {
    await say('gchat', text);
    for (const name of ['member', 'captain', 'inventory', 'superadmin'] as const)
      expect(await inboxes[name].next()).toMatchObject({ message: { isMention: mentioned.includes(name as never) } });
  });

  it('that is sent again are no news', async () => {
    await say('gchat', 'once', 'sent-twice');
    await inboxes.member.next();
    const before = inboxes.member.all.length;
    await say('gchat', 'once', 'sent-twice');
    await say('gchat', 'afterwards');
    expect(await inboxes.member.next()).toMatchObject({ message: { preview: 'afterwards' } });
    expect(inboxes.member.all).toHaveLength(before + 1);
  });

  it('that one tab has read are told to the other tabs', async () => {
    await say('gchat', 'to be read');
    const { message } = await inboxes.member.next<{ message: { messageId: string } }>();
    await clients.member.sendAndWait('/app/gchat/read', { messageId: message.messageId });
    expect(await inboxes.member.next()).toEqual({ chatId: null, isGlobal: true });
  });
});

describe('news of messages that are stored together', () => {
  const messageOf = (id: number, text: string, senderId = '6') =>
    ({ id: String(id), text, mediaUrl: null, sender: { id: senderId, firstName: 'Ravi' } }) as Message;
  const reader = { userId: 1, firstName: 'Mira', chatName: 'A chat', isInTeam: true };

  /** The news that Mira gets: the ids of the messages, and the count of each. */
  function told(fresh: Message[]) {
    const heard: unknown[] = [];
    const publish = (
      _: string,
      { count, message }: { count?: number; message?: { messageId: string; isMention: boolean } },
    ) => heard.push(message ? [message.messageId, count, message.isMention] : 'nothing more');
    publishMessages({ publish } as unknown as Broker, { kind: 'incident', chatId: '1' }, [reader], fresh);
    return heard;
  }

  it('contain the newest message and each mention; the counts add up', () => {
    expect(told([1, 2, 3].map((id) => messageOf(id, 'Hello')))).toEqual([['3', 3, false]]);
    expect(told([messageOf(1, 'Hello'), messageOf(2, '@Mira'), messageOf(3, 'Hello')])).toEqual([
      ['2', 1, true],
      ['3', 2, false],
    ]);
    expect(told([messageOf(1, '@Mira'), messageOf(2, 'Hello'), messageOf(3, '@Mira')])).toEqual([
      ['1', 1, true],
      ['3', 2, true],
    ]);
    expect(told([messageOf(1, 'Hello'), messageOf(2, '@Mira', '1')])).toEqual([['1', 1, false]]);
    expect(told([messageOf(1, '@Mira', '1')])).toEqual(['nothing more']);
  });

  it('cost one query, however many members get them', async () => {
    const queries = vi.spyOn((server.db as unknown as { $client: { query(): unknown } }).$client, 'query');
    const stored = [1, 2, 3].map((id) => messageOf(100_000 + id, '@Everyone'));
    const { send } = createRooms({ db: server.db, broker: new Broker() }, async () => stored);
    await send(
      { kind: 'global' },
      stored.map(({ text }, index) => ({
        senderId: 6,
        body: { text, clientMessageId: `batch-${index}`, parentMessageId: null, mediaUrl: null, mediaType: null },
      })),
    );
    expect(queries).toHaveBeenCalledTimes(1);
    queries.mockRestore();
  });

  it('come after all if the readers could not be found at first, and the message is sent again', async () => {
    const published: string[] = [];
    const broker = new Broker();
    broker.publish = (topic) => published.push(topic);
    let isDown = true;
    const db = new Proxy(server.db, {
      get(target, name) {
        if (isDown) throw new Error('The database is away');
        return Reflect.get(target, name);
      },
    });
    const { send } = createRooms({ db, broker }, async () => [messageOf(200_000, 'Hello')]);
    const draft = {
      senderId: 6,
      body: { text: 'Hello', clientMessageId: 'away', parentMessageId: null, mediaUrl: null, mediaType: null },
    };
    await expect(send({ kind: 'global' }, [draft])).rejects.toThrow('away');
    const before = published.length;
    isDown = false;
    await send({ kind: 'global' }, [draft]);
    expect(published.slice(before)).toContain(`/topic/members/${ids.member}`);
  });
});
