// Makes the report of walks from test/results/coverage.json: test/results/walks.html, one page with a picture of each walked chart and of
// its paths. With --keep it also writes docs/coverage.json, the record that comes with the workbench.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import ELK from 'elkjs';
import {
  type Coverage,
  coverageFrom,
  essentialOf,
  inWords,
  levels,
  walkedIn,
} from '../../src/inspector/chart/coverage';
import { drawingOf, graphOf } from '../../src/inspector/chart/layout';
import { type ChartModel, readChart } from '../../src/inspector/chart/model';
import { type Part, pageOf } from '../../src/inspector/chart/page';
import { reportOf } from '../../src/inspector/chart/report';
import { catalogue } from '../../src/machines/catalogue';
import { words } from '../../src/workbench/words';

const RESULTS = join('test', 'results');
const coverage = coverageFrom(readFileSync(join(RESULTS, 'coverage.json'), 'utf8'));
const charts = catalogue.map(({ machine }) => readChart(machine, words));
await draw();
if (process.argv.includes('--keep')) keep();

async function draw(): Promise<void> {
  const elk = new ELK();
  const none = new Set<string>();
  const parts: Part[] = [];
  const told = inWords(coverage, charts, words);
  for (const chart of charts) {
    const part = reportOf(chart, told, drawingOf(chart, none, await elk.layout(graphOf(chart, none))));
    if (part) parts.push(part);
  }
  const file = join(RESULTS, 'walks.html');
  const legend = 'Red and dotted: not walked. A press on a path shows it in the chart, with the number of each step.';
  const hasFailed = ({ paths = [] }: Part) => Number(paths.some(({ isFailed }) => isFailed));
  writeFileSync(
    file,
    pageOf(
      'Walks',
      legend,
      parts.toSorted((one, other) => hasFailed(other) - hasFailed(one)),
    ),
  );
  console.log(`${parts.length} charts with their paths, as pictures: ${file}`);
}

/**
 * Writes the record of a whole run, one line per chart and level, with the shortest paths that take everything that was taken, and one
 * line per transition with what it is now.
 */
function keep(): void {
  const machines = [...new Set(coverage.walks.map(({ machine }) => machine))].sort();
  const lines = [...levels].sort().flatMap((level) =>
    machines.flatMap((machine) => {
      const chart: ChartModel = { id: machine, states: [], transitions: [] };
      const walked = walkedIn(coverage, chart, level);
      if (!walked) return [];
      const paths = essentialOf(walked.paths).map(({ title, transitions }) => ({ title, steps: [{ transitions }] }));
      return [JSON.stringify({ machine, level, paths })];
    }),
  );
  const recordedOn = new Date().toISOString().slice(0, 10);
  const rules = Object.entries(coverage.rules).map(([id, rule]) => `${JSON.stringify(id)}:${JSON.stringify(rule)}`);
  const rest: Omit<Coverage, 'walks' | 'rules'> = { recordedOn, uncaused: coverage.uncaused };
  writeFileSync(
    join('docs', 'coverage.json'),
    `{"walks":[\n${lines.join(',\n')}\n],\n"rules":{\n${rules.join(',\n')}\n},\n${JSON.stringify(rest).slice(1)}\n`,
  );
}
