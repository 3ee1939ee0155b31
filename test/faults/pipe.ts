/** One direction of a connection: what passes may take its time, but nothing overtakes. */
export interface Pipe {
  /** Does something after so many milliseconds, and after all that was passed before. */
  pass(milliseconds: number, act: () => void): void;
  /** Does all that waits now. */
  flush(): void;
  /** Forgets all that waits. */
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
