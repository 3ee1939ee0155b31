import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../src/rules/relativeTime';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('how long ago something was (S1 §2)', () => {
  it.each([
    ['2026-03-10T12:00:00Z', 'now'],
    ['2026-03-10T11:59:00.001Z', 'now'],
    ['2026-03-10T11:59:00Z', '1 minute ago'],
    ['2026-03-10T11:00:00.001Z', '59 minutes ago'],
    ['2026-03-10T11:00:00Z', '1 hour ago'],
    ['2026-03-09T12:00:00.001Z', '23 hours ago'],
    ['2026-03-09T12:00:00Z', '1 day ago'],
    ['2026-02-08T12:00:00.001Z', '29 days ago'],
    ['2026-02-08T12:00:00Z', '1 month ago'],
    ['2025-03-10T12:00:00.001Z', '12 months ago'],
    ['2025-03-10T12:00:00Z', '1 year ago'],
    ['2023-03-10T12:00:00Z', '3 years ago'],
  ])('%s is %s', (time, words) => {
    expect(relativeTime(time, now, 'en')).toBe(words);
    expect(relativeTime(Date.parse(time), now, 'en')).toBe(words);
  });

  it('is now for times in the future, because the clocks of server and device differ', () => {
    fc.assert(fc.property(fc.nat(), (ahead) => relativeTime(now + ahead, now, 'en') === 'now'));
  });

  it.each([null, '', 'yesterday'])('is N/A for %j', (time) => {
    expect(relativeTime(time, now, 'en')).toBe('N/A');
  });

  it('speaks the language of the viewer', () => {
    expect(relativeTime('2026-03-10T10:00:00Z', now, 'de')).toBe('vor 2 Stunden');
    expect(relativeTime('2026-03-10T10:00:00Z', now, 'en')).toBe('2 hours ago');
  });

  it('never shows an older time as newer', () => {
    const minutes = (words: string) => {
      const [count, unit = ''] = words.split(' ');
      const sizes: Record<string, number> = { minute: 1, hour: 60, day: 1440, month: 43_200, year: 525_600 };
      return words === 'now' ? 0 : Number(count) * (sizes[unit.replace(/s$/, '')] ?? Number.NaN);
    };
    const age = fc.integer({ min: 0, max: 5 * 365 * 86_400_000 });
    fc.assert(
      fc.property(age, age, (one, other) => {
        const [younger, older] = [Math.min(one, other), Math.max(one, other)];
        return minutes(relativeTime(now - younger, now, 'en')) <= minutes(relativeTime(now - older, now, 'en'));
      }),
    );
  });
});
