import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { membershipSince, membershipText } from '../../src/rules/people/memberSince';

afterEach(() => vi.unstubAllEnvs());
const at = (text: string) => Date.parse(text);

describe('how long somebody has been a member (S2 §9)', () => {
  it.each([
    ['2026-03-10', '2026-03-10T12:00:00', '0 days'],
    ['2026-03-11', '2026-03-10T12:00:00', '0 days'],
    ['2026-03-09', '2026-03-10T00:00:00', '1 day'],
    ['2026-01-31', '2026-02-27T12:00:00', '27 days'],
    ['2026-01-31', '2026-02-28T12:00:00', '1 month'],
    ['2026-01-31', '2026-03-01T12:00:00', '1 month, 1 day'],
    ['2026-01-31', '2026-03-31T12:00:00', '2 months'],
    ['2024-01-31', '2024-02-29T12:00:00', '1 month'],
    ['2024-02-29', '2025-02-28T12:00:00', '1 year'],
    ['2024-02-29', '2025-03-01T12:00:00', '1 year, 1 day'],
    ['2024-02-29', '2028-02-29T12:00:00', '4 years'],
    ['2023-12-15', '2026-03-10T12:00:00', '2 years, 2 months, 23 days'],
    ['2025-03-10', '2026-03-09T12:00:00', '11 months, 27 days'],
    ['2020-05-01T10:00:00', '2026-05-02T01:00:00', '6 years, 1 day'],
  ])('from %s to %s: %s', (joined, now, text) => {
    expect(membershipText(joined, at(now))).toBe(text);
  });

  it.each([
    ['Asia/Kolkata', '1 day'],
    ['America/New_York', '0 days'],
    ['UTC', '1 day'],
  ])('counts the days of the viewer: in %s %s', (zone, text) => {
    vi.stubEnv('TZ', zone);
    expect(membershipText('2026-03-10T20:00:00Z', at('2026-03-11T01:00:00Z'))).toBe(
      zone === 'Asia/Kolkata' ? '0 days' : text,
    );
  });

  it('takes a day without a time as that day, west of Greenwich, too', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(membershipText('2026-03-10', at('2026-03-10T20:00:00Z'))).toBe('0 days');
  });

  it.each([null, '', 'long ago'])('is not known for %j', (joined) => {
    expect(membershipText(joined, at('2026-03-10T12:00:00Z'))).toBe(null);
  });

  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
  const dateOf = (time: Date) => time.toISOString().slice(0, 10);
  const noon = (date: string) => at(`${date}T12:00:00`);

  it('is the span from that day to today', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 20_000 }), (joined, later) => {
        const start = dateOf(joined);
        const today = dateOf(new Date(Date.parse(`${start}T12:00:00Z`) + later * 86_400_000));
        const since = membershipSince(start, noon(today));
        if (!since) throw new Error('a day is always known');
        expect(since.months).toBeLessThan(12);
        expect(since.days).toBeLessThan(31);
        // By hand: the months first, clamped to the end of the month, then the days.
        const [year, month, date] = start.split('-').map(Number) as [number, number, number];
        const months = month - 1 + since.years * 12 + since.months;
        const last = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
        const end = new Date(Date.UTC(year, months, Math.min(date, last) + since.days));
        expect(dateOf(end)).toBe(today);
      }),
    );
  });

  it('never gets shorter by a day that passes', () => {
    const worth = (since: { years: number; months: number; days: number }) =>
      since.years * 10_000 + since.months * 100 + since.days;
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 20_000 }), (joined, later) => {
        const start = dateOf(joined);
        const on = (days: number) => {
          const since = membershipSince(start, noon(dateOf(new Date(noon(start) + days * 86_400_000))));
          return since ? worth(since) : Number.NaN;
        };
        expect(on(later + 1)).toBeGreaterThan(on(later));
      }),
    );
  });
});
