import { afterEach, describe, expect, it, vi } from 'vitest';
import { startOfDay, untilMidnight } from '../../src/rules/days';

afterEach(() => vi.unstubAllEnvs());
const HOUR = 3_600_000;

describe('days in the viewer’s zone (DECISIONS 42)', () => {
  it.each([
    ['UTC', '2026-03-10T23:00:00Z', '2026-03-10T00:00:00Z', 1],
    ['UTC', '2026-03-10T00:00:00Z', '2026-03-10T00:00:00Z', 24],
    ['Asia/Kolkata', '2026-03-10T19:00:00Z', '2026-03-10T18:30:00Z', 23.5],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08T05:00:00Z', 23],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01T04:00:00Z', 25],
  ])('in %s at %s: since %s, %d hours left', (zone, now, start, hours) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(startOfDay(Date.parse(now))).toISOString()).toBe(new Date(start).toISOString());
    expect(untilMidnight(Date.parse(now))).toBe(hours * HOUR);
  });
});
