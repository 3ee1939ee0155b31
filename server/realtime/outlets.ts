import type { Wire } from './wire';

/** The sending side of one connection. */
export interface Outlet {
  /** Sends a text, given as a quoted JSON string, together with all else that is due by the end of this turn. */
  push(quoted: string): void;
  /** Sends what is due now. */
  flush(): void;
  /** Sends nothing any more. */
  close(): void;
}

/**
 * Makes outlets. What a connection is due in one turn of the event loop leaves as one SockJS frame; a client that has left more
 * than `unreadBytes` unread is cut off, for what it does not take would fill the memory.
 */
export function createOutlets(unreadBytes: number): (wire: Wire, cutOff: () => void) => Outlet {
  const dirty = new Set<Outlet>();
  const flushAll = () => {
    const due = [...dirty];
    dirty.clear();
    for (const outlet of due) outlet.flush();
  };

  return (wire, cutOff) => {
    let due: string[] = [];
    let isClosed = false;
    const outlet: Outlet = {
      push(quoted) {
        if (isClosed) return;
        due.push(quoted);
        if (due.length > 1) return;
        if (dirty.size === 0) setImmediate(flushAll);
        dirty.add(outlet);
      },
      flush() {
        if (isClosed || due.length === 0) return;
        const texts = due;
        due = [];
        wire.send(texts);
        if (wire.unread() > unreadBytes) cutOff();
      },
      close() {
        isClosed = true;
        due = [];
        dirty.delete(outlet);
      },
    };
    return outlet;
  };
}
