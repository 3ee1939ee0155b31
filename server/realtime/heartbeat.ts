/** The longest time between two things that the server (outgoing) or the client (incoming) sends, in milliseconds; 0 means never. */
interface Intervals {
  readonly outgoing: number;
  readonly incoming: number;
}

/** STOMP 1.2 "Heart-beating": in each direction the longer of the sender's and the receiver's interval applies. */
export function negotiate(header: string | undefined, offered: number): Intervals {
  const [canSend = 0, wants = 0] = /^\d{1,9},\d{1,9}$/.test(header ?? '') ? (header ?? '').split(',').map(Number) : [];
  return {
    outgoing: wants === 0 ? 0 : Math.max(wants, offered),
    incoming: canSend === 0 ? 0 : Math.max(canSend, offered),
  };
}

export interface Heart {
  /** Call it whenever the client has sent something. */
  heard(): void;
  stop(): void;
}

/** Sends the server's heart-beats, and calls `giveUp` when the client has been silent for twice its interval. */
export function startHeart({ outgoing, incoming }: Intervals, beat: () => void, giveUp: () => void): Heart {
  let last = performance.now();
  const isSilent = () => performance.now() - last >= 2 * incoming;
  const look = () => {
    // Checked twice: after this process was paused, data that the client sent in the meantime has not been read yet.
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
