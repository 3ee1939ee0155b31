import type { Socket } from 'node:net';
import type { Connection } from 'sockjs';

/** One client's connection as the STOMP session needs it. */
export interface Wire {
  /** Sends texts, each already quoted as a JSON string, as one SockJS array frame. */
  send(quoted: readonly string[]): void;
  /** How many bytes were sent that the client has not taken yet. */
  unread(): number;
  /** Closes after all that was sent. */
  end(): void;
  /** Closes at once, whatever the client has not taken. */
  cut(): void;
}

/**
 * Internals of sockjs-node 0.3. Its public `write` quotes every text for every client and sends each in a frame of its own, and it
 * does not tell how much a client has left unread. All of them are optional, because they are not promised: without them the public
 * functions do the work.
 */
interface Inside {
  readonly _session?: {
    /** Texts that wait for a polling client to come back. */
    readonly send_buffer?: readonly string[];
    readonly recv?: {
      readonly protocol?: string;
      /** The raw socket below a WebSocket. */
      readonly connection?: Socket | null;
      /** The response that a streaming or polling client is reading. */
      readonly response?: { readonly writableLength: number; readonly socket: Socket | null } | null;
      doSendFrame?(payload: string): boolean;
    } | null;
  } | null;
}

const OPEN = 1;

/**
 * sockjs-node delivers the messages of one frame in a loop that throws, and ends the process, when a message closes the connection.
 * So a connection is closed after that loop.
 */
const later = (close: () => void): void => {
  setImmediate(close);
};

/** The wire of a SockJS connection, by WebSocket or any of the fallback transports. */
export function wireOf(connection: Connection & Inside): Wire {
  const session = () => connection._session;
  return {
    send(quoted) {
      if (connection.readyState !== OPEN) return;
      const receiver = session()?.recv;
      if (receiver?.protocol === 'websocket' && receiver.doSendFrame && session()?.send_buffer?.length === 0)
        receiver.doSendFrame(`a[${quoted.join(',')}]`);
      else for (const text of quoted) connection.write(JSON.parse(text));
    },
    unread() {
      const { send_buffer: waiting = [], recv } = session() ?? {};
      const queued = waiting.reduce((bytes, text) => bytes + text.length, 0);
      return queued + (recv?.connection?.writableLength ?? recv?.response?.writableLength ?? 0);
    },
    end: () => later(() => connection.close()),
    cut: () =>
      later(() => {
        const receiver = session()?.recv;
        (receiver?.connection ?? receiver?.response?.socket)?.destroy();
        connection.close();
      }),
  };
}
