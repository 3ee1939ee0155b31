import { describe, expect, it } from 'vitest';
import { charactersLeft, lengthNews, lengthText, textToSend, tooLongText } from '../../src/rules/chat/messageLength';

describe('a message near the limit of the server (DECISIONS C2)', () => {
  it.each([
    [null, null],
    [4000, null],
    [201, null],
    [200, '200 characters left'],
    [1, '1 character left'],
    [0, '0 characters left'],
    [-1, '1 character too many'],
    [-312, '312 characters too many'],
  ])('with %s characters left says %s', (left, text) => {
    expect(lengthText(left)).toBe(text);
  });

  it('is announced at some lengths only, not at each character', () => {
    const heard = (from: number, to: number) =>
      new Set(Array.from({ length: from - to + 1 }, (_, typed) => lengthNews(from - typed)));
    expect([...heard(4000, -20)]).toEqual([
      null,
      'At most 200 characters left',
      'At most 50 characters left',
      'At most 20 characters left',
      'No characters left',
      'The message is too long',
    ]);
    expect([201, 200, 51, 50, 20, 1, 0, -1].map(lengthNews)).toEqual([
      null,
      'At most 200 characters left',
      'At most 200 characters left',
      'At most 50 characters left',
      'At most 20 characters left',
      'At most 20 characters left',
      'No characters left',
      'The message is too long',
    ]);
    expect(lengthNews(null)).toBe(null);
  });

  it('says why it cannot be sent, only beyond the limit', () => {
    expect([null, 5, 0].map(tooLongText)).toEqual([null, null, null]);
    expect(tooLongText(-1)).toBe('The message has 1 character too many. Shorten it, or send it in parts.');
    expect(tooLongText(-20)).toBe('The message has 20 characters too many. Shorten it, or send it in parts.');
  });

  it('is as long as it is sent: without blanks around it, with complete mentions', () => {
    expect(textToSend('  ask @kab \n', ['Kabir'])).toBe('ask @Kabir');
    expect(charactersLeft({ text: '  ask @kab \n', knownNames: ['Kabir'], textLimit: 12 })).toBe(2);
    expect(charactersLeft({ text: 'ask', knownNames: [], textLimit: null })).toBe(null);
  });
});
