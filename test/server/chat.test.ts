import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatDestinations } from '../../server/areas/chat/destinations';
import type { Message, Refusal } from '../../src/contract/chats';
import { call, signIn, startTestServer, stompClient, type TestClient, type TestServer } from '../kit/server';

const ids = { member: '1', captain: '2', inventory: '3', admin: '4', superadmin: '5', ravi: '6', tara: '7' };
type Name = keyof typeof ids;

let server: TestServer;
const tokens = {} as Record<Name, string>;
const clients: TestClient[] = [];
beforeAll(async () => {
  server = await startTestServer();
  for (const name of Object.keys(ids) as Name[]) tokens[name] = await signIn(server.base, name);
});
afterAll(() => server.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const connect = async (name: Name) => {
  const client = await stompClient(server.base, tokens[name]);
  clients.push(client);
  return client;
};
/** A client that hears of its refusals. */
const careful = async (name: Name) => {
  const client = await connect(name);
  return { ...client, refusals: await client.subscribe(`/topic/members/${ids[name]}`, 'refusal') };
};
let count = 0;
const fresh = () => `c-${++count}`;
const history = async (path = '/api/gchat/messages') =>
  (await call(server.base, path, { token: tokens.member })).body as Message[];

describe('a message', () => {
  it.each([
    ['/topic/gchat', '/app/gchat', '/api/gchat/messages'],
    ['/topic/chat/1', '/app/chat/1', '/api/chat/messages/1'],
  ])('on %s is sent, read and reacted to live, and stored as it was published', async (topic, destination, path) => {
    const [mira, ravi] = [await connect('member'), await connect('ravi')];
    const [hers, his] = [await mira.subscribe(topic), await ravi.subscribe(topic)];
    const clientMessageId = fresh();
    mira.send(`${destination}/send`, { text: '  Dog near\nthe bridge ', clientMessageId });
    const sent = await his.next<Message>();
    expect(sent).toMatchObject({
      text: 'Dog near\nthe bridge',
      clientMessageId,
      sender: { id: '1', firstName: 'Mira', lastName: 'Nair' },
      seenBy: [],
      reactions: {},
      parentMessageId: null,
    });
    expect(await hers.next()).toEqual(sent);

    ravi.send(`${destination}/read`, { messageId: sent.id });
    const read = await hers.next<Message>();
    expect(read).toEqual({ ...sent, seenBy: [{ id: '6', firstName: 'Ravi', lastName: 'Kulkarni' }] });

    const reactions = async (by: TestClient, reaction: string) => {
      by.send(`${destination}/react`, { messageId: sent.id, reaction });
      const { reactions } = await hers.next<Message>();
      return Object.fromEntries(Object.entries(reactions).map(([emoji, users]) => [emoji, users.map(({ id }) => id)]));
    };
    expect(await reactions(ravi, '❤️')).toEqual({ '❤️': ['6'] });
    expect(await reactions(mira, '❤️')).toEqual({ '❤️': ['6', '1'] });
    expect(await reactions(ravi, '👍')).toEqual({ '❤️': ['1'], '👍': ['6'] });
    expect(await reactions(ravi, '👍')).toEqual({ '❤️': ['1'] });

    mira.send(`${destination}/send`, { text: 'and?', clientMessageId: fresh(), parentMessageId: sent.id });
    const answer = await hers.next<Message>();
    expect(answer.parentMessageId).toBe(sent.id);
    const { sender, text, mediaUrl, mediaType } = sent;
    expect(answer.quoted).toEqual({ sender, text, mediaUrl, mediaType });
    const stored = await history(path);
    expect(stored.at(-1)).toEqual(answer);
    expect(stored.at(-2)).toMatchObject({ id: sent.id, seenBy: read.seenBy });
  });

  it('is stored once however often it is sent, and published again each time', async () => {
    const [mira, ravi] = [await connect('member'), await connect('ravi')];
    const inbox = await ravi.subscribe('/topic/gchat');
    const body = { text: 'once', clientMessageId: fresh() };
    await mira.sendAndWait('/app/gchat/send', body);
    const first = await inbox.next<Message>();
    await ravi.sendAndWait('/app/gchat/read', { messageId: first.id });
    const read = await inbox.next<Message>();
    await mira.sendAndWait('/app/gchat/send', { ...body, text: 'changed' });
    expect(await inbox.next()).toEqual(read);

    const other = await connect('member');
    await Promise.all([mira, other].map((client) => client.sendAndWait('/app/gchat/send', body)));
    expect((await history()).filter(({ clientMessageId }) => clientMessageId === body.clientMessageId)).toEqual([read]);
  });

  it('may have a clientMessageId that another sender has used', async () => {
    const [mira, ravi] = [await connect('member'), await connect('ravi')];
    const clientMessageId = fresh();
    await mira.sendAndWait('/app/gchat/send', { text: 'hers', clientMessageId });
    await ravi.sendAndWait('/app/gchat/send', { text: 'his', clientMessageId });
    const both = (await history()).filter((message) => message.clientMessageId === clientMessageId);
    expect(both.map(({ text }) => text)).toEqual(['hers', 'his']);
  });

  it('is published to all in the order in which it was stored', async () => {
    const senders = [await connect('member'), await connect('ravi'), await connect('tara')];
    const listeners = [await connect('captain'), await connect('admin')];
    const inboxes = await Promise.all(listeners.map((client) => client.subscribe('/topic/chat/1')));
    await Promise.all(
      senders.flatMap((sender, who) =>
        Array.from({ length: 30 }, (_, turn) =>
          sender.sendAndWait('/app/chat/1/send', { text: `${who}/${turn}`, clientMessageId: fresh() }),
        ),
      ),
    );
    const stored = (await history('/api/chat/messages/1')).slice(-90).map(({ id }) => id);
    for (const inbox of inboxes) {
      await expect.poll(() => inbox.all.length).toBe(90);
      expect((inbox.all as Message[]).map(({ id }) => id)).toEqual(stored);
    }
    const texts = inboxes.flatMap((inbox) => inbox.all.slice(0, 90) as Message[]).map(({ text }) => text ?? '');
    const inTurn = Array.from({ length: 30 }, (_, turn) => `1/${turn}`);
    expect(texts.filter((text) => text.startsWith('1/'))).toEqual([...inTurn, ...inTurn]);
  });

  it('that everybody reads at once counts as read by all of them', async () => {
    const [mira, ravi] = [await connect('member'), await connect('ravi')];
    const inbox = await mira.subscribe('/topic/gchat');
    mira.send('/app/gchat/send', { text: 'all of you', clientMessageId: fresh() });
    const { id } = await inbox.next<Message>();
    const readers = [ravi, await connect('tara'), await connect('captain'), await connect('admin')];
    await Promise.all(readers.map((reader) => reader.sendAndWait('/app/gchat/read', { messageId: id })));
    const complete = await inbox.next<Message>((message) => message.seenBy.length === 4);
    expect(complete.seenBy.map(({ id }) => id).sort()).toEqual(['2', '4', '6', '7']);
  });

  it('of a case brings news to everybody who has its chat in their list', async () => {
    const ravi = await connect('ravi');
    const names: Name[] = ['member', 'captain', 'superadmin', 'inventory'];
    const inboxes = new Map<Name, Awaited<ReturnType<TestClient['subscribe']>>>();
    for (const name of names)
      inboxes.set(name, await (await connect(name)).subscribe(`/topic/members/${ids[name]}`, 'chats.changed'));
    await ravi.sendAndWait('/app/chat/1/send', { text: 'news', clientMessageId: fresh() });
    for (const name of ['member', 'captain', 'superadmin'] as const)
      expect(await inboxes.get(name)?.next()).toMatchObject({ chatId: '1' });
    await ravi.sendAndWait('/app/chat/2/send', { text: 'news', clientMessageId: fresh() });
    expect(await inboxes.get('captain')?.next()).toMatchObject({ chatId: '2' });
    expect(inboxes.get('member')?.all).toHaveLength(1);
    expect(inboxes.get('inventory')?.all).toEqual([]);
  });

  it('of a case, once read, is news to the reader, whose list may say that it is unread', async () => {
    const [ravi, mira] = [await connect('ravi'), await connect('member')];
    const chat = await mira.subscribe('/topic/chat/1');
    await ravi.sendAndWait('/app/chat/1/send', { text: 'to be read', clientMessageId: fresh() });
    const { id } = await chat.next<Message>();
    const news = await mira.subscribe(`/topic/members/${ids.member}`, 'chats.changed');
    await mira.sendAndWait('/app/chat/1/read', { messageId: id });
    expect(await news.next()).toEqual({ chatId: '1' });
  });
});

describe('who may subscribe and send', () => {
  const [none, notYours] = ['There is no such topic.', 'This topic belongs to another member.'];
  const [noChat, notIn] = ['Chat group not found.', 'You are not a participant of this chat.'];
  const topics: [string, readonly Name[], number, string][] = [
    ['/topic/gchat', ['member', 'captain', 'inventory', 'admin', 'superadmin', 'ravi', 'tara'], 0, ''],
    ['/topic/chat/1', ['member', 'captain', 'admin', 'superadmin', 'ravi', 'tara'], 403, notIn],
    ['/topic/chat/2', ['captain', 'admin', 'superadmin', 'ravi', 'tara'], 403, notIn],
    ['/topic/chat/0', [], 404, noChat],
    ['/topic/chat/999', [], 404, noChat],
    ['/topic/chat/01', [], 404, noChat],
    ['/topic/chat/1/more', [], 404, noChat],
    ['/topic/chat/1\nmore', [], 404, none],
    ['/more/topic/chat/1', [], 404, none],
    ['/topic/members/1', ['member'], 403, notYours],
    ['/topic/groups/1', [], 404, none],
    ['/topic/errors/1', [], 404, none],
    ['/topic/unknown', [], 404, none],
    ['gchat', [], 404, none],
  ];
  it.each(topics)('%j', async (topic, allowed, status, message) => {
    for (const name of Object.keys(ids) as Name[]) {
      const client = await careful(name);
      const before = server.broker.count(topic);
      client.client.subscribe(topic, () => {});
      if (allowed.includes(name)) await expect.poll(() => server.broker.count(topic)).toBe(before + 1);
      else {
        expect(await client.refusals.next<Refusal>()).toMatchObject({ destination: topic, status, message });
        expect(server.broker.count(topic)).toBe(before);
      }
      await client.close();
    }
  });

  it('the newest and the oldest message are told of chats alone', async () => {
    const { oldestAndNewestOf } = chatDestinations({ ...server, http: {} as never });
    expect(await oldestAndNewestOf('/topic/chat/12')).toEqual({ latest: '', oldest: '' });
    for (const other of [
      '/more/topic/chat/1',
      '/topic/chat/1\nmore',
      '/topic/typing/1',
      '/topic/members/1',
      '/topic/incidents',
    ])
      expect(await oldestAndNewestOf(other)).toBe(null);
  });

  it.each([
    ['/app/chat/1', ['member', 'captain', 'admin', 'superadmin', 'ravi', 'tara']],
    ['/app/chat/2', ['captain', 'admin', 'superadmin', 'ravi', 'tara']],
    ['/app/gchat', ['member', 'captain', 'inventory', 'admin', 'superadmin', 'ravi', 'tara']],
  ] as [string, Name[]][])('%s/send, read and react', async (destination, allowed) => {
    const path = destination === '/app/gchat' ? '/api/gchat/messages' : `/api/chat/messages/${destination.slice(-1)}`;
    const all = async () => (await call(server.base, path, { token: tokens.superadmin })).body as Message[];
    const ravi = await connect('ravi');
    await ravi.sendAndWait(`${destination}/send`, { text: 'hear me', clientMessageId: fresh() });
    const messageId = (await all()).at(-1)?.id as string;
    for (const name of Object.keys(ids) as Name[]) {
      if (name === 'ravi') continue;
      const client = await careful(name);
      const before = await all();
      const acts: [string, object][] = [
        ['send', { text: name, clientMessageId: fresh() }],
        ['read', { messageId }],
        ['react', { messageId, reaction: '🙏' }],
      ];
      for (const [action, body] of acts) {
        if (allowed.includes(name)) await client.sendAndWait(`${destination}/${action}`, body);
        else {
          client.send(`${destination}/${action}`, body);
          expect(await client.refusals.next<Refusal>()).toMatchObject({ status: 403 });
        }
      }
      const after = await all();
      if (allowed.includes(name)) {
        expect(after.at(-1)).toMatchObject({ text: name, sender: { id: ids[name] } });
        const read = after.find(({ id }) => id === messageId);
        expect(read?.seenBy.some(({ id }) => id === ids[name])).toBe(true);
        expect(read?.reactions['🙏']?.some(({ id }) => id === ids[name])).toBe(true);
      } else expect(after).toEqual(before);
      await client.close();
    }
  });

  it('does not include visitors', async () => {
    await expect(stompClient(server.base, 'nothing')).rejects.toThrow(/expired/);
    await expect(stompClient(server.base, '')).rejects.toThrow(/log in/);
  });
});

describe('a refused SEND', () => {
  const unknown = '999999';
  const refused: [string, string, unknown, number][] = [
    ['an unknown destination', '/app/nowhere', {}, 404],
    ['an unknown action', '/app/gchat/shout', {}, 404],
    ['an unknown chat', '/app/chat/999/send', { text: 'x', clientMessageId: 'r' }, 404],
    ['a body that is no JSON', '/app/gchat/send', '{', 400],
    ['a body that is no object', '/app/gchat/send', [], 400],
    ['an empty body', '/app/gchat/send', '', 400],
    ['no clientMessageId', '/app/gchat/send', { text: 'x' }, 400],
    ['an empty clientMessageId', '/app/gchat/send', { text: 'x', clientMessageId: '' }, 400],
    ['no text', '/app/gchat/send', { clientMessageId: 'r' }, 400],
    ['blank text', '/app/gchat/send', { text: ' \n\t ', clientMessageId: 'r' }, 400],
    ['text that is too long', '/app/gchat/send', { text: 'x'.repeat(4001), clientMessageId: 'r' }, 400],
    ['text with U+0000', '/app/gchat/send', { text: 'a\0b', clientMessageId: 'r' }, 400],
    ['an unknown field', '/app/gchat/send', { text: 'x', clientMessageId: 'r', sender: '1' }, 400],
    ['an unknown parent', '/app/gchat/send', { text: 'x', clientMessageId: 'r', parentMessageId: unknown }, 400],
    ['a parent of another chat', '/app/gchat/send', { text: 'x', clientMessageId: 'r', parentMessageId: '1' }, 400],
    ['media that was never uploaded', '/app/gchat/send', { clientMessageId: 'r', mediaUrl: '/m/1' }, 400],
    ['reading nothing', '/app/gchat/read', {}, 400],
    ['reading an unknown message', '/app/gchat/read', { messageId: unknown }, 404],
    ['reading a message of another chat', '/app/gchat/read', { messageId: '1' }, 404],
    ['reading what is no id', '/app/gchat/read', { messageId: 'temp-1' }, 404],
    ['reacting with another emoji', '/app/gchat/react', { messageId: '7', reaction: '🐕' }, 400],
    ['reacting to an unknown message', '/app/gchat/react', { messageId: unknown, reaction: '👍' }, 404],
  ];
  it.each(refused)(
    'for %s is reported on the personal topic, changes nothing, and the connection stays',
    async (...given) => {
      const [, destination, body, status] = given;
      const before = await history();
      const mira = await careful('member');
      mira.send(destination, body);
      const refusal = await mira.refusals.next<Refusal>();
      expect(refusal).toEqual({
        destination,
        status,
        message: expect.stringMatching(/\S/),
        clientMessageId: (body as { clientMessageId?: string } | null)?.clientMessageId ?? null,
      });
      await mira.sendAndWait('/app/gchat/read', { messageId: '8' });
      expect((await history()).length).toBe(before.length);
    },
  );

  it('of a repeat in another chat is 409', async () => {
    const mira = await careful('member');
    const body = { text: 'there', clientMessageId: fresh() };
    await mira.sendAndWait('/app/chat/1/send', body);
    mira.send('/app/gchat/send', body);
    expect(await mira.refusals.next()).toMatchObject({ status: 409, clientMessageId: body.clientMessageId });
  });

  it('to the chat of a closed case is 409: it can be read only', async () => {
    const mira = await careful('member');
    mira.send('/app/chat/3/send', { text: 'x', clientMessageId: fresh() });
    expect(await mira.refusals.next()).toMatchObject({ status: 409, message: /closed/ });
    const inbox = await mira.subscribe('/topic/chat/3');
    expect(inbox.all).toEqual([]);
  });

  it('ends the connection with ERROR if the client does not listen for refusals', async () => {
    const mira = await connect('member');
    mira.send('/app/chat/2/send', { text: 'x', clientMessageId: fresh() });
    const error = await mira.error;
    expect(error.headers.message).toBe('You are not a participant of this chat.');
    await mira.closed;
    const listening = await connect('member');
    listening.client.subscribe('/topic/chat/2', () => {});
    expect((await listening.error).headers.message).toBe('You are not a participant of this chat.');
  });

  it('of an own message marked as read is ignored if the client does not listen for refusals', async () => {
    const mira = await connect('member');
    const hers = await mira.subscribe('/topic/gchat');
    await mira.sendAndWait('/app/gchat/send', { text: 'mine', clientMessageId: fresh() });
    // By their texts, because the receipts of an earlier test may come here, too: they are gathered for a second (DECISIONS 107).
    const withText = (wanted: string) => hers.next<Message>(({ text }) => text === wanted);
    const { id } = await withText('mine');
    mira.send('/app/gchat/read', { messageId: id });
    await mira.sendAndWait('/app/gchat/send', { text: 'still here', clientMessageId: fresh() });
    expect(await withText('still here')).toMatchObject({ sender: { firstName: 'Mira' } });
  });
});
