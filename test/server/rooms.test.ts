import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Draft, Sent, sendMessages } from '../../server/areas/chat/actions';
import { chatDestinations } from '../../server/areas/chat/destinations';
import { findMessages } from '../../server/areas/chat/history';
import { MOST_TOGETHER } from '../../server/areas/chat/room';
import { createRooms } from '../../server/areas/chat/rooms';
import type { Caller } from '../../server/core';
import type { Db } from '../../server/db/open';
import { caseMembers, cases, messages } from '../../server/db/schema';
import { HttpError } from '../../server/http/httpError';
import { Broker, subscriptionOf } from '../../server/realtime/broker';
import { createOutgoing } from '../../server/realtime/outgoing';
import type { Wire } from '../../server/realtime/wire';
import type { Message } from '../../src/contract/chats';
import { awayDatabase, losingAnswers, lostAnswer } from '../kit/awayDatabase';
import { makeIncident, rowsOf } from '../kit/incidents';
import { runWhileLocked } from '../kit/runWhileLocked';
import { startTestServer, type TestServer } from '../kit/server';

const address = { kind: 'global' } as const;
let server: TestServer;
let message: Message;
beforeAll(async () => {
  server = await startTestServer();
  [message] = (await findMessages(server.db, [7])) as [Message];
});
afterAll(() => server.close());

/** A message of Mira. */
const draft = (text: string): Draft => ({
  senderId: 1,
  body: { text, clientMessageId: text, parentMessageId: null, mediaUrl: null, mediaType: null },
});

/** The message that such a draft becomes. */
const sentOf = ({ body }: Draft): Sent => ({ message: { ...message, text: body.text }, isNew: true });

const session = { exp: 0, sessionId: '', mustChangePassword: false, tokenEpoch: 0 };
const mira: Caller = { id: 1, username: 'member', firstName: 'Mira', lastName: 'Nair', roles: [], ...session };
const captain: Caller = {
  ...mira,
  id: 2,
  username: 'captain',
  firstName: 'Kabir',
  lastName: 'Sethi',
  roles: ['RESCUE_CAPTAIN'],
};

const logged: string[] = [];
const http = { log: { error: (_: object, words: string) => logged.push(words) } } as never;

/** The rooms of a database, and what is published from them, in its order. */
function openRooms(store?: typeof sendMessages, db = server.db) {
  const broker = new Broker();
  const published: Message[] = [];
  const push = (quoted: string) => {
    const frame: string = JSON.parse(quoted);
    published.push(JSON.parse(frame.slice(frame.indexOf('\n\n') + 2, -1)));
  };
  broker.add(subscriptionOf('/topic/gchat', 's', { push, flush() {}, close() {} }));
  const core = { db, broker, http };
  return { rooms: createRooms(core, store), core, published };
}

/** Work that ends when the test says so. */
function held<Result>(result: Result) {
  let release = () => {};
  const work = () => new Promise<Result>((resolve) => (release = () => resolve(result)));
  return { work, release: () => release() };
}

describe('what happens in one chat', () => {
  it('is stored one after the other, however long it takes, and what waits meanwhile is stored together', async () => {
    const batches: string[][] = [];
    const slow = held(undefined);
    const { rooms, published } = openRooms(async (_db, _address, drafts) => {
      batches.push(drafts.map(({ body }) => body.text ?? ''));
      if (batches.length === 1) await slow.work();
      return drafts.map(sentOf);
    });
    const first = rooms.send(address, [draft('first')]);
    await expect.poll(() => batches).toHaveLength(1);
    const others = [rooms.send(address, [draft('second'), draft('third')]), rooms.send(address, [draft('fourth')])];
    await new Promise((resolve) => setImmediate(resolve));
    expect(published).toEqual([]);
    slow.release();
    expect(await Promise.all([first, ...others])).toEqual([[null], [null, null], [null]]);
    expect(batches).toEqual([['first'], ['second', 'third', 'fourth']]);
    expect(published.map(({ text }) => text)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('is stored in parts if more waits than one transaction takes', async () => {
    const sizes: number[] = [];
    const { rooms, published } = openRooms(async (_db, _address, drafts) => {
      sizes.push(drafts.length);
      return drafts.map(sentOf);
    });
    const many = (name: string) => Array.from({ length: MOST_TOGETHER }, (_, index) => draft(`${name} ${index}`));
    await Promise.all(['a', 'b', 'c'].map((name) => rooms.send(address, many(name))));
    expect(sizes).toEqual([MOST_TOGETHER, MOST_TOGETHER, MOST_TOGETHER]);
    expect(published.map(({ text }) => text)).toEqual(
      ['a', 'b', 'c'].flatMap((name) => many(name).map(({ body }) => body.text)),
    );
  });

  it('goes on after something failed, and each hears of its own failure', async () => {
    const full = new Error('full disk');
    const { rooms, published } = openRooms(async (_db, _address, drafts) =>
      drafts.map((sent) => (sent.body.text === 'bad' ? full : sentOf(sent))),
    );
    const outcomes = [rooms.send(address, [draft('bad')]), rooms.send(address, [draft('bad'), draft('good')])];
    expect(await Promise.all(outcomes)).toEqual([[full], [full, null]]);
    expect(published.map(({ text }) => text)).toEqual(['good']);
  });

  it('that changes one message many times at once is broadcast once, at the end', async () => {
    const { rooms, published } = openRooms();
    const slow = held({ ids: [7] });
    const changes = [
      rooms.change(address, slow.work),
      ...Array.from({ length: 20 }, () => rooms.change(address, async () => ({ ids: [7] }))),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    slow.release();
    await Promise.all(changes);
    expect(published).toEqual([message]);
  });

  it('is not held back for ever by changes that keep coming', async () => {
    const { rooms, published } = openRooms();
    const ids = Array.from({ length: 11 }, (_, index) => 7 + index);
    let last = held({ ids: [7] });
    const changes = [rooms.change(address, last.work)];
    for (const id of Array.from({ length: 6 }, () => ids).flat()) {
      const next = held({ ids: [id] });
      changes.push(rooms.change(address, next.work));
      await new Promise((resolve) => setImmediate(resolve));
      last.release();
      last = next;
    }
    // One piece of work was under way all the time, and still is.
    await expect.poll(() => new Set(published.map(({ id }) => Number(id)))).toEqual(new Set(ids));
    last.release();
    await Promise.all(changes);
    expect(published.length).toBeGreaterThan(ids.length);
  });
});

describe('receipts', () => {
  it('that come one after the other are broadcast together, and nothing else waits for them', async () => {
    const { core, published } = openRooms();
    const { handleSends } = chatDestinations(core);
    const text = 'Read by one after the other';
    await handleSends(captain, '/app/gchat/send', [JSON.stringify({ text, clientMessageId: text })]);
    const { id: messageId } = published.splice(0)[0] as Message;
    const read = (id: number) => handleSends({ ...mira, id }, '/app/gchat/read', [JSON.stringify({ messageId })]);
    const told = () => published.map(({ seenBy, reactions }) => [seenBy.length, Object.keys(reactions).length]);
    for (const id of [1, 3, 4, 5]) await read(id);
    expect(told()).toEqual([[1, 0]]);
    await handleSends(mira, '/app/gchat/react', [JSON.stringify({ messageId, reaction: '🙏' })]);
    expect(told()).toEqual([
      [1, 0],
      [4, 1],
    ]);
    for (const id of [6, 7]) await read(id);
    await expect.poll(() => told().slice(2)).toEqual([[6, 1]]);
  });

  it('that wait are given up when the server ends: the database will be closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { rooms } = openRooms();
    for (const id of [7, 8]) await rooms.read(address, async () => ({ ids: [id] }));
    const before = vi.getTimerCount();
    rooms.close();
    expect(vi.getTimerCount()).toBe(before - 1);
    vi.useRealTimers();
  });
});

describe('what is stored while the database fails', () => {
  it('does not look failed, and is broadcast when the database is back', async () => {
    const away = awayDatabase(server.db);
    const { rooms, published } = openRooms(undefined, away.db);
    for (const ids of [[7], [8, 9]]) expect(await rooms.change(address, async () => ({ ids }))).toEqual({ ids });
    expect(published).toEqual([]);
    away.isAway = false;
    await expect.poll(() => published.map(({ id }) => id)).toEqual(['7', '8', '9']);
    // Told once, however often it was tried.
    expect(logged.splice(0)).toEqual(['what is stored in a chat could not be told']);
  });

  it('does not look failed either if it can never be told, and what follows is told', async () => {
    const { rooms, published } = openRooms();
    const no = { ids: [Number.NaN] };
    expect(await rooms.change(address, async () => no)).toEqual(no);
    expect(logged.splice(0)).toHaveLength(1);
    await rooms.change(address, async () => ({ ids: [7] }));
    expect(published).toEqual([message]);
  });

  it('is broadcast although the answer to its COMMIT is lost: a second press would take the reaction away again', async () => {
    const { core, published } = openRooms(undefined, losingAnswers(server.db));
    const { handleSends } = chatDestinations(core);
    const body = JSON.stringify({ messageId: '8', reaction: '😮' });
    await expect(handleSends(mira, '/app/gchat/react', [body])).rejects.toThrow('commit');
    expect(published).toMatchObject([{ id: '8', reactions: { '😮': [{ id: '1' }] } }]);
  });

  it('is not broadcast if it belongs to another chat, or was refused', async () => {
    const { rooms, published } = openRooms();
    // Message 1 is in the chat of a case.
    await expect(rooms.change(address, () => Promise.reject(lostAnswer()), ['1', 'no id'])).rejects.toThrow();
    const refused = new HttpError(409, 'Refused');
    await expect(rooms.change(address, () => Promise.reject(refused), ['7'])).rejects.toThrow(refused);
    expect(published).toEqual([]);
  });
});

/** The topics of the messages in each SockJS frame to a connection of Mira that hears the global chat and her own news. */
function framesToMira(broker: Broker): string[][] {
  const frames: string[][] = [];
  const send = (quoted: readonly string[]) => {
    frames.push(quoted.map((text) => /^destination:(.*)$/m.exec(JSON.parse(text))?.[1] ?? ''));
  };
  const wire: Wire = { send, unread: () => 0, allow() {}, end() {}, cut() {} };
  const outgoing = createOutgoing(1_000_000)(wire, () => {});
  for (const topic of ['/topic/gchat', '/topic/members/1']) broker.add(subscriptionOf(topic, topic, outgoing));
  return frames;
}

describe('what a reader gets', () => {
  const both = ['/topic/gchat', '/topic/members/1'];

  it('of a new message comes in one frame: the message, and the news of it', async () => {
    const broker = new Broker();
    const frames = framesToMira(broker);
    const queries = vi.spyOn((server.db as unknown as { $client: { query(): unknown } }).$client, 'query');
    const stored = { ...message, id: '300000', sender: { ...message.sender, id: '6' } };
    const { send } = createRooms({ db: server.db, broker, http }, async () => {
      // Storing takes at least as long as finding the readers.
      await expect.poll(() => queries.mock.results).toHaveLength(1);
      await queries.mock.results[0]?.value;
      await new Promise((resolve) => setImmediate(resolve));
      return [{ message: stored, isNew: true }];
    });
    await send(address, [draft('one frame')]);
    queries.mockRestore();
    await expect.poll(() => frames).toEqual([both]);
  });

  it('of an own receipt comes in one frame: the message as it is read, and the news for the other tabs', async () => {
    const broker = new Broker();
    const destinations = chatDestinations({ db: server.db, broker, http });
    const clientMessageId = 'to be read in one frame';
    await destinations.handleSends(captain, '/app/gchat/send', [JSON.stringify({ text: 'Read me', clientMessageId })]);
    const [row] = await server.db.select().from(messages).where(eq(messages.clientMessageId, clientMessageId));
    const frames = framesToMira(broker);
    await destinations.handleSends(mira, '/app/gchat/read', [JSON.stringify({ messageId: String(row?.id) })]);
    await expect.poll(() => frames).toEqual([both]);
  });
});

describe('what waits for its turn in a chat', () => {
  it.each([
    [
      'has left the team',
      (tx: Db, caseId: number) => tx.delete(caseMembers).where(eq(caseMembers.caseId, caseId)),
      'You are not a participant of this chat.',
    ],
    [
      'has completed the case',
      (tx: Db, caseId: number) =>
        tx.update(cases).set({ status: 'CLOSED', closedAt: new Date() }).where(eq(cases.id, caseId)),
      'This case is closed. Its chat can only be read.',
    ],
  ])('is judged by the state at its turn, not when it came: the sender %s', async (_, change, refusal) => {
    const id = await makeIncident(server, 'ASSIGNED');
    const { cases: rows, chats } = await rowsOf(server, id);
    const [caseId = 0, chatId = 0] = [rows[0]?.id, chats[0]?.id];
    const destinations = chatDestinations({ db: server.db, broker: new Broker(), http });
    const say = (by: Caller, text: string) =>
      destinations.handleSends(by, `/app/chat/${chatId}/send`, [
        JSON.stringify({ text, clientMessageId: `${text}-${chatId}` }),
      ]);
    const late = await runWhileLocked(
      server.db,
      async (tx) => {
        await tx.select().from(cases).where(eq(cases.id, caseId)).for('update');
        await change(tx, caseId);
      },
      async () => {
        // This one waits for the case, and the next one for its turn: messages that are sent together are stored together.
        const before = say(captain, 'before');
        await new Promise((resolve) => setImmediate(resolve));
        const answer = say(mira, 'late');
        await Promise.allSettled([before]);
        return answer;
      },
    );
    expect(late).toMatchObject({ status: 'fulfilled', value: [{ message: refusal }] });
    const said = await server.db.select({ text: messages.text }).from(messages).where(eq(messages.chatId, chatId));
    expect(said.map(({ text }) => text)).not.toContain('late');
  });
});
