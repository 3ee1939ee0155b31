import { Client } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { destinationOf, REALTIME_PATH, topicOf } from '../../src/contract/topics';
import type { Account } from './member';
import type { Times } from './times';

/**
 * A chat client as the guides write it: the library reconnects, a message is published when the connection says that it is up, and
 * shown when the topic brings it. What it loses is what the faults can do.
 */
export interface NaiveClient {
  /** Publishes; counted as accepted when the library took it without a word. */
  write(text: string): void;
  readonly accepted: ReadonlySet<string>;
  /** What came over the topic. */
  readonly shown: ReadonlySet<string>;
  isReady(): boolean;
  stop(): Promise<void>;
}

/** Opens an incident's chat, over the network at `base`. */
export function openNaiveClient(base: string, { token, me }: Account, chatId: string, times: Times): NaiveClient {
  const chat = { kind: 'incident', chatId } as const;
  const accepted = new Set<string>();
  const shown = new Set<string>();
  const client = new Client({
    webSocketFactory: () => new SockJS(base + REALTIME_PATH),
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: times.reconnectDelay,
    heartbeatIncoming: times.heartbeat,
    heartbeatOutgoing: times.heartbeat,
    onConnect: () => client.subscribe(topicOf(chat), ({ body }) => shown.add(JSON.parse(body).text)),
  });
  client.activate();

  return {
    accepted,
    shown,
    isReady: () => client.connected,
    write(text) {
      if (!client.connected) return;
      try {
        const body = JSON.stringify({ text, clientMessageId: `${Date.now()}-${me.username}-${text}`.slice(0, 100) });
        client.publish({ destination: destinationOf(chat, 'send'), body });
        accepted.add(text);
      } catch {
        // It said no: whoever wrote it knows.
      }
    },
    stop: () => client.deactivate({ force: true }),
  };
}
