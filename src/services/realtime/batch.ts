/** One screen frame, in milliseconds. */
const FRAME = 16;

/**
 * Delivers items that arrive in quick succession together. After a quiet time, items of one turn of the event loop are delivered at
 * its end. In a flood there is one batch per screen frame, so that typing stays fluent.
 */
export function createBatch<Item>(hand: (items: readonly Item[]) => void): { add(item: Item): void; stop(): void } {
  let items: Item[] = [];
  let handedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    const batch = items;
    items = [];
    if (batch.length === 0) return;
    handedAt = performance.now();
    hand(batch);
  };
  return {
    add(item) {
      if (items.push(item) > 1) return;
      const wait = handedAt + FRAME - performance.now();
      if (wait <= 0) queueMicrotask(flush);
      else timer = setTimeout(flush, wait);
    },
    stop() {
      clearTimeout(timer);
      items = [];
    },
  };
}
