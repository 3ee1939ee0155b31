// Times as the viewer's locale writes them. Calendar days without a time are in dayText.ts.

/** 'Today', 'Yesterday', or month and day, with the year if it is not the current one (S1 §2, DECISIONS 42); '' for an invalid date. */
export function dayLabel(iso: string, now: number, locale?: string): string {
  const date = new Date(iso);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return written(date.getFullYear() === today.getFullYear() ? 'day' : 'dayAndYear', locale, day);
}

/**
 * The time of a message in a list: hour and minute if it is from today, otherwise the day as in `dayLabel`; '' for an invalid date.
 */
export const whenLabel = (iso: string, now: number, locale?: string) =>
  new Date(iso).toDateString() === new Date(now).toDateString() ? timeLabel(iso, locale) : dayLabel(iso, now, locale);

/** Hour and minute in the viewer's zone and locale; '' for an invalid date. */
export function timeLabel(iso: string, locale?: string): string {
  const date = new Date(iso);
  return written('time', locale, Date.UTC(1970, 0, 1, date.getHours(), date.getMinutes()));
}

/** The time since which something waits: hour and minute, with the day before them unless it is today. '' for an invalid date. */
export function sinceLabel(iso: string, now: number, locale?: string): string {
  const day = dayLabel(iso, now, locale);
  return day === 'Today' || day === '' ? timeLabel(iso, locale) : `${day}, ${timeLabel(iso, locale)}`;
}

/** The same after the word 'since', where 'yesterday' is written small. */
export const sinceInSentence = (iso: string, now: number, locale?: string) =>
  sinceLabel(iso, now, locale).replace(/^Yesterday/, 'yesterday');

/**
 * The time of a copy that this device has kept: 'As of 14:05', with the day if it is not today.
 * @param time milliseconds since 1970
 * @param now the same
 * @param locale the viewer's; the browser's by default
 */
export function asOfText(time: number, now: number, locale?: string): string {
  const iso = new Date(time).toISOString();
  const day = dayLabel(iso, now, locale);
  return `As of ${day === 'Today' ? '' : `${day}, `}${timeLabel(iso, locale)}`;
}

/** A time (ISO 8601) as date and time of day, in the viewer's zone and locale; 'N/A' if it is missing or unreadable (S1 §2). */
export function dateTimeText(iso: string | null, locale?: string): string {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time)
    ? 'N/A'
    : new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * Creates the formatter of times before one is shown. The first formatter of a page costs about 12 ms because the browser loads its
 * locale data; later ones cost almost nothing.
 */
export const prepareFormats = () => void formatOf('time', undefined);

const patterns = {
  day: { month: 'long', day: 'numeric' },
  dayAndYear: { month: 'long', day: 'numeric', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Creating a formatter takes a thousand times as long as using it, so each is kept. It formats UTC because the viewer's zone may change.
 */
function formatOf(pattern: keyof typeof patterns, locale: string | undefined): Intl.DateTimeFormat {
  const key = `${pattern}/${locale}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...patterns[pattern], timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

/** Formats a time, or answers '' for an invalid one: another server may send any text, and Intl would throw and break the screen. */
const written = (pattern: keyof typeof patterns, locale: string | undefined, time: number) =>
  Number.isNaN(time) ? '' : formatOf(pattern, locale).format(time);
