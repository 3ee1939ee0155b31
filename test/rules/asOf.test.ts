import { expect, it } from 'vitest';
import { asOfText } from '../../src/rules/asOf';

// Without a zone: the viewer's.
const at = (local: string) => new Date(local).getTime();

it.each([
  ['2026-03-10T14:05:00', 'As of 14:05'],
  ['2026-03-09T23:59:00', 'As of Yesterday, 23:59'],
  ['2026-03-02T08:30:00', 'As of 2 March, 8:30'],
  ['2025-12-31T08:30:00', 'As of 31 December 2025, 8:30'],
])('what was said at %s is shown %s', (time, text) => {
  expect(asOfText(at(time), at('2026-03-10T15:00:00'), 'en-GB')).toBe(text);
});
