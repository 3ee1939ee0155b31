import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { differenceOf, mergedOf } from '../../../src/inspector/chart/difference';
import { chartFrom, fileOf } from '../../../src/inspector/chart/file';
import { drawingOf, graphOf, hiding } from '../../../src/inspector/chart/layout';
import { mermaidOf } from '../../../src/inspector/chart/mermaid';
import {
  type ChartModel,
  doesNothing,
  readChart,
  type TransitionModel,
  withForbidding,
} from '../../../src/inspector/chart/model';
import { activeIn, type Place, skeletonOf } from '../../../src/inspector/chart/skeleton';
import { causeWords } from '../../../src/inspector/chart/words';
import { catalogue } from '../../../src/machines/catalogue';
import { transitionsOf } from '../../kit/walking/graph';
import foreign from './foreign';

const models = foreign.charts.map(({ machine }) => readChart(machine));
const [lamp, house] = models as [ChartModel, ChartModel];
const empty = models.at(-1);
const leavesOf = (chart: ChartModel, place: Place | null) =>
  chart.states
    .filter(({ id, type }) => (type === 'atomic' || type === 'final') && place && activeIn(place).has(id))
    .map(({ id }) => id);

describe('a chart that is read', () => {
  it('has every kind of state, and marks the initial ones', () => {
    expect(lamp.states.map(({ id, type, isInitial }) => [id, type, isInitial])).toEqual([
      ['', 'compound', false],
      ['off', 'atomic', true],
      ['on', 'compound', false],
      ['on.bright', 'atomic', true],
      ['on.soft', 'atomic', false],
      ['on.last', 'history', false],
      ['broken', 'final', false],
    ]);
    expect(house.states[0]?.type).toBe('parallel');
    expect(empty?.states).toHaveLength(1);
  });

  it('says in words what causes each transition, and on which condition', () => {
    expect(lamp.transitions.map((one) => [causeWords(one), one.guard, one.targets])).toEqual([
      ['break', 'is strong', ['broken']],
      ['press', null, ['on']],
      ['press', null, ['off']],
      ['glow fails', null, ['broken']],
      ['after 1 min (dimming)', null, ['off']],
      ['after 500 ms', null, ['on.soft']],
    ]);
    expect(house.transitions.map((one) => [causeWords(one), one.guard])).toEqual([
      ['enter', null],
      ['at once', 'false'],
      ['at once', null],
    ]);
  });

  it.each(catalogue)('names the transitions of $machine.id as the walks do', ({ machine }) => {
    expect(readChart(machine).transitions.map(({ id }) => id)).toEqual([...transitionsOf(machine).values()]);
  });

  it('has the rules that only forbid something, before the alternatives that are asked after them', () => {
    const assignment = catalogue.find(({ machine }) => machine.id === 'assignment');
    const chart = assignment && readChart(assignment.machine);
    if (!chart) throw new Error('There is no assignment');
    const assigning = (one: { readonly id: string }) => one.id.startsWith('assignment.open.choosing | team.assign |');
    expect(
      withForbidding(chart)
        .filter(assigning)
        .map((one) => [doesNothing(one), one.description]),
    ).toEqual([
      [true, 'At least one volunteer must be selected. S2 §5'],
      [false, 'Captain-or-higher is needed to assign a team. S2 §6'],
      [false, ''],
    ]);
    expect(differenceOf({ ...chart, forbidding: [] }, chart).lines).toContain(
      'open.choosing: team.assign [context.selected.length === 0]: added (does nothing, text "At least one volunteer must be selected. S2 §5")',
    );
  });

  it('names the chart that it runs', () => {
    expect(house.states.flatMap(({ invokes }) => invokes)).toEqual([{ id: 'lamp', src: 'lamp', chart: 'lamp' }]);
    expect(lamp.states.flatMap(({ invokes }) => invokes)).toEqual([{ id: 'glow', src: 'glow', chart: null }]);
  });
});

describe('stepping through a chart', () => {
  it('takes transitions whatever their conditions are, and only from their source states', () => {
    const { start, step, leading } = skeletonOf(lamp);
    expect(leavesOf(lamp, start)).toEqual(['off']);
    const on = step(start, 'lamp.off | press | 0');
    expect(leavesOf(lamp, on)).toEqual(['on.bright']);
    expect(on && leading(on).map(({ id }) => id)).toEqual([
      'lamp.on.bright | xstate.after.500.lamp.on.bright | 0',
      'lamp.on | press | 0',
      'lamp.on | xstate.error.actor.glow | 0',
      'lamp.on | xstate.after.dimming.lamp.on | 0',
      'lamp | break | 0',
    ]);
    expect(step(start, 'lamp.on | press | 0')).toBe(null);
    const broken = step(start, 'lamp | break | 0');
    expect([leavesOf(lamp, broken), broken?.status, broken && leading(broken)]).toEqual([['broken'], 'done', []]);
  });

  it('is in one state of each region of a parallel chart', () => {
    const { start, step } = skeletonOf(house);
    expect(leavesOf(house, start)).toEqual(['light.dark', 'door.checking']);
    expect(leavesOf(house, step(start, 'house.light.dark | enter | 0'))).toEqual(['light.lit', 'door.checking']);
  });

  it('finds the shortest way to a state', () => {
    const { start, wayTo } = skeletonOf(lamp);
    expect(wayTo(start, 'on.soft')).toEqual([
      'lamp.off | press | 0',
      'lamp.on.bright | xstate.after.500.lamp.on.bright | 0',
    ]);
    expect(wayTo(start, 'nowhere')).toBe(null);
  });

  it('takes no transition for an event that a state further in always takes or forbids', () => {
    const door = createMachine({
      id: 'door',
      initial: 'open',
      on: { push: { target: '.shut' }, knock: { target: '.shut' }, ring: { target: '.shut' } },
      states: {
        shut: {},
        open: {
          initial: 'held',
          on: { knock: { description: 'Nobody hears it.' }, ring: { guard: () => false, target: 'open' } },
          states: { held: { on: { push: { target: 'loose' } } }, loose: {} },
        },
      },
    });
    const { start, step, leading, wayTo } = skeletonOf(readChart(door));
    const inner = 'door.open.held | push | 0';
    const loose = step(start, inner);
    expect(leading(start).map(({ id }) => id)).toEqual([inner, 'door.open | ring | 0', 'door | ring | 0']);
    expect(step(start, 'door | push | 0')).toBe(null);
    // Another state is active, which leaves the event to the chart.
    expect(leavesOf(readChart(door), loose && step(loose, 'door | push | 0'))).toEqual(['shut']);
    expect(loose && step(loose, 'door | knock | 0')).toBe(null);
    expect(wayTo(start, 'shut')).toEqual(['door | ring | 0']);
  });

  it.each(catalogue)('leads to every state of $machine.id', ({ machine }) => {
    const chart = readChart(machine);
    const { start, wayTo } = skeletonOf(chart);
    const stateful = chart.states.filter(({ type }) => type !== 'history');
    expect(stateful.filter(({ id }) => wayTo(start, id) === null).map(({ id }) => id)).toEqual([]);
  });
});

describe('the file of a chart', () => {
  it.each([...foreign.charts, ...catalogue])('of $machine.id is read as it was written', ({ machine }) => {
    const chart = readChart(machine);
    expect(chartFrom(fileOf(chart))).toEqual(chart);
  });

  it('has a line per state and per transition', () => {
    expect(
      fileOf(lamp)
        .split('\n')
        .filter((line) => line.startsWith('    {')),
    ).toHaveLength(7 + 6);
    // One without rules that only forbid says so, because older files say nothing about them.
    expect(fileOf(lamp)).toContain('\n  "forbidding": []\n');
  });

  it.each(['', '{}', '[]', '{"chart":"lamp"}'])('is refused if it is not a chart file: %s', (text) => {
    expect(() => chartFrom(text)).toThrow();
  });
});

describe('two versions of a chart', () => {
  const without = (id: string): ChartModel => ({
    ...lamp,
    transitions: lamp.transitions.filter((transition) => transition.id !== id),
  });
  const changed = (change: object): ChartModel => ({
    ...lamp,
    transitions: lamp.transitions.map((one) => (one.event === 'break' ? { ...one, ...change } : one)),
  });

  it('are the same where nothing has changed', () => {
    expect(differenceOf(lamp, lamp).lines).toEqual([]);
  });

  it('differ by what was added and removed', () => {
    const press = 'lamp.off | press | 0';
    expect(differenceOf(without(press), lamp).lines).toEqual(['off: press: added (target "on")']);
    expect(differenceOf(lamp, without(press)).lines).toEqual(['off: press: removed (target "on")']);
    expect(mergedOf(lamp, without(press)).transitions.map(({ id }) => id)).toContain(press);
  });

  it('say nothing of rules that only forbid, if one of them is from before these were written down', () => {
    const forbidden = { ...alternatives('is weak').transitions[0], targets: [] } as TransitionModel;
    const forbids: ChartModel = {
      ...lamp,
      transitions: without('lamp | break | 0').transitions,
      forbidding: [forbidden],
    };
    const silent: ChartModel = { ...forbids, forbidding: [] };
    const { forbidding: _, ...older } = silent;
    const line = (change: string) => [`in every state: break [is weak]: ${change} (does nothing)`];
    expect(differenceOf(silent, forbids).lines).toEqual(line('added'));
    expect(differenceOf(forbids, silent).lines).toEqual(line('removed'));
    expect([differenceOf(older, forbids).lines, differenceOf(forbids, older).lines]).toEqual([[], []]);
    // What did something before is known.
    expect(differenceOf({ ...older, transitions: alternatives('is weak').transitions }, forbids).lines).toContain(
      'in every state: break [is weak]: target "to is weak" → "does nothing"',
    );
  });

  it('draw what has begun or ceased to only forbid something as changed, beside a new alternative', () => {
    const [weak, strong] = alternatives('is weak', 'is strong').transitions as [TransitionModel, TransitionModel];
    const breaks: ChartModel = { ...lamp, transitions: [weak] };
    const forbids: ChartModel = { ...lamp, transitions: [strong], forbidding: [{ ...weak, targets: [] }] };
    const drawn = (was: ChartModel, is: ChartModel) => {
      const changes = differenceOf(was, is).transitions;
      return mergedOf(was, is).transitions.map(({ id, targets }) => [...targets, changes.get(id)]);
    };
    expect(drawn(breaks, forbids)).toEqual([
      ['to is strong', 'added'],
      ['to is weak', 'changed'],
    ]);
    expect(drawn(forbids, breaks)).toEqual([
      ['to is weak', 'changed'],
      ['to is strong', 'removed'],
    ]);
  });

  it('call what was removed by its title of today, which files do not have', () => {
    const later = without('lamp.off | press | 0');
    const titled = { ...later, transitions: later.transitions.map((one) => ({ ...one, title: 'Push the button' })) };
    expect(differenceOf(lamp, titled).lines).toEqual(['off: Push the button: removed (target "on")']);
  });

  it('show the text of a rule that was added or removed', () => {
    const rule = 'Only a strong blow breaks it.';
    expect(differenceOf(without('lamp | break | 0'), lamp).lines).toEqual([
      `in every state: break [is strong]: added (target "broken", text "${rule}")`,
    ]);
    const dark: ChartModel = { ...lamp, states: lamp.states.filter(({ id }) => id !== 'broken') };
    expect(differenceOf(lamp, dark).lines).toEqual(['State broken: removed (text "Nobody mends it.")']);
  });

  it.each([
    [{ targets: ['off'] }, 'target "broken" → "off"'],
    [{ description: 'Any blow.' }, 'text "Only a strong blow breaks it." → "Any blow."'],
    [{ actions: ['ring'] }, 'actions "none" → "ring"'],
  ])('differ by %o', (change, line) => {
    expect(differenceOf(lamp, changed(change)).lines).toEqual([`in every state: break [is strong]: ${line}`]);
  });

  it('tell a changed time with its unit', () => {
    const slower = lamp.transitions.map((one) => (one.delay === 500 ? { ...one, delay: 15_000 } : one));
    expect(differenceOf(lamp, { ...lamp, transitions: slower }).lines).toEqual([
      'on.bright: after 500 ms: delay "500 ms" → "15 s"',
    ]);
  });

  it('differ by a guard that is gone', () => {
    expect(differenceOf(lamp, changed({ guard: null })).lines).toEqual([
      'in every state: break: guard "is strong" → "none"',
    ]);
  });

  it('differ by a new alternative alone, not by those that come after it now', () => {
    const earlier = alternatives('is weak', 'is strong');
    const later = alternatives('is new', 'is weak', 'is strong');
    expect(differenceOf(earlier, later).lines).toEqual(['in every state: break [is new]: added (target "to is new")']);
    expect(differenceOf(later, earlier).lines).toEqual([
      'in every state: break [is new]: removed (target "to is new")',
    ]);
    const ids = mergedOf(later, earlier).transitions.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  it('differ if two alternatives have changed places', () => {
    expect(differenceOf(alternatives('is weak', 'is strong'), alternatives('is strong', 'is weak')).lines).toEqual([
      'in every state: break [is strong]: added (target "to is strong")',
      'in every state: break [is strong]: removed (target "to is strong")',
    ]);
  });
});

/** A lamp with nothing but these alternatives for a blow, each of which leads elsewhere. */
function alternatives(...guards: readonly string[]): ChartModel {
  const blow = lamp.transitions.find(({ id }) => id === 'lamp | break | 0');
  if (!blow) throw new Error('The lamp can be broken');
  const transitions = guards.map((guard, index) => ({
    ...blow,
    id: `lamp | break | ${index}`,
    guard,
    description: '',
    targets: [`to ${guard}`],
  }));
  return { ...lamp, transitions };
}

it('a chart in the notation of Mermaid has its states and transitions', () => {
  expect(mermaidOf(lamp).split('\n')).toEqual(
    expect.arrayContaining([
      'stateDiagram-v2',
      '  [*] --> off',
      '  state "on" as on {',
      '  off --> on : press',
      '  state "in every state" as root',
      '  root --> broken : break [is strong]',
      '  on__bright --> on__soft : after 500 ms',
    ]),
  );
  // An event that has a title is called by it.
  expect(mermaidOf({ ...lamp, transitions: lamp.transitions.map((one) => ({ ...one, title: 'Hit it' })) })).toContain(
    '  root --> broken : Hit it [is strong]',
  );
});

it('a transition with several targets is drawn to each of them, with one label; to a closed state once', async () => {
  const both: ChartModel = {
    ...lamp,
    transitions: lamp.transitions.map((one) => (one.event === 'break' ? { ...one, targets: ['on.soft', 'off'] } : one)),
  };
  const arrowsOf = async (collapsed: ReadonlySet<string>) =>
    drawingOf(both, collapsed, await new ELK().layout(graphOf(both, collapsed)))
      .arrows.filter(({ transition }) => transition.event === 'break')
      .map(({ key, label }) => [key, label.map(({ text }) => text)]);
  expect(await arrowsOf(new Set())).toEqual([
    ['lamp | break | 0', ['break [is strong]']],
    ['lamp | break | 0 to 1', []],
  ]);
  expect(await arrowsOf(new Set(['']))).toEqual([]);
});

it('a part is hidden in the closed states around it, unless its line leaves them', () => {
  const closed = new Set(['', 'on']);
  const hidden = (part: string, collapsed: ReadonlySet<string> = closed) => hiding(lamp, collapsed, part);
  expect([hidden('on.soft'), hidden('on'), hidden(''), hidden('nowhere')]).toEqual([['on', ''], [''], [], []]);
  const dims = 'lamp.on.bright | xstate.after.500.lamp.on.bright | 0';
  const press = 'lamp.on | press | 0';
  const on = new Set(['on']);
  expect([hidden(dims, on), hidden(press, on), hidden(press)]).toEqual([['on'], [], ['on', '']]);
  expect(hidden(dims, new Set())).toEqual([]);
});
