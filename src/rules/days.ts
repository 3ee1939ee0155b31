/** The first moment of a time's local calendar day, in milliseconds since 1970. */
export const startOfDay = (time: number) => dayStart(time, 0);

/** Milliseconds from a time to the end of its local calendar day. A day is longer or shorter than 24 h when the clocks change. */
export const untilMidnight = (time: number) => dayStart(time, 1) - time;

function dayStart(time: number, daysLater: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** A calendar day (ISO 8601, such as 2027-03-31) in the viewer's locale. Returns '' for null, and an unreadable day as it is. */
export function dayText(day: string | null, locale?: string): string {
  if (!day) return '';
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time)) return day;
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  formats.set(locale, format);
  return format.format(time);
}

/** A text of the server with its calendar days in the viewer's locale, each kept in one line (DECISIONS 350). */
export const datedText = (text: string, locale?: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => dayText(day, locale).replaceAll(' ', '\u00a0'));
