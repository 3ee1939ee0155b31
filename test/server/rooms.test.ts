import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterChat, type OpenChat } from '../../server/areas/chat/access';
import { findMessages } from '../../server/areas/chat/history';
import { createRooms } from '../../server/areas/chat/rooms';
import { Broker, subscriptionOf } from '../../server/realtime/broker';
import type { Message } from '../../src/contract/chats';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let chat: OpenChat;
let message: Message;
beforeAll(async () => {
  server = await startTestServer();
  chat = await enterChat(server.db, { id: 1, roles: [] }, { kind: 'global' });
  [message] = (await findMessages(server.db, [7])) as [Message];
});
afterAll(() => server.close());

/** The rooms of the real database, and what is published from them, in its order. */
function openRooms() {
  const broker = new Broker();
  const published: Message[] = [];
  const push = (quoted: string) => {
    const frame: string = JSON.parse(quoted);
    published.push(JSON.parse(frame.slice(frame.indexOf('\n\n') + 2, -1)));
  };
  broker.add(subscriptionOf('/topic/gchat', 's', { push, flush() {}, close() {} }));
  return { rooms: createRooms({ db: server.db, broker }), published };
}

/** Work that ends when it is told to. */
function held<Result>(result: Result) {
  let release = () => {};
  const work = () => new Promise<Result>((resolve) => (release = () => resolve(result)));
  return { work, release: () => release() };
}

describe('what happens in one chat', () => {
  it('happens one after the other, however long each takes', async () => {
    const { rooms, published } = openRooms();
    const slow = held({ ...message, text: 'first' });
    const first = rooms.send(chat, slow.work);
    const second = rooms.send(chat, async () => ({ ...message, text: 'second' }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(published).toEqual([]);
    slow.release();
    await Promise.all([first, second]);
    expect(published.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it('goes on after something failed', async () => {
    const { rooms, published } = openRooms();
    const failing = rooms.send(chat, () => Promise.reject(new Error('full disk')));
    const next = rooms.send(chat, async () => message);
    await expect(failing).rejects.toThrow('full disk');
    await next;
    expect(published).toEqual([message]);
  });

  it('and changes one message many times at once is broadcast once, when all is done', async () => {
    const { rooms, published } = openRooms();
    const slow = held(7);
    const changes = [
      rooms.change(chat, slow.work),
      ...Array.from({ length: 20 }, () => rooms.change(chat, async () => 7)),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    slow.release();
    await Promise.all(changes);
    expect(published).toEqual([message]);
  });

  it('is not held back for ever by changes that keep coming', async () => {
    const { rooms, published } = openRooms();
    const ids = Array.from({ length: 11 }, (_, index) => 7 + index);
    const rounds = Array.from({ length: 20 }, () => ids).flat();
    await Promise.all(rounds.map((id) => rooms.change(chat, async () => id)));
    expect(new Set(published.map(({ id }) => Number(id)))).toEqual(new Set(ids));
    expect(published.length).toBeGreaterThan(ids.length);
  });
});
