const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Each unit up to where the next one takes over, in milliseconds. A month has 30 days, a year 365. */
const units = [
  { unit: 'minute', length: MINUTE, until: HOUR },
  { unit: 'hour', length: HOUR, until: DAY },
  { unit: 'day', length: DAY, until: 30 * DAY },
  { unit: 'month', length: 30 * DAY, until: 365 * DAY },
  { unit: 'year', length: 365 * DAY, until: Number.POSITIVE_INFINITY },
] as const;

/**
 * How long ago a time was, in words of the viewer's language: '5 minutes ago'; only whole units count. What is less than a
 * minute old is 'now', and so is what lies ahead: the clocks of server and device differ.
 * @param time ISO 8601, or milliseconds since 1970
 * @param now milliseconds since 1970
 * @param locale of the viewer, the browser's unless said otherwise
 * @returns 'N/A' where the time is missing or unreadable (S1 §2)
 */
export function relativeTime(time: string | number | null, now: number, locale?: string): string {
  const age = now - (typeof time === 'number' ? time : Date.parse(time ?? ''));
  if (Number.isNaN(age)) return 'N/A';
  if (age < MINUTE) return wordsIn(locale, 'auto').format(0, 'second');
  const { unit, length } = units.find(({ until }) => age < until) ?? units[4];
  return wordsIn(locale, 'always').format(-Math.floor(age / length), unit);
}

const made = new Map<string, Intl.RelativeTimeFormat>();

/** Making one takes longer than everything else here, and a long list asks a thousand times. */
function wordsIn(locale: string | undefined, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`;
  const words = made.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric });
  made.set(key, words);
  return words;
}
