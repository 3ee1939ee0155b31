import { mapLink } from './incidents';
import { type LinkPart, splitLinks } from './links';

/** Numbers in the groups in which India writes them; a blank or a hyphen may be between two groups. */
const MOBILE = String.raw`[6-9]\d(?:\d{3}[ -]?\d{5}|\d[ -]?\d{3}[ -]?\d{4}|\d{2}[ -]?\d{3}[ -]?\d{3}|[ -]\d{4}[ -]?\d{4})`;
/** The country may be written in brackets. 12 digits in a row are a number only where they begin with the country. */
const INDIA = String.raw`(?:\+91|\(\+91\)|0091)[ -]?(?:\(0\)[ -]?)?`;
/** Of a city: with the zero and its code. */
const LANDLINE = String.raw`\(?0[1-9]\d{1,3}\)?[ -]\d{3,4}[ -]?\d{4}`;
const FREE = String.raw`18[06]0[ -]?\d{3}[ -]?\d{3,4}`;
const ABROAD = String.raw`\+[1-9]\d{0,2}(?:[ -]?\d{2,5}){2,4}`;
/** What a number of something else has around it: letters, the sign of an id or of money, the parts of a date, a time or a decimal. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_#₹$€@=&/+])(?<!\d[ ,.:/-])(?<!\p{L}(?<!\b(?:ph|phone|mob|mobile|tel|call|no))-)(?<!\b(?:Rs|INR)\.? ?)`;
const AFTER = String.raw`(?![\p{L}\p{N}_@%]|[.,:/-]\d| \d)`;
const phone = new RegExp(
  `${BEFORE}(?:(?:${INDIA}|0|91)?${MOBILE}|${INDIA}\\d{2,4}[ -]?\\d{3,4}[ -]?\\d{4}|${LANDLINE}|${FREE}|${ABROAD})${AFTER}`,
  'giu',
);

/** Latitude and longitude with at least three decimals, some 100 m: less may be anything. The signs of directions may follow. */
const coordinates =
  /(?<![\p{L}\p{N}.,:/=-])([+-]?\d{1,2}\.\d{3,12})°?\s?([NS])?\s*[,;]\s*([+-]?\d{1,3}\.\d{3,12})°?(?:\s?([EW])(?!\p{L}))?(?![\p{N}]|[.,]\d)/gu;

/** Splits a text into plain stretches and what can be opened: web addresses, places given by coordinates, and phone numbers. */
export const splitReferences = (text: string): LinkPart[] =>
  cut(cut(splitLinks(text), coordinates, placeOf), phone, phoneOf);

/** Cuts what a pattern finds out of the plain stretches; `hrefOf` answers null where it is something else. */
function cut(
  parts: readonly LinkPart[],
  pattern: RegExp,
  hrefOf: (found: RegExpExecArray) => string | null,
): LinkPart[] {
  return parts.flatMap((part) => {
    if (part.href !== null) return [part];
    const cuts: LinkPart[] = [];
    let from = 0;
    for (const found of part.text.matchAll(pattern)) {
      const href = hrefOf(found);
      if (href === null) continue;
      if (found.index > from) cuts.push({ text: part.text.slice(from, found.index), href: null });
      cuts.push({ text: found[0], href });
      from = found.index + found[0].length;
    }
    if (from < part.text.length) cuts.push({ text: part.text.slice(from), href: null });
    return cuts;
  });
}

function placeOf([, lat = '', north, lon = '', east]: RegExpExecArray): string | null {
  const latitude = Number(lat) * (north === 'S' ? -1 : 1);
  const longitude = Number(lon) * (east === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? mapLink({ latitude, longitude }) : null;
}

/** `tel:` with digits alone, and the plus of a country. At most 15 digits (E.164); a number of India has 10 without 0 and country. */
function phoneOf([written]: RegExpExecArray): string | null {
  const digits = written.replace(/\(0\)/, '').replace(/\D/g, '');
  const isForeign = written.includes('+');
  if (digits.length < 9 || digits.length > 15) return null;
  if (!isForeign && /^0[1-9]/.test(digits) && digits.length !== 11) return null;
  if (isForeign && digits.startsWith('91') && digits.length !== 12) return null;
  return `tel:${isForeign ? '+' : ''}${digits}`;
}
