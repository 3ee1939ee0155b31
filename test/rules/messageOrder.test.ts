import { expect, it } from 'vitest';
import { comesBefore, isKnown } from '../../src/rules/chat/timeline';
import { message } from './samples';

const noon = '2026-03-10T12:00:00.000Z';
const later = '2026-03-10T12:00:01.000Z';
const at = (timestamp: string, id: string) => message({ id, timestamp });

it.each([
  ['the earlier one', at(noon, '10'), at(later, '9')],
  ['of the same time, the one with the lower number', at(noon, '9'), at(noon, '10')],
  ['of the same time, the one whose id comes first as text', at(noon, 'a10'), at(noon, 'a9')],
  // A server may have both kinds. 'a' is no number, so both are compared as text.
  ['of the same time, numbers before words', at(noon, '9'), at(noon, 'a')],
])('first comes %s', (_, before, after) => {
  expect([comesBefore(before, after), comesBefore(after, before)]).toEqual([true, false]);
});

it('no message comes before itself, not even if its copies have different times', () => {
  expect(comesBefore(at(noon, '9'), at(later, '9'))).toBe(false);
});

it('an unsent message has no place among those of the same time', () => {
  const [unsent, sent] = [at(noon, 'temp-1'), at(noon, '9')];
  expect([comesBefore(unsent, sent), comesBefore(sent, unsent)]).toEqual([false, false]);
});

it('a message counts as shown if its id is, or the temp message that has its clientMessageId', () => {
  const shown = [at(noon, '9'), message({ id: 'temp-c1', clientMessageId: 'c1', timestamp: later })];
  expect(isKnown(shown, at(later, '9'))).toBe(true);
  expect(isKnown(shown, message({ id: '10', clientMessageId: 'c1' }))).toBe(true);
  expect(isKnown(shown, message({ id: '10', clientMessageId: null }))).toBe(false);
});
