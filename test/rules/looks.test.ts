import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AVATAR_COUNT, avatarOf, cardColour, initialOf } from '../../src/rules/people/looks';

describe('the colour of a chat card (S1 §2: sum of the character codes of the id, modulo 6)', () => {
  it.each([
    ['', 0],
    ['1', 1], // 49 = 8 × 6 + 1
    ['42', 0], // 52 + 50 = 102 = 17 × 6
    ['abc', 0], // 97 + 98 + 99 = 294 = 49 × 6
    ['abd', 1],
    ['é', 5], // 233 = 38 × 6 + 5
  ])('of %j is %i', (id, colour) => {
    expect(cardColour(id)).toBe(colour);
  });

  it('is the same however the characters of the id are ordered, and one of 6', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(cardColour(id)).toBe(cardColour([...id.split('')].reverse().join('')));
        expect([0, 1, 2, 3, 4, 5]).toContain(cardColour(id));
      }),
    );
  });
});

describe('an avatar (DECISIONS 7)', () => {
  it('is one of the local pictures, the same for the same user', () => {
    expect(avatarOf('1')).toBe('avatars/1.svg'); // 49 = 4 × 12 + 1
    expect(avatarOf('12')).toBe('avatars/3.svg'); // 99 = 8 × 12 + 3
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(avatarOf(id)).toBe(avatarOf(id));
        expect(Number(/^avatars\/(\d+)\.svg$/.exec(avatarOf(id))?.[1])).toBeLessThan(AVATAR_COUNT);
      }),
    );
  });

  it('falls back to a letter and a colour of the name', () => {
    expect(initialOf(' mira ').letter).toBe('M');
    expect(initialOf('').letter).toBe('?');
    // Half of a character would be shown as a question mark in a box.
    expect(initialOf('🐾 Paws').letter).toBe('🐾');
    expect(initialOf('Mira')).toEqual(initialOf('Mira'));
    expect(initialOf('Mira').hue).not.toBe(initialOf('Kabir').hue);
  });
});
