import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { faultKinds, planFaults } from './plan';
import { createRandom } from './random';
import { runFaults } from './run';
import { openSetup, type Setup } from './setup';
import { timesDividedBy } from './times';
import { verdictOf } from './verdict';

/** The seed of the short form of `npm run faults`. It is fixed, so that a failure can be repeated. */
const SEED = 20;
const times = timesDividedBy(4);

describe('the short fault run', () => {
  let setup: Setup;

  beforeAll(async () => {
    setup = await openSetup(times);
  }, 120_000);
  afterAll(() => setup?.server.discard());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('loses, doubles and reorders nothing', { timeout: 240_000 }, async () => {
    // The charts log each failure, and this test causes many.
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
    const figures = await runFaults(setup, SEED, { messages: 100, faults: 20, long: false }, times);
    expect(figures.violations).toEqual([]);
    expect(figures).toMatchObject({ lost: 0, doubled: 0, reordered: 0 });
    expect(Object.keys(figures.faults).sort()).toEqual([...faultKinds].sort());
    expect(Object.values(figures.faults).reduce((sum, count) => sum + count, 0)).toBe(20);
  });
});

describe('what the run counts', () => {
  const written = [
    ['a1', 'a2', 'a3'],
    ['b1', 'b2'],
  ];

  it('takes any order between two senders', () => {
    expect(verdictOf(written, ['b1', 'a1', 'a2', 'older', 'b2', 'a3'])).toEqual({ lost: 0, doubled: 0, reordered: 0 });
  });
  it('sees a message that is missing', () => {
    expect(verdictOf(written, ['a1', 'a3', 'b1', 'b2'])).toEqual({ lost: 1, doubled: 0, reordered: 0 });
  });
  it('sees each copy too many', () => {
    expect(verdictOf(written, ['a1', 'a2', 'a2', 'a3', 'b1', 'a2', 'b2'])).toEqual({
      lost: 0,
      doubled: 2,
      reordered: 0,
    });
  });
  it('sees one that comes behind a later one of its sender', () => {
    expect(verdictOf(written, ['a1', 'a3', 'a2', 'b1', 'b2'])).toEqual({ lost: 0, doubled: 0, reordered: 1 });
  });
});

describe('the plan of a seed', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planFaults(createRandom(7), 20, true)).toEqual(planFaults(createRandom(7), 20, true));
    expect(planFaults(createRandom(7), 20, true)).not.toEqual(planFaults(createRandom(8), 20, true));
  });
  it('has every kind, and ends with one that takes all connections at once', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const kinds = planFaults(createRandom(seed), 22, true).map(({ kind }) => kind);
      expect(kinds).toHaveLength(22);
      expect(new Set(kinds).size).toBe(13);
      expect(['reset', 'blackhole', 'refuse', 'freeze']).toContain(kinds.at(-1));
    }
  });
  it('has one black hole that outlasts two heart-beats: of 10 s each, beside a reconnect delay of 5 s', () => {
    const holes = planFaults(createRandom(3), 22, true).filter(({ kind }) => kind === 'blackhole');
    expect(holes.filter(({ lasts }) => lasts > 4)).toHaveLength(1);
  });
});
