import ELK from 'elkjs/lib/elk.bundled.js';
import { expect, it } from 'vitest';
import { coverageFrom } from '../../../src/inspector/chart/coverage';
import { differenceOf, mergedOf } from '../../../src/inspector/chart/difference';
import { drawingOf, graphOf } from '../../../src/inspector/chart/layout';
import { type ChartModel, readChart } from '../../../src/inspector/chart/model';
import { pageOf, svgOf } from '../../../src/inspector/chart/page';
import { reportOf } from '../../../src/inspector/chart/report';
import { pictureScale } from '../../../src/inspector/save';
import foreign from './foreign';

const [lamp, house] = foreign.charts.map(({ machine }) => readChart(machine)) as [ChartModel, ChartModel];

it('the page for a review draws what was added, removed and changed between two versions', async () => {
  const [press, blow, fails] = ['lamp.off | press | 0', 'lamp | break | 0', 'lamp.on | xstate.error.actor.glow | 0'];
  const was: ChartModel = { ...lamp, transitions: lamp.transitions.filter(({ id }) => id !== press) };
  const is: ChartModel = {
    ...lamp,
    transitions: lamp.transitions
      .filter(({ id }) => id !== fails)
      .map((one) => (one.id === blow ? { ...one, guard: 'is weak' } : one)),
  };
  const difference = differenceOf(was, is);
  const merged = mergedOf(was, is);
  const drawing = drawingOf(merged, new Set(), await new ELK().layout(graphOf(merged, new Set())));
  const page = pageOf('Rules', '', [{ title: 'lamp', lines: difference.lines, drawing: svgOf(drawing, difference) }]);
  const wordsOf = (kind: string) =>
    [...page.matchAll(new RegExp(`<g class="arrow ${kind}">.*?</g>`, 'g'))].map(([part]) =>
      [...part.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words).join(' '),
    );
  expect([wordsOf('added'), wordsOf('removed'), wordsOf('changed')]).toEqual([
    ['press'],
    ['glow fails'],
    ['break [is weak]'],
  ]);
  for (const line of difference.lines) expect(page).toContain(`<li>${line.replaceAll('"', '&quot;')}</li>`);
});

it('the report of the walks draws what was not walked, and each path with its steps; what failed is open', async () => {
  const [press, blow, dims, off] = [
    'lamp.off | press | 0',
    'lamp | break | 0',
    'lamp.on.bright | xstate.after.500.lamp.on.bright | 0',
    'lamp.on | press | 0',
  ] as const;
  const steps = (...ids: string[]) => [{ transitions: ids }];
  const coverage = coverageFrom(
    JSON.stringify({
      walks: [
        {
          machine: 'lamp',
          paths: [
            { title: 'pressed', steps: steps(press) },
            { title: 'pressed twice', steps: steps(press, off, press, dims) },
            // It takes nothing that the shorter ones do not.
            { title: 'pressed, off, on', steps: steps(press, off, press, dims, off) },
          ],
          failures: [{ title: 'a <blow>', message: 'broken must be seen', steps: steps(blow) }],
        },
      ],
    }),
  );
  const drawing = drawingOf(lamp, new Set(), await new ELK().layout(graphOf(lamp, new Set())));
  const report = reportOf(lamp, coverage, drawing);
  if (!report) throw new Error('There is no report');
  const missing = lamp.transitions.map(({ id }) => id).filter((id) => ![press, dims, off].includes(id as typeof press));
  expect(report.lines[0]).toBe(
    `On the chart: ${lamp.transitions.length - missing.length} of 6 transitions, by 3 paths`,
  );
  expect(report.lines).toHaveLength(1 + missing.length);
  expect(report.drawing.match(/class="arrow unwalked"/g)).toHaveLength(missing.length);
  expect(report.paths?.map(({ title, isFailed }) => [title, isFailed])).toEqual([
    ['On the chart, failed: a <blow>', true],
    ['On the chart: pressed', false],
    ['On the chart: pressed twice', false],
  ]);
  const numbers = (place: number) =>
    [...(report.paths?.[place]?.drawing ?? '').matchAll(/class="number"[^>]*>([^<]*)</g)].map(([, words]) => words);
  expect([numbers(0), numbers(1), numbers(2)]).toEqual([['1'], ['1'], ['1, 3', '2', '4']]);
  const page = pageOf('Walks', '', [report]);
  expect(page).toContain(
    '<details open><summary class="failed">On the chart, failed: a &lt;blow&gt;</summary><p>broken must be seen</p>',
  );
  // Each path is drawn over the chart that the page has once.
  expect([page.match(/ id="chart-lamp"/g)?.length, page.match(/href="#chart-lamp"/g)?.length]).toEqual([1, 3]);
  expect(reportOf(house, coverage, drawing)).toBe(null);
});

it('a drawing is saved in as many pixels as a phone gives out', () => {
  const pixels = (width: number, height: number) => width * height * pictureScale(width, height) ** 2;
  expect(pictureScale(1_000, 800)).toBe(2);
  expect(pictureScale(32_000, 10)).toBe(0.5);
  expect(Math.round(pixels(4_400, 3_000))).toBe(16_000_000);
});
