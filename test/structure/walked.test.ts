import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

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
  judgeWalks(
    charts: readonly ChartFile[],
    walks: readonly Walk[],
    uncaused: readonly { level: string; transition: string }[],
    levels?: readonly string[],
  ): { readonly unexplained: readonly string[]; readonly needless: readonly string[] };
}
const { mustBeWalked, judgeWalks }: Walked = await import(resolve('scripts/kit/walked.mjs'));

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
  expect(judgeWalks(charts, walksBut(null), [])).toEqual({ unexplained: [], needless: [] });
});

it('npm run walks names a transition that is neither walked nor listed', () => {
  expect(judgeWalks(charts, walksBut(leaving), [])).toEqual({ unexplained: [name], needless: [] });
  // A reason for one level does not excuse another level.
  expect(judgeWalks(charts, walksBut(leaving), [{ ...listed, level: 'server' }]).unexplained).toEqual([name]);
});

it('npm run walks is content with one that is listed, and names it as soon as it is walked', () => {
  expect(judgeWalks(charts, walksBut(leaving), [listed])).toEqual({ unexplained: [], needless: [] });
  expect(judgeWalks(charts, walksBut(null), [listed])).toEqual({ unexplained: [], needless: [name] });
});

it('npm run walks with names of levels asks nothing of the others', () => {
  expect(judgeWalks(charts, walksBut(leaving), [], ['chart', 'server']).unexplained).toEqual([]);
  expect(judgeWalks(charts, walksBut(leaving), [], ['browser']).unexplained).toEqual([name]);
});

it('npm run walks names a chart that is required and gone', () => {
  const others = charts.filter(({ chart }) => chart !== 'session');
  expect(judgeWalks(others, walksBut(null), []).unexplained).toEqual(['browser: there is no chart session']);
});
