// Not in days.ts: that file is loaded with every page, which shows no such text.

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
