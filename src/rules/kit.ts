import type { KitItem } from '../contract/supplies';

const dateFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** A calendar day such as 2027-03-31 as the viewer writes it; '' where there is none, as it came where it cannot be read. */
export function dayText(day: string | null, locale?: string): string {
  if (!day) return '';
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time)) return day;
  const format = dateFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  dateFormats.set(locale, format);
  return format.format(time);
}

/** How many of an item, with its unit where the server says it: '3 pieces'. */
export const amountText = ({ quantity, unit }: Pick<KitItem, 'quantity' | 'unit'>) => `${quantity} ${unit}`.trim();

/** Where an item of a kit comes from (S2 §3). */
export const originText = ({ personallyProcured }: Pick<KitItem, 'personallyProcured'>) =>
  personallyProcured ? 'Own' : 'Supplied';
