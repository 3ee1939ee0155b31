import type { Wire } from './wire';

/** The sending side of one connection. */
export interface Outgoing {
  /** Queues a text (a quoted JSON string); all texts of one turn of the event loop are sent together. */
  push(quoted: string): void;
  /** Sends all queued texts now. */
  flush(): void;
  /** Drops all queued texts and sends nothing more. */
  close(): void;
}

/**
 * Creates the sending side of a connection. Texts pushed in one turn of the event loop leave as one SockJS frame.
 * A client with more than `unreadBytes` unread is cut off, because its unread data would fill the server's memory.
 */
export function createOutgoing(unreadBytes: number): (wire: Wire, cutOff: () => void) => Outgoing {
  const waiting = new Set<Outgoing>();
  const flushAll = () => {
    const all = [...waiting];
    waiting.clear();
    for (const outgoing of all) outgoing.flush();
  };

  return (wire, cutOff) => {
    let texts: string[] = [];
    let isClosed = false;
    const outgoing: Outgoing = {
      push(quoted) {
        if (isClosed) return;
        texts.push(quoted);
        if (texts.length > 1) return;
        if (waiting.size === 0) setImmediate(flushAll);
        waiting.add(outgoing);
      },
      flush() {
        if (isClosed || texts.length === 0) return;
        const sent = texts;
        texts = [];
        wire.send(sent);
        if (wire.unread() > unreadBytes) cutOff();
      },
      close() {
        isClosed = true;
        texts = [];
        waiting.delete(outgoing);
      },
    };
    return outgoing;
  };
}
