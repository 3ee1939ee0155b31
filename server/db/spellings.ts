import { charactersOf } from '../../src/rules/characters';

/**
 * Letters of Devanagari, Bengali, Gurmukhi and Odia that keyboards write as one character, and Unicode's normal form as a letter with a
 * dot below it (U+0958 is the same as U+0915 U+093C).
 */
const SINGLE =
  '\u0958\u0959\u095A\u095B\u095C\u095D\u095E\u095F\u09DC\u09DD\u09DF\u0A33\u0A36\u0A59\u0A5A\u0A5B\u0A5E\u0B5C\u0B5D';

/** The most spellings of a word. Each makes the search slower. */
const MOST = 32;

const single = (text: string) => [...SINGLE].reduce((made, one) => made.replaceAll(one.normalize(), one), text);

/** The ways in which a word may be stored: what looks the same may be written with other characters, letter by letter. */
export const spellingsOf = (word: string): readonly string[] =>
  charactersOf(word.normalize()).reduce(
    (before, letter) => {
      const ways = [...new Set([letter, single(letter), letter.normalize('NFD')])];
      return before.flatMap((start) => ways.map((way) => start + way)).slice(0, MOST);
    },
    [''],
  );
