import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { ownCharts } from '../../src/inspector/ownCharts';
import { catalogue } from '../../src/machines/catalogue';
import { isSupervised } from '../../src/machines/supervision';
import { nodesOf, transitionsOf } from '../kit/walking/graph';
import { filesBelow, importsOf } from './imports';

const modules = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.machine.ts', { eager: true });
const charts = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported)
    .filter((entry): entry is [string, AnyStateMachine] => entry[1] instanceof StateMachine)
    .map(([name, machine]) => ({ file, name, machine })),
);
const statesOf = (machine: AnyStateMachine): AnyStateNode[] => [machine.root, ...nodesOf(machine.root)];

describe('the catalogue', () => {
  it('lists every chart once', () => {
    const listed = catalogue.map(({ machine }) => machine.id);
    expect(Object.keys(modules).length).toBe(charts.length);
    expect([...listed].sort()).toEqual(charts.map(({ machine }) => machine.id).sort());
  });

  it('shares no id with the charts of the workbench itself', () => {
    const ids = [...catalogue, ...ownCharts].map(({ machine }) => machine.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is no part of the app itself, which would carry every chart from the first view on', () => {
    const imports = filesBelow('src', '.ts', '.tsx')
      .filter((file) => file !== 'src/workbench/catalogue.ts')
      .flatMap(importsOf);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter(({ to }) => to === 'src/machines/catalogue')).toEqual([]);
    // The app imports neither the workbench nor its samples.
    const isOfWorkbench = (file: string) => /^src\/(workbench|inspector|samples)/.test(file);
    expect(imports.filter(({ from, to }) => isOfWorkbench(to) && !isOfWorkbench(from))).toEqual([]);
  });

  it.each(catalogue)('says what $title is and where its rules come from', ({ title, source }) => {
    expect(title).toMatch(/^[A-Z]/);
    expect(source).toMatch(/S[12] §\d|decision/i);
  });
});

describe.each(charts)('$machine.id', ({ file, name, machine }) => {
  it('is named as its file and its export', () => {
    const word = basename(file, '.machine.ts');
    const isLifecycle = file.includes('/lifecycles/');
    expect([machine.id, name]).toEqual(
      isLifecycle ? [`${word}Lifecycle`, `${word}Lifecycle`] : [word, `${word}Machine`],
    );
  });

  it('names every invocation, and it is supervised or its errors are answered', () => {
    for (const node of statesOf(machine)) {
      const around = [node, ...ancestorsOf(node)];
      for (const invocation of [(node.config.invoke ?? []) as { id?: string; src?: string }].flat()) {
        expect(invocation.id, `an invocation of ${node.id}`).toBeTypeOf('string');
        const logic = machine.implementations.actors[invocation.src ?? ''] as AnyActorLogic;
        const type = `xstate.error.actor.${invocation.id}`;
        const answers = around.flatMap((state) => state.transitions.get(type) ?? []);
        // What a supervised actor fails at never reaches its parent.
        if (isSupervised(logic)) expect(answers, `${type} in ${node.id}`).toEqual([]);
        else {
          expect(answers.length, `${type} in ${node.id}`).toBeGreaterThan(0);
          for (const { actions, target } of answers)
            expect(target !== undefined || actions.some((action) => action !== 'logFailure'), type).toBe(true);
        }
      }
    }
  });
});

const ancestorsOf = (node: AnyStateNode): AnyStateNode[] =>
  node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [];

const walks = Object.values(
  import.meta.glob<string>('../walks/**/*.test.ts', { eager: true, query: '?raw', import: 'default' }),
);

it.each(charts)('$machine.id is walked, and so are its mutants', ({ name }) => {
  const ofThisChart = walks.filter((source) => new RegExp(`machine: ${name}\\b`).test(source));
  expect(ofThisChart.some((source) => /^testWalk\(/m.test(source) && /^testMutants\(/m.test(source))).toBe(true);
});

describe.each(charts.filter(({ file }) => file.includes('/lifecycles/')))('$machine.id', ({ machine }) => {
  it('says in words what every state and every transition is', () => {
    const transitions = [...transitionsOf(machine)].filter(([transition]) => !transition.description);
    const states = nodesOf(machine.root).filter((node) => !node.description);
    expect([...states.map((node) => node.id), ...transitions.map(([, name]) => name)]).toEqual([]);
  });
});

it('provides a supervised stream wherever a chart declares one', () => {
  const supervised = new Set(
    charts.flatMap(({ machine }) =>
      Object.entries(machine.implementations.actors)
        .filter(([, logic]) => isSupervised(logic as AnyActorLogic))
        .map(([port]) => port),
    ),
  );
  const unsupervised = filesBelow('src', '.ts', '.tsx')
    .filter((file) => !file.startsWith('src/machines/'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(\w+)(?::| =) fromCallback\b/g)].map(([, port]) => port),
    );
  expect(unsupervised.length).toBeGreaterThan(0);
  expect(unsupervised.filter((port) => supervised.has(port ?? ''))).toEqual([]);
});
