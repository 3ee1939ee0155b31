import { describe, expect, it } from 'vitest';
import { rowsMoved } from '../../src/rules/incidents/rowsMoved';

/** Three entries are in view: the third, fourth and fifth of `abcdefg`. */
const moved = (now: string) => rowsMoved([...'cde'], 2, [...now]);

describe('how far a part of a list has moved', () => {
  it.each([
    ['abcdefg', 0],
    ['NabcdeNfg', 1],
    ['aNNbcdefg', 2],
    ['bcdefg', -1],
    // One comes and one goes elsewhere above it.
    ['Nbcdefga', 0],
    ['bcdeafg', -1],
  ])('is told by what comes and goes above it: %s', (now, places) => {
    expect(moved(now)).toBe(places);
  });

  it.each([
    ['abdefgc', -1],
    ['abcdNefg', 0],
    ['Nabdefgc', 0],
    ['NNabdefgc', 1],
    ['ecdabfg', -1],
  ])('is not told by an entry that goes elsewhere: %s', (now, places) => {
    expect(moved(now)).toBe(places);
  });

  it('is nothing if all of it is gone', () => {
    expect(moved('abfg')).toBe(0);
  });
});
