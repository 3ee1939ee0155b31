import { expect, it } from 'vitest';
import { namesakesIn } from '../../src/rules/cases/namesakes';
import { fullNameOf, fullNameOrUsername } from '../../src/rules/names';

it('a full name has no gap where a name is missing', () => {
  expect(fullNameOf({ firstName: 'Mira', lastName: 'Sen' })).toBe('Mira Sen');
  for (const lastName of ['', null, undefined])
    expect(fullNameOf({ firstName: 'Former member', lastName })).toBe('Former member');
  expect(fullNameOf({ firstName: '', lastName: 'Sen' })).toBe('Sen');
  expect(fullNameOf({ firstName: '', lastName: '' })).toBe('');
});

it('an account without a name is called by its username', () => {
  expect(fullNameOrUsername({ firstName: 'Mira', lastName: '', username: 'mira' })).toBe('Mira');
  expect(fullNameOrUsername({ firstName: '', lastName: '', username: 'mira' })).toBe('mira');
});

it('people who share a name are told from those whose name is their own', () => {
  const people = ['Priya Sen', 'Tara', 'priya sen', 'Ravi'].map((name) => ({ name }));
  const found = namesakesIn(people, ({ name }) => name);
  expect(people.map((one) => found.has(one))).toEqual([true, false, true, false]);
});
