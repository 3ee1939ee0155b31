import { addressLink, isOnEarth, mapLink } from '../incidents/incidents';
import { type LinkPart, splitLinks } from '../links';

/** An Indian mobile number in the usual groupings. A blank or a hyphen may separate two groups. */
const MOBILE = String.raw`[6-9]\d(?:\d{3}[ -]?\d{5}|\d[ -]?\d{3}[ -]?\d{4}|\d{2}[ -]?\d{3}[ -]?\d{3}|[ -]\d{4}[ -]?\d{4})`;
/** The country code of India, also in brackets. 12 digits in a row count as a number only if they begin with it. */
const INDIA = String.raw`(?:\+91|\(\+91\)|0091)[ -]?(?:\(0\)[ -]?)?`;
/** A landline number with its area code, which begins with 0. */
const LANDLINE = String.raw`\(?0[1-9]\d{1,3}\)?[ -]\d{3,4}[ -]?\d{4}`;
const FREE = String.raw`18[06]0[ -]?\d{3}[ -]?\d{3,4}`;
const ABROAD = String.raw`\+[1-9]\d{0,2}(?:[ -]?\d{2,5}){2,4}`;
/** Ten digits without a space between them. They are a phone number even beside other digits, as in '9876543210 5pm'. */
const UNBROKEN = String.raw`[6-9]\d{9}`;
/**
 * Characters before or after digits that show that they are no phone number: letters, signs of money and of ids ('INC-'), and parts
 * of a time or a decimal. A name may come before a hyphen ('Raju-'), but no capital letter, unless it ends a word for a phone.
 */
const BEFORE = String.raw`(?<![\p{L}\p{N}_#₹$€@=&+]|\d[.:-])(?<!\p{Lu}(?<!\b(?:PH|PHONE|MOB|MOBILE|TEL|CALL|NO))-)(?<!\b(?:R[Ss]|rs|INR|inr)\.? ?)`;
const AFTER = String.raw`(?![\p{L}\p{N}_@%]|[.:-]\d)`;
/**
 * A number that is written in groups must not have digits beside it, because they may all be one longer number, an amount or a date.
 * Only a second phone number may be there.
 */
const OTHER = String.raw`(?<!\d)[6-9]\d{4}[ -]?\d{5}`;
const APART = String.raw`(?:(?<=${OTHER}[ ,/])|(?<!/|\d[ ,]))`;
const ALONE = String.raw`(?![ ,/](?!${OTHER}(?!\d))\d)`;
const phone = new RegExp(
  `${BEFORE}(?:${UNBROKEN}|${APART}(?:(?:${INDIA}|0|91[ -]?)?${MOBILE}|${INDIA}\\d{2,4}[ -]?\\d{3,4}[ -]?\\d{4}|${LANDLINE}|${FREE}|${ABROAD})${ALONE})${AFTER}`,
  'gu',
);

/**
 * Latitude and longitude with at least three decimals (about 100 m), because numbers with fewer may mean anything. Letters of
 * directions may follow.
 */
const coordinates =
  /(?<![\p{L}\p{N}.,:/=-])([+-]?\d{1,2}\.\d{3,12})°?\s?([NS])?\s*[,;]\s*([+-]?\d{1,3}\.\d{3,12})°?(?:\s?([EW])(?!\p{L}))?(?![\p{N}]|[.,]\d)/gu;

/**
 * A capitalised word, or initials and short forms with their full stops. No name of a place has longer words or more initials; without
 * a limit, a long text without blanks would be read to its end from each of its capital letters.
 */
const WORD = String.raw`(?:(?:\p{Lu}\p{L}{0,2}\.){1,9}\p{Lu}?|\p{Lu}[\p{L}\p{M}’']{0,60})`;
const STREET =
  '(?:Road|Rd|Street|St|Lane|Marg|Nagar|Colony|Layout|Avenue|Ave|Circle|Chowk|Junction|Salai|Bazaar|Enclave|Highway)';
/** A numbered street of a grid, such as '4th Cross' and '2nd Main Road'. */
const NUMBERED = String.raw`\d{1,3}(?:st|nd|rd|th) (?:Cross|Main|Block|Stage|Phase)(?: Road| Rd)?`;
const HOUSE = String.raw`(?:(?:No|Plot|Flat|House|Shop|Door)\.? ?(?:No\.? ?)?)?\d{1,4}[A-Za-z]?(?:[/-]\d{1,4}[A-Za-z]?)*,? `;
/** An address does not begin with one of these words, also where it has a capital letter: 'Near Gandhi Road'. */
const LEADING = '(?!(?:At|Behind|Come|From|Go|In|Near|On|Opp|Opposite|Reached?|The|To) )';
/**
 * An address: capitalised words that end with a word for a street or a quarter, with a house number before and further capitalised
 * parts and a PIN code after it. It is recognised only with such a word and only if it is capitalised, because in free text nothing
 * else tells an address from a name.
 */
const address = new RegExp(
  `(?<![\\p{L}\\p{N}@#/])(?:${HOUSE})?(?:${NUMBERED}|${LEADING}(?:${WORD} ){1,4}${STREET})(?![\\p{L}\\p{N}])` +
    `(?:, ?(?:${NUMBERED}|${WORD}(?: ${WORD}){0,3})(?=[.,;:!?)\\n]|$| ?-? ?\\d{6}))*(?:,? ?-? ?[1-8]\\d{5}(?!\\d))?`,
  'gu',
);

/**
 * What every coordinate, phone number and address has. Looking for it first spares most texts the large patterns, which are slow to
 * compile.
 */
const hasDecimals = /\d\.\d{3}/;
const hasManyDigits = /(?:\d\D{0,6}){9}/;
const hasStreet = new RegExp(`\\b${STREET}\\b|\\d(?:st|nd|rd|th) \\p{Lu}`, 'u');

/** Splits a text into plain stretches and references: web addresses, coordinates, phone numbers and postal addresses. */
export function splitReferences(text: string): LinkPart[] {
  const links = splitLinks(text);
  const places = hasDecimals.test(text) ? cut(links, coordinates, placeOf) : links;
  const phones = hasManyDigits.test(text) ? cut(places, phone, phoneOf) : places;
  return hasStreet.test(text) ? cut(phones, address, ([written]) => addressLink(written)) : phones;
}

/** Turns the matches of a pattern in plain stretches into links. `hrefOf` returns null for a match that is no link. */
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
  return isOnEarth({ latitude, longitude }) ? mapLink({ latitude, longitude }) : null;
}

/**
 * The `tel:` address of a written number: digits only, with a leading plus if it has a country code. Null if the length is wrong:
 * at most 15 digits (E.164), and 10 for an Indian number without 0 and country code.
 */
function phoneOf([written]: RegExpExecArray): string | null {
  const digits = written.replace(/\(0\)/, '').replace(/\D/g, '');
  const isForeign = written.includes('+');
  if (digits.length < 9 || digits.length > 15) return null;
  if (!isForeign && /^0[1-9]/.test(digits) && digits.length !== 11) return null;
  if (isForeign && digits.startsWith('91') && digits.length !== 12) return null;
  return `tel:${isForeign ? '+' : ''}${digits}`;
}
