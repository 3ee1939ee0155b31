import type { Socket } from 'node:net';
import type { Connection } from 'sockjs';

/** One client's connection as the STOMP session needs it. */
export interface Wire {
  /** Sends texts, each already quoted as a JSON string, as one SockJS array frame. */
  send(quoted: readonly string[]): void;
  /** The number of bytes that were sent but not yet read by the client. */
  unread(): number;
  /** Sets the longest message that a WebSocket may send from now on, in bytes. */
  allow(bytes: number): void;
  /** Closes after everything has been sent. */
  end(): void;
  /** Closes immediately, even if the client has not read everything. */
  cut(): void;
}

/**
 * Internals of sockjs-node 0.3. Its public `write` quotes every text again for every client and sends each in its own frame, and no
 * public function tells how much a client has not read. All fields are optional, because sockjs-node does not promise them: without
 * them the public functions are used.
 */
interface Inside {
  readonly _session?: {
    /** The WebSocket of a session without SockJS framing. */
    readonly ws?: WebSocketInside | null;
    /** Texts that wait for the next request of a polling client. */
    readonly send_buffer?: readonly string[];
    readonly recv?: {
      readonly protocol?: string;
      readonly ws?: WebSocketInside | null;
      /** The raw socket below a WebSocket. */
      readonly connection?: Socket | null;
      /** The response that a streaming or polling client is reading. */
      readonly response?: { readonly writableLength: number; readonly socket: Socket | null } | null;
      doSendFrame?(payload: string): boolean;
    } | null;
  } | null;
}

interface WebSocketInside {
  readonly _driver?: { _maxLength?: number };
}

const OPEN = 1;

/**
 * Closes a connection in the next turn of the event loop. sockjs-node delivers the messages of one frame in a loop; if a message
 * closed the connection within that loop, the loop would throw and end the process.
 */
const later = (close: () => void): void => {
  setImmediate(close);
};

/**
 * The `Wire` of a SockJS connection over WebSocket or a fallback transport.
 * @param closeWithin how long a client may take to answer the end of its WebSocket, in milliseconds. The library waits for that for
 * ever, so a client that never answers would keep its socket.
 */
export function wireOf(connection: Connection & Inside, closeWithin: number): Wire {
  const session = () => connection._session;
  // The session forgets it at its end.
  const socket = session()?.recv?.connection;
  const hangUp = () => {
    if (!socket || socket.destroyed) return;
    const timer = setTimeout(() => socket.destroy(), closeWithin).unref();
    socket.once('close', () => clearTimeout(timer));
  };
  // sockjs-node also ends connections by itself.
  connection.on('close', hangUp);
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
    allow(bytes) {
      const driver = (session()?.recv?.ws ?? session()?.ws)?._driver;
      if (driver) driver._maxLength = bytes;
    },
    end: () =>
      later(() => {
        connection.close();
        hangUp();
      }),
    cut: () =>
      later(() => {
        const receiver = session()?.recv;
        (receiver?.connection ?? receiver?.response?.socket)?.destroy();
        connection.close();
      }),
  };
}
