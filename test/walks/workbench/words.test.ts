import { expect, it } from 'vitest';
import { type ChartModel, readChart } from '../../../src/inspector/chart/model';
import { guardWords, headingOf, transitionWords } from '../../../src/inspector/chart/words';
import foreign from './foreign';

/** A guard that a compiler has written like this. */
const guardOf = (code: string) => Object.assign(() => true, { toString: () => code });

it.each([
  ['judge(status,{type,roles}).allowed', '({ a }) => judge$2(status, { type, roles }).allowed'],
  [
    "items.some(one => one.kind === 'old' && one.x-1 > 0)",
    '(a) => items.some((one) => one.kind === "old" && one.x - 1 > 0)',
  ],
  ['list.some(({id}) => id === void 0)', 'function(a) list.some(({ id }) => id === void 0)'],
  ['(own?.count ?? 0) <= most', '()=>(own?.count??0)<=most'],
  ["typeof known === 'string'", '() =>\n  typeof known\n  === "string"'],
])('a condition without a name is %s, whatever a compiler has made of it: %s', (words, code) => {
  expect(guardWords(guardOf(code))).toBe(words);
  expect(guardWords(guardOf(`() => ${words}`))).toBe(words);
});

it('what starts at the root of a chart has one name: in every state', () => {
  const [lamp] = foreign.charts.map(({ machine }) => readChart(machine)) as [ChartModel];
  expect(lamp.states.slice(0, 2).map(headingOf)).toEqual(['lamp: in every state', 'off']);
  expect(lamp.transitions.slice(0, 2).map(transitionWords)).toEqual([
    'in every state: break [is strong]',
    'off: press',
  ]);
});
