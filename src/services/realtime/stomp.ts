import { Client, type IMessage, type IStompSocket, type StompHeaders, TickerStrategy } from '@stomp/stompjs';
import type { Before, Link } from './hub';
import { SockJS } from './sockjs';

/**
 * A server whose receipt for a subscription does not come is taken to have made it after this time, in milliseconds. A receipt that
 * comes later, over a slow network, opens the topic once more: what came in between was not heard.
 */
const RECEIPT_WAIT = 1_500;

interface ConnectionOptions {
  /** Address of the SockJS endpoint. */
  readonly url: string;
  /** The bearer token, taken fresh for each connection (DECISIONS 10). */
  token(): string | null;
  /** How often either side promises to send something, in milliseconds. */
  readonly heartbeat: number;
  /** Whether the server confirms a subscription; elsewhere it counts as made when it has been sent. */
  readonly withReceipts: boolean;
  opened(link: Link): void;
  lost(): void;
  /** Calls back whenever the page comes to the front again. Returns how to stop that. */
  watchPageReturns(listener: () => void): () => void;
  /** The server answered with an ERROR frame, which is also how it refuses a token. */
  refused(): void;
}

/** One connection, from its first try to its end. Never reconnects by itself: when to do that is the realtime chart's to say. */
export function openConnection(options: ConnectionOptions): () => void {
  const { url, token, heartbeat, withReceipts, opened, lost, refused, watchPageReturns } = options;
  let longestSilence = Number.POSITIVE_INFINITY;
  let heard = Date.now();
  let ended = false;
  const end = (say?: () => void) => {
    if (ended) return;
    ended = true;
    stopWatching();
    // Its promise may never settle when the network is gone; nothing waits for it.
    void client.deactivate({ force: true }).catch(() => {});
    say?.();
  };
  // Timers stand still while a device sleeps, heart-beats with them: on waking, the silence tells.
  const stopWatching = watchPageReturns(() => {
    if (client.connected && Date.now() - heard > longestSilence) end(lost);
  });

  const client = new Client({
    webSocketFactory: () => {
      const socket = new SockJS(url);
      const hear = () => {
        heard = Date.now();
      };
      socket.addEventListener('message', hear);
      socket.addEventListener('heartbeat', hear);
      return socket as unknown as IStompSocket;
    },
    beforeConnect: (self) => {
      const bearer = token();
      if (bearer === null) end(refused);
      else self.connectHeaders = { Authorization: `Bearer ${bearer}` };
    },
    reconnectDelay: 0,
    heartbeatIncoming: heartbeat,
    heartbeatOutgoing: heartbeat,
    // Background tabs throttle their timers to one a minute; a worker's keep the beat.
    heartbeatStrategy: TickerStrategy.Worker,
    // A close handshake over a dead network never ends: the socket is dropped instead.
    discardWebsocketOnCommFailure: true,
    onConnect: ({ headers }) => {
      longestSilence = longestSilenceOf(headers['heart-beat'], heartbeat);
      opened(linkOf(client, withReceipts));
    },
    onStompError: (frame) => {
      console.error('The realtime server refused the connection:', frame.headers.message ?? '');
      end(refused);
    },
    onWebSocketClose: () => end(lost),
    onWebSocketError: () => end(lost),
  });

  client.activate();
  return () => end();
}

/**
 * A connection that was silent for longer than two heart-beats, in milliseconds, is dead, whatever the socket says. A server may
 * promise fewer than are asked for, or none ('0,0'): then silence means nothing. STOMP 1.2, "Heart-beating"
 */
function longestSilenceOf(promised: string | undefined, asked: number): number {
  const interval = Number(promised?.split(',')[0] ?? 0);
  return interval > 0 ? 2 * Math.max(interval, asked) + 1_000 : Number.POSITIVE_INFINITY;
}

/** The facts in a RECEIPT. A server may leave out each of them. */
const beforeIn = ({
  'latest-message': latest,
  'oldest-message': oldest,
  'quiet-for': quietFor,
}: StompHeaders): Before => ({
  latest: latest === '' ? null : latest,
  oldest: oldest === '' ? null : oldest,
  quietFor: quietFor === undefined ? undefined : Number(quietFor),
});

let receipts = 0;

const linkOf = (client: Client, withReceipts: boolean): Link => ({
  subscribe(topic, opened, arrived) {
    const hear = ({ body }: IMessage) => arrived(body);
    if (!withReceipts) {
      const made = client.subscribe(topic, hear);
      queueMicrotask(() => opened({}));
      return () => client.connected && made.unsubscribe();
    }
    const receipt = `subscribed-${receipts++}`;
    const timer = setTimeout(() => opened({}), RECEIPT_WAIT);
    client.watchForReceipt(receipt, ({ headers }) => {
      clearTimeout(timer);
      opened(beforeIn(headers));
    });
    const subscription = client.subscribe(topic, hear, { receipt });
    return () => {
      clearTimeout(timer);
      if (client.connected) subscription.unsubscribe();
    };
  },
  publish(destination, body) {
    if (client.connected) client.publish({ destination, body, headers: { 'content-type': 'application/json' } });
  },
});
