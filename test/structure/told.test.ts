import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { shortNameOf } from '../../src/inspector/chart/model';
import { ownCharts } from '../../src/inspector/ownCharts';
import appCatalogue from '../../src/workbench/catalogue';
import { words } from '../../src/workbench/words';

/** The kinds of words to check. Each is filed under a place in a chart or under a name, and both stay the same when the code changes. */
const kinds = ['conditions', 'acts', 'guards'] as const;
type Kind = (typeof kinds)[number];
/** For each of these words, the mark of the code that they were written for. */
type Told = Readonly<Record<Kind, Readonly<Record<string, string>>>>;
const FILE = 'test/told.json';
const told: Told = JSON.parse(readFileSync(FILE, 'utf8'));

/** A short mark of the code of a condition or of actions. Comments, spaces and the order of a file's imports do not change it. */
const markOf = (part: unknown) => shortNameOf({ id: plain(codeOf(part)) });

/** What XState adds to each of its own actions and conditions: the same code for all of a kind. */
const added = ['resolve', 'retryResolve', 'execute', 'check'];

/** The code of a condition or an action. One with a name is its name; one of XState's own kinds is what was given to it. */
function codeOf(part: unknown): string {
  if (part === null || (typeof part !== 'function' && typeof part !== 'object')) return JSON.stringify(part) ?? '';
  const given = Object.entries(part).filter(([key]) => !added.includes(key));
  if (typeof part === 'function' && given.length === 0) return part.toString();
  return `{${given.map(([key, value]) => `${key}:${codeOf(value)}`).join()}}`;
}

const plain = (code: string) =>
  code
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    // The test runner numbers imports: `judge` of a file's third import is `(0,__vite_ssr_import_2__.judge)`.
    .replaceAll(/\(0,\s*__vite_ssr_import_\d+__\.(\w+)\)/g, '$1')
    .replaceAll(/__vite_ssr_import_\d+__\./g, '')
    .replaceAll(/\s/g, '');

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

/** The code that words may tell of, by their keys. */
function codeIn(machine: AnyStateMachine): Record<Kind, (readonly [key: string, code: unknown])[]> {
  const nodes = nodesOf(machine.root);
  const transitions = nodes.flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flatMap((alternatives) =>
      alternatives.map((one, place) => ({ id: `${node.id} | ${one.eventType || 'always'} | ${place}`, ...one })),
    ),
  );
  const entry = (key: string, code: unknown) => [key, code] as const;
  return {
    conditions: transitions.map(({ id, guard }) => entry(id, guard)),
    acts: [
      ...transitions.map(({ id, actions }) => entry(id, actions)),
      ...nodes.map(({ id, entry: entering, exit }) => entry(id, [entering, exit])),
    ],
    guards: Object.entries(machine.implementations.guards).map(([name, guard]) =>
      entry(`${machine.id}.${name}`, guard),
    ),
  };
}
const code = [...appCatalogue.charts, ...ownCharts].map(({ machine }) => codeIn(machine));

it.each(kinds)('the words of %s were read again after the last change of their code', (kind) => {
  const hasWords = (key: string) =>
    key in words[kind] || (kind === 'guards' && key.replace(/^\w+\./, '') in words.guards);
  const marks = new Map(
    code.flatMap((chart) => chart[kind]).flatMap(([key, part]) => (hasWords(key) ? [[key, markOf(part)]] : [])),
  );
  const changed = [...marks].filter(([key, mark]) => told[kind][key] !== mark);
  expect(
    changed.map(([key, mark]) => `    "${key}": "${mark}",`).join('\n'),
    `The code of these ${kind} is new or has changed. Read their words again (src/workbench/words.ts, src/workbench/names.ts) and mend them. ` +
      `Then write these lines into ${FILE}, under "${kind}"`,
  ).toBe('');
  expect(
    Object.keys(told[kind]).filter((key) => !marks.has(key)),
    `These ${kind} no longer exist: remove them from ${FILE}`,
  ).toEqual([]);
});
