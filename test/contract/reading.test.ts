import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isFullPage, listOf, madeOf, unreadableIn } from '../../src/contract/lists';
import {
  AnyAnswer,
  AnyNumber,
  ErrorAnswer,
  Id,
  keepWireId,
  keepWireUserId,
  MaybeId,
  OptionalId,
  OptionalPhoto,
  OptionalSize,
  OptionalText,
  PHONE_MESSAGE,
  phonePattern,
  WireId,
  wireIdOf,
} from '../../src/contract/primitives';
import { problemsOf, type Schema } from '../../src/contract/problems';

describe('an id', () => {
  it('is text in the app, in whichever type it came', () => {
    expect([v.parse(Id, 583), v.parse(Id, 'c2')]).toEqual(['583', 'c2']);
    expect([v.parse(WireId, 583), v.parse(WireId, 'c2')]).toEqual([583, 'c2']);
    for (const wrong of [null, undefined, true, {}]) expect(problemsOf(Id, wrong)).toHaveProperty('');
  });

  it('is sent back in the type in which it came', () => {
    expect(keepWireId({ id: 583, name: 'x' })).toEqual({ id: '583', name: 'x', wireId: 583 });
    expect(Object.keys(keepWireId({ id: 'c2', name: 'x' }))).toEqual(['name', 'id']);
    expect(keepWireUserId({ userId: 583, name: 'x' })).toEqual({ userId: '583', name: 'x', wireId: 583 });
    expect(Object.keys(keepWireUserId({ userId: 'c2' }))).toEqual(['userId']);
    expect([wireIdOf(keepWireId({ id: 583 })), wireIdOf(keepWireId({ id: '583' }))]).toEqual([583, '583']);
    expect(wireIdOf({ id: '0', wireId: 0 })).toBe(0);
  });

  it('may be missing', () => {
    const Entity = v.object({ parent: OptionalId, chat: MaybeId });
    expect(v.parse(Entity, {})).toEqual({ parent: null });
    expect(v.parse(Entity, { parent: null, chat: null })).toEqual({ parent: null, chat: null });
    expect(v.parse(Entity, { parent: 0, chat: 7 })).toEqual({ parent: '0', chat: '7' });
  });
});

describe('a number', () => {
  it.each([
    ['12.9', 12.9],
    [' -7 ', -7],
    ['0', 0],
    [12.9, 12.9],
    [0, 0],
  ])('may come as %j', (given, number) => {
    expect(v.parse(AnyNumber, given)).toBe(number);
  });

  it.each(['', ' ', 'north', '12,9', true, null, Number.NaN])('is not %o', (given) => {
    expect(problemsOf(AnyNumber, given)).toHaveProperty('');
  });
});

it('a text may be missing or null', () => {
  const Entity = v.object({ text: OptionalText });
  expect([{}, { text: null }, { text: 'x' }].map((given) => v.parse(Entity, given).text)).toEqual(['', '', 'x']);
});

it('a photo is a path, or unknown', () => {
  const Entity = v.object({ photo: OptionalPhoto });
  expect([{ photo: '/m' }, { photo: null }, { photo: 7 }].map((given) => v.parse(Entity, given).photo)).toEqual([
    '/m',
    null,
    null,
  ]);
  expect(v.parse(Entity, {})).toEqual({});
});

it.each([
  null,
  'large',
  {},
  { width: 40 },
  { width: '40', height: 30 },
  { width: 0, height: 30 },
  { width: 40, height: 0 },
])('a size %j of a picture is unknown', (size) => {
  const Entity = v.object({ size: OptionalSize });
  expect(v.parse(Entity, { size }).size).toBeUndefined();
  expect(v.parse(Entity, { size: { width: 1, height: 1 } }).size).toEqual({ width: 1, height: 1 });
});

it.each([
  ['0123456789', true],
  ['012345678', false],
  ['01234567890', false],
  ['01234 6789', false],
  ['+123456789', false],
])('a phone number %j has exactly 10 digits (S1 §5): %j', (number, isRight) => {
  expect(phonePattern.test(number)).toBe(isRight);
  expect(PHONE_MESSAGE).toBe('Phone number must be 10 digits.');
});

it('a refused request has a message for people, or none', () => {
  expect([{ message: 'Not now.' }, { message: null }, {}].map((body) => v.parse(ErrorAnswer, body))).toEqual([
    { message: 'Not now.' },
    { message: null },
    {},
  ]);
  expect(problemsOf(ErrorAnswer, { message: 7 })).toHaveProperty('message');
});

it.each([undefined, null, '', 'done', { message: 7 }])('an answer of which nothing is needed may be %j', (answer) => {
  expect(problemsOf(AnyAnswer, answer)).toEqual({});
});

describe('a list (DECISIONS W4)', () => {
  const Names = listOf(v.object({ name: v.string() }));

  it('leaves out what cannot be read, logs it and tells of it', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const read = v.parse(Names, [{ name: 'Mira' }, { name: 7 }, undefined, { name: 'Ravi' }]);
    expect(read).toEqual([{ name: 'Mira' }, { name: 'Ravi' }]);
    expect(unreadableIn(read)).toEqual(['{"name":7}', 'undefined']);
    // A page of four: two rows cannot be shown, but older ones may follow.
    expect([isFullPage(read, 4), isFullPage(read, 5), isFullPage(['a', 'b'], 2)]).toEqual([true, false, true]);
    expect(log.mock.calls.map(([text, element]) => [text, element])).toEqual([
      ['An element of a list cannot be read', { name: 7 }],
      ['An element of a list cannot be read', undefined],
    ]);
  });

  it('that can be read has nothing to tell of, and so has anything else', () => {
    expect(unreadableIn(v.parse(Names, [{ name: 'Mira' }]))).toEqual([]);
    for (const other of [[], {}, null, 'x']) expect(unreadableIn(other)).toEqual([]);
    // A copy of a list is another list.
    expect(unreadableIn([...v.parse(Names, [7])])).toEqual([]);
  });

  it('that was made of others has what could not be read in them, and what two of them have once', () => {
    const [page, known] = [v.parse(Names, [7, 7, 8]), v.parse(Names, [8, 9])];
    expect(unreadableIn(madeOf([...page, ...known], page, known, null))).toEqual(['7', '7', '8', '9']);
    expect(unreadableIn(madeOf([], [], undefined))).toEqual([]);
  });

  it('is a list', () => {
    for (const wrong of [{}, 'x', undefined]) expect(problemsOf(Names, wrong)).toHaveProperty('');
    expect(v.parse(Names, null)).toEqual([]);
  });
});

describe('the problems of a value', () => {
  const Form: Schema = v.pipe(
    v.object({
      name: v.pipe(v.string(), v.minLength(2, 'Too short.'), v.regex(/^[A-Z]/, 'No capital.')),
      pets: v.array(v.string('No text.')),
    }),
    v.check(({ pets }) => pets.length < 3, 'Too many.'),
  );

  it('are the first of each field, and those of the whole', () => {
    expect(problemsOf(Form, { name: 'x', pets: ['a', 'b', 'c'] })).toEqual({ name: 'Too short.', '': 'Too many.' });
    expect(problemsOf(Form, { name: 'x', pets: [7, 8] })).toEqual({ name: 'Too short.', pets: 'No text.' });
    expect(problemsOf(Form, { name: 'Xy', pets: [] })).toEqual({});
  });
});
