import type { Wire } from './wire';

/** The sending side of one connection. */
export interface Outgoing {
  /** Sends a text, given as a quoted JSON string, together with everything else of this turn of the event loop. */
  push(quoted: string): void;
  /** Sends now what has been pushed. */
  flush(): void;
  /** Drops what has been pushed, and sends nothing from now on. */
  close(): void;
}

/**
 * Makes the sending sides of connections. What is pushed to a connection in one turn of the event loop leaves as one SockJS frame.
 * A client that has left more than `unreadBytes` unread is cut off, because what it does not take would fill the memory.
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
