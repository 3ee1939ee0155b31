import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, createMachine, not, setup } from 'xstate';
import { differenceOf } from '../../../src/inspector/chart/difference';
import { notesOf } from '../../../src/inspector/chart/explanation';
import { chartFrom, fileOf } from '../../../src/inspector/chart/file';
import { drawingOf, graphOf } from '../../../src/inspector/chart/layout';
import { mermaidOf } from '../../../src/inspector/chart/mermaid';
import { readChart, shortNameOf } from '../../../src/inspector/chart/model';
import { svgOf } from '../../../src/inspector/chart/page';
import { activeIn, skeletonOf } from '../../../src/inspector/chart/skeleton';
import { follow, wayTo } from '../../../src/inspector/trail';

/** A radio that is switched on again: with the source that it had, or with all that it did. */
const radioWith = (all: object) =>
  createMachine({
    id: 'radio',
    initial: 'off',
    states: {
      off: { on: { on: { target: 'playing.source' }, resume: { target: 'playing.all' } } },
      playing: {
        id: 'sound',
        initial: 'waves',
        on: { off: { target: 'off' } },
        states: {
          waves: { on: { swap: { target: 'tape' } } },
          tape: { initial: 'stopped', states: { stopped: { on: { play: { target: 'turning' } } }, turning: {} } },
          source: { id: 'the.source', type: 'history' },
          all: { type: 'history', ...all },
        },
      },
    },
  });
const pressedOf = (machine: AnyStateMachine) => ({
  chart: readChart(machine),
  entry: { machine, title: 'Some', group: 'Things', source: 'its box' },
  revive: undefined,
});
const radio = radioWith({ history: 'deep', target: 'tape' });
const chart = readChart(radio);

const [on, resume, off, swap, play] = [
  'radio.off | on | 0',
  'radio.off | resume | 0',
  'sound | off | 0',
  'radio.playing.waves | swap | 0',
  'radio.playing.tape.stopped | play | 0',
] as const;
/** Ways, and the state to which the machine goes on them. */
const ways: readonly (readonly [path: readonly string[], state: string])[] = [
  [[on], 'playing.waves'],
  [[resume], 'playing.tape.stopped'],
  [[on, swap, play, off, on], 'playing.tape.stopped'],
  [[on, swap, play, off, resume], 'playing.tape.turning'],
  [[on, off, resume], 'playing.waves'],
];

/** The kind of the radio's second history state, and where it leads first, by what is written of it. */
const kindOf = (all: object) => {
  const state = readChart(radioWith(all)).states.find(({ id }) => id === 'playing.all');
  return [state?.type, state?.history, state?.target];
};

describe('a history state', () => {
  it('is read with its kind, and where it leads the first time', () => {
    expect(kindOf({})).toEqual(['history', 'shallow', null]);
    expect(kindOf({ history: true })).toEqual(['history', 'shallow', null]);
    expect(kindOf({ history: 'shallow', target: 'waves' })).toEqual(['history', 'shallow', 'playing.waves']);
    for (const target of ['tape.turning', '#radio.playing.tape.turning', '#sound.tape.turning'])
      expect(kindOf({ history: 'deep', target })).toEqual(['history', 'deep', 'playing.tape.turning']);
    expect(chart.states[0]).toMatchObject({ history: null, target: null });
  });

  it.each(ways)('leads along the drawing where the machine goes: %j', (path, state) => {
    const { start, step } = skeletonOf(chart);
    const end = path.reduce((place, id) => step(place, id) ?? place, start);
    expect([...activeIn(end)]).toContain(state);
  });

  it.each(ways)('still does so if some steps are pressed, and some are taken along the drawing: %j', (path, state) => {
    const pressed = pressedOf(radio);
    for (const odd of [0, 1]) {
      const steps = path.map((id, place) => ({
        transition: shortNameOf({ id }),
        payload: place % 2 === odd ? '{}' : null,
      }));
      const { active, situation, left } = follow(pressed, steps);
      expect([[...active].includes(state), situation && [...activeIn(situation)].includes(state), left]).toEqual([
        true,
        true,
        0,
      ]);
    }
  });

  it('is remembered while a way is sought with data', () => {
    const machine = setup({
      types: { context: {} as { readonly coins: number } },
      guards: { isPaid: ({ context }) => context.coins > 0 },
      actions: { pay: assign({ coins: 1 }) },
    }).createMachine({
      id: 'box',
      initial: 'shut',
      context: { coins: 0 },
      states: {
        shut: { on: { open: { target: 'inside.last' }, coin: { actions: 'pay' } } },
        inside: {
          initial: 'empty',
          on: { shut: { target: 'shut' } },
          states: {
            empty: { on: { fill: { guard: not('isPaid'), target: 'full' } } },
            full: { on: { take: { guard: 'isPaid', target: '#box.taken' } } },
            last: { type: 'history' },
          },
        },
        taken: {},
      },
    });
    const pressed = pressedOf(machine);
    // Filled, shut, paid, and open again: only the history state knows then that it is full.
    const way = ['open', 'fill', 'shut', 'coin', 'open', 'take'];
    const found = wayTo(pressed, 'taken') ?? [];
    expect(follow(pressed, found).taken.map(({ transitions }) => transitions[0]?.event)).toEqual(way);
  });

  it('is in the file of the chart; a file from before that is read as one of shallow history states', () => {
    expect(chartFrom(fileOf(chart))).toEqual(chart);
    const older = fileOf(chart).replaceAll(/,"(history|target)":"[\w.]+"/g, '');
    expect(older).not.toBe(fileOf(chart));
    expect(chartFrom(older)).toEqual(readChart(radioWith({})));
  });

  it('differs by its kind, and by where it leads the first time', () => {
    const linesOf = (was: object, is: object) =>
      differenceOf(readChart(radioWith(was)), readChart(radioWith(is))).lines;
    expect(linesOf({}, { history: 'deep' })).toEqual(['State playing.all: kind "shallow history" → "deep history"']);
    expect(linesOf({ target: 'waves' }, { target: 'tape' })).toEqual([
      'State playing.all: target "playing.waves" → "playing.tape"',
    ]);
  });

  it('has its sign in drawings, and says in words where it leads', async () => {
    const wordsOf = (name: string) => chart.states.filter((state) => state.name === name).flatMap(notesOf);
    expect(wordsOf('source')).toEqual([
      'shallow history (H): back to the state of playing that was left, in which all begins from the start',
      'the first time: where playing starts',
    ]);
    expect(wordsOf('all')).toEqual([
      'deep history (H*): back to the state of playing that was left, with all states in it',
      'the first time: playing.tape',
    ]);
    const drawing = drawingOf(chart, new Set(), await new ELK().layout(graphOf(chart, new Set())));
    const rows = drawing.boxes.find(({ state }) => state.id === 'playing.all')?.rows;
    expect(rows?.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(['the first time: playing.tape']);
    const page = svgOf(drawing, { states: new Map(), transitions: new Map() });
    for (const name of ['source (H)', 'all (H*)', 'waves']) expect(page).toContain(`>${name}</text>`);
    expect(mermaidOf(chart).split('\n')).toEqual(
      expect.arrayContaining([
        '    state "source (H)" as playing__source',
        '    state "all (H*)" as playing__all',
        '    playing__all --> playing__tape',
      ]),
    );
  });
});
