import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ELK from 'elkjs';
import type { AnyStateMachine } from 'xstate';
import { differenceOf, mergedOf, unknownRules } from '../../src/inspector/chart/difference';
import { chartFrom, fileOf } from '../../src/inspector/chart/file';
import { drawingOf, graphOf } from '../../src/inspector/chart/layout';
import { type ChartModel, readChart, type TransitionModel, withForbidding } from '../../src/inspector/chart/model';
import { pageOf, svgOf } from '../../src/inspector/chart/page';
import { readWithRules } from '../../src/inspector/chart/ruleBook';
import { catalogue } from '../../src/machines/catalogue';
import { administration } from '../../src/workbench/administration';
import { callersOf } from '../../src/workbench/callers';
import { words } from '../../src/workbench/words';

const FOLDER = join('docs', 'charts');
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false }, compare: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const machines: readonly AnyStateMachine[] = [...catalogue.map(({ machine }) => machine), administration];
const charts = new Map(machines.map((machine) => [`${machine.id}.json`, fileModelOf(machine)]));
if (values.check) check();
else if (values.compare) await compare(positionals[0] ?? 'HEAD', positionals[1]);
else write();

/** A chart as its file has it: conditions as code, so that a change of it is seen, and the rule book in words. */
function fileModelOf(machine: AnyStateMachine): ChartModel {
  const { rules } = readWithRules({ machine, ...callersOf(machine.id) }, words);
  return { ...readChart(machine), ...(rules && { rules }) };
}

function write(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of readdirSync(FOLDER)) if (!charts.has(file)) rmSync(join(FOLDER, file));
  for (const [file, chart] of charts) writeFileSync(join(FOLDER, file), fileOf(chart));
  console.log(`${charts.size} charts are in ${FOLDER}.`);
}

function check(): void {
  const known = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  const stale = [...charts].flatMap(([file, chart]) =>
    known.includes(file) && readFileSync(join(FOLDER, file), 'utf8') === fileOf(chart) ? [] : [file],
  );
  const wrong = [...stale, ...known.filter((file) => !charts.has(file))];
  if (wrong.length === 0) return;
  console.log(`Not up to date: ${wrong.join(', ')}. 'npm run charts' writes them.`);
  process.exitCode = 1;
}

/** Writes one page with all charts that differ between two revisions; without a second one, between the first and the files here. */
async function compare(from: string, to: string | undefined): Promise<void> {
  const before = chartsAt(from);
  const after = to === undefined ? new Map([...charts].map(([, chart]) => [chart.id, chart])) : chartsAt(to);
  const elk = new ELK();
  const parts: { title: string; lines: readonly string[]; drawing: string }[] = [];
  const bookless: string[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [worded(before.get(id)), worded(after.get(id))];
    const empty: ChartModel = { id, states: [], transitions: [], forbidding: [] };
    const difference = differenceOf(was ?? empty, is ?? empty);
    if (was && is && difference.lacksRuleBook) bookless.push(id);
    if (difference.lines.length === 0) continue;
    const merged = was && is ? mergedOf(was, is) : (is ?? was ?? empty);
    const none = new Set<string>();
    const drawing = drawingOf(merged, none, await elk.layout(graphOf(merged, none)));
    const title = was ? (is ? id : `${id} (removed)`) : `${id} (new)`;
    parts.push({ title, lines: difference.lines, drawing: svgOf(drawing, difference) });
  }
  const file = 'charts.html';
  writeFileSync(
    file,
    pageOf(
      `Rules: ${from} → ${to ?? 'here'}`,
      [
        'Green is added, red and dotted is removed, orange and dashed is changed.',
        bookless.length > 0 ? `${unknownRules} That is so for ${bookless.join(', ')}.` : '',
      ].join(' '),
      parts,
    ),
  );
  console.log(`${parts.length} charts differ: open ${file}.`);
}

/** A chart with the workbench's words for those of its conditions that are still the same. Conditions have no words in the files. */
function worded(chart: ChartModel | undefined): ChartModel | undefined {
  const machine = machines.find(({ id }) => id === chart?.id);
  if (!chart || !machine) return chart;
  const known = new Map(withForbidding(readChart(machine, words)).map((transition) => [transition.id, transition]));
  const wordedOf = (transition: TransitionModel) => {
    const now = known.get(transition.id);
    return now?.condition !== undefined && now.guard === transition.guard
      ? { ...transition, condition: now.condition }
      : transition;
  };
  return {
    ...chart,
    transitions: chart.transitions.map(wordedOf),
    ...(chart.forbidding && { forbidding: chart.forbidding.map(wordedOf) }),
  };
}

function chartsAt(revision: string): Map<string, ChartModel> {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 100_000_000 });
  const files = git('ls-tree', '--name-only', revision, `${FOLDER}/`).split('\n').filter(Boolean);
  return new Map(files.map((file) => chartFrom(git('show', `${revision}:${file}`))).map((chart) => [chart.id, chart]));
}
