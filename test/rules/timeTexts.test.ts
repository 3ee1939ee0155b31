import { afterEach, describe, expect, it, vi } from 'vitest';
import { asOfText, dateTimeText, dayLabel, sinceLabel, timeLabel, whenLabel } from '../../src/rules/timeTexts';

afterEach(() => vi.unstubAllEnvs());
const inZone = (zone: string) => vi.stubEnv('TZ', zone);

describe('date separators (S1 §2, DECISIONS 42)', () => {
  it.each([
    ['UTC', '2026-03-10T23:59:59Z', '2026-03-10T00:00:00Z', 'Today'],
    ['UTC', '2026-03-10T00:00:00Z', '2026-03-09T23:59:59Z', 'Yesterday'],
    ['UTC', '2026-03-10T12:00:00Z', '2026-03-08T23:59:59Z', 'March 8'],
    ['UTC', '2026-03-10T12:00:00Z', '2025-03-10T12:00:00Z', 'March 10, 2025'],
    ['UTC', '2026-01-01T00:30:00Z', '2025-12-31T23:30:00Z', 'Yesterday'],
    ['Asia/Kolkata', '2026-03-10T18:31:00Z', '2026-03-10T18:29:00Z', 'Yesterday'],
    // The day the clocks go forward has 23 hours, the day they go back 25.
    ['America/New_York', '2026-03-09T04:30:00Z', '2026-03-08T05:30:00Z', 'Yesterday'],
    ['America/New_York', '2026-11-02T05:30:00Z', '2026-11-01T04:30:00Z', 'Yesterday'],
  ])('in %s at %s, %s is %s', (zone, now, time, label) => {
    inZone(zone);
    expect(dayLabel(time, Date.parse(now), 'en-US')).toBe(label);
  });

  it('follow the viewer’s time zone', () => {
    inZone('Asia/Kolkata');
    expect(timeLabel('2026-03-10T12:05:00Z', 'en-GB')).toBe('17:35');
  });

  it.each([
    ['2026-03-10T18:00:00Z', '17:35'],
    ['2026-03-10T18:31:00Z', 'Yesterday, 17:35'],
    ['2026-03-12T12:05:00Z', '10 March, 17:35'],
    ['2027-03-10T12:05:00Z', '10 March 2026, 17:35'],
  ])('at %s something waits since %s', (now, label) => {
    inZone('Asia/Kolkata');
    expect(sinceLabel('2026-03-10T12:05:00Z', Date.parse(now), 'en-GB')).toBe(label);
  });

  it('in a list, are a time today, and a day before that', () => {
    inZone('Asia/Kolkata');
    const now = Date.parse('2026-03-10T12:00:00Z');
    const labels = ['2026-03-10T08:35:00Z', '2026-03-09T12:05:00Z', '2026-03-01T12:05:00Z'];
    expect(labels.map((time) => whenLabel(time, now, 'en-GB'))).toEqual(['14:05', 'Yesterday', '1 March']);
  });

  it.each(['', 'yesterday', '2026-13-45T99:00:00Z'])('are empty for %j, which is not a time', (time) => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect([timeLabel(time), dayLabel(time, now), sinceLabel(time, now)]).toEqual(['', '', '']);
  });
});

describe('a time as date and time of day', () => {
  it.each([null, '', 'yesterday'])('is N/A for %s (S1 §2)', (reportedAt) => {
    expect(dateTimeText(reportedAt)).toBe('N/A');
  });

  it('is in the locale of the viewer', () => {
    expect(dateTimeText('2026-03-10T08:05:00', 'en-GB')).toBe('10 Mar 2026, 08:05');
  });
});

// Without a zone: the viewer's.
const at = (local: string) => new Date(local).getTime();

it.each([
  ['2026-03-10T14:05:00', 'As of 14:05'],
  ['2026-03-09T23:59:00', 'As of Yesterday, 23:59'],
  ['2026-03-02T08:30:00', 'As of 2 March, 8:30'],
  ['2025-12-31T08:30:00', 'As of 31 December 2025, 8:30'],
])('what was said at %s is shown %s', (time, text) => {
  expect(asOfText(at(time), at('2026-03-10T15:00:00'), 'en-GB')).toBe(text);
});
