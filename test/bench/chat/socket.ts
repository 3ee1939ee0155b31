import { Client } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import type { Message } from '../../../src/contract/chats';

export interface Connection {
  send(body: { readonly text: string; readonly clientMessageId: string }): void;
}

/** A bare connection to the global chat: SockJS with STOMP on top. */
export function connect(token: string, opened: (connection: Connection) => void, heard: (message: Message) => void) {
  const client = new Client({
    webSocketFactory: () => new SockJS('ws', null, { transports: ['websocket'] }),
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
    onConnect: () => {
      const receipt = 'subscribed';
      client.watchForReceipt(receipt, () =>
        opened({ send: (body) => client.publish({ destination: '/app/gchat/send', body: JSON.stringify(body) }) }),
      );
      client.subscribe('/topic/gchat', ({ body }) => heard(JSON.parse(body)), { receipt });
    },
  });
  client.activate();
}
