import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatch } from '../../../src/services/realtime/hub';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A batch, and what it has delivered. */
function batching() {
  const handed: (readonly number[])[] = [];
  return { handed, batch: createBatch<number>((items) => handed.push(items)) };
}
const turn = () => vi.advanceTimersByTimeAsync(0);

describe('a batch', () => {
  it('delivers at once, and together, what arrives in one turn of the event loop', async () => {
    const { handed, batch } = batching();
    for (const item of [1, 2, 3]) batch.add(item);
    expect(handed).toEqual([]);
    await turn();
    expect(handed).toEqual([[1, 2, 3]]);
  });

  it('delivers once per frame of the screen in a flood, in order, and loses nothing', async () => {
    const { handed, batch } = batching();
    for (let item = 0; item < 100; item++) {
      batch.add(item);
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(16);
    expect(handed.flat()).toEqual(Array.from({ length: 100 }, (_, item) => item));
    expect(handed.length).toBeLessThanOrEqual(100 / 16 + 2);
  });

  it('delivers at once again after a pause', async () => {
    const { handed, batch } = batching();
    batch.add(1);
    await turn();
    await vi.advanceTimersByTimeAsync(16);
    batch.add(2);
    await turn();
    expect(handed).toEqual([[1], [2]]);
  });

  it('delivers nothing after it was stopped', async () => {
    const { handed, batch } = batching();
    batch.add(1);
    batch.stop();
    await turn();
    batch.add(2);
    await turn();
    batch.add(3);
    batch.stop();
    await vi.advanceTimersByTimeAsync(100);
    expect(handed).toEqual([[2]]);
  });
});
