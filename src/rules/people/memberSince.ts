import { counted } from '../wording';

/** A day of the calendar, without a time. */
interface Day {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  readonly date: number;
}

/** How long somebody has been a member, in whole calendar units. */
export interface Membership {
  readonly years: number;
  readonly months: number;
  readonly days: number;
}

const DAY = 86_400_000;

/** The day of a time in the viewer's zone. */
function dayOf(time: number): Day {
  const date = new Date(time);
  return { year: date.getFullYear(), month: date.getMonth(), date: date.getDate() };
}

/**
 * The day of an ISO 8601 text. Other servers send a day without a time; it is the same day in every zone. Null if the text cannot
 * be read.
 */
function readDay(text: string): Day | null {
  const written = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  if (written) return { year: Number(written[1]), month: Number(written[2]) - 1, date: Number(written[3]) };
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : dayOf(time);
}

/** The number of a day since 1970. It is computed in UTC, where every day has 24 hours. */
const numberOf = ({ year, month, date }: Day) => Date.UTC(year, month, date) / DAY;

/** The same date some months later, or the last day of that month if it has no such date: a month after Jan 31 is Feb 28. */
function monthsLater({ year, month, date }: Day, months: number): Day {
  const last = new Date(Date.UTC(year, month + months + 1, 0));
  return { year: last.getUTCFullYear(), month: last.getUTCMonth(), date: Math.min(date, last.getUTCDate()) };
}

/**
 * The time between a day and today, as years, months and days (S2 §9), by the calendar of the viewer's zone.
 * @param joinedSince ISO 8601, with or without a time
 * @param now milliseconds since 1970
 * @returns null if the day is not known; all zero on the day itself and before it
 */
export function membershipSince(joinedSince: string | null, now: number): Membership | null {
  const start = joinedSince === null ? null : readDay(joinedSince);
  if (!start) return null;
  const today = dayOf(now);
  if (numberOf(today) <= numberOf(start)) return { years: 0, months: 0, days: 0 };
  const between = (today.year - start.year) * 12 + today.month - start.month;
  const months = numberOf(monthsLater(start, between)) <= numberOf(today) ? between : between - 1;
  const days = numberOf(today) - numberOf(monthsLater(start, months));
  return { years: Math.floor(months / 12), months: months % 12, days };
}

/** '2 years, 1 month, 5 days'. Zero units are left out; a member who joined today has '0 days'. Null if the day is not known. */
export function membershipText(joinedSince: string | null, now: number): string | null {
  const membership = membershipSince(joinedSince, now);
  if (!membership) return null;
  const { years, months, days } = membership;
  const parts: readonly (readonly [number, string])[] = [
    [years, 'year'],
    [months, 'month'],
    [days, 'day'],
  ];
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return words.join(', ') || '0 days';
}
