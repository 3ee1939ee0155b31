import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completeMentions,
  mentionBeingTyped,
  mentionsIn,
  splitMentions,
  suggestMentions,
  withMention,
} from '../../src/rules/chat/mentions';

const names = ['Ravi', 'Ravindra', 'Tara', 'Kabir', 'Zoë', 'Mary Ann', 'Jo', 'राम', 'मीरा', 'Jean-Pierre', "D'Souza"];

describe('mentions on send (S1 §5)', () => {
  it.each([
    ['@', '@Everyone'],
    ['come @ once', 'come @Everyone once'],
    ['@, please', '@Everyone, please'],
    ['lll', '@Everyone'],
    ['Lll LLL', '@Everyone @Everyone'],
    ['help lll!', 'help @Everyone!'],
    ['@tar', '@Tara'],
    ['@TARA', '@Tara'],
    ['(@kab)', '(@Kabir)'],
    ["@kab's dog", "@Kabir's dog"],
    ['@zoë @zoe', '@Zoë @zoe'],
    ['@mar', '@Mary Ann'],
    ['@मीर', '@मीरा'],
    ['❤️@tar ❤️@', '❤️@Tara ❤️@Everyone'],
    ['@Mary Ann came', '@Mary Ann came'],
    ['@Mary Anne came', '@Mary Ann Anne came'],
    ['@Jean-P, @jean-pierre', '@Jean-Pierre, @Jean-Pierre'],
    ["@Jean-P's dog", "@Jean-Pierre's dog"],
    // Phones type curved apostrophes.
    ["@D'So and @d’s", "@D'Souza and @D'Souza"],
  ])('%j becomes %j', (typed, sent) => {
    expect(completeMentions(typed, names)).toBe(sent);
  });

  it.each([
    ['a prefix of two names', '@rav'],
    ['a name that begins another', '@Ravi'],
    ['fewer than 3 characters', '@ta'],
    ['no known name', '@nobody'],
    ['a name with a digit behind it', '@Tara2 @tar2'],
    ['a name that goes on with a vowel sign', '@रामू'],
    ['an @ behind a vowel sign', 'मीरा@'],
    ['lll before a mark', 'lll\u0301'],
    ['a digit first', '@1ara'],
    ['another name that begins alike', '@Jean-Paul came'],
    ['lll inside a word', 'hellll llla lll1'],
    ['an e-mail address', 'tara@kab.org'],
    ['an e-mail address with lll', 'lll.tara@my-lll.org and tara@lll.org'],
    ['a web address', 'https://lll.org/@kab'],
    ['two at signs', '@@'],
  ])('leaves %s alone', (_, typed) => {
    expect(completeMentions(typed, names)).toBe(typed);
  });

  it('leaves every e-mail address alone, wherever it is', () => {
    // '!@kab.org' may be an address, too, by its standard; in a chat it is a call to Kabir after a shout.
    const address = fc.emailAddress().filter((email) => /[\w+]@/.test(email));
    fc.assert(
      fc.property(
        address,
        fc.constantFrom('', 'mail ', 'to: '),
        fc.constantFrom('', ' now', ' @'),
        (email, before, after) => {
          expect(completeMentions(before + email + after, names)).toBe(
            before + email + after.replace('@', '@Everyone'),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('changes nothing the second time', () => {
    const words = fc.constantFrom(
      '@',
      'lll',
      '@tar',
      '@RAV',
      '@kabi',
      '@mar',
      '@Mary Ann',
      '@Tara-L',
      'Ann',
      'dog',
      'a@b.org',
      '.',
      ',',
      '@@',
      '-',
      ' ',
      '  ',
      '\n',
    );
    const known = fc.array(fc.constantFrom(...names, 'Everest', 'lll', 'ravi', 'Tara-Lynn'));
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.constantFrom('', ' '), known, (parts, glue, some) => {
        const once = completeMentions(parts.join(glue), some);
        expect(completeMentions(once, some)).toBe(once);
      }),
      { numRuns: 1000, examples: [[['@mar', '-', '@'], '', ['Mary Ann']]] },
    );
  });
});

it.each(['@a ', '@'])(
  'completing the mentions of a long text without blanks takes no longer than reading it (%j)',
  (start) => {
    const text = `${start}${'A’'.repeat(100_000)}`;
    expect(completeMentions(text, names)).toBe(text);
    expect(mentionBeingTyped(text, text.length)).toBe(null);
  },
);

describe('mentions in a text', () => {
  const marked = (text: string) =>
    splitMentions(text, names)
      .filter((part) => part.mention)
      .map((part) => part.text);

  it.each([
    ['@Tara and @Everyone', ['@Tara', '@Everyone']],
    ['@tara, @KABIR!', ['@tara', '@KABIR']],
    ['@Mary Ann is here', ['@Mary Ann']],
    ['@Ravindra', ['@Ravindra']],
    ['@Tarantula @nobody tara', []],
    // A name goes on with digits, too: this is somebody else.
    ['@Tara2 @Tara 2', ['@Tara']],
    ['@रामू @राम!', ['@राम']],
    ["@D’Souza and @d'souza's dog", ['@D’Souza', "@d'souza"]],
    ['❤️@Tara', ['@Tara']],
    ['write to tara@tara.org', []],
  ])('of %j are %j', (text, mentions) => {
    expect(marked(text)).toEqual(mentions);
  });

  it('are of the members of whom the same text is highlighted', () => {
    const piece = fc.constantFrom('@Tara', '@TARA', '@Everyone', '@Mary Ann', '@', 'Tara', ' ', 'İ', '2', '.', '🐶');
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('Tara', 'tara', 'Mary Ann', 'Mary', 'İ'), (pieces, name) => {
        const text = pieces.join('');
        const isHighlighted = splitMentions(text, [name]).some(({ mention }) => mention);
        expect(mentionsIn(text)(name)).toBe(isHighlighted);
      }),
    );
  });

  it('are the same however their letters are spelt', () => {
    // U+095E is one character; U+092B and a dot look the same.
    for (const [typed, known] of [
      ['\u095Eरहा', '\u092B\u093Cरहा'],
      ['\u092B\u093Cरहा', '\u095Eरहा'],
      ['Zoe\u0308', 'Zoë'],
    ] as const) {
      expect(splitMentions(`@${typed} came`, [known])[0]).toEqual({ text: `@${typed.normalize()}`, mention: true });
      expect(mentionsIn(`Come, @${typed}`)(known)).toBe(true);
      expect(suggestMentions(typed, [known])).toEqual([known]);
      expect(completeMentions(`@${typed} @${typed}'s @${typed}-x`, [known])).toBe(`@${known} @${known}'s @${known}-x`);
      expect(completeMentions(`@${typed} Ann`, [`${known} Ann`])).toBe(`@${typed} Ann`);
    }
  });

  it('are found for many readers, however many @ a text has', () => {
    const isMentioned = mentionsIn('@a '.repeat(1333));
    const readers = Array.from({ length: 400_000 }, (_, at) => `Aa${at}`);
    expect(readers.filter(isMentioned)).toEqual([]);
    expect(isMentioned('A')).toBe(true);
  });

  it('lose nothing of the text', () => {
    const piece = fc.constantFrom('@Tara', '@Everyone', '@Mary Ann', '@', 'Tara', ' ', 'dog@x.org', '🐶', '\n');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(
          splitMentions(text, names)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('suggestions while typing', () => {
  it.each([
    ['hello @', 7, { start: 6, typed: '' }],
    ['hello @ka', 9, { start: 6, typed: 'ka' }],
    ['@ka there', 3, { start: 0, typed: 'ka' }],
    ['@मी', 3, { start: 0, typed: 'मी' }],
    ['@Jean-P', 7, { start: 0, typed: 'Jean-P' }],
    ["come @d'", 8, { start: 5, typed: "d'" }],
    ['hello', 5, null],
    ['mail a@b', 8, null],
    ['@ka there', 9, null],
  ])('%j with the caret at %i', (text, caret, found) => {
    expect(mentionBeingTyped(text, caret)).toEqual(found);
  });

  it('offer the names that begin so, in order of the alphabet, and Everyone', () => {
    expect(suggestMentions('ra', names)).toEqual(['Ravi', 'Ravindra']);
    expect(suggestMentions('', ['Tara', 'Asha'])).toEqual(['Asha', 'Tara', 'Everyone']);
    expect(suggestMentions('ev', names)).toEqual(['Everyone']);
    expect([suggestMentions('jean-p', names), suggestMentions('d’', names)]).toEqual([['Jean-Pierre'], ["D'Souza"]]);
    // There is no room for all, but for Everyone.
    expect(suggestMentions('', ['Tara', 'Asha', 'Ravi'], 3)).toEqual(['Asha', 'Ravi', 'Everyone']);
  });

  it('take the place of what was typed, and leave the lines below where they are', () => {
    expect(withMention({ text: 'come @ra\n\nto the mill', caret: 8 }, 'Ravi')).toEqual({
      text: 'come @Ravi \n\nto the mill',
      caret: 11,
    });
    expect(withMention({ text: '@ra  come', caret: 3 }, 'Ravi')).toEqual({ text: '@Ravi come', caret: 6 });
  });
});
