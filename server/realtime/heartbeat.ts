/** How often either side promises to send something, in milliseconds; 0 for never. */
export interface Intervals {
  readonly outgoing: number;
  readonly incoming: number;
}

/** STOMP 1.2 "Heart-beating": each direction uses the longer of the interval that one side offers and the one the other asks for. */
export function negotiate(header: string | undefined, offered: number): Intervals {
  const [canSend = 0, wants = 0] = /^\d{1,9},\d{1,9}$/.test(header ?? '') ? (header ?? '').split(',').map(Number) : [];
  return {
    outgoing: wants === 0 ? 0 : Math.max(wants, offered),
    incoming: canSend === 0 ? 0 : Math.max(canSend, offered),
  };
}

export interface Heart {
  /** Something was heard from the client. */
  heard(): void;
  stop(): void;
}

/** Sends the server's heart-beats and listens for the client's. A client that is silent for twice its interval is given up. */
export function startHeart({ outgoing, incoming }: Intervals, beat: () => void, giveUp: () => void): Heart {
  let last = performance.now();
  const isSilent = () => performance.now() - last >= 2 * incoming;
  const look = () => {
    // Checked twice: after a pause of this process, what the client has sent meanwhile is still to be read.
    if (isSilent()) setImmediate(() => isSilent() && giveUp());
  };
  const timers = [outgoing > 0 && setInterval(beat, outgoing), incoming > 0 && setInterval(look, incoming / 2)];
  return {
    heard() {
      last = performance.now();
    },
    stop() {
      for (const timer of timers) if (timer) clearInterval(timer);
    },
  };
}
