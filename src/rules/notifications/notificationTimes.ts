import { counted } from '../wording';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A notification younger than this, in milliseconds, is 'just now' (S2 §9). */
const JUST_NOW = 10 * SECOND;

/** Each unit with its length in milliseconds, the longest first. A month has 30 days, a year 365. */
const units = [
  { unit: 'yr', length: 365 * DAY },
  { unit: 'mth', length: 30 * DAY },
  { unit: 'day', length: DAY },
  { unit: 'hr', length: HOUR },
  { unit: 'min', length: MINUTE },
  { unit: 'sec', length: SECOND },
] as const;

/**
 * The age of a notification (S2 §9, DECISIONS N1): '10 secs ago', '1 min ago'. Only whole units count. A time in the future is
 * 'just now', because the clocks of server and device differ.
 * @param time ISO 8601
 * @param now milliseconds since 1970
 * @returns 'N/A' if the time is missing or unreadable
 */
export function notificationAge(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (Number.isNaN(age)) return 'N/A';
  if (age < JUST_NOW) return 'just now';
  const { unit, length } = units.find((candidate) => age >= candidate.length) ?? units[5];
  const count = Math.floor(age / length);
  return `${counted(count, unit)} ago`;
}

/** Whether an age is shown in seconds and so changes every second. `time` and `now` are in milliseconds since 1970. */
export const isToldInSeconds = (time: number, now: number) => now - time < MINUTE;
