import { expect, it } from 'vitest';
import { excerptOf, idIn, isNothing, markedParts, unreadableHits, withMore, wordsOf } from '../../src/rules/search';
import { unreadable } from '../walks/unreadable';

it.each([
  ['', []],
  [' a ', []],
  ['#', []],
  ['7', ['7']],
  ['a7', ['a7']],
  ['7a', ['7a']],
  ['é', []],
  ['१', []],
  ['#7', ['#7']],
  [' Dog   LEG dog ', ['dog', 'leg']],
  ['a b', ['a', 'b']],
  ['1 2 3 4 5 6 7 8 9', ['1', '2', '3', '4', '5', '6', '7', '8']],
])('of %j it looks for %j', (text, words) => expect(wordsOf(text)).toEqual(words));

it.each([
  ['12', 12],
  ['#12', 12],
  ['12a', null],
  ['#', null],
  ['1234567890123456', null],
])('%j names the incident %j', (word, id) => expect(idIn(word)).toBe(id));

const marks = (text: string, words: readonly string[]) =>
  markedParts(text, words)
    .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
    .join('');
it.each([
  ['Two dogs, one DOG', ['dog'], 'Two [dog]s, one [DOG]'],
  ['dogma', ['dog', 'dogma'], '[dogma]'],
  ['50% (a.b)', ['50%', 'a.b'], '[50%] ([a.b])'],
  ['nothing', ['dog'], 'nothing'],
  ['nothing', [], 'nothing'],
  ['<b>dog</b>', ['dog'], '<b>[dog]</b>'],
])('marks in %j the words %j', (text, words, marked) => expect(marks(text, words)).toBe(marked));

// One character, and a letter with a dot: they look the same, and keyboards write the one or the other.
const [one, two] = ['\u0958लम', '\u0915\u093Cलम'];
it('takes the spellings of a letter for the same, in what is typed and in what is searched', () => {
  for (const word of [one, two]) expect(wordsOf(word)).toEqual([two]);
  for (const text of [one, two]) {
    expect(marks(`A ${text}.`, [two])).toBe(`A [${two}].`);
    expect(excerptOf(`${'a'.repeat(200)} ${text}`, [two])).toBe(`…${'a'.repeat(39)} ${two}`);
  }
});

it('says where each part begins', () =>
  expect(markedParts('a dog is a dog', ['dog']).map(({ at }) => at)).toEqual([0, 2, 5, 11]));

it('shows a short text whole, as one line', () => expect(excerptOf(' one\n two ', ['two'])).toBe('one two'));

it('says where an excerpt leaves something out, and only there', () => {
  // 41 letters before the word: leaving out a single one for '…' would gain nothing.
  const before = `${'a'.repeat(40)} `;
  expect(excerptOf(`${before}dog ${'b'.repeat(115)}`, ['dog'])).toBe(`${before}dog ${'b'.repeat(115)}`);
  expect(excerptOf('c'.repeat(160), ['dog'])).toBe('c'.repeat(160));
  expect(excerptOf('c'.repeat(161), ['dog'])).toBe(`${'c'.repeat(160)}…`);
  expect(excerptOf('c'.repeat(161), [])).toBe(`${'c'.repeat(160)}…`);
});

it('shows the text around the first word of a long one, and cuts no character in half', () => {
  const text = `${'😀'.repeat(100)} wombat ${'b'.repeat(300)}`;
  const excerpt = excerptOf(text, ['wombat']);
  expect(excerpt.startsWith(`…${'😀'.repeat(39)} wombat b`)).toBe(true);
  expect(excerpt.endsWith('b…')).toBe(true);
  expect([...excerpt].length).toBe(162);
  expect(excerpt.isWellFormed()).toBe(true);
  // A vowel of Devanagari is a mark: without its letter it would be shown on a dotted circle.
  expect(excerptOf(`${'कि'.repeat(60)} wombat`, ['wombat'])).toBe(`…${'कि'.repeat(39)} wombat`);
});

it('results that could not be read are counted, on further pages, too, and are not nothing', () => {
  const found = (hits: never[]) => ({
    messages: { hits, hasMore: false },
    incidents: { hits: [] as never[], hasMore: false },
  });
  const one = found(unreadable<never>([]) as never[]);
  expect([isNothing(found([])), isNothing(one)]).toEqual([true, false]);
  expect(unreadableHits(withMore(one, found([])))).toBe(1);
});
