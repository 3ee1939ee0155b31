import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { coverageFrom, walkedIn } from '../../src/inspector/chart/coverage';
import { readChart } from '../../src/inspector/chart/model';
import { catalogue } from '../../src/machines/catalogue';

interface ChartFile {
  readonly chart: string;
  readonly transitions: readonly { readonly id: string }[];
}
interface Walk {
  readonly machine: string;
  readonly level: string;
  readonly paths: readonly { readonly steps: readonly { readonly transitions: readonly string[] }[] }[];
}
/** scripts/kit/walked.mjs, which is plain JavaScript, because scripts run without any tool. */
interface Walked {
  readonly mustBeWalked: Readonly<Record<string, readonly string[]>>;
  compareWalks(
    charts: readonly ChartFile[],
    walks: readonly Walk[],
    uncaused: readonly { level: string; transition: string }[],
    levels?: readonly string[],
  ): { readonly unexplained: readonly string[]; readonly needless: readonly string[] };
  walkedTable(charts: readonly object[], walks: readonly object[], levels: readonly string[]): readonly string[];
  rulesOf(charts: readonly ChartFile[]): Readonly<Record<string, object>>;
}
const { mustBeWalked, compareWalks, walkedTable, rulesOf }: Walked = await import(resolve('scripts/kit/walked.mjs'));
/** scripts/kit/mutantsTable.mjs */
interface MutantsTable {
  mutantsTable(
    found: readonly { chart: string; titles: string[]; harmless: string[]; survivors: string[] }[],
  ): readonly string[];
}
const { mutantsTable }: MutantsTable = await import(resolve('scripts/kit/mutantsTable.mjs'));

const fileOf = (chart: string): ChartFile => JSON.parse(readFileSync(`docs/charts/${chart}.json`, 'utf8'));
const required = Object.entries(mustBeWalked).flatMap(([level, names]) =>
  names.map((name) => ({ level, chart: fileOf(name) })),
);
const charts = required.map(({ chart }) => chart);
/** A walk that takes everything but one transition. */
const walksBut = (missing: { level: string; id: string } | null): Walk[] =>
  required.map(({ level, chart }) => ({
    machine: chart.chart,
    level,
    paths: chart.transitions
      .filter(({ id }) => missing?.level !== level || missing.id !== id)
      .map(({ id }) => ({ steps: [{ transitions: [id] }] })),
  }));
const leaving = { level: 'browser', id: 'session.leaving | xstate.done.actor.dropToken | 0' };
const listed = { level: leaving.level, transition: leaving.id };
const name = `${leaving.level}: ${leaving.id}`;

it('npm run walks requires the charts of which 100 % are promised', () => {
  expect(mustBeWalked.server).toEqual(expect.arrayContaining(['incidentLifecycle', 'requisitionLifecycle']));
  expect(mustBeWalked.browser).toEqual(expect.arrayContaining(['session', 'submission', 'report']));
});

it('npm run walks is content when everything is walked', () => {
  expect(compareWalks(charts, walksBut(null), [])).toEqual({ unexplained: [], needless: [] });
});

it('npm run walks names a transition that is neither walked nor listed', () => {
  expect(compareWalks(charts, walksBut(leaving), [])).toEqual({ unexplained: [name], needless: [] });
  // A reason for one level does not excuse another level.
  expect(compareWalks(charts, walksBut(leaving), [{ ...listed, level: 'server' }]).unexplained).toEqual([name]);
});

it('npm run walks is content with one that is listed, and names it as soon as it is walked', () => {
  expect(compareWalks(charts, walksBut(leaving), [listed])).toEqual({ unexplained: [], needless: [] });
  expect(compareWalks(charts, walksBut(null), [listed])).toEqual({ unexplained: [], needless: [name] });
});

it('npm run walks with names of levels asks nothing of the others', () => {
  expect(compareWalks(charts, walksBut(leaving), [], ['chart', 'server']).unexplained).toEqual([]);
  expect(compareWalks(charts, walksBut(leaving), [], ['browser']).unexplained).toEqual([name]);
});

it('npm run walks names a chart that is required and gone', () => {
  const others = charts.filter(({ chart }) => chart !== 'session');
  expect(compareWalks(others, walksBut(null), []).unexplained).toEqual(['browser: there is no chart session']);
});

const cellsOf = (lines: readonly string[]) => lines.map((line) => line.trim().split(/\s+/));

it('the table of the walks counts what was taken at each level, and the refusals that were checked', () => {
  const lamp = { chart: 'lamp', states: [{}, {}], transitions: [{ id: 'on' }, { id: 'off' }, { id: 'break' }] };
  const steps = (...transitions: string[]) => [{ transitions }];
  const walks = [
    { machine: 'lamp', level: 'chart', paths: [{ steps: steps('on', 'off'), refusals: 4 }, { steps: steps('on') }] },
    { machine: 'lamp', level: 'browser', paths: [{ steps: steps('on', 'a transition of an earlier version') }] },
    { machine: 'lamp', level: 'server', paths: [] },
    { machine: 'house', level: 'server', paths: [{ steps: steps('break'), refusals: 9 }] },
  ];
  expect(cellsOf(walkedTable([lamp], walks, ['chart', 'server', 'browser']))).toEqual([
    ['chart', 'states', 'transitions', 'chart', 'server', 'browser', 'refusals'],
    ['lamp', '2', '3', '2', '–', '1', '4'],
  ]);
});

it('the table of the mutants counts the killed ones, and names each survivor', () => {
  const found = [
    { chart: 'lamp', titles: ['a', 'b', 'c', 'd'], harmless: ['b'], survivors: ['c'] },
    { chart: 'door', titles: ['e'], harmless: [], survivors: [] },
  ];
  expect(cellsOf(mutantsTable(found))).toEqual([
    ['chart', 'mutants', 'killed', 'equivalent', 'survived'],
    ['door', '1', '1', '0', '0'],
    ['lamp', '4', '2', '1', '1'],
    ['all', '5', '3', '1', '1'],
    ['survives:', 'lamp:', 'c'],
  ]);
});

it('a record of walks has the condition and the targets of every transition as the workbench reads them', () => {
  // Vitest compiles code that is written in place in a way of its own.
  const asInFiles = (guard: string | null) =>
    guard
      ?.replace(/\(0,(__vite_ssr_import_\d+__\.\w+)\)/g, '$1')
      .replace(/__vite_ssr_import_\d+__\./g, '')
      .replaceAll('undefined', 'void 0') ?? null;
  const models = catalogue.map(({ machine }) => {
    const model = readChart(machine);
    return { ...model, transitions: model.transitions.map((one) => ({ ...one, guard: asInFiles(one.guard) })) };
  });
  const walks = models.map(({ id, transitions }) => ({
    machine: id,
    paths: [{ title: 'all', steps: [{ transitions: transitions.map((one) => one.id) }] }],
  }));
  const rules = rulesOf(catalogue.map(({ machine }) => fileOf(machine.id)));
  const coverage = coverageFrom(JSON.stringify({ walks, rules }));
  expect(models.flatMap((model) => walkedIn(coverage, model, 'chart')?.unwalked ?? [])).toEqual([]);
  expect(models.flatMap(({ transitions }) => transitions.filter(({ id }) => !rules[id]))).toEqual([]);
});
