/** One direction of a connection: everything may be delayed, but nothing overtakes anything. */
export interface Pipe {
  /** Calls `act` after this time, and after everything that was passed before. */
  pass(milliseconds: number, act: () => void): void;
  /** Calls everything that waits at once. */
  flush(): void;
  /** Drops everything that waits. */
  clear(): void;
}

export function createPipe(): Pipe {
  let waiting: { readonly due: number; readonly act: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const pump = () => {
    clearTimeout(timer);
    timer = undefined;
    for (let first = waiting[0]; first; first = waiting[0]) {
      const left = first.due - performance.now();
      if (left > 0) {
        timer = setTimeout(pump, left);
        return;
      }
      waiting.shift();
      first.act();
    }
  };
  return {
    pass(milliseconds, act) {
      if (milliseconds === 0 && waiting.length === 0) return act();
      waiting.push({ due: performance.now() + milliseconds, act });
      if (!timer) pump();
    },
    flush() {
      waiting = waiting.map(({ act }) => ({ due: 0, act }));
      pump();
    },
    clear() {
      waiting = [];
      clearTimeout(timer);
    },
  };
}
