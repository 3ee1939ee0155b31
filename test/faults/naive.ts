import { Client } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { parse } from 'valibot';
import { Messages } from '../../src/contract/chats';
import { destinationOf, REALTIME_PATH, topicOf } from '../../src/contract/topics';
import { call } from '../kit/server';
import type { Account } from './member';
import type { Times } from './times';

/**
 * A chat client for comparison, as a careful programmer could write it in a day. Its STOMP library reconnects. With each connection it
 * fetches the history again, and sends again what is missing there, under the same clientMessageId; also what has had no echo for a
 * while. Unsent messages are only in the memory of the page, and none waits until the one before it is confirmed.
 */
export interface NaiveClient {
  write(text: string): void;
  /** All texts that were written, in order. */
  readonly written: readonly string[];
  /** The texts that it shows, by others and by itself. */
  readonly shown: ReadonlySet<string>;
  /** How often it sent a message again. */
  readonly resent: () => number;
  /** Whether it is connected and nothing waits. */
  isAtRest(): boolean;
  isReady(): boolean;
  /** Does what a reload of its page would: its memory is lost. */
  reload(): void;
  stop(): Promise<void>;
}

interface Unsent {
  readonly clientMessageId: string;
  readonly text: string;
  /** When it is sent again if no echo comes, in the milliseconds of `performance.now`. */
  due: number;
}

/** Opens an incident's chat, over the network at `base`. */
export function openNaiveClient(base: string, { token, me }: Account, chatId: string, times: Times): NaiveClient {
  const chat = { kind: 'incident', chatId } as const;
  const written: string[] = [];
  const shown = new Set<string>();
  let unsent: Unsent[] = [];
  let resent = 0;

  const hear = (text: string | null, clientMessageId: string | null) => {
    if (text !== null) shown.add(text);
    unsent = unsent.filter((one) => one.clientMessageId !== clientMessageId);
  };
  const publish = (one: Unsent) => {
    one.due = performance.now() + times.echoWait;
    if (!client.connected) return;
    const { text, clientMessageId } = one;
    client.publish({ destination: destinationOf(chat, 'send'), body: JSON.stringify({ text, clientMessageId }) });
  };
  const again = (those: readonly Unsent[]) => {
    for (const one of those) {
      resent++;
      publish(one);
    }
  };
  const client = new Client({
    webSocketFactory: () => new SockJS(base + REALTIME_PATH),
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: times.reconnectDelay,
    heartbeatIncoming: times.heartbeat,
    heartbeatOutgoing: times.heartbeat,
    async onConnect() {
      client.subscribe(topicOf(chat), ({ body }) => {
        const { text, clientMessageId } = JSON.parse(body);
        hear(text, clientMessageId);
      });
      try {
        const { body } = await call(base, `/api/chat/messages/${chatId}?limit=200`, { token });
        for (const { text, clientMessageId } of parse(Messages, body)) hear(text, clientMessageId);
        again(unsent);
      } catch {
        // The history is fetched again with the next connection.
      }
    },
  });
  client.activate();
  const look = setInterval(() => again(unsent.filter(({ due }) => performance.now() > due)), times.echoWait / 4);

  return {
    written,
    shown,
    resent: () => resent,
    isReady: () => client.connected,
    isAtRest: () => client.connected && unsent.length === 0,
    write(text) {
      const one = { clientMessageId: `${Date.now()}-${me.username}-${text}`.slice(0, 100), text, due: 0 };
      written.push(text);
      unsent.push(one);
      publish(one);
    },
    reload() {
      unsent = [];
      client.forceDisconnect();
    },
    stop() {
      clearInterval(look);
      return client.deactivate({ force: true });
    },
  };
}
