import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sent } from '../../server/areas/chat/actions';
import { publishMessages } from '../../server/areas/chat/news';
import { createRooms } from '../../server/areas/chat/rooms';
import { Broker } from '../../server/realtime/broker';
import type { ChatGroupEntry, Message } from '../../src/contract/chats';
import { awayDatabase, lostAnswer } from '../kit/awayDatabase';
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
  const sentOf = (message: Message): Sent => ({ message, isNew: true });
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
    const { send } = createRooms({ db: server.db, broker: new Broker(), http }, async () => stored.map(sentOf));
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

  const http = { log: { error() {} } } as never;
  const draftOf = (clientMessageId: string) => ({
    senderId: 6,
    body: { text: 'Hello', clientMessageId, parentMessageId: null, mediaUrl: null, mediaType: null },
  });
  /** A broker that keeps the ids of the messages of which Mira gets news. */
  function brokerOf() {
    const news: string[] = [];
    const broker = new Broker();
    broker.publish = (topic, payload) => {
      if (topic === `/topic/members/${ids.member}`)
        news.push((payload as { message: { messageId: string } }).message.messageId);
    };
    return { broker, news };
  }

  it('come when the database is back if the readers could not be found at first', async () => {
    const { broker, news } = brokerOf();
    const away = awayDatabase(server.db);
    let isNew = true;
    const { send } = createRooms({ db: away.db, broker, http }, async () => {
      const sent = { message: messageOf(200_000, 'Hello'), isNew };
      isNew = false;
      return [sent];
    });
    // The message is stored, so for its sender it is sent, once or twice.
    for (let time = 0; time < 2; time++) expect(await send({ kind: 'global' }, [draftOf('away')])).toEqual([null]);
    expect(news).toEqual([]);
    away.isAway = false;
    await expect.poll(() => news).toEqual(['200000']);
    await send({ kind: 'global' }, [draftOf('away')]);
    expect(news).toEqual(['200000']);
  });

  it('come once, also if the server was started again before the message is repeated: then all apps fetch again', async () => {
    const { broker, news } = brokerOf();
    for (let start = 0; start < 2; start++) {
      const { send, close } = createRooms({ db: server.db, broker, http });
      expect(await send({ kind: 'global' }, [draftOf('before and after a start')])).toEqual([null]);
      close();
    }
    expect(news).toHaveLength(1);
  });

  it('come with the repeat of a message whose COMMIT has lost its answer, although there was a newer one meanwhile', async () => {
    const { broker, news } = brokerOf();
    let outcome: Sent | Error = lostAnswer();
    const { send } = createRooms({ db: server.db, broker, http }, async () => [outcome]);
    const say = (clientMessageId: string) => send({ kind: 'global' }, [draftOf(clientMessageId)]);
    expect(await say('unclear')).toEqual([outcome]);
    outcome = sentOf(messageOf(200_002, 'Newer'));
    await say('newer');
    outcome = { message: messageOf(200_001, 'Hello'), isNew: false };
    for (let time = 0; time < 2; time++) await say('unclear');
    expect(news).toEqual(['200002', '200001']);
  });
});
