/** The first moment of a time's local calendar day, in milliseconds since 1970. */
export const startOfDay = (time: number) => dayStart(time, 0);

/** Milliseconds from a time to the end of its local calendar day. A day is longer or shorter than 24 h when the clocks change. */
export const untilMidnight = (time: number) => dayStart(time, 1) - time;

function dayStart(time: number, daysLater: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}
