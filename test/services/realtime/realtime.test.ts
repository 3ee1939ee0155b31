import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { revisionsOf } from '../../../server/realtime/broker';
import type { ChatGroupEntry, Message } from '../../../src/contract/chats';
import type { MemberNews } from '../../../src/contract/memberNews';
import type { Team } from '../../../src/contract/teams';
import { type ChatAddress, topics } from '../../../src/contract/topics';
import { realtimeMachine } from '../../../src/machines/chat/realtime.machine';
import { selectConnection } from '../../../src/machines/chat/realtime.select';
import { createRealtime } from '../../../src/services/realtime/realtime';
import { call, signIn, startTestServer, stompClient, type TestServer } from '../../kit/server';
import { recorder } from '../../kit/walk';

const WAIT = { timeout: 15_000 };
const globalChat: ChatAddress = { kind: 'global' };
let server: TestServer;
let token: string;
let me: string;
const leaving: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.base, 'member');
  me = ((await call(server.base, '/api/profile', { token })).body as { id: string }).id;
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});
afterAll(() => server.close());

/** The gateway to the server with the real chart, as in the app. */
function opening({ bearer = token as string | null, isTokenGood = async () => true, can = (): boolean => true } = {}) {
  const returns = new Set<() => void>();
  const tokensAsked: (string | null)[] = [];
  const realtime = createRealtime({
    address: `${server.base}/ws`,
    token: () => {
      tokensAsked.push(bearer);
      return bearer;
    },
    userId: () => me,
    can,
    isTokenGood,
    watchPageReturns: (listener) => {
      returns.add(listener);
      return () => returns.delete(listener);
    },
  });
  const session = recorder();
  const news: string[] = [];
  const actor = createActor(
    realtimeMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack }) =>
          realtime.connect((said) => {
            news.push(said.type);
            sendBack(said);
          }),
        ),
        network: fromCallback(() => {}),
      },
    }),
    { input: { session: session.ref as never } },
  ).start();
  leaving.push(() => actor.stop());
  return { actor, realtime, session, news, tokensAsked, returns };
}

/** Listens to a chat through the gateway. */
function listening({ realtime }: ReturnType<typeof opening>, chat: ChatAddress = globalChat) {
  const heard: { type: string }[] = [];
  const messages: Message[] = [];
  const { publish, leave } = realtime.joinChat(chat, (news) => {
    heard.push(news);
    if (news.type === 'messages.arrived') messages.push(...news.messages);
  });
  leaving.push(leave);
  const count = (type: string) => heard.filter((news) => news.type === type).length;
  return { heard, messages, publish, leave, count };
}
const body = (clientMessageId: string, text = 'Dog near the bridge') => ({
  text,
  clientMessageId,
  parentMessageId: null,
  mediaUrl: null,
  mediaType: null,
});

describe('the realtime gateway to the server', () => {
  it('connects, subscribes and receives what it has sent', async () => {
    const client = opening();
    const chat = listening(client);
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    expect(selectConnection(client.actor.getSnapshot())).toBe('connected');
    chat.publish('send', body('round-trip'));
    await expect.poll(() => chat.messages, WAIT).toHaveLength(1);
    expect(chat.messages[0]).toMatchObject({
      clientMessageId: 'round-trip',
      text: 'Dog near the bridge',
      sender: { id: me, firstName: 'Mira' },
    });
  });

  it('treats a connection as dead if it was silent for more than two heart-beats when the device wakes (S1 §9)', async () => {
    // Only the date is set by hand, because timers stop while a device sleeps.
    vi.useFakeTimers({ toFake: ['Date'] });
    leaving.push(() => vi.useRealTimers());
    const client = opening();
    const chat = listening(client);
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    const wake = () => {
      for (const returned of client.returns) returned();
    };
    vi.setSystemTime(Date.now() + 20_000);
    wake();
    expect(client.news).toEqual(['connection.opened']);
    vi.setSystemTime(Date.now() + 2_000);
    wake();
    expect(client.news).toEqual(['connection.opened', 'connection.lost']);
    expect(chat.count('topic.lost')).toBe(1);
  });

  it('opens the topic when the server has accepted it: what is sent from then on is received', async () => {
    const other = await stompClient(server.base, await signIn(server.base, 'captain'));
    const chat = listening(opening());
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    expect(server.broker.count(topics.globalChat)).toBe(1);
    await other.sendAndWait('/app/gchat/send', body('from Kabir'));
    await expect.poll(() => chat.messages.map(({ clientMessageId }) => clientMessageId), WAIT).toEqual(['from Kabir']);
    await other.close();
  });

  it('passes on which message was the newest when the topic opened, and if one was changed before; a server without receipts does not say', async () => {
    const [newest] = (await call(server.base, '/api/gchat/messages?limit=1', { token })).body as Message[];
    const chat = listening(opening());
    const plain = listening(opening({ can: () => false }));
    await expect.poll(() => chat.count('topic.opened') + plain.count('topic.opened'), WAIT).toBe(2);
    expect(chat.heard).toEqual([
      { type: 'topic.opened', latest: newest?.id, oldest: expect.stringMatching(/^\d+$/), isRevised: false },
    ]);
    expect(plain.heard).toEqual([{ type: 'topic.opened', latest: undefined, oldest: undefined, isRevised: false }]);
    const revised = listening(opening());
    server.broker.publish(revisionsOf(topics.globalChat), null);
    await expect.poll(() => revised.heard, WAIT).toMatchObject([{ type: 'topic.opened', isRevised: true }]);
  });

  it('says whether there was news before a topic of changes opened, or the connection was lost', async () => {
    /** Watches the incidents. @returns for each time that the topic opens, whether changes may have been missed */
    const watching = (client: ReturnType<typeof opening>) => {
      const missed: boolean[] = [];
      leaving.push(
        client.realtime.watchIncidents({ opened: (hasMissed) => missed.push(hasMissed), changed: () => {} }),
      );
      return missed;
    };
    const change = () => server.broker.publish(topics.incidents, { incidentId: '1' });
    // Nothing for longer than a busy machine takes to connect.
    await expect.poll(() => server.broker.quietFor(topics.incidents), WAIT).toBeGreaterThan(5_000);
    const client = opening();
    const before = watching(client);
    await expect.poll(() => before, WAIT).toEqual([false]);
    client.actor.send({ type: 'network.lost' });
    client.actor.send({ type: 'network.returned' });
    await expect.poll(() => before, WAIT).toEqual([false, true]);

    const late = opening();
    const after = watching(late);
    change();
    await expect.poll(() => after, WAIT).toEqual([true]);
  });

  it("keeps a member's news until somebody hears them, and says whether there was news before the connection", async () => {
    const tell = () => server.broker.publish(topics.member(me), { type: 'approvals.changed' });
    const hearing = (client: ReturnType<typeof opening>) => {
      const heard: unknown[] = [];
      const report = {
        opened: (hasMissed: boolean) => heard.push(hasMissed),
        heard: (news: MemberNews) => heard.push(news.type),
      };
      leaving.push(client.realtime.hearAllMemberNews(me, report));
      return heard;
    };
    const onceOpen = async (client: ReturnType<typeof opening>) => {
      await new Promise<void>((opened) => {
        leaving.push(client.realtime.watchMemberNews(me, [], { opened: () => opened(), changed: () => {} }));
      });
      return client;
    };
    // News of the last 20 s counts as missed: an answer may be 10 s old when it is used, and its topic be watched 10 s after that.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 21_000);
    leaving.push(() => clock.mockRestore());
    expect(server.broker.quietFor(topics.member(me))).toBeGreaterThan(20_000);
    const [client, full] = [await onceOpen(opening()), await onceOpen(opening())];
    let passed = 0;
    const report = {
      opened: () => {},
      changed: (_: unknown, news?: MemberNews) => news?.type === 'approvals.changed' && passed++,
    };
    for (const { realtime } of [client, full])
      leaving.push(realtime.watchMemberNews(me, ['approvals.changed'], report));
    // The most that are kept.
    for (let told = 0; told < 100; told++) tell();
    await expect.poll(() => passed, WAIT).toBe(200);
    const early = hearing(client);
    const kept = Array(100).fill('approvals.changed');
    await expect.poll(() => early, WAIT).toEqual([false, ...kept]);
    tell();
    await expect.poll(() => early, WAIT).toEqual([false, ...kept, 'approvals.changed']);
    await expect.poll(() => passed, WAIT).toBe(202);
    const overfull = hearing(full);
    await expect.poll(() => overfull, WAIT).toEqual([true]);

    const late = hearing(await onceOpen(opening()));
    await expect.poll(() => late, WAIT).toEqual([true]);
  });

  it('tells a chat who has left, the global chat alone that it was cleared, and refuses it only for good', async () => {
    const client = opening();
    const [chat, own] = [listening(client), listening(client, { kind: 'incident', chatId: '999999' })];
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    await expect.poll(() => own.count('topic.refused'), WAIT).toBe(1);
    const refusal = { type: 'refusal', destination: topics.globalChat, message: 'No.', clientMessageId: null } as const;
    for (const news of [
      { type: 'approvals.changed' },
      { type: 'member.left', memberId: '9' },
      { type: 'chat.cleared' },
      { type: 'application.reset' },
      { ...refusal, status: 503 },
      { ...refusal, status: 403 },
    ] as const)
      server.broker.publish(topics.member(me), news);
    await expect.poll(() => chat.count('topic.refused'), WAIT).toBe(1);
    const left = { type: 'member.left', memberId: '9' };
    const cleared = { type: 'chat.cleared' };
    expect(chat.heard.slice(1)).toEqual([left, cleared, cleared, { type: 'topic.refused' }]);
    expect(own.heard).toEqual([{ type: 'topic.refused' }, left]);
  });

  it('subscribes to the personal topic first and to that of the incidents last, so that refusals of the others are received', async () => {
    const added = vi.spyOn(server.broker, 'add');
    leaving.push(() => added.mockRestore());
    const client = opening();
    const ignored = { opened: () => {}, changed: () => {} };
    leaving.push(client.realtime.watchIncidents(ignored));
    leaving.push(client.realtime.watchChats(me, ignored));
    const chat = listening(client);
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    await expect
      .poll(() => added.mock.calls.map(([{ topic }]) => topic), WAIT)
      .toEqual([`/topic/members/${me}`, '/topic/gchat', '/topic/incidents']);
  });

  it("asks a server with only the specification's topics for no others, and fetches again when it is back", async () => {
    const client = opening({ can: () => false });
    const opened: string[] = [];
    const watcher = (name: string) => ({ opened: () => opened.push(name), changed: () => {} });
    leaving.push(client.realtime.watchIncidents(watcher('incidents')));
    leaving.push(client.realtime.watchChats(me, watcher('chats')));
    const chat = listening(client);
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    await expect.poll(() => server.broker.count(topics.globalChat), WAIT).toBe(1);
    expect(server.broker.count()).toBe(1);
    client.realtime.watchChats(me, watcher('left'))();
    client.realtime.ownChange();
    expect(opened).toEqual(['chats', 'incidents', 'incidents', 'chats']);
    chat.publish('send', body('plain'));
    await expect.poll(() => chat.messages, WAIT).toHaveLength(1);
    chat.leave();
    await expect.poll(() => server.broker.count(), WAIT).toBe(0);
  });

  it('shares one subscription among all who listen, and ends it with the last', async () => {
    const client = opening();
    const [a, b] = [listening(client), listening(client)];
    await expect.poll(() => a.count('topic.opened') + b.count('topic.opened'), WAIT).toBe(2);
    expect(server.broker.count(topics.globalChat)).toBe(1);
    a.leave();
    b.publish('send', body('after a has left'));
    await expect.poll(() => b.messages, WAIT).toHaveLength(1);
    expect(a.messages).toEqual([]);
    b.leave();
    await expect.poll(() => server.broker.count(topics.globalChat), WAIT).toBe(0);
    expect(selectConnection(client.actor.getSnapshot())).toBe('connected');
  });

  it('tells a refusal only to its chat, and the connection stays open', async () => {
    const client = opening();
    const [chat, foreign] = [listening(client), listening(client, { kind: 'incident', chatId: '999999' })];
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    foreign.publish('send', body('to nowhere'));
    await expect.poll(() => foreign.count('refusal.arrived'), WAIT).toBe(1);
    expect(foreign.heard.find(({ type }) => type === 'refusal.arrived')).toEqual({
      type: 'refusal.arrived',
      refusal: {
        destination: '/app/chat/999999/send',
        status: 404,
        message: 'Chat group not found.',
        clientMessageId: 'to nowhere',
      },
    });
    expect(chat.count('refusal.arrived')).toBe(0);
    chat.publish('send', body('still here'));
    await expect.poll(() => chat.messages, WAIT).toHaveLength(1);
    expect(client.news).toEqual(['connection.opened']);
  });

  it('tells a chat that the member may no longer read it, or never could, and does not call it open', async () => {
    const client = opening();
    const { body: groups } = await call(server.base, '/api/chat/groups', { token });
    const entry = (groups as ChatGroupEntry[])[0]?.chatGroup;
    const [mine, nowhere] = [
      listening(client, { kind: 'incident', chatId: entry?.id ?? '' }),
      listening(client, { kind: 'incident', chatId: '999999' }),
    ];
    await expect.poll(() => nowhere.count('topic.refused'), WAIT).toBe(1);
    await expect.poll(() => mine.count('topic.opened'), WAIT).toBe(1);
    const captain = await signIn(server.base, 'captain');
    const team = `/api/incidents/${entry?.purposeId}/assignment`;
    const { body: present } = await call(server.base, `${team}/team`, { token: captain });
    const userIds = (present as Team).teamMembers.map(({ userId }) => userId).filter((userId) => userId !== me);
    const { status } = await call(server.base, `${team}/assign-team`, { token: captain, body: { userIds } });
    expect(status).toBe(200);
    await expect.poll(() => mine.count('topic.refused'), WAIT).toBeGreaterThan(0);
    expect([mine.count('topic.opened'), nowhere.count('topic.opened')]).toEqual([1, 0]);
    // DECISIONS 292: once they are back, the topic opens again, long before the 30 s after which it is asked for anyway.
    const back = { userIds: [...userIds, me] };
    expect((await call(server.base, `${team}/assign-team`, { token: captain, body: back })).status).toBe(200);
    await expect.poll(() => mine.count('topic.opened'), WAIT).toBe(2);
    expect(client.news).toEqual(['connection.opened']);
  });

  it('survives a server that is stopped and started: exactly one subscription per topic afterwards', async () => {
    const client = opening();
    // A topic that the server refuses must not end the new connection either.
    const foreign = listening(client, { kind: 'incident', chatId: '999999' });
    const chat = listening(client);
    let changes = 0;
    leaving.push(client.realtime.watchChats(me, { opened: () => changes++, changed: () => {} }));
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    await expect.poll(() => changes, WAIT).toBe(1);
    for (let restart = 1; restart <= 2; restart++) {
      const { port } = server;
      await server.close();
      await expect.poll(() => selectConnection(client.actor.getSnapshot()), WAIT).toBe('waiting');
      expect(chat.count('topic.lost')).toBe(restart);
      chat.publish('send', body('into the void'));
      server = await startTestServer({ port });
      client.actor.send({ type: 'connection.retry' });
      await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(restart + 1);
      await expect.poll(() => changes, WAIT).toBe(restart + 1);
      expect(server.broker.count(topics.globalChat)).toBe(1);
      expect(server.broker.count(topics.member(me))).toBe(1);
      expect(server.broker.count()).toBe(2);
    }
    chat.publish('send', body('after the restarts'));
    await expect
      .poll(() => chat.messages.map(({ clientMessageId }) => clientMessageId), WAIT)
      .toEqual(['after the restarts']);
    expect(foreign.count('messages.arrived')).toBe(0);
    // One token for each connection, taken fresh.
    expect(client.tokensAsked.length).toBeGreaterThanOrEqual(3);
  }, 60_000);

  it('ends once, with the session, when the server no longer accepts the token', async () => {
    const client = opening({ bearer: 'expired', isTokenGood: async () => false });
    await expect.poll(() => selectConnection(client.actor.getSnapshot()), WAIT).toBe('stopped');
    expect(client.news).toEqual(['connection.refused']);
    expect(client.session.received).toEqual([{ type: 'session.rejected' }]);
    expect(client.tokensAsked).toEqual(['expired']);
  });

  it('makes no connection without a token', async () => {
    const client = opening({ bearer: null, isTokenGood: async () => false });
    await expect.poll(() => selectConnection(client.actor.getSnapshot()), WAIT).toBe('stopped');
    expect(client.news).toEqual(['connection.refused']);
  });

  it('tries again later when the server refuses a token that is valid, or when that is unknown', async () => {
    for (const isTokenGood of [async () => true, () => Promise.reject(new Error('no network'))]) {
      const client = opening({ bearer: 'misread', isTokenGood });
      await expect.poll(() => selectConnection(client.actor.getSnapshot()), WAIT).toBe('waiting');
      expect(client.news).toEqual(['connection.lost']);
      expect(client.session.received).toEqual([]);
    }
  });

  it('closes silently when it is no longer wanted, at any moment', async () => {
    const early = opening();
    early.actor.stop();
    const late = opening();
    const chat = listening(late);
    await expect.poll(() => chat.count('topic.opened'), WAIT).toBe(1);
    expect(late.returns.size).toBe(1);
    late.actor.stop();
    await expect.poll(() => server.broker.count(), WAIT).toBe(0);
    expect([early.news, late.news]).toEqual([[], ['connection.opened']]);
    expect([chat.count('topic.lost'), late.returns.size]).toEqual([1, 0]);
  });
});
