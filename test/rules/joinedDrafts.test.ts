import { expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { emptyIncidentForm, joinedForm } from '../../src/machines/incidents/incidentForm';
import { joinedMessage, joinedText } from '../../src/rules/joinedDrafts';
import { message } from './samples';

/** Decision 250: what was written before a stored draft was read is added to it. */
it.each([
  ['A brown dog.', 'It limps.', 'A brown dog.\nIt limps.'],
  ['', 'It limps.', 'It limps.'],
  ['A brown dog.', '', 'A brown dog.'],
  ['A brown dog.', ' \n', 'A brown dog.'],
  // Two versions of one text.
  ['A brown dog.', 'A brown dog. It limps.', 'A brown dog. It limps.'],
  ['A brown dog.', 'A brown', 'A brown dog.'],
])('%j was stored and %j is written: %j', (stored, written, joined) => {
  expect(joinedText(stored, written)).toBe(joined);
});

it('a message keeps the reply that was chosen meanwhile, and the text of an edit', () => {
  const [third, eighth, own] = ['3', '8', '9'].map((id) => message({ id })) as [Message, Message, Message];
  const stored = { text: 'I go', replyTo: third };
  const written = { text: 'now', replyTo: null, editing: null };
  expect(joinedMessage(stored, written)).toEqual({ text: 'I go\nnow', caret: 8, replyTo: third });
  expect(joinedMessage(stored, { ...written, replyTo: eighth }).replyTo).toBe(eighth);
  const editing = { message: own, earlier: 'now' };
  expect(joinedMessage(stored, { text: 'An edit', replyTo: null, editing })).toEqual({
    editing: { message: own, earlier: 'I go\nnow' },
    replyTo: third,
  });
});

it('the fields of a report that were changed meanwhile stay, and its description is added to the stored one', () => {
  const stored = {
    ...emptyIncidentForm,
    animalType: 'CAT',
    location: 'Old bridge',
    informerName: 'Lata Rao',
    description: 'A grey cat.',
  };
  const written = { ...emptyIncidentForm, location: 'New bridge', severity: 'CRITICAL', description: 'It bleeds.' };
  expect(joinedForm(stored, written)).toEqual({
    ...stored,
    location: 'New bridge',
    severity: 'CRITICAL',
    description: 'A grey cat.\nIt bleeds.',
  });
});
