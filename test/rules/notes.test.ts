import { expect, it } from 'vitest';
import { noteNews } from '../../src/rules/incidents/incidentPageTexts';

const note = (id: string, firstName: string | null) => ({
  id,
  by: firstName === null ? null : { id: firstName.toLowerCase(), firstName },
});

it.each([
  ['nothing of what was known', [note('1', 'Mira')], null],
  ['another’s note', [note('1', 'Mira'), note('2', 'Mira')], 'Mira added a note'],
  ['no own note', [note('1', 'Mira'), note('2', 'Ravi')], null],
  ['the note of an account that is gone', [note('2', null)], 'A member added a note'],
  ['how many came at once', [note('2', 'Mira'), note('3', 'Tara'), note('4', 'Ravi')], '2 notes added'],
])('screen readers are told %s', (_, notes, news) => {
  expect(noteNews(new Set(['1']), notes, 'ravi')).toBe(news);
});
