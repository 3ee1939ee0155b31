import { expect, it } from 'vitest';
import { mayStillChange } from '../../src/rules/chat/messageChanges';

it.each([
  ['2026-03-10T12:00:00.000Z', true],
  ['2026-03-10T12:14:59.999Z', true],
  ['2026-03-10T12:15:00.000Z', false],
  ['2026-03-11T09:00:00.000Z', false],
])('what was sent at noon can be changed at %s: %s (DECISIONS 164)', (now, expected) => {
  expect(mayStillChange('2026-03-10T12:00:00.000Z', Date.parse(now))).toBe(expected);
});
