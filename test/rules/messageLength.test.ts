import { describe, expect, it } from 'vitest';
import { charactersLeft, lengthText, textToSend, tooLongText } from '../../src/rules/messageLength';

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
