import { expect, it } from 'vitest';
import { world } from '../../src/services/world';

it('makes ids that nobody else has made', () => {
  const ids = Array.from({ length: 1000 }, () => world.createId());
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
});

it('tells the time', () => {
  const before = Date.now();
  expect(world.now()).toBeGreaterThanOrEqual(before);
  expect(world.now()).toBeLessThanOrEqual(Date.now());
});
