import { expect, it } from 'vitest';
import { pathsOf } from '../../kit/walking/record';

const taken = (paths: ReturnType<typeof pathsOf>) =>
  paths.map(({ title, steps }) => [title, steps.map(({ transitions }) => transitions.join())]);

it('what actors did in a browser is recorded in their order, up to the last transition that no path before took', () => {
  expect(
    taken(
      pathsOf('journey: lamp', [
        ['on', 'off', 'on', 'off'],
        ['on', 'off'],
        ['on', 'break', 'on'],
      ]),
    ),
  ).toEqual([
    ['journey: lamp', ['on', 'off']],
    ['journey: lamp (2)', ['on', 'break']],
  ]);
});

it('what is beyond the limits of length and number is recorded without order, so that nothing is lost', () => {
  const long = [...Array.from({ length: 200 }, () => 'on'), 'late', 'later', 'late'];
  expect(taken(pathsOf('long', [long]))).toEqual([
    ['long', ['on']],
    ['long, the rest in no order', ['late,later']],
  ]);
  const many = pathsOf(
    'many',
    Array.from({ length: 25 }, (_, place) => [`${place}`]),
  );
  expect(many).toHaveLength(21);
  expect(many.at(-1)?.steps).toEqual([{ transitions: ['20', '21', '22', '23', '24'] }]);
});
