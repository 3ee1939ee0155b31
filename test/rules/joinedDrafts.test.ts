import { expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { emptyIncidentForm, joinedForm } from '../../src/machines/incidents/incidentForm';
import { draftOf, joinedMessage, joinedText } from '../../src/rules/joinedDrafts';
import { message } from './samples';

/** DECISIONS 250: what was written before a stored draft was read is added to it. */
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

it('an edit that was not saved is stored beside the text, and opened again with that text behind it (DECISIONS 255)', () => {
  const [third, own, other] = ['3', '9', '8'].map((id) => message({ id })) as [Message, Message, Message];
  const editing = { message: own, earlier: 'I go' };
  const stored = { text: 'I go', replyTo: third, edit: { message: own, text: 'An edit' } };
  expect(draftOf({ text: 'An edit', replyTo: third, editing })).toEqual(stored);
  expect(draftOf({ text: 'I go', replyTo: third, editing: null })).toEqual({ text: 'I go', replyTo: third });
  const written = { text: 'now', replyTo: null, editing: null };
  expect(joinedMessage(stored, written)).toEqual({
    text: 'An edit',
    caret: 7,
    replyTo: third,
    editing: { message: own, earlier: 'I go\nnow' },
  });
  // An edit of another message was begun meanwhile.
  const meanwhile = { message: other, earlier: '' };
  expect(joinedMessage(stored, { text: 'Another', replyTo: null, editing: meanwhile })).toEqual({
    replyTo: third,
    editing: { message: other, earlier: 'I go' },
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
