import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { later } from '../../src/services/later';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A door whose code arrives, or fails to, when the test says so; and all that it was told. */
function doorway({ isRefusing = true } = {}) {
  const told: string[] = [];
  const refused: string[] = [];
  const fetches: { arrive(): void; fail(): void }[] = [];
  const fetchDoor = () =>
    new Promise<{ order(order: string): void; close(): void }>((resolve, reject) => {
      fetches.push({
        arrive: () => resolve({ order: (order) => told.push(order), close: () => told.push('closed') }),
        fail: () => reject(new Error('no network')),
      });
    });
  const door = isRefusing ? later(fetchDoor, (order) => refused.push(order)) : later(fetchDoor);
  return { door, told, refused, fetches };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a door whose code comes later', () => {
  it('is fetched at once, and only once', async () => {
    const { door, told, fetches } = doorway();
    expect(fetches).toHaveLength(1);
    fetches[0]?.arrive();
    await settle();
    door.order('a');
    door.order('b');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual(['a', 'b']);
    expect(fetches).toHaveLength(1);
  });

  it('carries out in its order what was ordered before', async () => {
    const { door, told, refused, fetches } = doorway();
    door.order('a');
    door.order('b');
    await settle();
    expect(told).toEqual([]);
    fetches[0]?.arrive();
    await settle();
    expect(told).toEqual(['a', 'b']);
    expect(refused).toEqual([]);
  });

  it('carries it out, too, when it was closed meanwhile: what was written last is not lost', async () => {
    const { door, told, fetches } = doorway();
    door.order('a');
    door.close();
    fetches[0]?.arrive();
    await settle();
    expect(told).toEqual(['a', 'closed']);
  });

  it('says of each order that it cannot be carried out while the code does not arrive, and fetches it every 5 s', async () => {
    const { door, told, refused, fetches } = doorway();
    door.order('a');
    fetches[0]?.fail();
    await settle();
    door.order('b');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(refused).toEqual(['a', 'b']);
    expect(fetches).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetches).toHaveLength(2);
    fetches[1]?.fail();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetches).toHaveLength(3);
    door.order('c');
    fetches[2]?.arrive();
    await settle();
    expect(told).toEqual(['c']);
    expect(refused).toEqual(['a', 'b']);
  });

  it('is fetched no more once it is closed', async () => {
    const waiting = doorway();
    waiting.fetches[0]?.fail();
    await settle();
    waiting.door.close();
    const fetching = doorway();
    fetching.door.close();
    fetching.fetches[0]?.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([waiting.fetches.length, fetching.fetches.length]).toEqual([1, 1]);
    expect([...waiting.told, ...fetching.told]).toEqual([]);
  });

  it('needs nobody who is told of what could not be carried out', async () => {
    const { door, told, fetches } = doorway({ isRefusing: false });
    door.order('a');
    fetches[0]?.fail();
    await vi.advanceTimersByTimeAsync(5_000);
    door.order('b');
    fetches[1]?.arrive();
    await settle();
    expect(told).toEqual(['b']);
  });
});
