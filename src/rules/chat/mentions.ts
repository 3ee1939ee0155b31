import { counted } from '../wording';

const EVERYONE = 'Everyone';

/** One stretch of a message's text: plain, or the mention of somebody. */
export interface TextPart {
  readonly text: string;
  readonly mention: boolean;
}

/**
 * What every mention begins with. Most texts have none, and the patterns below are slow to compile. In them marks (\p{M}) belong to words,
 * because vowels are marks in many scripts: 'राम' and 'रामू' are two names. The mark U+FE0F does not: it ends many emoji.
 */
const MENTION = /@|lll/i;

/**
 * An e-mail or web address: an @ or 'lll' inside one is not a mention (DECISIONS 18). It is looked for only where a word begins:
 * otherwise a long text without blanks would take a time that grows with the square of its length.
 */
const ADDRESS = /((?<!\S)\S*(?:(?!\uFE0F)[\p{L}\p{M}\p{N}_+]@[\p{L}\p{N}]|:\/\/)\S*)/u;

/**
 * The text as it is sent (S1 §5, "Mention rewriting on send"): a bare @ and the word lll become @Everyone, and an @name
 * of at least 3 characters that begins exactly one known name is completed. Addresses are never touched.
 */
export const completeMentions = (text: string, knownNames: readonly string[]): string =>
  MENTION.test(text)
    ? text
        .split(ADDRESS)
        .map((part, index) => (index % 2 === 0 ? completeIn(part, knownNames) : part))
        .join('')
    : text;

const completeIn = (text: string, knownNames: readonly string[]) =>
  text
    .replace(/(?<!(?!\uFE0F)[\p{L}\p{M}\p{N}_@.])@(?![\p{L}\p{N}_@])/gu, `@${EVERYONE}`)
    .replace(/(?<!(?!\uFE0F)[\p{L}\p{M}\p{N}_@])lll(?![\p{L}\p{M}\p{N}_@])/giu, `@${EVERYONE}`)
    .replace(
      /(?<!(?!\uFE0F)[\p{L}\p{M}\p{N}_@.])@(\p{L}[\p{L}\p{M}\p{N}]*(?:['’-]\p{L}[\p{L}\p{M}\p{N}]*){0,3})(?![\p{L}\p{M}\p{N}_@])/gu,
      (whole, typed: string, at: number, all: string) => {
        // '@Anne-Ma' begins Anne-Marie, but of "@Rav's" only the first part begins a name. At most four parts are looked at, because a
        // long text may consist of such parts.
        for (let start = typed; start.length >= 3; start = start.slice(0, lastJoint(start))) {
          const [name, another] = namesStartingWith(start, knownNames);
          if (name === undefined) continue;
          const rest = typed.slice(start.length);
          // What follows is another name that begins alike: '@Anne-Mi' is not Anne-Marie.
          const { length } = straight(start);
          const goesOn = rest !== '' && straight(name)[length] === straight(rest)[0];
          if (another !== undefined || goesOn) return whole;
          // The text may already hold a first name of two words, of which only the first word was matched.
          const isThere = straight(name).length > length && isNameAt(small(all.slice(at + 1)), 0, small(name));
          return isThere ? whole : `@${name}${rest}`;
        }
        return whole;
      },
    );

/** The place of the last hyphen or apostrophe of a word; 0 if it has none. */
const lastJoint = (word: string) => Math.max(0, word.search(/['’-][^'’-]*$/));

/** With straight apostrophes, because phones type curved ones, and normalized: a letter may be written as one character or as two. */
const straight = (text: string) => text.normalize().replaceAll('’', "'");

/** In small letters. A normalized text is as long as before: of all letters only this one would become longer. */
const small = (text: string) => straight(text).replaceAll('İ', 'i').toLowerCase();

/** Whether a name may end at a place of a text: what goes on with a letter or a digit is another name. */
const mayEndAt = (text: string, place: number) => !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(place, place + 2));

/** Whether a name is written at a place of a text and ends there. Both are in small letters. */
const isNameAt = (text: string, place: number, name: string) =>
  text.startsWith(name, place) && mayEndAt(text, place + name.length);

/** The places of a text at which a mentioned name may be written: behind an @ that begins a word. */
const placesIn = (text: string) =>
  text.includes('@')
    ? Array.from(text.matchAll(/(?<!(?!\uFE0F)[\p{L}\p{M}\p{N}_@.])@(?=\p{L})/gu), ({ index }) => index + 1)
    : [];

/**
 * Whether a text mentions members, with Everyone or by their names, as `splitMentions` shows it. The text is read once for all names of
 * one length, because a chat may have many members and a text a thousand @.
 */
export function mentionsIn(given: string): (firstName: string) => boolean {
  const text = given.normalize();
  const places = placesIn(text);
  const written = small(text);
  const byLength = new Map<number, ReadonlySet<string>>();
  const isNamed = (name: string) => {
    const { length } = name;
    const ending = () => places.filter((place) => mayEndAt(written, place + length));
    const names = byLength.get(length) ?? new Set(ending().map((place) => written.slice(place, place + length)));
    byLength.set(length, names);
    return names.has(name);
  };
  return (firstName) => places.length > 0 && [EVERYONE, firstName].some((name) => isNamed(small(name)));
}

/** The distinct known names that begin with what was typed, ignoring case. */
function namesStartingWith(typed: string, knownNames: readonly string[]): string[] {
  const start = straight(typed).toLocaleLowerCase();
  const seen = new Map<string, string>();
  for (const name of knownNames) {
    const key = straight(name).toLocaleLowerCase();
    if (key.startsWith(start) && !seen.has(key)) seen.set(key, name);
  }
  return [...seen.values()];
}

interface Writer {
  readonly knownNames: readonly string[];
  readonly me: { readonly firstName: string };
}

/**
 * The names that can be mentioned until the members' names are known: the configured ones and the own one, so that a member's own
 * mentions are highlighted from the start (DECISIONS 316). The list offers the configured ones.
 */
export const namesAtFirst = ({ knownNames, me }: Writer) => ({
  knownNames: [...knownNames, me.firstName],
  offeredNames: knownNames,
});

/**
 * The names that can be mentioned once the members' names are known. A mention may also use a configured name, but the list offers
 * only members.
 */
export const withNames = ({ knownNames }: { readonly knownNames: readonly string[] }, names: readonly string[]) => ({
  knownNames: [...new Set([...knownNames, ...names])],
  offeredNames: names,
});

/** The @word that ends at the caret, which a suggestion list completes; null if there is none. It may be 'Anne-Ma' or "D'So". */
export function mentionBeingTyped(text: string, caret: number): { start: number; typed: string } | null {
  const found = /(?<!(?!\uFE0F)[\p{L}\p{M}\p{N}_@.])@((?:[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]*){0,3})?)$/u.exec(
    text.slice(0, caret),
  );
  return found ? { start: found.index, typed: found[1] ?? '' } : null;
}

/** How many stretches the @ that begin a word divide a text into. */
const stretchesOf = (text: string) => text.split(/(?<!(?!\uFE0F)[\p{L}\p{M}\p{N}_@.])@/u).length;

/** Whether a text has an @ more than before, typed, pasted or restored: then the members' names are needed (DECISIONS P20). */
export const wantsNames = (text: string, before: string) =>
  text.includes('@') && stretchesOf(text) > stretchesOf(before);

/** The names offered for what was typed after the @: at most `limit`, the last one Everyone, if that begins so. */
export function suggestMentions(typed: string, knownNames: readonly string[], limit = 6): string[] {
  const everyone = namesStartingWith(typed, [EVERYONE]);
  const names = namesStartingWith(
    typed,
    [...knownNames].sort((a, b) => a.localeCompare(b)),
  );
  return [...names.filter((name) => name !== EVERYONE).slice(0, limit - everyone.length), ...everyone];
}

/** A text, and the caret's place in it in UTF-16 units. */
interface Typed {
  readonly text: string;
  readonly caret: number;
}

/** The names offered for the @word that ends at the caret; none if there is no such word. */
export function suggestionsFor({ text, caret }: Typed, knownNames: readonly string[]): readonly string[] {
  const mention = mentionBeingTyped(text, caret);
  return mention ? suggestMentions(mention.typed, knownNames) : [];
}

/** Replaces the @word that ends at the caret by a name, and puts the caret behind it. */
export function withMention({ text, caret }: Typed, name: string): Typed {
  const mention = mentionBeingTyped(text, caret);
  if (!mention) return { text, caret };
  const before = `${text.slice(0, mention.start)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ +/, ''), caret: before.length };
}

/** Splits a text, normalized, into plain stretches and mentions of known names or Everyone, which are highlighted (S1 §5). */
export function splitMentions(given: string, knownNames: readonly string[]): TextPart[] {
  const text = given.normalize();
  const parts: TextPart[] = [];
  const places = placesIn(text);
  const written = small(text);
  // The longest first, because one name may begin another.
  const known = places.length > 0 ? [...knownNames, EVERYONE].map(small).sort((a, b) => b.length - a.length) : [];
  let from = 0;
  for (const place of places) {
    const name = known.find((name) => isNameAt(written, place, name));
    if (name === undefined) continue;
    const end = place + name.length;
    if (place - 1 > from) parts.push({ text: text.slice(from, place - 1), mention: false });
    parts.push({ text: text.slice(place - 1, end), mention: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: false });
  return parts;
}

/** What screen readers announce when people to mention are suggested. */
export const suggestionNews = (count: number): string | null =>
  count === 0 ? null : `${counted(count, 'name')}. Arrow keys choose.`;
