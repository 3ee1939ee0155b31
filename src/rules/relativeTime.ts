const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** In milliseconds. */
export const DAY = 24 * HOUR;

/** Each unit with its length and the age below which it is used, in milliseconds. A month has 30 days, a year 365. */
const units = [
  { unit: 'minute', length: MINUTE, until: HOUR },
  { unit: 'hour', length: HOUR, until: DAY },
  { unit: 'day', length: DAY, until: 30 * DAY },
  { unit: 'month', length: 30 * DAY, until: 365 * DAY },
  { unit: 'year', length: 365 * DAY, until: Number.POSITIVE_INFINITY },
] as const;

/**
 * How long ago a time was, in the viewer's language: '5 minutes ago'. Only whole units count. Less than a minute ago is 'now',
 * and so is a time in the future, because the clocks of server and device differ.
 * @param time ISO 8601, or milliseconds since 1970
 * @param now milliseconds since 1970
 * @param locale the viewer's; the browser's by default
 * @returns 'N/A' if the time is missing or unreadable (S1 §2)
 */
export function relativeTime(time: string | number | null, now: number, locale?: string): string {
  const age = now - (typeof time === 'number' ? time : Date.parse(time ?? ''));
  if (Number.isNaN(age)) return 'N/A';
  if (age < MINUTE) return wordsIn(locale, 'auto').format(0, 'second');
  const { unit, length } = units.find(({ until }) => age < until) ?? units[4];
  return wordsIn(locale, 'always').format(-Math.floor(age / length), unit);
}

const made = new Map<string, Intl.RelativeTimeFormat>();

/** Formatters are kept because creating one is slow and a long list needs it a thousand times. */
function wordsIn(locale: string | undefined, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`;
  const words = made.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric });
  made.set(key, words);
  return words;
}
