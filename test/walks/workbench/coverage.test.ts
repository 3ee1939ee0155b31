import { expect, it } from 'vitest';
import { coverageFrom, inWords, levelWithGaps, walkedIn, walkersOf } from '../../../src/inspector/chart/coverage';
import { explanationOf } from '../../../src/inspector/chart/explanation';
import { type ChartModel, readChart, type TransitionModel } from '../../../src/inspector/chart/model';
import foreign from './foreign';

const [lamp, house] = foreign.charts.map(({ machine }) => readChart(machine)) as [ChartModel, ChartModel];

it('the coverage of a chart says how often each transition is taken, and which never', () => {
  const steps = [{ transitions: ['lamp.off | press | 0'] }, { transitions: ['lamp.on | press | 0'] }];
  const walks = [
    {
      machine: 'lamp',
      paths: [
        { title: 'on and off', steps },
        { title: 'on', steps: steps.slice(0, 1) },
      ],
    },
    { machine: 'lamp', level: 'browser', paths: [{ title: 'on', steps: steps.slice(0, 1) }] },
    { machine: 'house', level: 'server', paths: [] },
  ];
  const coverage = coverageFrom(JSON.stringify({ walks }));
  const walked = walkedIn(coverage, lamp, 'chart');
  if (!walked) throw new Error('The lamp was walked');
  const { paths, takenBy, unwalked, uncaused } = walked;
  expect(walkedIn(coverage, lamp, 'browser')?.paths).toHaveLength(1);
  expect(walkedIn(coverage, lamp, 'server')).toBe(null);
  expect(paths[0]).toEqual({ title: 'on and off', transitions: ['lamp.off | press | 0', 'lamp.on | press | 0'] });
  expect([...takenBy.values()]).toEqual([['on and off', 'on'], ['on and off']]);
  expect(walkersOf(coverage, lamp).get('lamp.off | press | 0')).toEqual([
    'On the chart: ‘on and off’, ‘on’',
    'On a screen in a browser: ‘on’',
  ]);
  expect(walkersOf(coverage, lamp).get('lamp.on | press | 0')?.[1]).toBe('On a screen in a browser: not walked');
  expect([levelWithGaps(coverage, lamp), levelWithGaps(coverage, house)]).toEqual(['browser', 'server']);
  expect(unwalked.map(({ event }) => event)).toEqual(['break', 'glow', 'dimming', '500']);
  expect(uncaused).toEqual([]);
  expect(() => coverageFrom('{}')).toThrow();
});

it('the paths of tests are called in the words of the catalogue, and in those of the test where it has some', () => {
  const titled = { ...lamp, transitions: lamp.transitions.map((one) => ({ ...one, title: `Push (${one.event})` })) };
  const path = (title: string) => ({ title, steps: [] });
  const coverage = coverageFrom(
    JSON.stringify({
      walks: [
        {
          machine: 'lamp',
          paths: [path('press by GIANT → break by CHILD'), path('a press by GIANT'), path('press')],
          failures: [{ ...path('press by GIANT'), message: 'It is dark.' }],
        },
      ],
    }),
  );
  const words = { conditions: {}, acts: {}, guards: {}, actions: {} };
  const told = inWords(coverage, [titled], { ...words, titles: (title) => title.replace('GIANT', 'a giant') });
  expect(told.walks[0]?.paths.map(({ title }) => title)).toEqual([
    'Push (press) by a giant → Push (break) by CHILD',
    'a press by a giant',
    'press',
  ]);
  expect(told.walks[0]?.failures?.map(({ title }) => title)).toEqual(['Push (press) by a giant']);
  expect(inWords(coverage, [titled], words)).toBe(coverage);
});

it('a transition that nothing can cause at a level is not among those that no test walked there, and has its reason', () => {
  const [off, broken] = ['lamp.off | press | 0', 'lamp | break | 0'];
  const reason = 'Nobody in a browser can break a lamp.';
  const coverage = coverageFrom(
    JSON.stringify({
      walks: ['chart', 'browser'].map((level) => ({
        machine: 'lamp',
        level,
        paths: [{ title: 'on', steps: [{ transitions: [off] }] }],
      })),
      uncaused: [
        { level: 'browser', transition: broken, reason },
        // It is walked all the same, so it is no exception.
        { level: 'browser', transition: off, reason },
      ],
    }),
  );
  const idsOf = (level: 'chart' | 'browser') => walkedIn(coverage, lamp, level)?.unwalked.map(({ id }) => id);
  expect(walkedIn(coverage, lamp, 'browser')?.uncaused).toMatchObject([{ transition: { id: broken }, reason }]);
  expect(idsOf('browser')).not.toContain(broken);
  expect(idsOf('chart')).toContain(broken);
  expect(walkedIn(coverage, lamp, 'chart')?.uncaused).toEqual([]);
});

it('what has had another condition or target since the walks were recorded counts as not walked', () => {
  const ids = lamp.transitions.map(({ id }) => id);
  const reason = 'Nobody in a browser can break a lamp.';
  const [broken, off, on] = ['lamp | break | 0', 'lamp.on | press | 0', 'lamp.off | press | 0'];
  const record = {
    walks: [
      { machine: 'lamp', paths: [{ title: 'all', steps: [{ transitions: ids }] }] },
      { machine: 'lamp', level: 'browser', paths: [] },
    ],
    uncaused: [{ level: 'browser', transition: broken, reason }],
  };
  const rules = Object.fromEntries(
    lamp.transitions.map(({ id, guard, targets }) => [id, { guard: guard ?? undefined, targets }]),
  );
  const unwalked = (known: object) => {
    const coverage = coverageFrom(JSON.stringify({ ...record, rules: known }));
    return walkedIn(coverage, lamp, 'chart')?.unwalked.map(({ id }) => id);
  };
  expect(unwalked(rules)).toEqual([]);
  // Other rules in the same places: a condition, another target, and one that had no target.
  expect(unwalked({ ...rules, [broken]: { targets: ['broken'] } })).toEqual([broken]);
  expect(unwalked({ ...rules, [off]: { targets: ['broken'] } })).toEqual([off]);
  expect(unwalked({ ...rules, [on]: {} })).toEqual([on]);
  // Nor does the reason count that was given for another rule.
  const coverage = coverageFrom(JSON.stringify({ ...record, rules: { [broken]: { targets: ['broken'] } } }));
  expect(walkedIn(coverage, lamp, 'browser')?.uncaused).toEqual([]);
  // An earlier record does not say what the rules were, so their places have to do.
  expect(walkedIn(coverageFrom(JSON.stringify(record)), lamp, 'chart')?.unwalked).toEqual([]);
});

it('what is said of a transition tells where it leads, and its walks only if there are any', () => {
  const [off, broken] = ['lamp.off | press | 0', 'lamp | break | 0'].map((id) =>
    lamp.transitions.find((one) => one.id === id),
  ) as [TransitionModel, TransitionModel];
  const paths = [{ title: 'on', steps: [{ transitions: [off.id] }] }];
  const walkers = walkersOf(coverageFrom(JSON.stringify({ walks: [{ machine: 'lamp', paths }] })), lamp);
  expect(explanationOf(off, walkers)).toBe('press. Leads to: on. Walked: On the chart: ‘on’');
  expect(explanationOf({ ...broken, description: '' }, null)).toBe('break. If is strong. Leads to: broken');
  // Another chart was walked, and a removed transition and one that only forbids are none that a test has to take.
  const ofHouse = walkersOf(coverageFrom(JSON.stringify({ walks: [{ machine: 'house', paths }] })), lamp);
  expect(explanationOf({ ...off, targets: [], actions: ['ring'] }, ofHouse)).toBe('press. Stays. Does: ring');
  expect(explanationOf({ ...off, id: 'lamp.off | press | 1', targets: [] }, walkers)).toBe('press. Does nothing');
});
