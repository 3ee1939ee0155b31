import {
  Client,
  type IMessage,
  type IStompSocket,
  type StompHeaders,
  StompSocketState,
  TickerStrategy,
} from '@stomp/stompjs';
import type { Link, TopicState } from './hub';
import { SockJS } from './sockjs';

/**
 * The wait for the receipt of a subscription, in milliseconds. After it the subscription counts as made. If the receipt comes
 * later, over a slow network, `opened` is called again, because news before it was not heard.
 */
const RECEIPT_WAIT = 1_500;
/**
 * The least time that a WebSocket has to open before SockJS tries XHR, in milliseconds. SockJS itself allows two round trips, about 0.6 s
 * on a good network. The page of a cheap phone is busy for longer than that while a chat opens, and XHR costs it much more. A proxy that
 * blocks WebSockets mostly refuses them at once.
 */
const WEBSOCKET_WAIT = 5_000;

interface ConnectionOptions {
  /** Address of the SockJS endpoint. */
  readonly url: string;
  /** Returns the bearer token. It is called for each connection (DECISIONS 10). */
  token(): string | null;
  /** The heart-beat interval of both sides, in milliseconds. */
  readonly heartbeat: number;
  /** Whether the server confirms subscriptions. Otherwise a subscription counts as made when it has been sent. */
  readonly withReceipts: boolean;
  opened(link: Link): void;
  lost(): void;
  /** Calls back whenever the page becomes visible again. Returns a function that stops that. */
  watchPageReturns(listener: () => void): () => void;
  /** The server has sent an ERROR frame, which is also how it refuses a token, or there is no token. */
  refused(): void;
}

/**
 * Opens one connection and reports its end once. It never reconnects, because the realtime chart decides when to do that.
 * @returns a function that closes the connection without a report
 */
export function openConnection(options: ConnectionOptions): () => void {
  const { url, token, heartbeat, withReceipts, opened, lost, refused, watchPageReturns } = options;
  let longestSilence = Number.POSITIVE_INFINITY;
  let heard = Date.now();
  let ended = false;
  const end = (say?: () => void) => {
    if (ended) return;
    ended = true;
    stopWatching();
    // Not awaited, because the promise may never settle when the network is gone.
    void client.deactivate({ force: true }).catch(() => {});
    say?.();
  };
  // Timers, and so the checks of heart-beats, stop while a device sleeps. On waking, the time since the last frame tells whether
  // the connection is dead.
  const stopWatching = watchPageReturns(() => {
    if (client.connected && Date.now() - heard > longestSilence) end(lost);
  });

  const client = new Client({
    webSocketFactory: () => {
      const socket = new SockJS(url, null, { timeout: WEBSOCKET_WAIT });
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
    // Browsers slow timers of background tabs down to one a minute, but not those of a worker.
    heartbeatStrategy: TickerStrategy.Worker,
    // A close handshake over a dead network never ends, so the socket is dropped instead.
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
 * A connection that is silent for longer than this, in milliseconds, is dead, even if the socket still counts as open. It is two
 * heart-beats and a second. A server may promise longer intervals than asked for, or none ('0,0'); with none the silence may be
 * endless. STOMP 1.2, "Heart-beating".
 */
function longestSilenceOf(promised: string | undefined, asked: number): number {
  const interval = Number(promised?.split(',')[0] ?? 0);
  return interval > 0 ? 2 * Math.max(interval, asked) + 1_000 : Number.POSITIVE_INFINITY;
}

/** The facts in the headers of a RECEIPT. A server may leave out each of them. */
const stateIn = ({
  'latest-message': latest,
  'oldest-message': oldest,
  'quiet-for': quietFor,
}: StompHeaders): TopicState => ({
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
      opened(stateIn(headers));
    });
    const subscription = client.subscribe(topic, hear, { receipt });
    return () => {
      clearTimeout(timer);
      if (client.connected) subscription.unsubscribe();
    };
  },
  publish(destination, body) {
    // SockJS drops without a word what is sent while it closes, and `connected` is still true then.
    if (!client.connected || client.webSocket?.readyState !== StompSocketState.OPEN) return false;
    client.publish({ destination, body, headers: { 'content-type': 'application/json' } });
    return true;
  },
});
