// What somebody asks in a search, as words to look for.

/** Words that say nothing about a rule, so that a whole question can be typed. */
const SMALL = new Set(
  (
    'a an and are as at be but by can did do does during for from had happen happens has have how i if in is it its may meanwhile ' +
    'no not of on or that the then there they this to until was what when where which while who why will with'
  ).split(' '),
);

/** Small words and signs that begin another part of a question: 'what if the network is lost while a photo is uploading'. */
const JOINTS = /\s(?:and|but|during|if|meanwhile|or|until|when|while)\s|,/;

/** The words to search for, in lower case. Small words count only if there are no others. */
export function wantedIn(search: string): string[] {
  const words = [
    ...new Set(
      search
        .toLowerCase()
        .split(/[\s?!,]+/)
        .filter(Boolean),
    ),
  ];
  const telling = words.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : words;
}

/** The parts of a question, each as its words: a question about two things at once has two. A part without telling words is none. */
export function partsIn(search: string): string[][] {
  const parts = ` ${search.toLowerCase()} `
    .split(JOINTS)
    .map(wantedIn)
    .filter((words) => words.some((word) => !SMALL.has(word)));
  return parts.length > 0 ? parts : [wantedIn(search)];
}

/** The endings that other forms of a word may have. */
const ENDINGS = ['ing', 'ed', 'es', 's', 'e'];
/** The shortest beginning of a word that is looked for in place of the word. */
const SHORTEST = 4;

/** The beginning that the forms of a word have in common: 'upload' for 'uploading', 'uploads' and 'uploaded'. */
export function stemOf(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST) ?? '';
  return word.slice(0, word.length - ending.length);
}

/** A word as a part of a regular expression: a project may have a word such as 'C++'. */
const escaped = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Words that reviewers use for the same thing, such as 'network' and 'connection'. */
export type Alike = readonly (readonly string[])[];

/** Says whether a text, in lower case, has a word of a search. */
export type IsIn = (text: string, word: string) => boolean;

/**
 * How the words of a search are looked for: as they were typed, or as words that mean the same. Those have to begin a word of the text,
 * because 'close' does not tell of what is lost ('lose').
 * @param beginningOf what is looked for of a word: the whole word, or the beginning that its forms have in common
 */
export function lookingFor(words: readonly string[], alike: Alike, beginningOf = (word: string) => word): IsIn {
  const known = new Map(
    words.map((word) => {
      const same = alike.find((group) => group.some((one) => stemOf(one) === stemOf(word))) ?? [];
      const others = same.filter((one) => stemOf(one) !== stemOf(word)).map(stemOf);
      return [
        word,
        {
          beginning: beginningOf(word),
          others: others.length === 0 ? null : new RegExp(`(?<!\\p{L})(${others.map(escaped).join('|')})`, 'u'),
        },
      ];
    }),
  );
  return (text, word) => {
    const { beginning = word, others } = known.get(word) ?? {};
    return text.includes(beginning) || others?.test(text) === true;
  };
}
