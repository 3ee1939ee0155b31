import { expect, it } from 'vitest';
import { placeText } from '../../src/rules/people/profileTexts';

it.each([
  [null, 'Your place is not known yet.'],
  ['2025-12-05T12:00:00Z', 'Your place was updated 3 months ago.'],
  ['2026-03-10T12:00:00Z', 'Your place was updated now.'],
])('a member whose place is from %s reads that (DECISIONS 372)', (locatedAt, text) => {
  expect(placeText(locatedAt, Date.parse('2026-03-10T12:00:30Z'))).toBe(text);
});
