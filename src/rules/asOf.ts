import { dayLabel, timeLabel } from './chat/messages';

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
