import { randomUUID } from 'node:crypto';
import { jwtDecode } from 'jwt-decode';
import type { Message } from '../../../src/contract/chats';
import { destinationOf, topicOf } from '../../../src/contract/topics';
import { startServerProcess } from '../../kit/process';
import { call, signIn, stompClient } from '../../kit/server';

const MESSAGES = 1000;
const TALKERS = ['captain', 'ravi', 'tara', 'inventory', 'admin'];
const WORDS = 'dog near the bridge is limping please bring a crate and water we are on our way to the tea stall'.split(
  ' ',
);
/** Receipts that one connection sends. An older version of the server ends a connection that sends more than 200 at once. */
const RECEIPTS = 200;
const SEND = destinationOf({ kind: 'global' }, 'send');
const READ = destinationOf({ kind: 'global' }, 'read');

/** A server with 1,000 messages in its global chat, and another member, who is connected to it without a browser. */
export interface Room {
  /** The server's address, without a slash at the end. */
  readonly base: string;
  /** A token of the member whose browser is measured. */
  readonly token: string;
  /** A text that has not been sent before. */
  text(): string;
  /** Sends a text as the other member; resolves when it is stored. */
  say(text: string): Promise<void>;
  /** Sends a text as the other member, without waiting. */
  shout(text: string): void;
  /** Marks everything as read by the measured member, because a chat with unread messages opens at the first of them, not at its end. */
  readAll(): Promise<void>;
  /** Resolves when the other member receives a text, with the time in milliseconds since 1970. */
  hears(text: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts a server as `npm start` does, and fills its global chat.
 * @param folder the checkout whose server is started
 */
export async function openRoom(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Room> {
  const server = await startServerProcess(env, { entry: `${folder}/scripts/start.mjs` });
  const talkers = await Promise.all(
    TALKERS.map(async (username) => stompClient(server.base, await signIn(server.base, username))),
  );
  let said = 0;
  const text = () => {
    said++;
    return `#${said}: ${WORDS.slice(0, 1 + ((said * 7) % WORDS.length)).join(' ')}`;
  };
  const messageOf = (words: string) => ({ text: words, clientMessageId: randomUUID() });
  for (let place = 0; place < MESSAGES; place++)
    talkers[Math.floor(place / 3) % talkers.length]?.send(SEND, messageOf(text()));
  await Promise.all(talkers.map((talker) => talker.settled()));

  const [other, ...done] = talkers;
  if (!other) throw new Error('Nobody is there to talk.');
  await Promise.all(done.map((talker) => talker.close()));
  const inbox = await other.subscribe(topicOf({ kind: 'global' }));
  const token = await signIn(server.base, 'member');
  const { id: myId } = jwtDecode<{ id: string }>(token);
  const read = new Set<Message['id']>();
  return {
    base: server.base,
    token,
    text,
    say: (words) => other.sendAndWait(SEND, messageOf(words)),
    shout: (words) => other.send(SEND, messageOf(words)),
    async readAll() {
      const { body } = await call(server.base, '/api/gchat/messages', { token });
      const unread = (body as Message[]).filter(({ id, sender }) => sender.id !== myId && !read.has(id));
      for (let start = 0; start < unread.length; start += RECEIPTS) {
        const reader = await stompClient(server.base, token);
        for (const { id } of unread.slice(start, start + RECEIPTS)) {
          reader.send(READ, { messageId: id });
          read.add(id);
        }
        await reader.settled();
        await reader.close();
      }
    },
    async hears(words) {
      await inbox.next<Message>((message) => message.text === words);
      return performance.timeOrigin + performance.now();
    },
    async close() {
      await other.close();
      await server.discard();
    },
  };
}
